import type { UserId } from '@karat/contract';
import { auditLedger, userAccount } from '@karat/domains/ledger';
import { amount, format, price } from '@karat/money';
import { sql } from '@karat/platform/db';
import { MINUTE_MS } from '@karat/rules';
import { createTestDatabase, overlap } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { entitlementsOf, standingActions } from './store.ts';
import { ANNA, BEN, START, openStocks } from './testing/fixture.ts';
import type { StocksFixture } from './testing/fixture.ts';

let database: TestDatabase;
let fixture: StocksFixture;
const SPLIT = { kind: 'split', ratio_new: 4, ratio_old: 1 };
const DIVIDEND = { kind: 'dividend', per_share: '0.25' };

beforeEach(async () => {
  database = await createTestDatabase({ connected: true });
  fixture = await openStocks(database.db);
  await fixture.give(ANNA, '3.333333');
  await fixture.give(BEN, '10');
});
const nothingFailed = (): void => expect(fixture.errors).toEqual([]);
afterEach(async () => {
  nothingFailed();
  await fixture.close();
  await database.drop();
});

const has = async (user: UserId, currency = fixture.aapl.base): Promise<string> => {
  const { available, held } = await fixture.ledger.balance(
    database.db,
    userAccount(user, 'change'),
    currency,
  );
  return `${format(available)}/${format(held)}`;
};
const states = async (): Promise<string[]> => (await standingActions(database.db)).map(({ state }) => state);

test('a split multiplies shares, divides the price and the candles, ends orders and is done once', async () => {
  const { clock, market, spot, aapl, adjusted, notifications, plan, due } = fixture;
  await spot.trading.place(BEN, {
    marketId: aapl.id,
    side: 'sell',
    orderType: 'limit',
    quantity: amount('4'),
    price: price('401'),
  });
  expect(await has(BEN)).toBe('6/4');
  await database.db.run(sql`
    insert into market_candles (market_id, period, start, open, high, low, close, vol, amount, backfilled)
    values (${aapl.id}, 1, 1000000200, 400, 410, 390, 404, 8, 3200, false)`);
  await plan(SPLIT);
  await expect.poll(() => market.state(aapl.id)).toBe('closed');
  clock.set(START + 9 * MINUTE_MS);
  await expect.poll(() => market.state(aapl.id)).toBe('halted');
  await expect(
    spot.trading.place(BEN, {
      marketId: aapl.id,
      side: 'sell',
      orderType: 'limit',
      quantity: amount('1'),
      price: price('401'),
    }),
  ).rejects.toThrow('market_halted');

  await due(START + 10 * MINUTE_MS);
  expect(await states()).toEqual(['done']);
  expect([await has(ANNA), await has(BEN)]).toEqual(['13.333332/0', '40/0']);
  await expect.poll(() => market.state(aapl.id)).toBe('closed');
  expect(format(market.index(aapl.id)?.price ?? price('0'))).toBe('100');
  const candle = await database.db.one(
    sql`select open::text, low::text, vol::text, amount::text from market_candles where market_id = ${aapl.id}`,
  );
  expect(candle).toEqual({
    open: '100.0000000000',
    low: '97.5000000000',
    vol: '32.0000000000',
    amount: '3200.0000000000',
  });
  expect(adjusted).toEqual([aapl.id]);
  expect(notifications.map(({ user, kind, values }) => [user, kind, values?.['after']])).toEqual([
    [ANNA, 'stocks:split', '13.333332'],
    [BEN, 'stocks:split', '40'],
  ]);
  const [action] = await standingActions(database.db);
  expect(notifications[0]?.key).toBe(`stocks:${action?.id}:${ANNA}`);

  await due(START + 20 * MINUTE_MS);
  expect(await has(BEN)).toBe('40/0');
  expect((await auditLedger(database.db)).differences).toEqual([]);
});

test('a dividend pays every holder per share, also one whose shares are all in orders, and leaves the orders', async () => {
  const { market, spot, aapl, plan, due } = fixture;
  await spot.trading.place(BEN, {
    marketId: aapl.id,
    side: 'sell',
    orderType: 'limit',
    quantity: amount('10'),
    price: price('401'),
  });
  await plan(DIVIDEND);
  await due(START + 10 * MINUTE_MS);
  expect([await has(ANNA, aapl.quote), await has(BEN, aapl.quote)]).toEqual(['0.833333/0', '2.5/0']);
  expect(await has(BEN)).toBe('0/10');
  const own = await entitlementsOf(database.db, BEN, undefined, 10);
  expect(own.map(({ before, after, paid }) => [before, after, paid].map(format))).toEqual([
    ['10', '10', '2.5'],
  ]);
  await expect.poll(() => format(market.index(aapl.id)?.price ?? price('0'))).toBe('399.75');
  expect((await auditLedger(database.db)).differences).toEqual([]);
});

test('a cancelled action does not happen', async () => {
  const { market, aapl, calendar, plan, decide, due } = fixture;
  await plan(SPLIT);
  const [action] = await standingActions(database.db);
  const pauses = () => calendar.paused(aapl.id, START + 10 * MINUTE_MS);
  await expect.poll(pauses).toBe(true);
  await decide('stock action cancel', { id: action?.id ?? 0 });
  await expect.poll(pauses).toBe(false);
  await due(START + 10 * MINUTE_MS);
  expect(await has(BEN)).toBe('10/0');
  await expect.poll(() => market.state(aapl.id)).toBe('closed');
  await expect(decide('stock action cancel', { id: action?.id ?? 0 })).rejects.toThrow(
    'stock_action_decided',
  );
  await expect(decide('stock action cancel', { id: 99 })).rejects.toThrow('not_found');
});

test('an action that is cancelled while it comes due does not happen, one that has begun is not cancelled', async () => {
  const { plan, decide, due, stocks } = fixture;
  const cancel = stocks.approvals['stock action cancel'] ?? expect.fail('no kind');
  const decision = { approval: 1, reason: 'test', askedBy: 'finance', approvedBy: 'risk' };
  await plan(SPLIT);
  const late = await overlap(
    database.db,
    (tx) => cancel.execute(tx, { id: 1 }, decision),
    () => due(START + 10 * MINUTE_MS),
  );
  expect(late).toEqual({ hasWaited: true, status: 'fulfilled', value: undefined });
  expect([await has(BEN), await states()]).toEqual(['10/0', []]);

  await plan(SPLIT, START + 20 * MINUTE_MS);
  fixture.clock.set(START + 20 * MINUTE_MS);
  const item = { id: 1, kind: 'stocks:apply', subject: '2', payload: {}, dueAt: START, attempt: 1 };
  const refused = await overlap(
    database.db,
    (tx) => stocks.work['stocks:apply']?.(tx, item) ?? expect.fail('no work'),
    () => decide('stock action cancel', { id: 2 }),
  );
  expect(refused).toMatchObject({
    hasWaited: true,
    status: 'rejected',
    reason: { code: 'stock_action_decided' },
  });
  expect([await has(BEN), await states()]).toEqual(['40/0', ['done']]);
});

test('an action is refused in the past, during a session, twice, and for a coin', async () => {
  const { market, plan } = fixture;
  await expect(plan(SPLIT, START)).rejects.toThrow('stock_action_time');
  await expect(plan(SPLIT, Date.parse('2026-11-23T15:00:00Z'))).rejects.toThrow('stock_action_time');
  await plan(SPLIT);
  await expect(plan(SPLIT)).rejects.toThrow('approval_decided');
  const coin = market.instruments.bySymbol('BTC/USDT')?.id ?? expect.fail('no BTC');
  await expect(plan({ ...SPLIT, match_id: coin })).rejects.toThrow('stock_action_invalid');
  await expect(plan({ kind: 'dividend', per_share: '400' })).rejects.toThrow('stock_action_invalid');
});

test('an action that came due while the server was down happens before the market moves again', async () => {
  const { clock, market, aapl, plan, due } = fixture;
  await plan(SPLIT, START + 10 * MINUTE_MS);
  const open = Date.parse('2026-11-23T15:00:00Z');
  clock.set(open);
  await expect.poll(() => market.state(aapl.id)).toBe('halted');
  await due(open);
  await expect.poll(() => market.state(aapl.id)).toBe('open');
  expect(await has(BEN)).toBe('40/0');
});
