// One version of the matching engine, for `compare/turns.ts`: runs as many orders as each line of its input says, and prints what they
// cost. Arguments: connections, accounts, resting orders, orders before the first line, and `keep` to collect nothing before a turn.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { PerformanceObserver } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createLedger } from '@karat/domains/ledger';
import { createSpot } from '@karat/domains/spot';
import { sql } from '@karat/platform/db';
import { openBenchDatabase } from '@karat/testkit';
import { anyUser, benchContext, farOrder, fundAccounts, markets, nextOrder } from '../spot-setup.ts';

const [connections = 64, accounts = 1_000, resting = 1_000, warmUp = 20_000] = process.argv
  .slice(2, 6)
  .map(Number);
const keepsGarbage = process.argv[6] === 'keep';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
let collections = 0;
new PerformanceObserver((list) => (collections += list.getEntries().length)).observe({ entryTypes: ['gc'] });

const { db, [Symbol.asyncDispose]: close } = await openBenchDatabase({ statementTimeoutMs: 600_000 });
const ctx = benchContext(db);
/** Processor time of the engine's database session so far, in us. */
const databaseUs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000;

const spot = createSpot({ ctx, ledger: createLedger(ctx), markets, openOrdersMax: 10_000_000 });

async function run(orders: number, callers: number, next = nextOrder): Promise<void> {
  let left = orders;
  const caller = async (): Promise<void> => {
    while (left-- > 0) await spot.trading.place(anyUser(accounts), next());
  };
  await Promise.all(Array.from({ length: callers }, caller));
}

await fundAccounts({ ctx }, accounts);
await spot.start();
await run(resting, 1_000, farOrder);
await run(warmUp, connections);
const { pid } = await db.one<{ pid: number }>(
  sql`select pid from pg_stat_activity where query like 'with lease%' and query not like '%pg_stat%'`,
);
if (process.env['SHOW'] !== undefined) process.stdout.write(`pid ${pid}\n`);
process.stdout.write('ready\n');

for await (const line of createInterface(process.stdin)) {
  const orders = Number(line);
  if (!keepsGarbage) collect();
  await new Promise((passed) => setTimeout(passed, 20));
  collections = 0;
  const before = {
    heap: process.memoryUsage().heapUsed,
    database: databaseUs(pid),
    batches: spot.counts().batches,
  };
  const began = performance.now();
  const cpu = process.cpuUsage();
  await run(orders, connections);
  const { user, system } = process.cpuUsage(cpu);
  const ms = performance.now() - began;
  const database = databaseUs(pid) - before.database;
  const heap = process.memoryUsage().heapUsed - before.heap;
  await new Promise((passed) => setTimeout(passed, 0));
  const figures = {
    node: (user + system) / orders,
    database: database / orders,
    clock: (ms * 1_000) / orders,
    batch: orders / (spot.counts().batches - before.batches),
    // Only while nothing was collected.
    garbage: collections === 0 ? heap / orders / 1_024 : undefined,
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
}
await spot.stop();
await close();
