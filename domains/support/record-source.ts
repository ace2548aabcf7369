import type { CurrencyId, UserId } from '@karat/contract';
import type { Queries } from '@karat/platform/db';
import type { RecordSource } from './deps.ts';
import type { Reference } from './types.ts';

/** Reads rows of a user, newest first; with an id only that one, if it belongs to the user. */
type ReadRows<Row> = (
  db: Queries,
  user: UserId,
  id: number | undefined,
  limit: number,
) => Promise<readonly Row[]>;

type Known = Omit<Reference, 'kind'>;

/** Records of the rows of one table. */
export const recordSource = <Row>(read: ReadRows<Row>, record: (row: Row) => Known): RecordSource => ({
  recent: async (db, user, limit) => (await read(db, user, undefined, limit)).map(record),
  find: async (db, user, id) => (await read(db, user, id, 1)).map(record)[0],
});

/** A deposit or a withdrawal. */
export interface TransferRow {
  readonly id: number;
  readonly currency: CurrencyId;
  readonly amount: string;
  readonly network: string;
  readonly createdMs: number;
}

/** Deposits or withdrawals: the amount, and the network below it. */
export const transferRecords = (
  read: ReadRows<TransferRow>,
  codeOf: (currency: CurrencyId) => string,
): RecordSource =>
  recordSource(read, ({ id, currency, amount, network, createdMs }) => ({
    id,
    title: `${amount} ${codeOf(currency)}`,
    detail: network,
    createdMs,
  }));
