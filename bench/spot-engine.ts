// Measures orders per second through the engine in this process, durable before they are acknowledged. Run: node
// bench/spot-engine.ts [--connections 64] [--accounts 1000] [--resting 1000] [--seconds 10] [--rate 0]
import { parseArgs } from 'node:util';
import { Refusal } from '@karat/contract';
import { createLedger } from '@karat/domains/ledger';
import { createSpot } from '@karat/domains/spot';
import type { Spot } from '@karat/domains/spot';
import {
  anyUser,
  farOrder,
  fundAccounts,
  markets,
  nextOrder,
  openBenchContext,
  percentiles,
} from './spot-setup.ts';

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '64' },
    accounts: { type: 'string', default: '1000' },
    resting: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '10' },
    /** Offered orders per second; 0 offers the next after each reply. */
    rate: { type: 'string', default: '0' },
  },
});
const connections = Number(values.connections);
const accounts = Number(values.accounts);
const resting = Number(values.resting);
const seconds = Number(values.seconds);
const rate = Number(values.rate);

const WARM_UP_MS = 3_000;

async function rest(spot: Spot, wanted: number): Promise<void> {
  const inFlight = 2_000;
  for (let done = 0; done < wanted; done += inFlight) {
    const count = Math.min(inFlight, wanted - done);
    await Promise.all(Array.from({ length: count }, () => spot.trading.place(anyUser(accounts), farOrder())));
  }
}

/** The request loop of one client; latencies count from `from` on. */
async function client(spot: Spot, from: number, until: number, latencies: number[]): Promise<number> {
  let refused = 0;
  const gap = rate === 0 ? 0 : (connections / rate) * 1000;
  let due = performance.now() + Math.random() * gap;
  while (performance.now() < until) {
    if (gap > 0) {
      const wait = due - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    }
    const started = gap > 0 ? due : performance.now();
    due += gap;
    try {
      await spot.trading.place(anyUser(accounts), nextOrder());
      if (started >= from) latencies.push(performance.now() - started);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused++;
      if (refused > 1_000) throw error;
    }
  }
  return refused;
}

const database = await openBenchContext();
const ledger = createLedger(database.ctx);
const create = (): Spot => createSpot({ ctx: database.ctx, ledger, markets, openOrdersMax: 10_000_000 });
const spot = create();
try {
  await fundAccounts(database, accounts);
  await spot.start();
  await rest(spot, resting);
  const from = performance.now() + WARM_UP_MS;
  const until = from + seconds * 1000;
  const latencies: number[] = [];
  const cpu = process.cpuUsage();
  const databaseCpu = database.cpuMs();
  const before = spot.counts();
  const runs = Array.from({ length: connections }, () => client(spot, from, until, latencies));
  const refused = (await Promise.all(runs)).reduce((a, b) => a + b, 0);
  const used = process.cpuUsage(cpu);
  const after = spot.counts();
  const databaseUsed = database.cpuMs() - databaseCpu;
  await spot.stop();
  const again = create();
  const rebuilding = performance.now();
  await again.start();
  const rebuilt = performance.now() - rebuilding;
  await again.stop();
  const orders = after.orders - before.orders;
  console.table([
    {
      connections,
      accounts,
      resting,
      'orders/s': Math.round(latencies.length / seconds),
      ...percentiles(latencies),
      refused,
      'books rebuilt in s': (rebuilt / 1000).toFixed(1),
      'fills per order': ((after.fills - before.fills) / orders).toFixed(2),
      'batch size': (orders / (after.batches - before.batches)).toFixed(0),
      'us of processor per order, node': ((used.user + used.system) / orders).toFixed(1),
      database: ((databaseUsed * 1000) / orders).toFixed(1),
    },
  ]);
} finally {
  await spot.stop();
  await database.close();
}
