import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

/** Unfinished withdrawals in one state. */
export interface WithdrawalQueue {
  readonly state: string;
  readonly count: number;
  /** Unix ms at which the oldest was requested. */
  readonly oldestMs: number;
}

/** Returns the unfinished withdrawals by state; a state without any is left out. */
export const withdrawalQueues = (db: Queries): Promise<WithdrawalQueue[]> =>
  db.rows<WithdrawalQueue>(sql`
    select state, count(*) as count, min(created_at) as "oldestMs" from withdrawals_requests
    where state in ('requested', 'approved', 'signing', 'signed', 'broadcast', 'exported')
    group by state order by state`);

/** Returns the networks on which operators have halted payouts. */
export const haltedRoutes = async (db: Queries): Promise<string[]> =>
  (await db.rows<{ network: string }>(sql`select network from withdrawals_halts order by network`)).map(
    ({ network }) => network,
  );
