import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import { createPolling } from '@karat/platform/work';
import type { NftDeps } from './deps.ts';
import { settleDue } from './settle.ts';

/** Ends sales, settles margins and orders, and reveals seeds by the clock. */
export interface NftWorker {
  start(): void;
  /** Does everything that is due now; returns how many rows that were. */
  runDue(): Promise<number>;
  stop(): Promise<void>;
}

const POLL_MS = 200;
/** What another process writes is seen within this time. */
const REST_MS = 1_000;

/** The earliest moment at which something is due. */
async function nextDue({ ctx, policy }: NftDeps, db: Queries): Promise<number | undefined> {
  const { at } = await db.one<{ at: number | null }>(sql`
    select least(
      (select min(end_at) from nft_listings where state = 'open'),
      (select min(due_at) from nft_orders where state = 'due'),
      (select min(due_at) - make_interval(secs => ${policy.remindMs / 1_000}) from nft_orders where state = 'due' and not reminded),
      (select min(end_at) from nft_series where revealed_at is null),
      (select to_timestamp(0) where exists (select 1 from nft_listings where settling)
        or exists (select 1 from nft_series where revealed_at is null and opened = total)
        or exists (select 1 from nft_boxes b join nft_series s on s.id = b.series_id
          where b.opened_at is not null and b.receipt is null and s.revealed_at is not null))) as at`);
  return at === null ? undefined : Math.max(at, ctx.clock.now() - 1);
}

/** Looks at the rows when the next of them is due. The rows decide: any number of processes may run it, and any may be killed. */
export function createNftWorker(deps: NftDeps): NftWorker {
  const { ctx, pollMs = POLL_MS } = deps;
  const polling = createPolling(ctx, {
    name: 'NFT sales',
    pollMs,
    restMs: REST_MS,
    next: () => nextDue(deps, ctx.db),
    runBatch: () => ctx.db.transact((tx) => settleDue(deps, tx)),
  });
  return {
    start: () => polling.start(),
    runDue: () => polling.runDue(),
    stop: () => polling.stop(),
  };
}
