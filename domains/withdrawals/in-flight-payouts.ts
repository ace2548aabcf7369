import type { AccountName } from '@karat/contract';
import type { Currency } from '@karat/domains/ledger';
import { ZERO, amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import { accountFor } from './request.ts';

/** A payout that the chain may have and the books not, or the other way round while a reorganisation is possible. */
export interface InFlightPayout {
  /** Its signed transactions, of which at most one can be mined, with the fee of each if it is fixed. */
  readonly attempts: readonly { readonly transaction: string; readonly fee: bigint | undefined }[];
  readonly currency: number;
  /** Amount that the payee gets. */
  readonly amount: Amount;
  /** Amount booked for it, with the network fee in its coin's smallest units; undefined while nothing is booked. */
  readonly booked: { readonly amount: Amount; readonly fee: bigint } | undefined;
}

const PAYOUTS_MAX = 10_000;

interface Raw {
  readonly id: number;
  readonly transaction: string;
  readonly currency: number;
  readonly amount: string;
  readonly fee: string | null;
  readonly state: string;
  readonly booked: string | null;
}

/**
 * Returns every signed payout of a network that is not settled, or is settled in a block that can still be
 * reorganised.
 */
export async function inFlightPayouts(q: Queries, network: string): Promise<InFlightPayout[]> {
  const rows = await q.rows<Raw>(sql`
    select w.id, a.txid as transaction, w.currency_id as currency, (w.number - w.fee)::text as amount,
      a.network_fee as fee, w.state, w.network_fee as booked
    from withdrawals_requests w join withdrawals_attempts a on a.withdrawal_id = w.id
    where w.network = ${network}
      and (w.state in ('signing', 'signed', 'broadcast') or w.mined_height is not null)
    order by w.id, a.attempt limit ${PAYOUTS_MAX}`);
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((attempts) => {
    const [row] = attempts;
    if (row === undefined) return [];
    const settled = row.state === 'confirmed' || row.state === 'failed';
    return {
      attempts: attempts.map(({ transaction, fee }) => ({
        transaction,
        fee: fee === null ? undefined : BigInt(fee),
      })),
      currency: row.currency,
      amount: amount(row.amount),
      booked: settled
        ? { amount: row.state === 'confirmed' ? amount(row.amount) : ZERO, fee: BigInt(row.booked ?? '0') }
        : undefined,
    };
  });
}

/** Returns true if a currency has a withdrawal method from an account type. */
export const canLeave = async (q: Queries, currency: Currency, account: AccountName): Promise<boolean> =>
  account === accountFor(currency) &&
  (await q.maybe(
    sql`select 1 from withdrawals_routes where currency_id = ${currency.id} and enabled limit 1`,
  )) !== undefined;
