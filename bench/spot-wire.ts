// Durable acknowledged orders through the real server over HTTP or WebSocket: server, database and clients on this machine.
// Run: node bench/spot-wire.ts [--over http] [--connections 64] [--accounts 1000] [--seconds 10] [--rate 0] [--together 1]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createSessionTokens, keyRing, tokenHash } from '@karat/platform/crypto';
import { describeServer, openDatabase, sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { systemRandom } from '@karat/platform/random';
import { httpClient, socketClient } from './spot-clients.ts';
import type { Client } from './spot-clients.ts';
import { FIRST_USER, benchContext, cpuMs, cpuMsOf, fundAccounts, percentiles } from './spot-setup.ts';

const { values } = parseArgs({
  options: {
    over: { type: 'string', default: 'http' },
    connections: { type: 'string', default: '64' },
    accounts: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '10' },
    rate: { type: 'string', default: '0' },
    // Orders in one request.
    together: { type: 'string', default: '1' },
  },
});
const over = values.over;
const connections = Number(values.connections);
const accounts = Number(values.accounts);
const seconds = Number(values.seconds);
const rate = Number(values.rate);
const together = Number(values.together);
const WARM_UP_MS = 4_000;
/** The last reading of the processor time comes slightly before the load ends. */
const MARGIN_MS = 500;

/** Starts the server as a separate process and waits for its address. */
async function startServer(dataDir: string) {
  const main = resolve(import.meta.dirname, '../apps/server/main.ts');
  const profile =
    process.env['PROFILE'] === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${process.env['PROFILE']}`];
  const env = {
    ...process.env,
    KARAT_DATA: dataDir,
    PORT: '0',
    KARAT_BOTS: '0',
    KARAT_RATE_FACTOR: '1000000',
  };
  const child = spawn(process.execPath, [...profile, main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  const address = await new Promise<string>((found, failed) => {
    child.stdout.on('data', (text: Buffer) => {
      printed += text.toString();
      const match = /App +(http:\/\/\S+?)\/?\n/.exec(printed)?.[1];
      if (match !== undefined) found(match);
    });
    child.on('exit', () => failed(new Error(`the server did not start: ${printed}`)));
  });
  return { child, url: new URL(address) };
}

function openServersDatabase(dataDir: string): Database {
  const directory = join(dataDir, 'database');
  const password = readFileSync(join(directory, 'password'), 'utf8').trim();
  const sockets = encodeURIComponent(join(directory, 'run'));
  return openDatabase({
    url: `postgresql://karat:${password}@localhost:5432/karat?host=${sockets}`,
    connections: 2,
  });
}

/** Creates accounts with sessions, so that the load is orders and not logins. Returns their tokens. */
async function openAccounts(db: Database, dataDir: string): Promise<string[]> {
  const issuer = createSessionTokens(keyRing(readFileSync(join(dataDir, 'keys/hash.key'))), systemRandom);
  const ids = Array.from({ length: accounts }, (_, index) => FIRST_USER + index);
  const tokens = ids.map(() => issuer.issue());
  await db.run(sql`
    insert into identity_users (id, email, nickname, invite_code, password_hash, credential_changed_at, lang, fiat, created_at)
    select id, 'bench' || id || '@karat.example', 'bench', 'B' || id, '-', now(), 'en', 'USD', now()
    from unnest(${ids}::bigint[]) as id`);
  await db.run(sql`
    insert into identity_sessions (user_id, token_hash, device, address, created_at, seen_at)
    select id, hash, 'bench', '127.0.0.1', now(), now()
    from unnest(${ids}::bigint[], ${tokens.map((token) => tokenHash(token))}::text[]) as s (id, hash)`);
  await fundAccounts({ ctx: benchContext(db) }, accounts);
  return tokens;
}

const below = (limit: number): number => Math.floor(Math.random() * limit);

/** An order close to the index, of which about six in ten trade. */
function orderAt(mid: number): Record<string, string> {
  const buys = Math.random() < 0.5;
  const distance = (below(40) - 20) * 0.1;
  return {
    type: buys ? '1' : '2',
    currency_id: '1',
    legal_id: '3',
    amount: ((40 + below(60)) * 0.00001).toFixed(5),
    target_price: (buys ? mid - distance : mid + distance).toFixed(1),
  };
}

/** Returns how many orders of a request were placed. */
function placedIn(answer: string): number {
  if (!answer.includes('"type":"ok"')) return 0;
  return together === 1 ? 1 : answer.split('"order":{').length - 1;
}

/** Orders one after another on one connection. With a rate, latency counts from the due time of an order. */
async function load(
  client: Client,
  mid: number,
  from: number,
  until: number,
  latencies: number[],
): Promise<number> {
  const gap = rate === 0 ? 0 : ((connections * together) / rate) * 1000;
  let due = performance.now() + Math.random() * gap;
  let refused = 0;
  while (performance.now() < until) {
    const wait = gap > 0 ? due - performance.now() : 0;
    if (wait > 0) await new Promise((passed) => setTimeout(passed, wait));
    const started = gap > 0 ? due : performance.now();
    due += gap;
    const answer =
      together === 1
        ? await client.order(orderAt(mid))
        : await client.batch(Array.from({ length: together }, () => orderAt(mid)));
    const placed = placedIn(answer);
    if (placed < together) {
      refused += together - placed;
      if (refused > 2_000) throw new Error(answer);
      // The resting orders of one account are limited: it cancels them, as a user would.
      if (answer.includes('too_many_open_orders')) await client.cancelAll?.();
    }
    if (started >= from)
      for (let each = 0; each < placed; each++) latencies.push(performance.now() - started);
  }
  return refused;
}

/** Processor time in ms and the work done with it, so far. */
interface Work {
  readonly orders: number;
  readonly batches: number;
  readonly server: number;
  readonly database: number;
  readonly clients: number;
}

async function work(db: Database): Promise<Work> {
  const { orders, batches } = await db.one<{ orders: number; batches: number }>(
    sql`select (select count(*) from spot_orders) as orders, batch as batches from spot_engine`,
  );
  return {
    orders,
    batches,
    database: cpuMsOf(join(dataDir, 'database/cluster')),
    server: cpuMs((pid) => pid === child.pid),
    clients: cpuMs((pid) => pid === process.pid),
  };
}

const dataDir = await mkdtemp(join(tmpdir(), 'karat-wire-'));
const { child, url } = await startServer(dataDir);
try {
  const db = openServersDatabase(dataDir);
  console.log(await describeServer(db));
  const tokens = await openAccounts(db, dataDir);
  const index = (await (await fetch(`${url.href}api/market/index?match_id=1`)).json()) as {
    message: { price: string };
  };
  const mid = Math.round(Number(index.message.price));
  const open = over === 'ws' ? socketClient : httpClient;
  const clients = await Promise.all(
    Array.from({ length: connections }, () => open(url, () => tokens[below(tokens.length)] ?? '')),
  );
  const from = performance.now() + WARM_UP_MS;
  const until = from + seconds * 1000;
  const latencies: number[] = [];
  const running = clients.map((client) => load(client, mid, from, until, latencies));
  // Awaited below; the handler prevents an unhandled rejection, which would leave the server running.
  for (const each of running) each.catch(() => undefined);
  await new Promise((passed) => setTimeout(passed, WARM_UP_MS));
  const before = await work(db);
  await new Promise((passed) => setTimeout(passed, seconds * 1000 - MARGIN_MS));
  const after = await work(db);
  const refused = await Promise.all(running);
  const share = (cpu: (at: Work) => number): string =>
    (((cpu(after) - cpu(before)) * 1000) / (after.orders - before.orders)).toFixed(1);
  const { fills, orders } = await db.one<{ fills: number; orders: number }>(sql`
    select (select count(*) from spot_fills) as fills, (select count(*) from spot_orders) as orders`);
  console.table([
    {
      over,
      connections,
      together,
      accounts,
      offered: rate || 'as answered',
      'orders/s': Math.round(latencies.length / seconds),
      ...percentiles(latencies),
      refused: refused.reduce((a, b) => a + b, 0),
      'fills per order': (fills / orders).toFixed(2),
      'orders in a batch': ((after.orders - before.orders) / (after.batches - before.batches)).toFixed(0),
      'us of processor per order, server': share((at) => at.server),
      database: share((at) => at.database),
      clients: share((at) => at.clients),
    },
  ]);
  for (const client of clients) client.close();
  await db.close();
} finally {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
  await rm(dataDir, { recursive: true, force: true });
}
