import { currencyId, userId } from '@karat/contract';
import type { CurrencyId, RebateProduct, RebateState, UserId } from '@karat/contract';
import { amount, format, rate } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

/** Share of the fees that a rebate is; 0.2 is 20 %. */
export const readShare = async (db: Queries): Promise<Rate> =>
  rate((await db.one<{ share: string }>(sql`select share from growth_rebate_terms`)).share);

export const writeShare = (tx: Tx, share: Rate): Promise<number> =>
  tx.run(sql`update growth_rebate_terms set share = ${format(share)}, version = version + 1`);

/** Fees of one invited user, product and currency to add to a period. */
export interface RebateFees {
  readonly inviter: UserId;
  readonly invitee: UserId;
  readonly currency: CurrencyId;
  readonly fee: Amount;
  readonly state: 'due' | 'held';
}

/** Start and end of the period of a payment, unix ms. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** Adds fees to the rebates of a period; each invitee and currency stands in `fees` once. */
export async function addFees(
  tx: Tx,
  product: RebateProduct,
  share: Rate,
  period: Period,
  fees: readonly RebateFees[],
): Promise<void> {
  for (const state of ['due', 'held'] as const) {
    const own = fees.filter((one) => one.state === state);
    if (own.length === 0) continue;
    await tx.run(sql`
      insert into growth_rebates (inviter_id, invitee_id, product, currency_id, share, fee, state, period_at, ends_at)
      select n.inviter, n.invitee, ${product}, n.currency, ${format(share)}, n.fee, ${state},
        to_timestamp(${period.from} / 1000.0), to_timestamp(${period.to} / 1000.0)
      from unnest(${own.map(({ inviter }) => inviter)}::bigint[], ${own.map(({ invitee }) => invitee)}::bigint[],
        ${own.map(({ currency }) => currency)}::int[], ${own.map(({ fee }) => format(fee))}::numeric[])
        as n (inviter, invitee, currency, fee)
      on conflict (invitee_id, product, currency_id, period_at) ${state === 'due' ? sql`where state = 'due'` : sql`where state = 'held'`}
      do update set fee = growth_rebates.fee + excluded.fee`);
  }
}

/** Rebates of a held pair are released or refused. */
export const decideRebates = (tx: Tx, invitee: UserId, state: 'released' | 'refused'): Promise<number> =>
  tx.run(sql`update growth_rebates set state = ${state} where invitee_id = ${invitee} and state = 'held'`);

/** A rebate that is to be paid. */
export interface PayableRebate {
  readonly id: number;
  readonly inviter: UserId;
  readonly invitee: UserId;
  readonly product: RebateProduct;
  readonly currency: CurrencyId;
  readonly share: Rate;
  readonly fee: Amount;
}

/** Locks the next rebates whose period has ended; those that another process pays are left out. */
export async function lockPayable(tx: Tx, now: number, limit: number): Promise<PayableRebate[]> {
  const rows = await tx.rows<{
    id: number;
    inviter_id: number;
    invitee_id: number;
    product: RebateProduct;
    currency_id: number;
    share: string;
    fee: string;
  }>(sql`
    select id, inviter_id, invitee_id, product, currency_id, share, fee from growth_rebates
    where state in ('due', 'released') and ends_at <= to_timestamp(${now} / 1000.0)
    order by ends_at, id limit ${limit} for update skip locked`);
  return rows.map((row) => ({
    id: row.id,
    inviter: userId(row.inviter_id),
    invitee: userId(row.invitee_id),
    product: row.product,
    currency: currencyId(row.currency_id),
    share: rate(row.share),
    fee: amount(row.fee),
  }));
}

export const markPaid = (
  tx: Tx,
  paid: readonly { readonly id: number; readonly amount: Amount }[],
  now: number,
): Promise<number> =>
  tx.run(sql`
    update growth_rebates r set state = 'paid', amount = n.amount, paid_at = to_timestamp(${now} / 1000.0)
    from unnest(${paid.map(({ id }) => id)}::bigint[], ${paid.map(({ amount: paidAmount }) => format(paidAmount))}::numeric[])
      as n (id, amount)
    where r.id = n.id`);

/** Moves the payment of rebates to a later moment. */
export const postpone = (tx: Tx, ids: readonly number[], until: number): Promise<number> =>
  tx.run(
    sql`update growth_rebates set ends_at = to_timestamp(${until} / 1000.0) where id = any(${[...ids]})`,
  );

/** Sums of rebates by currency and state; unpaid ones at their share, not rounded. */
export interface RebateSum {
  readonly currency: CurrencyId;
  readonly state: RebateState;
  readonly amount: Amount;
}

export async function readSums(
  db: Queries,
  filter: { readonly inviter?: UserId; readonly invitees?: readonly UserId[] } = {},
): Promise<(RebateSum & { readonly invitee: UserId | undefined })[]> {
  const { inviter, invitees } = filter;
  const rows = await db.rows<{
    currency_id: number;
    state: RebateState;
    amount: string;
    invitee: number | null;
  }>(sql`
    select currency_id, state, case when ${invitees !== undefined} then invitee_id end as invitee,
      sum(coalesce(amount, trunc(fee * share, 10)))::text as amount
    from growth_rebates
    where (${inviter ?? null}::bigint is null or inviter_id = ${inviter ?? null})
      and (${invitees === undefined} or invitee_id = any(${[...(invitees ?? [])]}))
    group by 1, 2, 3 order by 1, 2, 3`);
  return rows.map((row) => ({
    currency: currencyId(row.currency_id),
    state: row.state,
    amount: amount(row.amount),
    invitee: row.invitee === null ? undefined : userId(row.invitee),
  }));
}

/** Rebates of an inviter by day, product, currency and state, newest first. */
export interface DailyRebate extends RebateSum {
  readonly day: string;
  readonly product: RebateProduct;
  readonly people: number;
}

export async function readDailyRebates(
  db: Queries,
  inviter: UserId,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: DailyRebate[]; readonly total: number }> {
  const days = sql`
    select to_char(period_at at time zone 'UTC', 'YYYY-MM-DD') as day, product, currency_id, state,
      sum(coalesce(amount, trunc(fee * share, 10)))::text as amount, count(distinct invitee_id) as people
    from growth_rebates where inviter_id = ${inviter} group by 1, 2, 3, 4`;
  const rows = await db.rows<{
    day: string;
    product: RebateProduct;
    currency_id: number;
    state: RebateState;
    amount: string;
    people: number;
  }>(sql`
    select * from (${days}) d order by day desc, product, currency_id, state limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total from (${days}) d`);
  return {
    rows: rows.map((row) => ({
      day: row.day,
      product: row.product,
      currency: currencyId(row.currency_id),
      state: row.state,
      amount: amount(row.amount),
      people: row.people,
    })),
    total,
  };
}
