import { BATCHED_DOMAINS } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import type { Amount } from '@karat/money';
import { empty, join, sql } from '@karat/platform/db';
import type { IdRange, Sql } from '@karat/platform/db';

export interface JournalFilter {
  readonly user?: UserId | undefined;
  readonly kind?: string | undefined;
  /** Reference of a journal or of a movement of the user, or the key of a journal. */
  readonly reference?: string | undefined;
  readonly currency?: CurrencyId | undefined;
  /** Journals with a posting that moves at least this amount of the available or held balance. */
  readonly min?: Amount | undefined;
  /** At most this amount. */
  readonly max?: Amount | undefined;
  /** Unix ms, included. */
  readonly from?: number | undefined;
  /** Unix ms, excluded. */
  readonly to?: number | undefined;
  /** Journals with a smaller id only. */
  readonly before?: number | undefined;
  readonly limit: number;
}

export interface JournalRow {
  readonly id: number;
  readonly key: string;
  readonly kind: string;
  readonly reference: string;
  readonly created_ms: number;
}

/** Returns the kind of the batches that may contain movements of a kind; undefined if no batch does. */
export const batchOf = (kind: string): string | undefined => {
  const domain = BATCHED_DOMAINS.find((each) => kind.startsWith(`${each}:`));
  const batch = domain && `${domain}:batch`;
  return batch === kind ? undefined : batch;
};

export const between = ({ from, to }: JournalFilter, column: Sql): Sql => sql`
  ${from === undefined ? empty : sql`and ${column} >= to_timestamp(${from} / 1000.0)`}
  ${to === undefined ? empty : sql`and ${column} < to_timestamp(${to} / 1000.0)`}`;

export const JOURNAL_COLUMNS = sql`j.id, j.key, j.kind, j.reference, j.at as created_ms`;
const kindsOf = (kind: string): string[] => [...new Set([kind, batchOf(kind) ?? kind])];

/** Conditions that find the journals together, each by an index in the order of ids. */
function indexedBy({ kind, reference }: JournalFilter): Sql[] {
  const ofKind = kind === undefined ? empty : sql`and j.kind = any(${kindsOf(kind)}::text[])`;
  if (reference !== undefined)
    return [sql`j.reference = ${reference} ${ofKind}`, sql`j.key = ${reference} ${ofKind}`];
  return kind === undefined ? [sql`true`] : kindsOf(kind).map((each) => sql`j.kind = ${each}`);
}

/** The newest journals of a range of ids that meet a filter but for its user and amounts, and another condition. */
export const sourcesOf = (
  filter: JournalFilter,
  { from, before }: IdRange,
  limit: number,
  condition: Sql = empty,
): Sql =>
  join(
    indexedBy(filter).map(
      (source) => sql`(
        select ${JOURNAL_COLUMNS} from ledger_journals j
        where ${source} and j.id >= ${from} and j.id < ${before} ${between(filter, sql`j.at`)} ${condition}
        order by j.id desc limit ${limit})`,
    ),
    ' union ',
  );
