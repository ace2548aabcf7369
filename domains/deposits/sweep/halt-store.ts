import type { NetworkId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

/** A stop of sweeping on a network. */
export interface SweepHalt {
  readonly network: NetworkId;
  readonly reason: string;
  readonly by: string;
  readonly sinceMs: number;
}

export const sweepHalts = (q: Queries): Promise<SweepHalt[]> =>
  q.rows<SweepHalt>(sql`select network, reason, by, since as "sinceMs" from deposits_sweep_halts`);

export const haltSweeps = (tx: Tx, { network, reason, by, sinceMs }: SweepHalt): Promise<number> =>
  tx.run(sql`
    insert into deposits_sweep_halts (network, reason, by, since)
    values (${network}, ${reason}, ${by}, to_timestamp(${sinceMs} / 1000.0)) on conflict (network) do nothing`);

export const resumeSweeps = (tx: Tx, network: NetworkId): Promise<number> =>
  tx.run(sql`delete from deposits_sweep_halts where network = ${network}`);
