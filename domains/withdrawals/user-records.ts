import type { UserRecordSource } from '@karat/domains/operators';
import { sql } from '@karat/platform/db';

/** Withdrawals in every state; the detail is the address, or the masked card. The fee is part of the amount. */
export const userWithdrawals: UserRecordSource = (user) => [
  sql`
  select id, created_at as at, finished_at as ended, null::int as market, currency_id as currency, null::text as side,
    network as type, state, null::text as price, null::text as exit_price, trim_scale(number)::text as amount,
    null::text as amount_in, null::text as filled, null::text as total, trim_scale(fee)::text as fee,
    null::text as fee_in, payee as detail
  from withdrawals_requests where user_id = ${user}`,
];
