import { Refusal, marketId, orderId } from '@karat/contract';
import type { OrderId, UserId } from '@karat/contract';
import { amount, format, price, rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BTC, BTC_USDT, ETH_USDT, Exchange, USDT, forQuote, limit, market } from './testing/exchange.ts';
import { checkSound } from './testing/invariants.ts';
import type { EndReason, Order, PlaceInput } from './types.ts';

let database: TestDatabase;
let exchange: Exchange;
let nextUser = 300_000;
let maker: UserId;
let taker: UserId;

beforeAll(async () => {
  database = await createTestDatabase();
  exchange = new Exchange(database.db, { openOrdersMax: 5 });
  await exchange.engine.start();
});
beforeEach(async () => {
  maker = await exchange.person(++nextUser, [BTC, '10'], [USDT, '1000000']);
  taker = await exchange.person(++nextUser, [BTC, '10'], [USDT, '1000000']);
});
afterEach(async () => {
  await exchange.engine.cancelAll(maker);
  await exchange.engine.cancelAll(taker);
  await checkSound(database.db);
});
afterAll(async () => {
  await exchange.engine.stop();
  await database.drop();
});

const place = (who: UserId, ...input: Parameters<typeof limit>): Promise<Order> =>
  exchange.engine.place(who, limit(...input));
const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error)),
  );
/** All rows that a refusal must not change. */
const everything = () =>
  database.db.rows(sql`
    select md5(string_agg(t, '|' order by t)) as rows from (
      select o::text as t from spot_orders o union all select b::text from ledger_balances b
      union all select j::text from ledger_journals j union all select f::text from spot_fills f
      union all select k::text from spot_client_keys k) rows`);
const statusOf = async (id: OrderId): Promise<string> => {
  const row = await database.db.one<{ status: number; reason: string | null }>(
    sql`select status, reason from spot_orders where id = ${id}`,
  );
  return `${row.status} ${row.reason ?? ''}`.trim();
};

describe('limit orders', () => {
  test('trade by price, then by time', async () => {
    const dear = await place(maker, 'sell', '0.1', '30100');
    const first = await place(maker, 'sell', '0.1', '30000');
    const second = await place(maker, 'sell', '0.1', '30000');
    const order = await place(taker, 'buy', '0.25', '30200');
    expect(order).toMatchObject({ status: 2, held: 0n });
    expect(format(order.filledQuote)).toBe('7505');
    expect([await statusOf(first.id), await statusOf(second.id), await statusOf(dear.id)]).toEqual([
      '2',
      '2',
      '4',
    ]);
  });

  test('rest with their untraded part and hold its cost at the limit', async () => {
    await place(maker, 'sell', '0.1', '30000');
    const order = await place(taker, 'buy', '0.3', '30100');
    expect(order).toMatchObject({ status: 4, held: amount('6020') });
    expect(await exchange.balance(taker, USDT)).toBe('990980/6020');
  });

  test('immediate-or-cancel trades what is there and ends', async () => {
    await place(maker, 'sell', '0.1', '30000');
    const order = await place(taker, 'buy', '0.3', '30000', { timeInForce: 'IOC' });
    expect(order).toMatchObject({ status: 5, reason: 'no_liquidity', filled: amount('0.1'), held: 0n });
    expect(await exchange.balance(taker, USDT)).toBe('997000/0');
  });

  test('a newer order that meets an order of the same user is cancelled, and its earlier trades stand', async () => {
    await place(maker, 'sell', '0.1', '30000');
    const own = await place(taker, 'sell', '0.1', '30010');
    const order = await place(taker, 'buy', '0.3', '30020');
    expect(order).toMatchObject({ status: 3, reason: 'self_trade', filled: amount('0.1'), held: 0n });
    expect(await statusOf(own.id)).toBe('1');
  });

  test('an amended order keeps its priority and releases what it no longer needs', async () => {
    const first = await place(maker, 'buy', '0.2', '30000');
    const second = await place(maker, 'buy', '0.2', '30000');
    await place(taker, 'sell', '0.05', '30000');
    // A rest of 3 USDT is less than an order has to be worth.
    expect(await refused(exchange.engine.amend(maker, first.id, amount('0.0501')))).toBe(
      'notional_too_small',
    );
    const amended = await exchange.engine.amend(maker, first.id, amount('0.1'));
    expect(amended).toMatchObject({ quantity: amount('0.1'), filled: amount('0.05'), held: amount('1500') });
    await place(taker, 'sell', '0.05', '30000');
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['2', '1']);
    for (const total of ['0.2', '0.3'])
      expect(await refused(exchange.engine.amend(maker, second.id, amount(total)))).toBe('amend_invalid');
    expect(await refused(exchange.engine.amend(maker, second.id, amount('0.0001')))).toBe(
      'notional_too_small',
    );
  });
});

describe('a replaced order', () => {
  const next = limit;

  test('moves to its new price in one step, and its hold pays for the new one', async () => {
    const poor = await exchange.person(++nextUser, [USDT, '6000']);
    const old = await place(poor, 'buy', '0.2', '30000');
    expect(await exchange.balance(poor, USDT)).toBe('0/6000');
    const order = await exchange.engine.replace(poor, old.id, next('buy', '0.2', '29900'));
    expect(order).toMatchObject({ status: 1, price: price('29900'), quantity: amount('0.2') });
    expect(await statusOf(old.id)).toBe('3 requested');
    expect(await exchange.balance(poor, USDT)).toBe('20/5980');
    // Beyond balance and hold together nothing changes.
    expect(await refused(exchange.engine.replace(poor, order.id, next('buy', '0.21', '29900')))).toBe(
      'insufficient_balance',
    );
    expect(await statusOf(order.id)).toBe('1');
    expect(await exchange.balance(poor, USDT)).toBe('20/5980');
    await exchange.engine.cancelAll(poor);
  });

  test('counts what is filled already, and may not go below it', async () => {
    const old = await place(maker, 'sell', '0.2', '30000');
    await place(taker, 'buy', '0.05', '30000');
    const order = await exchange.engine.replace(maker, old.id, next('sell', '0.3', '30100'));
    expect(order).toMatchObject({ quantity: amount('0.25'), filled: 0n, held: amount('0.25') });
    expect(await refused(exchange.engine.replace(maker, old.id, next('sell', '0.3', '30100')))).toBe(
      'order_not_open',
    );
    await place(taker, 'buy', '0.25', '30100');
    expect(await statusOf(order.id)).toBe('2');
  });

  test('trades at once where the new price meets the book', async () => {
    await place(maker, 'sell', '0.1', '30000');
    const old = await place(taker, 'buy', '0.1', '29000');
    expect(await exchange.engine.replace(taker, old.id, next('buy', '0.1', '30000'))).toMatchObject({
      status: 2,
      filled: amount('0.1'),
    });
  });

  test.each([
    ['a price outside the band', next('buy', '0.1', '100'), 'price_outside_band'],
    ['a price between ticks', next('buy', '0.1', '29000.123456'), 'price_tick'],
    ['the other side', next('sell', '0.1', '30100'), 'amend_invalid'],
    ['a quantity that is too small', next('buy', '0.0001', '29000'), 'notional_too_small'],
  ])('refuses %s and keeps the old one with its hold', async (_, input, code) => {
    const old = await place(taker, 'buy', '0.1', '29000');
    const before = await exchange.balance(taker, USDT);
    expect(await refused(exchange.engine.replace(taker, old.id, input))).toBe(code);
    expect(await statusOf(old.id)).toBe('1');
    expect(await exchange.balance(taker, USDT)).toBe(before);
  });

  test('that is post-only and would trade is refused and keeps its place', async () => {
    await place(maker, 'sell', '0.1', '30000');
    const old = await place(taker, 'buy', '0.1', '29000', { postOnly: true });
    const crossing = next('buy', '0.1', '30000', { postOnly: true });
    expect(await refused(exchange.engine.replace(taker, old.id, crossing))).toBe('would_take');
    expect(await statusOf(old.id)).toBe('1');
  });

  test('is replaced once by the same request sent twice, also at the same time', async () => {
    const old = await place(taker, 'buy', '0.1', '29000');
    const input = next('buy', '0.1', '29100', { clientKey: 'again' });
    const [first, second] = await Promise.all([
      exchange.engine.replace(taker, old.id, input),
      exchange.engine.replace(taker, old.id, input),
    ]);
    const third = await exchange.engine.replace(taker, old.id, input);
    expect([second.id, third.id]).toEqual([first.id, first.id]);
    const other = { ...input, price: price('29200') };
    expect(await refused(exchange.engine.replace(taker, old.id, other))).toBe('idempotency_conflict');
  });

  test('of another user is unknown, and two replacements of one order leave one successor', async () => {
    const old = await place(taker, 'buy', '0.1', '29000');
    expect(await refused(exchange.engine.replace(maker, old.id, next('buy', '0.1', '29100')))).toBe(
      'order_unknown',
    );
    const results = await Promise.allSettled(
      ['29100', '29200', '29300'].map((at) => exchange.engine.replace(taker, old.id, next('buy', '0.1', at))),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
  });
});

describe('market orders', () => {
  test('by quantity need no more than the cost in the book', async () => {
    await place(maker, 'sell', '0.1', '30000');
    await place(maker, 'sell', '0.1', '30100');
    const poor = await exchange.person(++nextUser, [USDT, '6010']);
    const order = await exchange.engine.place(poor, market('buy', '0.2'));
    expect(order).toMatchObject({ status: 2, price: null, held: 0n });
    expect(await exchange.balance(poor, USDT)).toBe('0/0');
  });

  test('for a quote amount spend as much of it as whole lots allow, and never more', async () => {
    await place(maker, 'sell', '1', '30000.7');
    const order = await exchange.engine.place(taker, forQuote('buy', '1000'));
    expect(order).toMatchObject({ status: 2, quantity: null, filled: amount('0.03333') });
    expect(format(order.filledQuote)).toBe('999.923331');
    expect(await exchange.balance(taker, USDT)).toBe('999000.076669/0');
  });

  test('for a quote amount sell at most as much as yields it', async () => {
    await place(maker, 'buy', '1', '30000');
    const order = await exchange.engine.place(taker, forQuote('sell', '1000'));
    expect(format(order.filledQuote)).toBe('999.9');
    expect(await exchange.balance(taker, BTC)).toBe('9.96667/0');
  });

  test('do not trade outside the band around the index', async () => {
    await place(maker, 'sell', '0.1', '32000');
    exchange.markets.indexes.set(BTC_USDT.id, { price: price('29000'), stale: false });
    for (const more of [{}, { slippage: rate('0.9') }]) {
      const order = await exchange.engine.place(taker, market('buy', '0.1', more));
      expect(order).toMatchObject({ status: 5, reason: 'no_liquidity', filled: 0n, held: 0n });
    }
    exchange.markets.indexes.set(BTC_USDT.id, { price: price('30000'), stale: false });
  });

  test('that find less than requested end with the rest unfilled', async () => {
    await place(maker, 'sell', '0.1', '30000');
    const order = await exchange.engine.place(taker, market('buy', '0.3'));
    expect(order).toMatchObject({ status: 5, reason: 'no_liquidity', filled: amount('0.1') });
    const byQuote = await exchange.engine.place(taker, forQuote('buy', '100'));
    expect(byQuote).toMatchObject({ status: 5, reason: 'no_liquidity', filled: 0n });
  });
});

describe('an order without liquidity is an expired order that cost nothing', () => {
  const cases: readonly (readonly [string, EndReason, (more?: Partial<PlaceInput>) => Promise<Order>])[] = [
    [
      'immediate-or-cancel',
      'no_liquidity',
      (more) => place(taker, 'buy', '1', '29000', { timeInForce: 'IOC', ...more }),
    ],
    [
      'fill-or-kill with too little on the other side',
      'cannot_fill',
      (more) => place(taker, 'buy', '2', '30000', { timeInForce: 'FOK', ...more }),
    ],
    [
      'fill-or-kill with nothing on the other side',
      'cannot_fill',
      (more) => place(taker, 'sell', '1', '31000', { timeInForce: 'FOK', ...more }),
    ],
    [
      'market fill-or-kill with too little on the other side',
      'cannot_fill',
      (more) => exchange.engine.place(taker, market('buy', '2', { timeInForce: 'FOK', ...more })),
    ],
    [
      'market order without another side',
      'no_liquidity',
      (more) => exchange.engine.place(taker, market('sell', '1', more)),
    ],
    [
      'market order for a quote amount without another side',
      'no_liquidity',
      (more) => exchange.engine.place(taker, { ...forQuote('sell', '100'), ...more }),
    ],
  ];
  test.each(cases)('%s: %s', async (name, reason, act) => {
    await place(maker, 'sell', '1', '30000');
    const before = [await exchange.balance(taker, USDT), await exchange.balance(taker, BTC)];
    const clientKey = name.replaceAll(' ', '-');
    const order = await act({ clientKey });
    expect(order).toMatchObject({ status: 5, reason, filled: 0n, held: 0n, fee: 0n, place: 0 });
    expect([await exchange.balance(taker, USDT), await exchange.balance(taker, BTC)]).toEqual(before);
    expect(await statusOf(order.id)).toBe(`5 ${reason}`);
    // The same request with its client id returns the same order.
    expect((await act({ clientKey })).id).toBe(order.id);
  });

  test('and is refused if its user could not have paid', async () => {
    const poor = await exchange.person(++nextUser, [USDT, '1']);
    for (const side of ['buy', 'sell'] as const)
      expect(await refused(exchange.engine.place(poor, market(side, '1')))).toBe('insufficient_balance');
  });
});

describe('a refused order changes no row', () => {
  const cases: readonly (readonly [string, string, () => Promise<unknown>])[] = [
    ['no such market', 'market_unknown', () => place(taker, 'buy', '1', '30000', { marketId: marketId(99) })],
    ['off the tick', 'price_tick', () => place(taker, 'buy', '1', '30000.05')],
    ['off the lot', 'quantity_lot', () => place(taker, 'buy', '0.000001', '30000')],
    ['worth too little', 'notional_too_small', () => place(taker, 'buy', '0.00016', '30000')],
    ['too far from the index', 'price_outside_band', () => place(taker, 'buy', '1', '33000.1')],
    ['too far below the index', 'price_outside_band', () => place(taker, 'sell', '1', '26999.9')],
    ['more money than there is', 'insufficient_balance', () => place(taker, 'buy', '33.4', '30000')],
    ['more coins than there are', 'insufficient_balance', () => place(taker, 'sell', '10.00001', '30000')],
    [
      'post-only that would take',
      'would_take',
      () => place(taker, 'buy', '0.1', '30000', { postOnly: true }),
    ],
    [
      'market order with a price',
      'price_invalid',
      () => exchange.engine.place(taker, { ...limit('buy', '1', '30000'), orderType: 'market' }),
    ],
    [
      'limit order without one',
      'price_invalid',
      () => exchange.engine.place(taker, { ...market('buy', '1'), orderType: 'limit' }),
    ],
    [
      'quantity and value at once',
      'quantity_invalid',
      () => exchange.engine.place(taker, { ...market('buy', '1'), quoteAmount: amount('5') }),
    ],
    [
      'neither quantity nor value',
      'quantity_invalid',
      () => exchange.engine.place(taker, { marketId: BTC_USDT.id, side: 'buy', orderType: 'market' }),
    ],
    ['too large to count', 'order_too_large', () => place(taker, 'buy', '99999999999', '30000')],
    [
      'stop on the near side',
      'stop_price_invalid',
      () =>
        exchange.engine.place(taker, {
          ...market('buy', '1'),
          orderType: 'stop_market',
          stopPrice: price('29000'),
        }),
    ],
    [
      'cancelling what is not there',
      'order_unknown',
      () => exchange.engine.cancel(taker, orderId(9_999_999)),
    ],
  ];
  test.each(cases)('%s: %s', async (_, code, act) => {
    await place(maker, 'sell', '1', '30000');
    const before = await everything();
    expect(await refused(act())).toBe(code);
    expect(await everything()).toEqual(before);
  });

  test("another user's order is unknown to cancel and amend", async () => {
    const order = await place(maker, 'sell', '1', '30000');
    expect(await refused(exchange.engine.cancel(taker, order.id))).toBe('order_unknown');
    expect(await refused(exchange.engine.amend(taker, order.id, amount('0.5')))).toBe('order_unknown');
  });

  test('beyond the limit of open orders', async () => {
    for (let count = 0; count < 5; count++) await place(taker, 'buy', '0.1', '29000');
    expect(await refused(place(taker, 'buy', '0.1', '29000'))).toBe('too_many_open_orders');
    await place(maker, 'sell', '0.1', '30000');
    expect((await place(taker, 'buy', '0.1', '30000', { timeInForce: 'IOC' })).status).toBe(2);
  });
});

describe('the state of a market', () => {
  afterEach(() => exchange.markets.states.clear());

  test.each([
    ['halted', 'market_halted'],
    ['cancel_only', 'market_cancel_only'],
  ] as const)('%s refuses orders and still cancels', async (state, code) => {
    const order = await place(taker, 'buy', '0.1', '29000');
    exchange.markets.states.set(BTC_USDT.id, state);
    expect(await refused(place(taker, 'buy', '0.1', '29000'))).toBe(code);
    expect((await exchange.engine.cancel(taker, order.id)).status).toBe(3);
  });

  test('without a fresh index new orders are refused', async () => {
    exchange.markets.indexes.set(BTC_USDT.id, { price: price('30000'), stale: true });
    expect(await refused(place(taker, 'buy', '0.1', '29000'))).toBe('index_stale');
    exchange.markets.indexes.set(BTC_USDT.id, { price: price('30000'), stale: false });
  });

  test('orders placed while it is closed enter the book at the opening in order of arrival', async () => {
    exchange.markets.states.set(ETH_USDT.id, 'closed');
    const eth = { marketId: ETH_USDT.id };
    const rich = await exchange.person(++nextUser, [ETH_USDT.base, '10']);
    const early = await place(rich, 'sell', '1', '2000', eth);
    const buy = await place(taker, 'buy', '1.5', '2010', eth);
    const late = await place(rich, 'sell', '1', '1990', eth);
    expect([early, buy, late].map((order) => [order.status, order.place])).toEqual([
      [1, 3],
      [1, 3],
      [1, 3],
    ]);
    expect(await refused(exchange.engine.place(taker, market('buy', '1', eth)))).toBe('market_closed');
    const stopPrice = price('2005');
    const stopType = { ...eth, orderType: 'stop_market', stopPrice } as const;
    const stop = await exchange.engine.place(maker, market('buy', '0.2', stopType));
    const gone = await place(rich, 'sell', '1', '1990', eth);
    await exchange.engine.cancel(rich, gone.id);
    exchange.markets.states.set(ETH_USDT.id, 'open');
    exchange.engine.wake(ETH_USDT.id);
    const after = await place(rich, 'sell', '0.1', '2100', eth);
    expect(after.place).toBe(1);
    expect([await statusOf(early.id), await statusOf(buy.id), await statusOf(late.id)]).toEqual([
      '2',
      '2',
      '4',
    ]);
    const fills = await database.db.rows<{ price: string }>(
      sql`select price from spot_fills where market_id = 2 order by id`,
    );
    // The trade at 2010 triggers the stop, which takes what is left of the last sell.
    expect(fills.map((fill) => Number(fill.price))).toEqual([2_000, 2_010, 1_990]);
    expect(await statusOf(stop.id)).toBe('2');
    await exchange.engine.cancelAll(rich);
  });
});

describe('a client order id', () => {
  test('repeated with the same order returns that order in its present state', async () => {
    const first = await place(taker, 'buy', '0.1', '30000', { clientKey: 'mine' });
    await place(maker, 'sell', '0.1', '30000');
    const again = await place(taker, 'buy', '0.1', '30000', { clientKey: 'mine' });
    expect(again).toMatchObject({ id: first.id, status: 2 });
  });

  test('sent twice at once makes one order', async () => {
    const both = await Promise.all(
      [1, 2].map(() => place(taker, 'buy', '0.1', '29000', { clientKey: 'twice' })),
    );
    expect(both[0]?.id).toBe(both[1]?.id);
    expect(await exchange.balance(taker, USDT)).toBe('997100/2900');
  });

  test('repeated with another order is refused, also at once', async () => {
    const [one, other] = await Promise.all([
      refused(place(taker, 'buy', '0.1', '29000', { clientKey: 'once' })),
      refused(place(taker, 'buy', '0.2', '29000', { clientKey: 'once' })),
    ]);
    expect([one, other]).toEqual(['accepted', 'idempotency_conflict']);
    expect(await refused(place(taker, 'buy', '0.3', '29000', { clientKey: 'once' }))).toBe(
      'idempotency_conflict',
    );
  });

  test('belongs to one user', async () => {
    const mine = await place(taker, 'buy', '0.1', '29000', { clientKey: 'shared' });
    const theirs = await place(maker, 'buy', '0.2', '29000', { clientKey: 'shared' });
    expect(theirs.id).not.toBe(mine.id);
  });
});
