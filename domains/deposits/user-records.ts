import type { UserRecordSource } from '@karat/domains/operators';
import { sql } from '@karat/platform/db';

/** Deposits from chains and by voucher; both draw their ids from one sequence. */
export const userDeposits: UserRecordSource = (user) => [
  sql`
  select id, created_at as at, decided_at as ended, null::int as market, currency_id as currency, null::text as side,
    network as type, state, null::text as price, null::text as exit_price, trim_scale(amount)::text as amount,
    null::text as amount_in, null::text as filled, null::text as total, null::text as fee, null::text as fee_in,
    transaction as detail
  from deposits_deposits where user_id = ${user}`,
  sql`
  select id, created_at as at, decided_at as ended, null::int as market, currency_id as currency, null::text as side,
    'voucher' as type,
    case status when 1 then 'pending' when 2 then 'credited' else 'rejected' end as state, null::text as price,
    null::text as exit_price, trim_scale(amount)::text as amount, null::text as amount_in, null::text as filled,
    null::text as total, null::text as fee, null::text as fee_in, coalesce(reason, '') as detail
  from deposits_vouchers where user_id = ${user}`,
];
