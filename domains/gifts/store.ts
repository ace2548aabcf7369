import { currencyId, userId } from '@karat/contract';
import type { CurrencyId, GiftState, UserId } from '@karat/contract';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Sql, Tx } from '@karat/platform/db';

export interface Gift {
  readonly id: number;
  readonly sender: UserId;
  readonly codeHash: Buffer;
  readonly currency: CurrencyId;
  readonly number: Amount;
  readonly note: string;
  readonly state: GiftState;
  /** Unix ms. */
  readonly createdMs: number;
  readonly expiresMs: number;
  readonly endedMs: number | undefined;
  readonly receiver: UserId | undefined;
  readonly cancelledBy: string | undefined;
  readonly cancelReason: string | undefined;
}

interface Row {
  readonly id: number;
  readonly sender_id: number;
  readonly code_hash: Buffer;
  readonly currency_id: number;
  readonly number: string;
  readonly note: string;
  readonly state: GiftState;
  readonly created_at: number;
  readonly expires_at: number;
  readonly ended_at: number | null;
  readonly receiver_id: number | null;
  readonly cancelled_by: string | null;
  readonly cancel_reason: string | null;
}

const toGift = (row: Row): Gift => ({
  id: row.id,
  sender: userId(row.sender_id),
  codeHash: row.code_hash,
  currency: currencyId(row.currency_id),
  number: amount(row.number),
  note: row.note,
  state: row.state,
  createdMs: row.created_at,
  expiresMs: row.expires_at,
  endedMs: row.ended_at ?? undefined,
  receiver: row.receiver_id === null ? undefined : userId(row.receiver_id),
  cancelledBy: row.cancelled_by ?? undefined,
  cancelReason: row.cancel_reason ?? undefined,
});

export type NewGift = Pick<
  Gift,
  'sender' | 'codeHash' | 'currency' | 'number' | 'note' | 'createdMs' | 'expiresMs'
>;

/** Stores an open gift; throws a violation of `gifts_codes_code_hash_key` for a hash that exists. */
export const insertGift = async (tx: Tx, gift: NewGift): Promise<Gift> =>
  toGift(
    await tx.one<Row>(sql`
      insert into gifts_codes (sender_id, code_hash, currency_id, number, note, created_at, expires_at)
      values (${gift.sender}, ${gift.codeHash}, ${gift.currency}, ${format(gift.number)}, ${gift.note},
        to_timestamp(${gift.createdMs} / 1000.0), to_timestamp(${gift.expiresMs} / 1000.0))
      returning *`),
  );

export const countOpen = async (db: Queries, sender: UserId): Promise<number> =>
  (
    await db.one<{ open: number }>(
      sql`select count(*) as open from gifts_codes where sender_id = ${sender} and state = 'open'`,
    )
  ).open;

const lockWhere = async (tx: Tx, where: Sql): Promise<Gift | undefined> => {
  const row = await tx.maybe<Row>(sql`select * from gifts_codes where ${where} for update`);
  return row && toGift(row);
};

export const lockByHash = (tx: Tx, codeHash: Buffer): Promise<Gift | undefined> =>
  lockWhere(tx, sql`code_hash = ${codeHash}`);

/** Locks a gift of a sender; without a sender, of anybody. */
export const lockGift = (tx: Tx, id: number, sender?: UserId): Promise<Gift | undefined> =>
  lockWhere(tx, sender === undefined ? sql`id = ${id}` : sql`id = ${id} and sender_id = ${sender}`);

/** Locks gifts that expired, oldest first; leaves out those that another transaction holds. */
export const lockExpired = async (tx: Tx, now: number, limit: number): Promise<Gift[]> =>
  (
    await tx.rows<Row>(sql`
      select * from gifts_codes where state = 'open' and expires_at <= to_timestamp(${now} / 1000.0)
      order by expires_at, id limit ${limit} for update skip locked`)
  ).map(toGift);

/** Unix ms of the next expiry; undefined without an open gift. */
export const nextExpiry = async (db: Queries): Promise<number | undefined> =>
  (
    await db.one<{ at: number | null }>(
      sql`select min(expires_at) as at from gifts_codes where state = 'open'`,
    )
  ).at ?? undefined;

/** How a gift ends. */
export type GiftEnd =
  | { readonly state: 'claimed'; readonly receiver: UserId }
  | { readonly state: 'cancelled'; readonly by?: string; readonly reason?: string }
  | { readonly state: 'expired' };

/** Ends open gifts. Returns them; throws if one of them had ended, which is a bug. */
export async function endGifts(tx: Tx, ids: readonly number[], end: GiftEnd, at: number): Promise<Gift[]> {
  const receiver = end.state === 'claimed' ? end.receiver : null;
  const [by, reason] = end.state === 'cancelled' ? [end.by ?? null, end.reason ?? null] : [null, null];
  const rows = await tx.rows<Row>(sql`
    update gifts_codes set state = ${end.state}, ended_at = to_timestamp(${at} / 1000.0), receiver_id = ${receiver},
      cancelled_by = ${by}, cancel_reason = ${reason}
    where id = any(${[...ids]}) and state = 'open' returning *`);
  if (rows.length !== ids.length) throw new Error('a locked gift had ended');
  return rows.map(toGift);
}

export interface GiftFilter {
  readonly sender?: UserId | undefined;
  readonly receiver?: UserId | undefined;
  /** The sender or the receiver. */
  readonly user?: UserId | undefined;
  readonly state?: GiftState | undefined;
}

/** Gifts, newest first, with their total count. */
export async function readGifts(
  db: Queries,
  { sender, receiver, user, state }: GiftFilter,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: Gift[]; readonly total: number }> {
  const where = sql`(${sender ?? null}::bigint is null or sender_id = ${sender ?? null})
    and (${receiver ?? null}::bigint is null or receiver_id = ${receiver ?? null})
    and (${user ?? null}::bigint is null or sender_id = ${user ?? null} or receiver_id = ${user ?? null})
    and (${state ?? null}::text is null or state = ${state ?? null})`;
  const rows = await db.rows<Row>(sql`
    select * from gifts_codes where ${where} order by id desc limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from gifts_codes where ${where}`,
  );
  return { rows: rows.map(toGift), total };
}
