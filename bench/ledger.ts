/**
 * Measures the cost of an engine's money path in the ledger alone: batches of orders with a hold each and of trades
 * with six postings, on a durable database. `node bench/ledger.ts [seconds] [orders per batch] [accounts]`
 */
import { readFileSync } from 'node:fs';
import { userId } from '@karat/contract';
import {
  BTC,
  USDT,
  WRITER_SESSION,
  auditLedger,
  createLedger,
  houseAccount,
  userAccount,
} from '@karat/domains/ledger';
import type { BalanceKey, Entry, Journal, Ledger } from '@karat/domains/ledger';
import { amount, minus, negate } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { sql } from '@karat/platform/db';
import type { Database, Tx } from '@karat/platform/db';
import { seededRandom } from '@karat/platform/random';
import { openBenchDatabase } from '@karat/testkit';

const [secondsText = '20', ordersText = '1000', accountsText = '10000'] = process.argv.slice(2);
const seconds = Number(secondsText);
const orders = Number(ordersText);
const accounts = Number(accountsText);
/** Trades per order. */
const TRADES_PER_ORDER = 0.6;
const FIRST_USER = 100_001;
const SEED_JOURNALS = 500;

const random = seededRandom('bench-ledger');
const account = () => userAccount(userId(FIRST_USER + random.below(accounts)), 'change');
const external = houseAccount('external');
const usdtFees = houseAccount('fees', 1);

/** All accounts start with plenty available and held, so that any two may trade. */
async function fund(db: Database, ledger: Ledger): Promise<void> {
  const much = amount('2000000000');
  const half = amount('1000000000');
  for (let first = 0; first < accounts; first += SEED_JOURNALS) {
    const journals: Journal[] = [];
    for (let user = first; user < Math.min(accounts, first + SEED_JOURNALS); user++) {
      const to = userAccount(userId(FIRST_USER + user), 'change');
      const entries = [USDT, BTC].flatMap((currency): Entry[] => [
        { account: external, currency, available: negate(much) },
        { account: to, currency, available: half, held: half },
      ]);
      journals.push({
        key: `bench:fund:${user}`,
        kind: 'genesis',
        reference: '',
        at: 1_700_000_000_000,
        entries,
      });
    }
    await db.transact((tx) => ledger.postBatch(tx, journals));
  }
}

interface Trade {
  readonly buyer: Entry['account'];
  readonly seller: Entry['account'];
}

const quantity = amount('0.01');
const notional = amount('300');
const baseFee = amount('0.00001');
const quoteFee = amount('0.3');

function tradeEntries({ buyer, seller }: Trade): Entry[] {
  return [
    { account: buyer, currency: USDT, held: negate(notional) },
    { account: seller, currency: USDT, available: minus(notional, quoteFee) },
    { account: usdtFees, currency: USDT, available: quoteFee },
    { account: seller, currency: BTC, held: negate(quantity) },
    { account: buyer, currency: BTC, available: minus(quantity, baseFee) },
    { account: usdtFees, currency: BTC, available: baseFee },
  ];
}

const pair = (of: Entry['account']): BalanceKey[] =>
  [USDT, BTC].map((currency) => ({ account: of, currency }));

let serial = 0;
async function batchOf(tx: Tx, ledger: Ledger): Promise<void> {
  const at = Date.now();
  const takers = Array.from({ length: orders }, account);
  const trades = takers
    .slice(0, orders * TRADES_PER_ORDER)
    .map((buyer): Trade => ({ buyer, seller: account() }));
  const batch = await ledger.openBatch(tx, [...takers.flatMap(pair), ...pair(usdtFees)]);
  for (const taker of takers) {
    const order = ++serial;
    if (batch.available(taker, USDT) < notional) throw new Error('the bench has run out of money');
    const entries = [{ account: taker, currency: USDT, available: negate(notional), held: notional }];
    batch.post({ key: `spot:hold:${order}`, kind: 'spot:hold', reference: String(order), at, entries });
  }
  await batch.include(trades.flatMap((trade) => pair(trade.seller)));
  for (const trade of trades) {
    const fill = ++serial;
    batch.post({
      key: `spot:trade:${fill}`,
      kind: 'spot:trade',
      reference: String(fill),
      at,
      entries: tradeEntries(trade),
    });
  }
  await batch.close();
}

/** Processor time of a server process so far in ms (Linux): wall time says little if others share the cores. */
const cpuOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

async function run(db: Database, ledger: Ledger): Promise<void> {
  const session = await db.session(WRITER_SESSION);
  const { pid } = await session.transact((tx) =>
    tx.one<{ pid: number }>(sql`select pg_backend_pid()::int8 as pid`),
  );
  const cpu = { server: cpuOf(pid), own: process.cpuUsage() };
  const took: number[] = [];
  const until = performance.now() + seconds * 1_000;
  let mark = performance.now();
  let done = 0;
  while (performance.now() < until) {
    const begin = performance.now();
    await session.transact((tx) => batchOf(tx, ledger));
    took.push(performance.now() - begin);
    done += orders;
    if (performance.now() - mark > 2_000) {
      console.log(`${Math.round((done / (performance.now() - mark)) * 1_000)} orders/s`);
      mark = performance.now();
      done = 0;
    }
  }
  const own = process.cpuUsage(cpu.own);
  const perBatch = (ms: number): string => (ms / took.length).toFixed(1);
  console.log(
    `CPU of a batch: ${perBatch(cpuOf(pid) - cpu.server)} ms PostgreSQL, ${perBatch((own.user + own.system) / 1_000)} ms Node`,
  );
  session.release();
  took.sort((a, b) => a - b);
  const at = (share: number): string => (took[Math.floor(took.length * share)] ?? 0).toFixed(1);
  const total = took.reduce((a, b) => a + b, 0);
  console.log(
    `${Math.round((took.length * orders * 1_000) / total)} orders/s over all; a batch of ${orders}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
  );
}

/** One by one, as transfers and grants are posted. */
async function runSingles(db: Database, ledger: Ledger): Promise<void> {
  const one = amount('1');
  const until = performance.now() + 5_000;
  let done = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() < until) {
      const from = account();
      const to = account();
      if (from === to) continue;
      const entries = [
        { account: from, currency: USDT, available: negate(one) },
        { account: to, currency: USDT, available: one },
      ];
      const key = `bench:single:${++serial}`;
      await db.transact((tx) =>
        ledger.post(tx, { key, kind: 'transfer', reference: key, at: Date.now(), entries }),
      );
      done++;
    }
  };
  const begin = performance.now();
  await Promise.all(Array.from({ length: 8 }, worker));
  console.log(`${Math.round((done * 1_000) / (performance.now() - begin))} single journals/s from 8 callers`);
}

await using bench = await openBenchDatabase();
const { db } = bench;
const ledger = createLedger({ bus: createBus(() => undefined) });
await fund(db, ledger);
await run(db, ledger);
await runSingles(db, ledger);
const begin = performance.now();
const report = await auditLedger(db);
console.log(
  `audit of ${report.postings} postings: ${report.differences.length} differences, ${Math.round(performance.now() - begin)} ms`,
);
