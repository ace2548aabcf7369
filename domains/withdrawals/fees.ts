import { currencyId } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

/** Fees of a user's withdrawals, in the currency that left. */
export async function withdrawalFeesOf(
  db: Queries,
  user: UserId,
  ids: readonly number[],
): Promise<{ readonly id: number; readonly currency: CurrencyId; readonly fee: Amount }[]> {
  const rows = await db.rows<{ id: number; currency: number; fee: string }>(sql`
    select id, currency_id as currency, fee from withdrawals_requests
    where user_id = ${user} and id = any(${[...ids]}::bigint[])`);
  return rows.map((row) => ({ id: row.id, currency: currencyId(row.currency), fee: amount(row.fee) }));
}
