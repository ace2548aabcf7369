import { marketId } from '@karat/contract';
import { format, price } from '@karat/money';
import { sql } from '@karat/platform/db';
import { DAY_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMarket } from './create.ts';
import type { MarketData } from './create.ts';
import { testContext, testSigner, testSource } from './testing/market.ts';
import type { TestContext, TestSource } from './testing/market.ts';
import { ticksFile } from './ticks-file.ts';
import { verifyTicks } from './verify.ts';

const BTC = marketId(1);
const AAPL = marketId(101);
/** A Friday during trading hours of New York. */
const START = Date.parse('2026-11-20T15:00:00Z');
const KEY = testSigner.publicKey.toString('base64');

let database: TestDatabase;
let ctx: TestContext;
let source: TestSource;
let market: MarketData;

const open = async (): Promise<MarketData> =>
  createMarket({ ctx, sources: [source], signer: testSigner, keepTickDays: 1 });

/** Takes a tick for each of a number of seconds, with a moving price. */
async function run(seconds: number): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    const at = ctx.clock.now();
    source.say('BTC/USDT', `${30_000 + ((at / 1000) % 97)}.5`);
    await market.inside.ticks.take(at);
    ctx.clock.set(at + 1000);
  }
}

const file = async (from = START / 1000, to = ctx.clock.now() / 1000): Promise<string> =>
  (await ticksFile(market, BTC, from, Math.min(to, from + 3600))).body;

beforeEach(async () => {
  database = await createTestDatabase();
  ctx = testContext(database.db, START);
  source = testSource('simulated', 'simulated');
  market = await open();
  await market.inside.ticks.load();
});
afterEach(() => database.drop());

test('a downloaded range is in order from the start of the chain, and signed up to the last full minute', async () => {
  await run(150);
  expect(verifyTicks(await file(), [KEY])).toEqual({
    ok: true,
    symbol: 'BTC/USDT',
    ticks: 150,
    heads: 2,
    unsigned: 30,
    fromGenesis: true,
    keys: [KEY],
  });
});

test('a restart continues the chain', async () => {
  await run(75);
  market = await open();
  await market.inside.ticks.load();
  await run(60);
  await market.inside.ticks.sign();
  const verdict = verifyTicks(await file(), [KEY]);
  expect(verdict).toMatchObject({ ok: true, ticks: 135, unsigned: 0, heads: 3 });
  expect(format(market.index(BTC)?.price ?? price('0'))).toBe(`${30_000 + ((START / 1000 + 134) % 97)}.5`);
});

test('a range begins right after a signed head and ends with the next one', async () => {
  await run(400);
  const from = START / 1000 + 130;
  const lines = (await file(from, from + 60))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly type: string; readonly time?: number });
  expect(lines[1]?.time).toBe(START / 1000 + 120);
  expect(lines.at(-1)).toMatchObject({ type: 'head', time: START / 1000 + 239 });
  expect(verifyTicks(await file(from, from + 60))).toMatchObject({
    ok: true,
    unsigned: 0,
    fromGenesis: false,
  });
});

test('a price changed in the database no longer matches the signed head', async () => {
  await run(130);
  await database.db.run(sql`update market_ticks set price = 29000, quotes = 'simulated=29000'
    where market_id = ${BTC} and time = ${START / 1000 + 70}`);
  expect(verifyTicks(await file(), [KEY])).toEqual({
    ok: false,
    // The start line, 60 ticks and their head, 60 more ticks, then the head that does not match.
    line: 123,
    reason: 'the signed head is not the hash of the tick before it',
  });
});

test('a deleted tick no longer matches the signed head', async () => {
  await run(130);
  await database.db.run(
    sql`delete from market_ticks where market_id = ${BTC} and time = ${START / 1000 + 5}`,
  );
  expect(verifyTicks(await file())).toMatchObject({ ok: false, line: 61 });
});

test('the check of a tampered file returns its first bad line', async () => {
  await run(130);
  const lines = (await file()).split('\n');
  const changed = (index: number, edit: (row: Record<string, unknown>) => void): string => {
    const row = JSON.parse(lines[index] ?? '') as Record<string, unknown>;
    edit(row);
    return lines.with(index, JSON.stringify(row)).join('\n');
  };
  expect(verifyTicks(changed(40, (row) => (row['price'] = '1')))).toMatchObject({ ok: false, line: 41 });
  expect(verifyTicks(changed(40, (row) => (row['hash'] = 'ab'.repeat(32))))).toMatchObject({
    ok: false,
    line: 41,
  });
  expect(
    verifyTicks(changed(61, (row) => (row['signature'] = Buffer.alloc(64).toString('base64')))),
  ).toMatchObject({
    ok: false,
    line: 62,
    reason: 'the signature does not hold',
  });
  expect(verifyTicks(lines.toSpliced(10, 1).join('\n'))).toMatchObject({ ok: false, line: 11 });
  expect(verifyTicks(lines.with(7, 'nonsense').join('\n'))).toMatchObject({
    ok: false,
    line: 8,
    reason: 'not JSON',
  });
  expect(verifyTicks('')).toMatchObject({ ok: false });
  const other = Buffer.alloc(32).toString('base64');
  expect(verifyTicks(lines.join('\n'), [other])).toMatchObject({ ok: false, line: 62 });
});

test('the index is stale two seconds after its last tick', async () => {
  await run(1);
  ctx.clock.set(START + 2000);
  expect(market.index(BTC)).toMatchObject({ stale: false });
  ctx.clock.set(START + 2001);
  expect(market.index(BTC)).toMatchObject({ stale: true });
  expect(market.prices.inUsdt(market.instruments.need(BTC).base)).toBeUndefined();
  expect(market.prices.lastInUsdt(market.instruments.need(BTC).base)).toBeDefined();
});

test('a quote counts in the seconds up to two after its source confirmed it', async () => {
  const quiet = { ...source, quote: () => ({ price: price('30000'), time: START }) };
  market = await createMarket({ ctx, sources: [quiet], signer: testSigner });
  const quotesAt = (now: number): number => {
    ctx.clock.set(now);
    return market.outside.trial(market.instruments.need(BTC)).quotes.length;
  };
  expect(quotesAt(START + 2_999)).toBe(1);
  expect(quotesAt(START + 3_000)).toBe(0);
});

test('a split changes the index of ticks before it only, and a paused market takes none', async () => {
  const split = { from: START + 2_000, numerator: 1n, denominator: 2n };
  let isPaused = true;
  const actions = { rescales: () => [split], paused: () => isPaused };
  market = await createMarket({ ctx, sources: [source], signer: testSigner, actions });
  await run(1);
  expect(market.index(BTC)).toBeUndefined();
  expect(market.state(BTC)).toBe('halted');
  isPaused = false;
  source.say('ETH/USDT', '100');
  await run(1);
  const indexOf = (): string => format(market.index(marketId(2))?.price ?? price('0'));
  expect(indexOf()).toBe('50');
  ctx.clock.set(START + 1_999);
  expect(indexOf()).toBe('100');
  ctx.clock.set(START + 2_000);
  source.say('ETH/USDT', '51');
  await run(1);
  expect(indexOf()).toBe('51');
});

test('without a source there is no tick', async () => {
  source.hush();
  await market.inside.ticks.take(START);
  expect(market.index(BTC)).toBeUndefined();
});

test('a stock ticks in its session, stays at its last tick outside without becoming stale, and has a first tick at any hour', async () => {
  ctx.clock.set(Date.parse('2026-11-20T20:59:58Z'));
  source.say('AAPL/USDT', '270');
  await run(4);
  source.say('AAPL/USDT', '290');
  await run(10);
  expect(market.index(AAPL)).toEqual({
    price: market.index(AAPL)?.price,
    time: Date.parse('2026-11-20T20:59:59Z'),
    stale: false,
    broken: false,
    source: 'simulated',
  });
  const { n } = await database.db.one<{ n: number }>(
    sql`select count(*)::int as n from market_ticks where market_id = ${AAPL}`,
  );
  expect(n).toBe(2);
  expect(market.state(AAPL)).toBe('closed');
});

test('old ticks are deleted up to a signed head, and the stored ones still verify', async () => {
  await run(200);
  ctx.clock.set(START + DAY_MS + 130_000);
  await market.inside.ticks.forget(ctx.clock.now());
  const verdict = verifyTicks(await file(START / 1000));
  expect(verdict).toMatchObject({ ok: true, ticks: 80, fromGenesis: false });
});

test('a clock set back repeats no second', async () => {
  await run(5);
  ctx.clock.set(START + 2000);
  await run(10);
  expect(verifyTicks(await file())).toMatchObject({ ok: true, ticks: 12 });
});
