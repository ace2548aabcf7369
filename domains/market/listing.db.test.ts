import { currencyId, marketId } from '@karat/contract';
import { amount, format, price } from '@karat/money';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarket } from './create.ts';
import type { MarketData } from './create.ts';
import type { Listing } from './listing.ts';
import { createRowWatcher } from './row-watcher.ts';
import { testContext, testSigner, testSource, testTrades } from './testing/market.ts';
import type { TestContext } from './testing/market.ts';
import { ticksFile } from './ticks-file.ts';
import { indexTicked, marketChanged } from './topics.ts';
import type { BookTop } from './types.ts';
import { verifyTicks } from './verify.ts';

const START = Date.parse('2026-11-20T15:00:00Z');
const TOKEN = currencyId(1_001);
const LISTING: Listing = {
  kind: 'coin',
  base: { id: TOKEN, code: 'TOK', decimals: 2 },
  quote: { id: currencyId(3), code: 'USDT', decimals: 6 },
  title: 'Token',
  tick: price('0.0001'),
  lot: amount('0.01'),
  minNotional: amount('1'),
  reference: price('0.1'),
};

let database: TestDatabase;
let ctx: TestContext;
let market: MarketData;
let other: MarketData;
let top: BookTop = { bid: undefined, ask: undefined, last: undefined };

/** A process with prices; live ones, so that a market with one outside source would stay halted. */
const open = async (): Promise<MarketData> => {
  const opened = await createMarket({ ctx, sources: [testSource('a', 'live')], signer: testSigner });
  await opened.connect({ books: { depth: () => undefined, top: () => top }, trades: testTrades() });
  return opened;
};
const list = (more: Partial<Listing> = {}, into = market) =>
  database.db.transact((tx) => into.listMarket(tx, { ...LISTING, ...more }));

beforeAll(async () => {
  database = await createTestDatabase({ connected: true });
  ctx = testContext(database.db, START);
  market = await open();
  other = await open();
});
afterAll(async () => {
  await market.stop();
  await other.stop();
  await database.drop();
});

test('terms that a book cannot keep are refused with their field', async () => {
  const wrong = [
    [{ tick: price('0.00000001') }, 'tick'],
    [{ tick: price('0') }, 'tick'],
    [{ tick: price('0.0001'), lot: amount('1'), reference: price('10001') }, 'tick'],
    [{ lot: amount('0.001') }, 'lot'],
    [{ lot: amount('0') }, 'lot'],
    [{ reference: price('0.10005') }, 'reference_price'],
    [{ reference: price('0') }, 'reference_price'],
    [{ minNotional: amount('0') }, 'min_notional'],
    [{ minNotional: amount('0.0000001') }, 'min_notional'],
  ] as const;
  for (const [more, field] of wrong)
    await expect(list(more), field).rejects.toMatchObject({ code: 'value_invalid', values: { field } });
  expect(market.instruments.byPair(TOKEN, currencyId(3))).toBeUndefined();
});

test('a transaction that fails lists nothing, and ten at once list one market', async () => {
  const failing = database.db.transact(async (tx) => {
    await market.listMarket(tx, LISTING);
    throw new Error('killed');
  });
  await expect(failing).rejects.toThrow('killed');
  expect(market.instruments.byPair(TOKEN, currencyId(3))).toBeUndefined();
  const listed = await Promise.all(Array.from({ length: 10 }, () => list()));
  expect(new Set(listed.map(({ id }) => id)).size).toBe(1);
  const rows = await database.db.rows(sql`select id from market_markets where pricing = 'book'`);
  expect(rows).toHaveLength(1);
  const row = market.instruments.bySymbol('TOK/USDT');
  expect(row).toMatchObject({ pricing: 'book', listedMs: START, openLever: false, openMicrotrade: false });
  expect(row?.id).toBeGreaterThan(1_000);
  expect(market.instruments.all().at(-1)).toBe(row);
});

test('another process learns of a listing and of a change from the rows, once each', async () => {
  const watcher = createRowWatcher(ctx, other.instruments);
  const changed: number[] = [];
  const stop = ctx.bus.subscribe(marketChanged, ({ marketId: id }) => void changed.push(id));
  await watcher.refresh();
  const listed = other.instruments.bySymbol('TOK/USDT') ?? expect.fail('not known');
  expect(changed).toEqual([listed.id]);
  await watcher.refresh();
  expect(changed).toHaveLength(1);
  const change = { marketId: marketId(1), version: 1, state: 'halted' } as const;
  await database.db.transact((tx) => market.changeMarket(tx, change));
  expect(other.state(marketId(1))).toBe('halted');
  await watcher.refresh();
  expect(other.instruments.need(marketId(1))).toMatchObject({ state: 'halted', version: 2 });
  stop();
});

test('its index begins at the reference price, follows its book, is labelled, and can be verified', async () => {
  const { id } = market.instruments.bySymbol('TOK/USDT') ?? expect.fail('not known');
  const seen: string[] = [];
  const stop = ctx.bus.subscribe(indexTicked, ({ ticks }) =>
    seen.push(...ticks.map(({ price: at, source, quotes }) => `${format(at)} ${source} ${quotes}`)),
  );
  const second = async (now: BookTop): Promise<void> => {
    top = now;
    ctx.clock.set(ctx.clock.now() + 1_000);
    await market.inside.ticks.take(ctx.clock.now());
  };
  await second({ bid: undefined, ask: undefined, last: undefined });
  await second({ bid: price('0.05'), ask: undefined, last: undefined });
  await second({ bid: price('0.11'), ask: price('0.1102'), last: price('0.1101') });
  await second({ bid: undefined, ask: undefined, last: price('0.1101') });
  stop();
  expect(seen).toEqual([
    '0.1 book reference=0.1',
    '0.1 book reference=0.1',
    '0.1101 book bid=0.11;ask=0.1102;trade=0.1101',
    '0.1101 book trade=0.1101',
  ]);
  expect(market.state(id)).toBe('open');
  expect(market.index(id)).toMatchObject({ source: 'book', stale: false });
  await market.inside.ticks.sign();
  const { body } = await ticksFile(market, id, START / 1000, ctx.clock.now() / 1000);
  expect(verifyTicks(body, [testSigner.publicKey.toString('base64')])).toMatchObject({ ok: true, ticks: 4 });
});

test('what its index is made of changes only from the version that was read', async () => {
  const { id, version } = market.instruments.bySymbol('TOK/USDT') ?? expect.fail('not known');
  const change = (from: number) =>
    database.db.transact((tx) =>
      market.changeOrigin(tx, { marketId: id, version: from, origin: { reference: price('0.2') } }),
    );
  await expect(change(version - 1)).rejects.toMatchObject({ code: 'approval_stale' });
  expect(market.instruments.need(id)).toMatchObject({ version, reference: price('0.1') });
  await change(version);
  expect(market.instruments.need(id)).toMatchObject({ version: version + 1, reference: price('0.2') });
  await expect(change(version)).rejects.toMatchObject({ code: 'approval_stale' });
});

test('its price values nothing: no balance, no collateral, no settlement', async () => {
  const { id } = market.instruments.bySymbol('TOK/USDT') ?? expect.fail('not known');
  expect(market.prices.inUsdt(TOKEN)).toBeUndefined();
  expect(market.prices.lastInUsdt(TOKEN)).toBeUndefined();
  expect(await market.ticks(database.db, id, START / 1000, START / 1000 + 60)).toEqual([]);
  const open = sql`update market_markets set open_lever = true where id = ${id}`;
  await expect(database.db.run(open)).rejects.toThrow('market_markets_spot_only');
});
