import type { Contract, Reply } from '@karat/contract';
import { sql } from '@karat/platform/db';
import { workStatus } from '@karat/platform/work';
import type { ConsoleDeps } from './console.ts';

const MEGABYTE = 1024 * 1024;

/** Current state of the running system. */
export async function health(deps: ConsoleDeps): Promise<Reply<Contract['operators']['console/health']>> {
  const { ctx } = deps;
  const start = performance.now();
  const database = await ctx.db.one<{ version: string; bytes: number }>(
    sql`select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`,
  );
  const latency = performance.now() - start;
  const { halt } = deps.clockGuard.state();
  const work = await workStatus(ctx.db, ctx.clock.now());
  return {
    version: deps.version,
    started_ms: deps.startedMs,
    database: {
      ok: true,
      latency_ms: Math.round(latency * 10) / 10,
      version: database.version,
      size_mb: Math.round(database.bytes / MEGABYTE),
    },
    checks: deps
      .checks()
      .map(({ name, state, detail, sinceMs }) => ({ name, state, detail, since_ms: sinceMs })),
    clock_halt: halt ? { at_ms: halt.atMs, reason: halt.reason, drift_ms: halt.driftMs } : null,
    memory_mb: Math.round(process.memoryUsage().rss / MEGABYTE),
    sockets: deps.sockets(),
    work: { due: work.due, oldest_due_ms: work.oldestDueMs },
    markets: deps.markets.all().map(({ market, stale, queue, openOrders }) => ({
      symbol: market.symbol,
      stale,
      queue,
      orders: openOrders,
    })),
  };
}
