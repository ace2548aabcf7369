import { currencyId } from '@karat/contract';
import type { NetworkId } from '@karat/contract';
import { ZERO } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import type { InFlightPayout } from '../deps.ts';

interface Raw {
  readonly of: string;
  readonly currency: number;
  readonly txid: string;
  readonly fee: string | null;
}

const TRANSFERS_MAX = 10_000;

/**
 * Returns the transfers of sweeps whose fee the chain may have and the books not, or the other way round. What they move
 * stays with the exchange: only the fee leaves.
 */
export async function sweepsInFlight(q: Queries, network: NetworkId): Promise<InFlightPayout[]> {
  const rows = await q.rows<Raw>(sql`
    select t.sweep_id || ' ' || t.leg || ' ' || t.nonce as of, s.currency_id as currency, t.txid,
      t.network_fee::text as fee
    from deposits_sweeps s join deposits_sweep_transactions t on t.sweep_id = s.id
    where s.network = ${network} and (s.finished_at is null or s.mined_height is not null)
    order by s.id, t.leg, t.nonce, t.attempt limit ${TRANSFERS_MAX}`);
  return [...Map.groupBy(rows, (row) => row.of).values()].flatMap((attempts) => {
    const [row] = attempts;
    if (row === undefined) return [];
    const booked = attempts.find(({ fee }) => fee !== null)?.fee ?? null;
    return {
      attempts: attempts.map(({ txid }) => ({ transaction: txid, fee: undefined })),
      currency: currencyId(row.currency),
      amount: ZERO,
      booked: booked === null ? undefined : { amount: ZERO, fee: BigInt(booked) },
    };
  });
}
