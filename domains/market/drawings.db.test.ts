import { marketId, sessionId, userId } from '@karat/contract';
import { price } from '@karat/money';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarket } from './create.ts';
import type { MarketData } from './create.ts';
import { drawingHandlers } from './drawings.ts';
import { testContext, testSigner, testSource } from './testing/market.ts';

const BTC = marketId(1);
const START = Date.parse('2026-11-20T15:00:00Z');

let database: TestDatabase;
let market: MarketData;

beforeAll(async () => {
  database = await createTestDatabase({ connections: 6, connected: true });
  const ctx = testContext(database.db, START);
  market = await createMarket({ ctx, sources: [testSource('test', 'simulated')], signer: testSigner });
});
afterAll(async () => {
  await database.drop();
});

const asked = <I>(input: I, user = 100_001) => ({
  input,
  caller: { userId: userId(user), sessionId: sessionId(1), verified: false },
  lang: 'en' as const,
  request: { id: 'r', address: '', userAgent: '', idempotencyKey: undefined },
  tx: undefined,
  file: undefined,
});
const line = (id: string, at = '30000', match = BTC) => ({
  match_id: match,
  client_id: id,
  tool: 'horizontal' as const,
  from_ms: START,
  from_price: price(at),
});
const save = async (input: ReturnType<typeof line>, user?: number) =>
  drawingHandlers(market)['chart/drawing_save'](asked(input, user));
const list = async (match = BTC, user?: number) =>
  drawingHandlers(market)['chart/drawings'](asked({ match_id: match }, user));
const remove = async (client_id?: string, user?: number) =>
  drawingHandlers(market)['chart/drawing_delete'](asked({ match_id: BTC, client_id }, user));

test('a drawing is saved by user and market, moved under its id and deleted', async () => {
  await save(line('first-line'));
  await save(line('other-line', '31000', marketId(2)));
  await save(line('first-line', '32000.5'));
  expect(await list()).toEqual([
    {
      ...{ client_id: 'first-line', tool: 'horizontal', from_ms: START, from_price: '32000.5' },
      ...{ to_ms: null, to_price: null, text: '' },
    },
  ]);
  expect(await list(BTC, 100_002)).toEqual([]);
  await remove('first-line', 100_002);
  expect(await list()).toHaveLength(1);
  await remove('first-line');
  await remove('first-line');
  expect(await list()).toEqual([]);
  expect(await list(marketId(2))).toHaveLength(1);
});

test('an unknown market is refused', async () => {
  await expect(save(line('some-line', '1', marketId(9_999)))).rejects.toMatchObject({
    code: 'market_unknown',
  });
});

test('of sixty drawings saved at once fifty are stored, and a stored one can still be moved', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 60 }, (_, each) => save(line(`drawing-${each}`), 100_003)),
  );
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(10);
  expect(refused[0]).toMatchObject({ reason: { code: 'drawings_full', values: { max: 50 } } });
  const [first] = await list(BTC, 100_003);
  await save(line(first?.client_id ?? '', '7'), 100_003);
  expect(await list(BTC, 100_003)).toHaveLength(50);
  await save(line('elsewhere', '7', marketId(2)), 100_003);
  await remove(undefined, 100_003);
  expect(await list(BTC, 100_003)).toEqual([]);
  expect(await list(marketId(2), 100_003)).toHaveLength(1);
});
