import { currencyId, marketId, sessionId, userId } from '@karat/contract';
import { lockFor, sql } from '@karat/platform/db';
import { createTestDatabase, overlap } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMarket } from './create.ts';
import { keepFavourite } from './favourites.ts';
import type { MarketData } from './create.ts';
import { marketHandlers } from './http.ts';
import { testContext, testSigner, testSource } from './testing/market.ts';

const BTC = marketId(1);
const START = Date.parse('2026-11-20T15:00:00Z');

let database: TestDatabase;
let market: MarketData;

beforeEach(async () => {
  database = await createTestDatabase();
  const ctx = testContext(database.db, START);
  market = await createMarket({ ctx, sources: [testSource('test', 'simulated')], signer: testSigner });
});
afterEach(async () => {
  await database.drop();
});

test('favourites have one row per currency, belong to their user, and are limited to a hundred', async () => {
  const handlers = marketHandlers(market);
  const asked = <I>(input: I, user = 100_001) => ({
    input,
    caller: { userId: userId(user), sessionId: sessionId(1), verified: false },
    lang: 'en' as const,
    request: { id: 'r', address: '', userAgent: '', idempotencyKey: undefined },
    tx: undefined,
    file: undefined,
  });
  const base = market.instruments.need(BTC).base;
  const added = await handlers['optional/add'](asked({ currency_id: base }));
  expect(await handlers['optional/add'](asked({ currency_id: base }))).toEqual(added);
  expect(await handlers['optional/list'](asked({}))).toEqual([{ id: added.id, currency_id: 1 }]);
  expect(await handlers['optional/list'](asked({}, 100_002))).toEqual([]);
  await expect(handlers['optional/del'](asked({ id: added.id }, 100_002))).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(handlers['optional/add'](asked({ currency_id: currencyId(21) }))).rejects.toMatchObject({
    code: 'currency_unknown',
  });
  for (let id = 1000; id < 1099; id++) {
    await database.db.run(
      sql`insert into market_favourites (user_id, currency_id, created_at) values (100001, ${id}, now())`,
    );
  }
  const eth = market.instruments.need(marketId(2)).base;
  await expect(handlers['optional/add'](asked({ currency_id: eth }))).rejects.toMatchObject({
    code: 'favourites_full',
    values: { max: 100 },
  });
  expect(await handlers['optional/add'](asked({ currency_id: eth }, 100_002))).toMatchObject({
    id: expect.any(Number) as number,
  });
  expect(await handlers['optional/del'](asked({ id: added.id }))).toBe('ok');
  expect(await handlers['optional/list'](asked({}))).toHaveLength(99);
  expect((await handlers['optional/add'](asked({ currency_id: eth }))).id).toBeGreaterThan(added.id);
});

test('of two that are added at once as the hundredth one is refused', async () => {
  const user = userId(100_003);
  await database.db.run(sql`
    insert into market_favourites (user_id, currency_id, created_at)
    select ${user}, id, now() from generate_series(1000, 1098) as id`);
  const added = await overlap(
    database.db,
    async (tx) => {
      await lockFor(tx, 'favourites', user);
      await tx.run(sql`
        insert into market_favourites (user_id, currency_id, created_at) values (${user}, 1099, now())`);
    },
    () => keepFavourite(market, user, market.instruments.need(BTC).base),
  );
  expect(added).toMatchObject({ hasWaited: true, reason: { code: 'favourites_full' } });
});
