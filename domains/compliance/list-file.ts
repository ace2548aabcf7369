import { createHash } from 'node:crypto';
import { CsvError, readCsv } from '@karat/platform/spreadsheet';
import * as z from 'zod';

/** A sanctioned person or organisation. */
export interface Entry {
  /** Its number on the list. */
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  /** Years or dates, as listed. */
  readonly birthDates: readonly string[];
  readonly countries: readonly string[];
}

export type ListFormat = 'json' | 'csv' | 'ofac';

export interface SanctionList {
  readonly title: string;
  readonly format: ListFormat;
  readonly entries: readonly Entry[];
}

/** A file that is no list; the message names line and reason. */
export class ListError extends Error {}

export const LIST_BYTES_MAX = 64 * 1024 * 1024;
const ENTRIES_MAX = 200_000;
const NAME_MAX = 500;

const jsonList = z.object({
  title: z.string().max(200).optional(),
  entries: z
    .array(
      z.object({
        id: z.union([z.string(), z.number()]).transform(String),
        name: z.string().min(1).max(NAME_MAX),
        aliases: z.array(z.string().min(1).max(NAME_MAX)).max(200).default([]),
        birth_dates: z.array(z.string().max(40)).max(50).default([]),
        countries: z.array(z.string().max(100)).max(50).default([]),
      }),
    )
    .max(ENTRIES_MAX),
});

/** Maximum characters of a field: all aliases of an entry are one. */
const FIELD_MAX = 100_000;
const FIELDS_MAX = 50;

function rowsOf(text: string): string[][] {
  const limits = { rowsMax: ENTRIES_MAX + 2, fieldsMax: FIELDS_MAX, fieldMax: FIELD_MAX };
  try {
    return readCsv(text, { separator: ',', ...limits });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new ListError(
      error.isTooLong ? `more than ${ENTRIES_MAX} entries` : `line ${error.row}: not comma-separated values`,
    );
  }
}

const parts = (text: string | undefined): string[] =>
  (text ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const CSV_COLUMNS = ['id', 'name', 'aliases', 'birth_dates', 'countries'] as const;

function ownEntries(rows: readonly string[][]): Entry[] {
  const head = (rows[0] ?? []).map((name) => name.trim().toLowerCase());
  const column = (name: (typeof CSV_COLUMNS)[number]): number => head.indexOf(name);
  return rows.slice(1).map((row, index) => {
    const line = index + 2;
    if (row.length !== head.length)
      throw new ListError(`line ${line}: ${row.length} fields, ${head.length} needed`);
    const id = row[column('id')]?.trim() ?? '';
    const name = row[column('name')]?.trim() ?? '';
    if (id === '' || name === '') throw new ListError(`line ${line}: id or name is missing`);
    if (name.length > NAME_MAX) throw new ListError(`line ${line}: the name is too long`);
    return {
      id,
      name,
      aliases: parts(row[column('aliases')]),
      birthDates: parts(row[column('birth_dates')]),
      countries: parts(row[column('countries')]),
    };
  });
}

const OFAC_FIELDS = 12;
const OFAC_NAME = 1;
const OFAC_REMARKS = 11;
const ALIAS = /a\.k\.a\. ['"]([^'"]{1,500})['"]/g;
const BIRTH = /\bDOB ([^;.]{4,40})/g;
const NATIONALITY = /\bnationality ([^;.]{2,60})/g;
const all = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), (found) => (found[1] ?? '').trim());

/** `SDN.CSV` of OFAC: twelve fields without a header, `-0-` for nothing, aliases and birth dates in the remarks. */
function ofacEntries(rows: readonly string[][]): Entry[] {
  // The file ends with a control character on a line of its own.
  const lines = rows.filter((row) => !(row.length === 1 && row[0] === '\u001A'));
  return lines.map((row, index) => {
    const [id = '', name = ''] = [row[0]?.trim(), row[OFAC_NAME]?.trim()];
    if (row.length !== OFAC_FIELDS || id === '' || name === '')
      throw new ListError(`line ${index + 1}: not ${OFAC_FIELDS} fields with a number and a name`);
    const remarks = row[OFAC_REMARKS] ?? '';
    return {
      id,
      name: name.slice(0, NAME_MAX),
      aliases: all(remarks, ALIAS),
      birthDates: all(remarks, BIRTH),
      countries: all(remarks, NATIONALITY),
    };
  });
}

function readJson(text: string): SanctionList {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ListError('not valid JSON');
  }
  const read = jsonList.safeParse(value);
  if (!read.success) {
    const issue = read.error.issues[0];
    throw new ListError(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`);
  }
  const entries = read.data.entries.map(({ birth_dates: birthDates, ...entry }) => ({
    ...entry,
    birthDates,
  }));
  return { title: read.data.title ?? '', format: 'json', entries };
}

function readRows(text: string): SanctionList {
  const rows = rowsOf(text);
  const head = (rows[0] ?? []).map((name) => name.trim().toLowerCase());
  const isOwn = head.includes('id') && head.includes('name');
  return isOwn
    ? { title: '', format: 'csv', entries: ownEntries(rows) }
    : { title: 'OFAC SDN', format: 'ofac', entries: ofacEntries(rows) };
}

/** Reads a list in one of three formats. Refuses with `ListError` what is none, is empty, or names an entry twice. */
export function readList(bytes: Uint8Array): SanctionList {
  if (bytes.length > LIST_BYTES_MAX) throw new ListError('larger than 64 MB');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/^\uFEFF/, '');
  } catch {
    throw new ListError('not valid UTF-8');
  }
  const list = text.trimStart().startsWith('{') ? readJson(text) : readRows(text);
  if (list.entries.length === 0) throw new ListError('it has no entries');
  if (list.entries.length > ENTRIES_MAX) throw new ListError(`more than ${ENTRIES_MAX} entries`);
  const ids = new Set<string>();
  for (const { id } of list.entries) {
    if (ids.has(id)) throw new ListError(`entry ${id} is there twice`);
    ids.add(id);
  }
  return list;
}

export const namesIn = ({ entries }: Pick<SanctionList, 'entries'>): number =>
  entries.reduce((sum, { aliases }) => sum + 1 + aliases.length, 0);

/** Returns the hash of an entry, by which a cleared match is recognised on later lists. */
export const entryKey = (entry: Entry): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([entry.id, entry.name, entry.aliases, entry.birthDates, entry.countries]))
    .digest();
