import { currencyId, userId } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

/** `gift`: a gift code, whose receiver is unknown until somebody claims it. */
export type MovementKind = 'withdrawal' | 'send' | 'gift';

export interface AccountRow {
  /** Unix ms; null if there never was a lock. */
  readonly protectedUntil: number | null;
}

/** Locks the account's row until the transaction ends: requests of one account are judged one by one. */
export const lockAccount = (tx: Tx, user: UserId): Promise<AccountRow> =>
  tx.one<AccountRow>(sql`
    insert into outflow_accounts (user_id) values (${user})
    on conflict (user_id) do update set user_id = excluded.user_id
    returning protected_until as "protectedUntil"`);

export const accountOf = (db: Queries, user: UserId): Promise<AccountRow | undefined> =>
  db.maybe<AccountRow>(
    sql`select protected_until as "protectedUntil" from outflow_accounts where user_id = ${user}`,
  );

export const setProtection = (tx: Tx, user: UserId, until: number): Promise<number> =>
  tx.run(sql`
    update outflow_accounts set protected_until = to_timestamp(${until} / 1000.0) where user_id = ${user}`);

/** Returns the account's outflow since a moment, without returned movements. */
export async function movedSince(
  db: Queries,
  user: UserId,
  since: number,
): Promise<{ readonly btc: Amount; readonly sentUsdt: Amount }> {
  const row = await db.one<{ btc: string; sent: string }>(sql`
    select coalesce(sum(btc), 0) as btc, coalesce(sum(usdt) filter (where kind in ('send', 'gift')), 0) as sent
    from outflow_movements
    where user_id = ${user} and at > to_timestamp(${since} / 1000.0) and released_at is null`);
  return { btc: amount(row.btc), sentUsdt: amount(row.sent) };
}

/** Returns true if the account paid this payee before, by any of its names, without returned movements. */
export const hasPaid = async (db: Queries, user: UserId, receivers: readonly string[]): Promise<boolean> =>
  (await db.maybe(sql`
    select 1 from outflow_movements
    where user_id = ${user} and receiver = any(${receivers}) and released_at is null limit 1`)) !== undefined;

export interface Movement {
  readonly user: UserId;
  readonly kind: MovementKind;
  readonly reference: number | undefined;
  readonly receiver: string;
  readonly currency: CurrencyId;
  readonly number: Amount;
  readonly usdt: Amount;
  readonly btc: Amount;
  readonly firstPaymentAccepted: boolean | undefined;
  /** Unix ms. */
  readonly at: number;
}

/** Returns the id of the movement. */
export const insertMovement = async (tx: Tx, m: Movement): Promise<number> =>
  (
    await tx.one<{ id: number }>(sql`
    insert into outflow_movements (user_id, kind, reference, receiver, currency_id, number, usdt, btc,
      first_payment_accepted, at)
    values (${m.user}, ${m.kind}, ${m.reference ?? null}, ${m.receiver}, ${m.currency}, ${format(m.number)},
      ${format(m.usdt)}, ${format(m.btc)}, ${m.firstPaymentAccepted ?? null}, to_timestamp(${m.at} / 1000.0))
    returning id`)
  ).id;

/** Renames the payees of withdrawals after their hashes, which are under another key now. */
export const renamePayees = (
  tx: Tx,
  withdrawals: readonly { readonly id: number; readonly hash: Buffer }[],
): Promise<number> =>
  tx.run(sql`
    update outflow_movements m set receiver = n.receiver
    from unnest(${withdrawals.map(({ id }) => id)}::bigint[], ${withdrawals.map(({ hash }) => payeeName(hash))}::text[])
      as n (id, receiver)
    where m.kind = 'withdrawal' and m.reference = n.id and m.receiver like 'payee:%'`);

/** Name of a payee by its hash. */
export const payeeName = (hash: Buffer): string => `payee:${hash.toString('hex')}`;

export const releaseMovement = (tx: Tx, kind: MovementKind, reference: number, at: number): Promise<number> =>
  tx.run(sql`
    update outflow_movements set released_at = to_timestamp(${at} / 1000.0)
    where kind = ${kind} and reference = ${reference} and released_at is null`);

/** Stops counting gifts that nobody received. Returns their number. */
export const releaseGifts = (tx: Tx, references: readonly number[], at: number): Promise<number> =>
  tx.run(sql`
    update outflow_movements set released_at = to_timestamp(${at} / 1000.0)
    where kind = 'gift' and reference = any(${[...references]}) and released_at is null and received_by is null`);

/** The money of a movement. */
export interface MovedMoney {
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly number: Amount;
}

/** Names the user who receives a gift, once. Returns its money; undefined if it was received or released before. */
export async function receiveGift(
  tx: Tx,
  reference: number,
  receiver: UserId,
): Promise<MovedMoney | undefined> {
  const row = await tx.maybe<{ user: number; currency: number; number: string }>(sql`
    update outflow_movements set received_by = ${receiver}
    where kind = 'gift' and reference = ${reference} and released_at is null and received_by is null
    returning user_id as user, currency_id as currency, number`);
  return row && { user: userId(row.user), currency: currencyId(row.currency), number: amount(row.number) };
}

/** Returns if the warning of a first payment was accepted; undefined if it was not the first. */
export const firstPaymentAccepted = async (
  db: Queries,
  kind: MovementKind,
  reference: number,
): Promise<boolean | undefined> =>
  (
    await db.maybe<{ accepted: boolean | null }>(sql`
      select first_payment_accepted as accepted from outflow_movements
      where kind = ${kind} and reference = ${reference}`)
  )?.accepted ?? undefined;
