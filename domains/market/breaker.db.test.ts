import { marketId } from '@karat/contract';
import { rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMarket } from './create.ts';
import type { MarketData } from './create.ts';
import { testContext, testSigner, testSource } from './testing/market.ts';
import type { TestContext } from './testing/market.ts';
import { marketChanged } from './topics.ts';

const BTC = marketId(1);
const START = Date.parse('2026-11-20T15:00:00Z');

let database: TestDatabase;
let ctx: TestContext;
let market: MarketData;
const sources = [testSource('one', 'live'), testSource('two', 'live'), testSource('three', 'live')];

beforeEach(async () => {
  database = await createTestDatabase();
  ctx = testContext(database.db, START);
  const breaker = { spread: rate('0.02'), sourcesMin: 2 };
  market = await createMarket({ ctx, sources, signer: testSigner, breaker });
  await market.inside.ticks.load();
});
afterEach(() => database.drop());

async function second(...prices: readonly (string | undefined)[]): Promise<void> {
  sources.forEach((source, index) => {
    const text = prices[index];
    source.hush();
    if (text !== undefined) source.say('BTC/USDT', text);
  });
  ctx.clock.set(ctx.clock.now() + 1000);
  await market.inside.ticks.take(ctx.clock.now());
}
const ticks = async (): Promise<number> =>
  (await database.db.one<{ n: number }>(sql`select count(*) as n from market_ticks where market_id = ${BTC}`))
    .n;

test('sources that disagree suspend the index at once, and it resumes when they agree', async () => {
  const published: unknown[] = [];
  ctx.bus.subscribe(marketChanged, (change) => published.push(change));
  await second('30000', '30010', '30020');
  expect(market.index(BTC)).toMatchObject({ stale: false, broken: false });
  await second('30000', '30010', '30700');
  expect(market.index(BTC)).toMatchObject({ stale: true, broken: true });
  expect(await ticks()).toBe(1);
  expect(market.prices.inUsdt(market.instruments.need(BTC).base)).toBeUndefined();
  await second('30000', '30010', '30500');
  expect(market.index(BTC)).toMatchObject({ stale: false, broken: false });
  expect(await ticks()).toBe(2);
  expect(published.filter((one) => (one as { marketId: number }).marketId === BTC)).toHaveLength(2);
});

test('too few sources suspend it, and silence afterwards leaves it suspended', async () => {
  await second('30000', '30000');
  await second('30000');
  expect(market.index(BTC)).toMatchObject({ broken: true });
  await second();
  expect(market.index(BTC)).toMatchObject({ broken: true, stale: true });
  await second('30000', '30001');
  expect(market.index(BTC)).toMatchObject({ broken: false, stale: false });
});

test('by default one live source alone gives no index, and two that agree do', async () => {
  market = await createMarket({ ctx, sources, signer: testSigner });
  await market.inside.ticks.load();
  await second('30000');
  expect(market.index(BTC)).toBeUndefined();
  expect(await ticks()).toBe(0);
  await second('30000', '30010');
  expect(market.index(BTC)).toMatchObject({ stale: false, broken: false });
  expect(await ticks()).toBe(1);
});

test('a live market with a single source is halted', async () => {
  const alone = { ...testSource('stocks', 'live'), covers: ({ kind }: { kind: string }) => kind === 'stock' };
  const coins = sources.map((source) => ({
    ...source,
    covers: ({ kind }: { kind: string }) => kind === 'coin',
  }));
  const live = await createMarket({ ctx, sources: [...coins, alone], signer: testSigner });
  expect([live.state(BTC), live.state(marketId(101))]).toEqual(['open', 'halted']);
});

test('two sources more than one percent apart suspend the index: none of them is the majority', async () => {
  await second('30000', '30300');
  expect(market.index(BTC)).toMatchObject({ broken: false });
  await second('30000', '30310');
  expect(market.index(BTC)).toMatchObject({ broken: true, stale: true });
  await second('30000', '30310', '30010');
  expect(market.index(BTC)).toMatchObject({ broken: false, stale: false });
});

test('a tick from the future, after the clock was set back, is not a present price', async () => {
  await second('30000', '30000');
  ctx.clock.set(ctx.clock.now() - 7_200_000);
  expect(market.index(BTC)).toMatchObject({ stale: true, broken: false });
});
