import { amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

/** A signed payout that the books have not settled: the chain may have it already. */
export interface UnderWay {
  readonly transaction: string;
  readonly currency: number;
  /** What the receiver gets. */
  readonly amount: Amount;
  /** What the network takes in its coin's smallest units, as it was signed. */
  readonly fee: bigint | undefined;
}

const PAYOUTS_MAX = 10_000;

/** Every signed attempt of the payouts of a network that are not settled; one of each payout can be mined at most. */
export async function payoutsUnderWay(q: Queries, network: string): Promise<UnderWay[]> {
  const rows = await q.rows<{ transaction: string; currency: number; amount: string; fee: string }>(sql`
    select a.txid as transaction, w.currency_id as currency, (w.number - w.fee)::text as amount, a.fee
    from withdrawals_requests w join withdrawals_attempts a on a.withdrawal_id = w.id
    where w.network = ${network} and w.state in ('signing', 'signed', 'broadcast')
    order by w.id limit ${PAYOUTS_MAX}`);
  return rows.map(({ transaction, currency, amount: sum, fee }) => ({
    ...{ transaction, currency, amount: amount(sum) },
    fee: /^[0-9]+$/.test(fee) ? BigInt(fee) : undefined,
  }));
}

/** Whether there is a way out for a currency. */
export const goesOut = async (q: Queries, currency: number): Promise<boolean> =>
  (await q.maybe(
    sql`select 1 from withdrawals_routes where currency_id = ${currency} and enabled limit 1`,
  )) !== undefined;
