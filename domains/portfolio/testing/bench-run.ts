/**
 * Measures profit and loss of one user with a million postings, on a durable database: the first count, the update after one more
 * trade, what a page reads, and the replay of a tax year. Run: npm run bench -- portfolio [postings]
 */
import type { Amount, Price } from '@karat/money';
import { amount, format, mulDown, negate, price } from '@karat/money';
import { houseAccount, userAccount } from '@karat/domains/ledger';
import type { Entry, Journal } from '@karat/domains/ledger';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { HOUR_MS } from '@karat/rules';
import { openBenchDatabase } from '@karat/testkit';
import { countNext } from '../count.ts';
import { yearOf } from '../calendar.ts';
import { readProgress } from '../state-store.ts';
import { taxYearOf } from '../tax.ts';
import { ALICE, BEN, BTC, BTC_MARKET, PortfolioFixture, START, USDT } from './fixture.ts';

const POSTINGS = Number(process.argv[2] ?? 1_000_000);
/** Each trade moves two balances of the user. */
const TRADES = POSTINGS / 2;
const BATCH = 1_000;
const BATCHES = Math.ceil(TRADES / BATCH);
/** The history is two years long. */
const BATCH_MS = Math.floor((2 * 365 * 24 * HOUR_MS) / BATCHES);
const FEE = amount('0.00001');
/** The market swings, so that purchases and sales gain and lose. */
const priceOf = (batch: number): Price => price(String(50_000 + Math.round(9_000 * Math.sin(batch / 20))));
/** Sizes differ, so that sales end in the middle of lots. */
const quantityOf = (n: number): Amount => amount(`0.00${1 + (n % 7)}`);

/** Two of three trades of the first half buy, two of three of the second half sell: a hundred thousand lots are open in between. */
const buys = (n: number): boolean => (n % 3 === 2) !== n < TRADES / 2;

function journalOf(n: number, at: number): Journal {
  const quantity = quantityOf(Math.floor(n / 3));
  const quote = mulDown(quantity, priceOf(Math.floor(n / BATCH)));
  const [buyer, seller] = buys(n) ? [ALICE, BEN] : [BEN, ALICE];
  const entries: Entry[] = [
    { account: userAccount(buyer, 'change'), currency: USDT, available: negate(quote) },
    { account: userAccount(buyer, 'change'), currency: BTC, available: amount(quantity - FEE) },
    { account: userAccount(seller, 'change'), currency: BTC, available: negate(quantity) },
    { account: userAccount(seller, 'change'), currency: USDT, available: quote },
    { account: houseAccount('fees', 15), currency: BTC, available: FEE },
  ];
  return { key: `bench:${n}`, kind: 'spot:trade', reference: `order:${n + 1}`, at, entries };
}

/** One batch of trades with its fills, as the engine writes them. */
async function writeTrades(fixture: PortfolioFixture, batch: number, count = BATCH): Promise<void> {
  const at = fixture.clock.now();
  const first = batch * BATCH;
  const numbers = Array.from({ length: count }, (_, index) => first + index);
  const journals = numbers.map((n) => journalOf(n, at));
  await fixture.ctx.db.transact(async (tx) => {
    const open = await fixture.ledger.openBatch(
      tx,
      journals.flatMap(({ entries }) => entries),
    );
    for (const journal of journals) open.post(journal);
    await open.closeAs({ key: `spot:bench:${batch}`, kind: 'spot:batch', reference: `batch:${batch}` });
    await tx.run(sql`
      insert into spot_fills (id, market_id, price, quantity, quote, taker_side, maker_order, taker_order, maker_user, taker_user,
        maker_fee, taker_fee, house, at)
      select id, 1, ${format(priceOf(batch))}::numeric, quantity, quantity * ${format(priceOf(batch))}::numeric,
        case when buys then 1 else 2 end, id + 100000000, id, case when buys then ${BEN}::bigint else ${ALICE}::bigint end,
        case when buys then ${ALICE}::bigint else ${BEN}::bigint end, 0, ${format(FEE)}::numeric, false,
        to_timestamp(${at} / 1000.0)
      from unnest(${numbers.map((n) => n + 1)}::bigint[], ${numbers.map((n) => format(quantityOf(Math.floor(n / 3))))}::numeric[],
        ${numbers.map(buys)}::boolean[]) as t (id, quantity, buys)`);
  });
}

async function writeHistory(fixture: PortfolioFixture): Promise<void> {
  for (const [user, usdt, btc] of [
    [ALICE, '100000000', '10'],
    [BEN, '100000000', '100000'],
  ] as const) {
    await fixture.move('deposit', user, usdt);
    await fixture.move('deposit', user, btc, BTC);
  }
  for (let batch = 0; batch < BATCHES; batch++) {
    fixture.clock.set(START + (batch + 1) * BATCH_MS);
    await fixture.tick(BTC_MARKET, format(priceOf(batch)));
    await writeTrades(fixture, batch);
  }
  await fixture.ctx.db.run(sql`analyze`);
}

const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

/** Counts what waits; returns how long that took, the longest transaction, and the memory that it took at most. */
async function count(fixture: PortfolioFixture): Promise<string> {
  const cpu = process.cpuUsage();
  const started = performance.now();
  let [longest, memory, portions] = [0, 0, 0];
  for (let done: boolean | undefined = false; done !== true; portions++) {
    const began = performance.now();
    done = await countNext(fixture.deps, ALICE);
    longest = Math.max(longest, performance.now() - began);
    memory = Math.max(memory, process.memoryUsage().rss);
  }
  const { user, system } = process.cpuUsage(cpu);
  return `${seconds(performance.now() - started)} s in ${portions} transactions, the longest ${Math.round(longest)} ms; node used ${seconds((user + system) / 1_000)} s of one core and ${Math.round(memory / 2 ** 20)} MiB`;
}

async function timed(name: string, work: () => Promise<unknown>): Promise<string> {
  const started = performance.now();
  await work();
  return `${name}: ${Math.round(performance.now() - started)} ms`;
}

async function measure(db: Database): Promise<void> {
  // A file has a lower limit of rows; the replay before it is what takes time.
  const fixture = new PortfolioFixture(db, { rowsMax: { pdf: 1, csv: POSTINGS, events: 2 * POSTINGS } });
  print(await timed(`${POSTINGS} postings written`, () => writeHistory(fixture)));
  print(`counted for the first time: ${await count(fixture)}`);
  fixture.clock.set(fixture.clock.now() + HOUR_MS);
  await fixture.tick(BTC_MARKET, '51000');
  await writeTrades(fixture, BATCHES, 1);
  print(await timed('counted after one more trade', () => fixture.counter.refresh(ALICE)));
  const progress = await readProgress(db, ALICE);
  if (progress?.complete !== true) throw new Error('not all movements are counted');
  print(`${progress.counted} movements, ${progress.seq} events`);
  for (const year of [yearOf(START), yearOf(fixture.clock.now())])
    for (const method of ['fifo', 'average'] as const)
      print(await timed(`tax year ${year}, ${method}`, () => taxYearOf(fixture.deps, ALICE, year, method)));
}

await using bench = await openBenchDatabase();
await measure(bench.db);
