import type { CurrencyId, DepositState, NetworkId, UserId, VoucherReason } from '@karat/contract';
import { empty, sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

/** A row of the deposit log; amounts as text. */
export interface LogRow {
  readonly id: number;
  readonly kind: 'chain' | 'voucher';
  readonly currency: CurrencyId;
  readonly amount: string;
  readonly minimum: string;
  readonly network: NetworkId | null;
  readonly account: string;
  readonly transaction: string;
  readonly height: number;
  readonly scanned: number;
  readonly needed: number;
  readonly state: DepositState | null;
  readonly status: 1 | 2 | 3 | null;
  readonly reason: VoucherReason | null;
  readonly note: string;
  readonly image: string | null;
  readonly createdMs: number;
}

/** Returns a page of the user's deposits from chains and by voucher, newest first. Both share one sequence of ids. */
export async function ownLog(
  q: Queries,
  user: UserId,
  currency: CurrencyId | undefined,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: LogRow[]; readonly total: number }> {
  const only = currency === undefined ? empty : sql`and currency_id = ${currency}`;
  const last = page * limit;
  const rows = await q.rows<LogRow>(sql`
    select * from (
      (select d.id, 'chain' as kind, currency_id as currency, amount, minimum, d.network, address as account, transaction,
          d.height, coalesce(w.height, d.height) as scanned, confirmations as needed, state, null::int as status,
          null as reason, '' as note, null as image, created_at as "createdMs"
        from deposits_deposits d left join deposits_watchers w using (network)
        where user_id = ${user} ${only} order by d.id desc limit ${last})
      union all
      (select id, 'voucher', currency_id, amount, 0, null, account, '', 0, 0, 0, null, status, reason, note, image, created_at
        from deposits_vouchers where user_id = ${user} ${only} order by id desc limit ${last})
    ) as log order by id desc limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await q.one<{ total: number }>(sql`
    select (select count(*) from deposits_deposits where user_id = ${user} ${only})
      + (select count(*) from deposits_vouchers where user_id = ${user} ${only}) as total`);
  return { rows, total };
}

export interface DepositListRow {
  readonly id: number;
  readonly uid: number | null;
  readonly network: NetworkId;
  readonly currency: CurrencyId;
  readonly amount: string;
  readonly address: string;
  readonly transaction: string;
  readonly output: number;
  readonly height: number;
  readonly scanned: number;
  readonly needed: number;
  readonly state: DepositState;
  readonly createdMs: number;
}

/** Returns deposits from chains for operators, newest first. */
export const listDeposits = (
  q: Queries,
  filter: {
    readonly uid: UserId | undefined;
    readonly network: NetworkId | undefined;
    readonly state: DepositState | undefined;
    readonly before: number | undefined;
    readonly limit: number;
  },
): Promise<DepositListRow[]> =>
  q.rows<DepositListRow>(sql`
    select d.id, user_id as uid, d.network, currency_id as currency, amount, address, transaction, output, d.height,
      coalesce(w.height, d.height) as scanned, confirmations as needed, state, created_at as "createdMs"
    from deposits_deposits d left join deposits_watchers w using (network)
    where true
      ${filter.uid === undefined ? empty : sql`and user_id = ${filter.uid}`}
      ${filter.network === undefined ? empty : sql`and d.network = ${filter.network}`}
      ${filter.state === undefined ? empty : sql`and state = ${filter.state}`}
      ${filter.before === undefined ? empty : sql`and d.id < ${filter.before}`}
    order by d.id desc limit ${filter.limit}`);
