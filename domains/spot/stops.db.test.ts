import type { UserId } from '@karat/contract';
import { amount, format, price } from '@karat/money';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BTC, BTC_USDT, Exchange, USDT, limit } from './testing/exchange.ts';
import { checkSound } from './testing/invariants.ts';
import type { Order, PlaceInput, Side } from './types.ts';

let database: TestDatabase;
let exchange: Exchange;
let maker: UserId;
let other: UserId;
let user: UserId;

beforeEach(async () => {
  database = await createTestDatabase();
  exchange = new Exchange(database.db);
  await exchange.engine.start();
  maker = await exchange.person(400_001, [BTC, '100'], [USDT, '10000000']);
  other = await exchange.person(400_002, [BTC, '100'], [USDT, '10000000']);
  user = await exchange.person(400_003, [BTC, '10'], [USDT, '1000000']);
});
afterEach(async () => {
  await checkSound(database.db);
  await exchange.engine.stop();
  await database.drop();
});

const place = (who: UserId, input: PlaceInput): Promise<Order> => exchange.engine.place(who, input);
/** Makes the last trade happen at a price, without other effects. */
async function tradeAt(at: string): Promise<void> {
  await place(maker, limit('sell', '0.01', at));
  await place(other, limit('buy', '0.01', at, { timeInForce: 'IOC' }));
}
const now = async (order: Order): Promise<Order> => {
  const row = await database.db.one<{
    status: number;
    reason: string | null;
    filled: string;
    held: string;
    place: number;
  }>(sql`select status, reason, filled, held, place from spot_orders where id = ${order.id}`);
  return { ...order, ...row, filled: amount(row.filled), held: amount(row.held) } as Order;
};
const stop = (side: Side, quantity: string, at: string, limitPrice?: string): PlaceInput => ({
  marketId: BTC_USDT.id,
  side,
  orderType: limitPrice === undefined ? 'stop_market' : 'stop_limit',
  quantity: amount(quantity),
  stopPrice: price(at),
  ...(limitPrice === undefined ? {} : { price: price(limitPrice) }),
});
const oco = (side: Side, quantity: string, limitPrice: string, stopPrice: string): PlaceInput => ({
  ...limit(side, quantity, limitPrice, { orderType: 'oco', stopPrice: price(stopPrice) }),
});

test('a stop-limit buy waits with its money held and enters the book when a trade reaches its trigger', async () => {
  await tradeAt('30000');
  const order = await place(user, stop('buy', '0.1', '30500', '30600'));
  expect(order).toMatchObject({ status: 1, place: 2, held: amount('3060') });
  await tradeAt('30499.9');
  expect(await now(order)).toMatchObject({ place: 2 });
  await tradeAt('30500');
  expect(await now(order)).toMatchObject({ status: 1, place: 1, held: amount('3060') });
  await place(maker, limit('sell', '0.1', '30600'));
  expect(await now(order)).toMatchObject({ status: 2, held: 0n });
});

test('a stop-market sell takes what is there in the batch of the trade that triggered it', async () => {
  await tradeAt('30000');
  await place(maker, limit('buy', '0.05', '29300'));
  await place(maker, limit('buy', '0.1', '29200'));
  const order = await place(user, stop('sell', '0.1', '29500'));
  await tradeAt('29500');
  const ended = await now(order);
  expect(ended).toMatchObject({ status: 2, held: 0n });
  expect(await exchange.balance(user, USDT)).toBe('1002922.075/0');
});

test('a stop-market buy holds the worst price of its band and gets the rest back', async () => {
  await tradeAt('30000');
  const order = await place(user, stop('buy', '0.1', '30500'));
  expect(format(order.held)).toBe('3355');
  await place(maker, limit('sell', '0.1', '30510'));
  await tradeAt('30500');
  expect(await now(order)).toMatchObject({ status: 2, held: 0n });
  expect(await exchange.balance(user, USDT)).toBe('996949/0');
});

test('a stop-market buy takes nothing beyond the worst price of its band, however high the index is by then', async () => {
  await tradeAt('30000');
  const order = await place(user, stop('buy', '0.1', '30500'));
  exchange.markets.indexes.set(BTC_USDT.id, { price: price('33500'), stale: false });
  await place(maker, limit('sell', '0.1', '33550.1'));
  await tradeAt('30500');
  expect(await now(order)).toMatchObject({ status: 5, reason: 'no_liquidity', held: 0n });
  expect(await exchange.balance(user, USDT)).toBe('1000000/0');
});

test('stops trigger each other, nearest first', async () => {
  await tradeAt('30000');
  await place(maker, limit('buy', '0.1', '29000'));
  await place(maker, limit('buy', '0.1', '28500'));
  const second = await place(user, stop('sell', '0.1', '29000'));
  const first = await place(user, stop('sell', '0.1', '29900'));
  await tradeAt('29900');
  const a = await now(first);
  const b = await now(second);
  expect([a.status, b.status]).toEqual([2, 2]);
  const prices = await database.db.rows<{ price: string }>(
    sql`select price from spot_fills where taker_user = ${user} order by id`,
  );
  expect(prices.map((row) => Number(row.price))).toEqual([29_000, 28_500]);
});

test('a stop without liquidity ends, and its hold is released', async () => {
  await tradeAt('30000');
  const order = await place(user, stop('sell', '0.1', '29500'));
  await tradeAt('29500');
  expect(await now(order)).toMatchObject({ status: 5, reason: 'no_liquidity', held: 0n });
  expect(await exchange.balance(user, BTC)).toBe('10/0');
});

test('a cancelled stop is not triggered', async () => {
  await tradeAt('30000');
  const order = await place(user, stop('sell', '0.1', '29500'));
  await exchange.engine.cancel(user, order.id);
  await place(maker, limit('buy', '1', '29400'));
  await tradeAt('29500');
  expect(await now(order)).toMatchObject({ status: 3, filled: 0n });
});

test('the legs of a pair share one hold, and the first fill of the limit leg ends the stop leg', async () => {
  await tradeAt('30000');
  const order = await place(user, oco('buy', '0.1', '29500', '30500'));
  expect(order).toMatchObject({ orderType: 'oco', place: 1, held: amount('3355') });
  expect(await exchange.balance(user, USDT)).toBe('996645/3355');
  await place(maker, limit('sell', '0.04', '29500'));
  expect(await now(order)).toMatchObject({ status: 4, held: amount('1770') });
  const leg = await database.db.one(
    sql`select status, reason, held from spot_orders where id = ${order.pairId}`,
  );
  expect(leg).toMatchObject({ status: 3, reason: 'pair' });
});

test('when the stop leg is triggered the limit leg ends, and the stop takes its hold', async () => {
  await tradeAt('30000');
  const order = await place(user, oco('sell', '0.1', '30500', '29500'));
  await place(maker, limit('buy', '0.1', '29400'));
  await tradeAt('29500');
  expect(await now(order)).toMatchObject({ status: 3, reason: 'pair', held: 0n });
  const leg = await database.db.one(sql`select status, filled from spot_orders where id = ${order.pairId}`);
  expect(leg).toMatchObject({ status: 2, filled: '0.1000000000' });
  expect(await exchange.balance(user, BTC)).toBe('9.9/0');
});

test.each(['limit', 'stop'] as const)(
  'cancelling the %s leg ends both and releases everything',
  async (which) => {
    await tradeAt('30000');
    const order = await place(user, oco('buy', '0.1', '29500', '30500'));
    const id = which === 'limit' ? order.id : (order.pairId ?? order.id);
    expect(await exchange.engine.cancel(user, id)).toMatchObject({ status: 3, reason: 'requested' });
    expect(await exchange.balance(user, USDT)).toBe('1000000/0');
    await tradeAt('30500');
  },
);

test('a pair whose limit would trade at once is refused', async () => {
  await tradeAt('30000');
  await place(maker, limit('sell', '0.1', '29600'));
  const refusal = place(user, oco('buy', '0.1', '29700', '30500'));
  await expect(refusal).rejects.toMatchObject({ code: 'would_take' });
  expect(await exchange.balance(user, USDT)).toBe('1000000/0');
});

test('stops, pairs and last trades are restored after a restart', async () => {
  await tradeAt('30000');
  const pair = await place(user, oco('sell', '0.1', '30500', '29500'));
  const alone = await place(user, stop('buy', '0.1', '30200', '30300'));
  await exchange.restart();
  await place(maker, limit('buy', '0.1', '29400'));
  await tradeAt('29500');
  expect(await now(pair)).toMatchObject({ status: 3, reason: 'pair' });
  await tradeAt('30200');
  expect(await now(alone)).toMatchObject({ place: 1 });
  const again = place(user, stop('buy', '0.1', '30100'));
  await expect(again).rejects.toMatchObject({ code: 'stop_price_invalid' });
});

test('a triggered order queues behind the orders that rested before it, after a restart too', async () => {
  await tradeAt('30000');
  const triggered = await place(user, stop('buy', '0.1', '30200', '30100'));
  const earlier = await place(other, limit('buy', '0.1', '30100'));
  await tradeAt('30200');
  expect(await now(triggered)).toMatchObject({ place: 1, filled: 0n });
  await exchange.restart();
  await place(maker, limit('sell', '0.1', '30100'));
  expect(await now(earlier)).toMatchObject({ status: 2 });
  expect(await now(triggered)).toMatchObject({ status: 1, filled: 0n });
  await place(maker, limit('sell', '0.1', '30100'));
  expect(await now(triggered)).toMatchObject({ status: 2, filled: amount('0.1') });
});

test('a restart keeps time priority among orders whose numbers lie far apart, pairs and parts of orders included', async () => {
  await tradeAt('30000');
  const partly = await place(user, limit('buy', '0.3', '29900'));
  const pair = await place(user, oco('buy', '0.1', '29900', '30500'));
  await place(maker, limit('sell', '0.1', '29900'));
  await exchange.engine.stop();
  // Orders of this many numbers have ended meanwhile.
  await database.db.run(sql`update spot_engine set order_id = order_id + 1000000`);
  await exchange.restart();
  const late = await place(other, limit('buy', '0.1', '29900'));
  await exchange.restart();
  const ids = [partly.id, pair.id, late.id];
  const filled = async (): Promise<string[]> => {
    const rows = await database.db.rows<{ filled: string }>(
      sql`select trim_scale(filled)::text as filled from spot_orders where id = any(${ids}::bigint[]) order by priority`,
    );
    return rows.map((row) => row.filled);
  };
  expect(await filled()).toEqual(['0.1', '0', '0']);
  await place(maker, limit('sell', '0.25', '29900'));
  expect(await filled()).toEqual(['0.3', '0.05', '0']);
  await exchange.restart();
  await place(maker, limit('sell', '0.1', '29900'));
  expect(await filled()).toEqual(['0.3', '0.1', '0.05']);
  expect(await now(pair)).toMatchObject({ status: 2, held: 0n });
});

test('a resting order without a price is refused at a restart, and no other one takes its place', async () => {
  const order = await place(user, limit('buy', '0.1', '29900'));
  await place(other, limit('buy', '0.2', '29800'));
  await exchange.engine.stop();
  await database.db.run(sql`update spot_orders set price = null where id = ${order.id}`);
  await expect(exchange.restart()).rejects.toThrow('not a decimal');
  await database.db.run(sql`update spot_orders set price = 29900 where id = ${order.id}`);
  await exchange.restart();
  await place(maker, limit('sell', '0.1', '29900'));
  expect(await now(order)).toMatchObject({ status: 2 });
});
