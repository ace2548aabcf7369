import { UNIT, amount, minus, plus, price, rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import { discountedRate, estimateFill, holdPrice, quoteAmount, takerFee, tradeFee } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BTC, BTC_USDT, Exchange, HandMarkets, USDT } from './testing/exchange.ts';
import { checkSound } from './testing/invariants.ts';

/** Maker and taker fees differ, and so do the decimals of base (8) and quote (6). */
const MARKET = { ...BTC_USDT, makerFee: rate('0.00033'), takerFee: rate('0.00077') };

/** The taker has a VIP level: estimate and charge both use the discounted rate. */
const VIP = 900_002;
const DISCOUNT = rate('0.07');
const TAKER_FEE = discountedRate(MARKET.takerFee, DISCOUNT);
const MAKER_FEE = discountedRate(MARKET.makerFee, DISCOUNT);

let database: TestDatabase;
let exchange: Exchange;
beforeAll(async () => {
  database = await createTestDatabase();
  exchange = new Exchange(database.db, {
    markets: new HandMarkets([MARKET]),
    feeDiscount: (user) => (user === VIP ? DISCOUNT : rate('0')),
  });
  await exchange.engine.start();
});
afterAll(async () => {
  await exchange.engine.stop();
  await database.drop();
});

const orders = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  kind: fc.constantFrom('quantity' as const, 'budget' as const, 'limit' as const),
  lots: fc.bigInt({ min: 200n, max: 3_000n }),
  extra: fc.bigInt({ min: 0n, max: 99_999n }),
  levels: fc.uniqueArray(
    fc.record({ step: fc.integer({ min: 1, max: 900 }), lots: fc.bigInt({ min: 100n, max: 900n }) }),
    { minLength: 1, maxLength: 4, selector: ({ step }) => step },
  ),
});

test('estimated fill and fee of an order are what the engine fills and charges, to the last digit', async () => {
  const maker = await exchange.person(900_001, [BTC, '1000'], [USDT, '100000000']);
  const taker = await exchange.person(VIP, [BTC, '1000'], [USDT, '100000000']);
  for (const { side, kind, lots, extra, levels } of fc.sample(orders, { numRuns: 40, seed: 20_260_301 })) {
    const buys = side === 'buy';
    const book = levels
      .toSorted((a, b) => a.step - b.step)
      .map(({ step, lots: of }) => ({
        price: price(30_000n * UNIT + BigInt(buys ? step : -step) * MARKET.tick),
        quantity: amount(of * MARKET.lot),
      }));
    const marketId = MARKET.id;
    const resting = [];
    for (const level of book) {
      const order = { marketId, side: buys ? 'sell' : 'buy', orderType: 'limit', ...level } as const;
      resting.push(await exchange.engine.place(maker, order));
    }
    const quantity = amount(lots * MARKET.lot);
    const budget = plus(quoteAmount(quantity, price('30000')), amount(extra * 10_000n));
    const limit = book.at(-1)?.price ?? price('30000');
    const size = kind === 'budget' ? { budget } : { quantity };
    const estimate = estimateFill(book, { ...size, lot: MARKET.lot });
    const [received, decimals] = buys ? (['quantity', 8] as const) : (['quote', 6] as const);
    const fee = takerFee(estimate, received, TAKER_FEE, decimals);
    const placed = await exchange.engine.place(taker, {
      marketId,
      side,
      ...(kind === 'limit' ? { orderType: 'limit', price: limit } : { orderType: 'market' }),
      ...(kind === 'budget' ? { quoteAmount: budget } : { quantity }),
    });
    expect(placed).toMatchObject({ filled: estimate.quantity, filledQuote: estimate.quote, fee });
    if (kind === 'limit') {
      // The rest holds what it costs at its limit, and pays the maker fee when it fills.
      const rest = minus(quantity, estimate.quantity);
      expect(placed.held).toBe(buys ? quoteAmount(rest, limit) : rest);
      if (rest > 0n) {
        const opposite = { marketId, side: buys ? 'sell' : 'buy', orderType: 'limit', price: limit } as const;
        await exchange.engine.place(maker, { ...opposite, quantity: rest });
        const receives = buys ? rest : quoteAmount(rest, limit);
        const total = plus(fee, tradeFee(receives, MAKER_FEE, decimals));
        const row = await database.db.one<{ fee: string }>(
          sql`select fee::text as fee from spot_orders where id = ${placed.id}`,
        );
        expect(amount(row.fee)).toBe(total);
      }
    }
    for (const { id } of resting) await exchange.engine.cancel(maker, id).catch(() => undefined);
  }
  await checkSound(database.db);
});

const waiting = fc.record({
  orderType: fc.constantFrom('stop_market' as const, 'stop_limit' as const, 'oco' as const),
  limit: fc.integer({ min: 1, max: 900 }),
  stop: fc.integer({ min: 1, max: 900 }),
  lots: fc.bigInt({ min: 200n, max: 3_000n }),
});

test('a waiting buy holds the cost that its ticket shows, to the last digit', async () => {
  const user = await exchange.person(900_003, [BTC, '1'], [USDT, '100000000']);
  const maker = await exchange.person(900_004, [BTC, '1'], [USDT, '100000']);
  const around = { marketId: MARKET.id, orderType: 'limit', price: price('30000') } as const;
  const traded = { ...around, quantity: amount('0.01') };
  await exchange.engine.place(maker, { ...traded, side: 'sell' });
  await exchange.engine.place(user, { ...traded, side: 'buy' });
  for (const { orderType, limit, stop, lots } of fc.sample(waiting, { numRuns: 40, seed: 20_261_122 })) {
    const below = orderType === 'oco' ? -limit : limit;
    const limitPrice = price(30_000n * UNIT + BigInt(below) * MARKET.tick);
    const stopPrice = price(30_000n * UNIT + BigInt(stop) * MARKET.tick);
    const quantity = amount(lots * MARKET.lot);
    const limited = orderType !== 'stop_market';
    const prices = {
      limit: limited ? limitPrice : undefined,
      marketTrigger: orderType === 'stop_limit' ? undefined : stopPrice,
    };
    const placed = await exchange.engine.place(user, {
      marketId: MARKET.id,
      side: 'buy',
      orderType,
      ...(limited ? { price: limitPrice } : {}),
      stopPrice,
      quantity,
    });
    expect(placed.held).toBe(quoteAmount(quantity, holdPrice(prices, MARKET.band, MARKET.tick)));
    await exchange.engine.cancel(user, placed.id);
  }
  await checkSound(database.db);
});
