import { isUtf8 } from 'node:buffer';

/** Client input by field name; untrusted, without a prototype. */
export type Fields = Readonly<Record<string, unknown>>;

/** The body or query cannot be parsed; `field` names the position, if known. */
export class Unreadable extends Error {
  readonly field: string | undefined;

  constructor(field?: string) {
    super('unreadable');
    this.field = field;
  }
}

const FIELDS_MAX = 200;
const DEPTH_MAX = 8;
/** Fields and list items of a JSON body, over all levels. */
const VALUES_MAX = 2_000;

/**
 * Returns an empty set of fields without a prototype. A constructor keeps V8's fast properties, which
 * `Object.create(null)` does not.
 */
const Named = function named() {} as unknown as { new (): Record<string, unknown>; prototype: object };
Named.prototype = Object.freeze(Object.create(null) as object);

export const noFields: Fields = Object.freeze(new Named());

const clean = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

const asIs = (part: string): string => part;

/** Decodes percent-encoding; undefined if it is malformed, contains NUL or is not UTF-8 (lone surrogates included). */
function decoded(part: string): string | undefined {
  const spaced = part.includes('+') ? part.replaceAll('+', ' ') : part;
  if (!spaced.includes('%')) return clean(spaced) ? spaced : undefined;
  try {
    const text = decodeURIComponent(spaced);
    return clean(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Parses `application/x-www-form-urlencoded` text. A repeated field becomes a list, `name[]` and `name[0]` a list too
 * and `name[key]` an object, so that a scalar schema refuses them. At most 200 fields.
 */
export function readForm(text: string): Fields {
  if (text === '') return noFields;
  const fields = new Named();
  // Most forms need no decoding.
  const plain = !text.includes('%') && !text.includes('+') && clean(text);
  const read = plain ? asIs : decoded;
  let count = 0;
  for (let from = 0; from <= text.length;) {
    let end = text.indexOf('&', from);
    if (end === -1) end = text.length;
    if (end > from) {
      if (++count > FIELDS_MAX) throw new Unreadable();
      readPair(fields, text, from, end, read);
    }
    from = end + 1;
  }
  return fields;
}

function readPair(
  fields: Record<string, unknown>,
  text: string,
  from: number,
  end: number,
  read: (part: string) => string | undefined,
): void {
  let equals = text.indexOf('=', from);
  if (equals === -1 || equals > end) equals = end;
  const name = read(text.slice(from, equals));
  if (name === undefined) throw new Unreadable();
  const value = read(text.slice(equals + 1, end));
  if (value === undefined) throw new Unreadable(name);
  const bracket = name.endsWith(']') ? name.indexOf('[') : -1;
  if (bracket > 0) put(fields, name.slice(0, bracket), name.slice(bracket + 1, -1), value);
  else put(fields, name, undefined, value);
}

/** Adds a value under a name: a single value unchanged, repeated ones as a list, one with a key as an object. */
function put(fields: Record<string, unknown>, name: string, key: string | undefined, value: string): void {
  const held = fields[name];
  if (key === undefined) {
    if (held === undefined) fields[name] = value;
    else if (Array.isArray(held)) held.push(value);
    else fields[name] = [held, value];
    return;
  }
  const list: unknown[] = Array.isArray(held) ? held : held === undefined ? [] : [held];
  const next = key === '' || key === String(list.length);
  list.push(next ? value : Object.assign(Object.create(null) as object, { key, value }));
  fields[name] = list;
}

/**
 * Parses a JSON object: eight levels deep, 2,000 values, UTF-8 without NUL or lone surrogates. A repeated name is
 * refused: of two values the parser keeps the last, and another reader of the same bytes perhaps the first.
 */
export function readJson(text: string): Fields {
  if (text.trim() === '') return noFields;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Unreadable();
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Unreadable();
  const seen: Seen = { left: VALUES_MAX, names: 0 };
  inspect(value, seen, 0, undefined);
  if (namesIn(text) !== seen.names) throw new Unreadable();
  return value as Fields;
}

/** Remaining list items and fields, and the number of fields. */
interface Seen {
  left: number;
  names: number;
}

/** Returns the number of field names in a JSON text, repeated ones too: its colons outside of strings. */
function namesIn(text: string): number {
  let names = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COLON) names += 1;
    else if (code === QUOTE) at = endOfString(text, at);
  }
  return names;
}

const COLON = 58;
const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Returns the position of the quote that ends a string of valid JSON: the first with an even number of backslashes
 * before it.
 */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
}

function inspect(value: unknown, seen: Seen, depth: number, field: string | undefined): void {
  if (typeof value === 'string') {
    if (!clean(value)) throw new Unreadable(field);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth >= DEPTH_MAX) throw new Unreadable(field);
  const names = Object.keys(value);
  if (!Array.isArray(value)) seen.names += names.length;
  for (const name of names) {
    if (--seen.left < 0 || !clean(name)) throw new Unreadable(field);
    inspect((value as Fields)[name], seen, depth + 1, field ?? name);
  }
}

/** Decodes a body; refuses invalid UTF-8. */
export function textOf(body: Buffer): string {
  if (!isUtf8(body)) throw new Unreadable();
  return body.toString('utf8');
}
