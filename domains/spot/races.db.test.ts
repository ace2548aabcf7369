import { Refusal, userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { userAccount } from '@karat/domains/ledger';
import { amount, negate, price } from '@karat/money';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '@karat/platform/random';
import { BTC, BTC_USDT, ETH_USDT, Exchange, USDT, forQuote, limit, market } from './testing/exchange.ts';
import { checkSound } from './testing/invariants.ts';
import type { Order, PlaceInput } from './types.ts';

let database: TestDatabase;
let exchange: Exchange;
beforeAll(async () => {
  database = await createTestDatabase();
  exchange = new Exchange(database.db);
  await exchange.engine.start();
});
afterEach(() => checkSound(database.db));
afterAll(async () => {
  await exchange.engine.stop();
  await database.drop();
});

/** Moves money from the exchange account to the funding account, as a transfer does. */
const transferAway = (user: UserId, text: string, key: string) =>
  exchange.ctx.db.transact((tx) =>
    exchange.ledger.post(tx, {
      key,
      kind: 'transfer',
      reference: 'test',
      at: 1,
      entries: [
        { account: userAccount(user, 'change'), currency: USDT, available: negate(amount(text)) },
        { account: userAccount(user, 'legal'), currency: USDT, available: amount(text) },
      ],
    }),
  );
const fulfilled = (results: readonly PromiseSettledResult<unknown>[]): number =>
  results.filter((each) => each.status === 'fulfilled').length;

test('an order and a transfer of the same money: one of them gets it', async () => {
  for (let round = 0; round < 20; round++) {
    const user = await exchange.person(600_000 + round, [USDT, '3000']);
    const results = await Promise.allSettled([
      exchange.engine.place(user, limit('buy', '0.1', '30000')),
      transferAway(user, '3000', `race:${round}`),
    ]);
    expect(fulfilled(results)).toBe(1);
    const [order] = results;
    if (order.status === 'fulfilled') await exchange.engine.cancel(user, order.value.id);
  }
});

test('two orders for the same money in one batch: the first gets it', async () => {
  const user = await exchange.person(610_000, [USDT, '3000']);
  const [first, second] = await Promise.allSettled([
    exchange.engine.place(user, limit('buy', '0.1', '30000')),
    exchange.engine.place(user, limit('buy', '0.1', '30000')),
  ]);
  expect(first.status).toBe('fulfilled');
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'insufficient_balance' } });
  await exchange.engine.cancelAll(user);
});

test('the proceeds of a fill fund a later order of the same batch', async () => {
  const seller = await exchange.person(610_001, [BTC, '1']);
  const buyer = await exchange.person(610_002, [USDT, '30000']);
  const [, , again] = await Promise.all([
    exchange.engine.place(seller, limit('sell', '1', '30000')),
    exchange.engine.place(buyer, limit('buy', '1', '30000')),
    exchange.engine.place(seller, limit('buy', '0.9', '30000')),
  ]);
  expect(again.status).toBe(1);
  await exchange.engine.cancelAll(seller);
});

test('a lower quantity counts what was filled earlier in the batch, and cancelling all an order of the batch', async () => {
  const buyer = await exchange.person(610_007, [USDT, '30000']);
  const seller = await exchange.person(610_008, [BTC, '1']);
  const order = await exchange.engine.place(buyer, limit('buy', '1', '29000'));
  const [, lowered] = await Promise.all([
    exchange.engine.place(seller, limit('sell', '0.4', '29000')),
    exchange.engine.amend(buyer, order.id, amount('0.5')),
  ]);
  expect(lowered).toMatchObject({ quantity: amount('0.5'), filled: amount('0.4'), held: amount('2900') });
  const [placed, cancelled] = await Promise.all([
    exchange.engine.place(buyer, limit('buy', '0.1', '28000')),
    exchange.engine.cancelAll(buyer),
  ]);
  expect(cancelled).toEqual([order.id, placed.id]);
  expect(await exchange.balance(buyer, USDT)).toBe('18400/0');
});

test('two cancellations of one order: one succeeds, the other finds it ended', async () => {
  const user = await exchange.person(610_003, [BTC, '1']);
  const order = await exchange.engine.place(user, limit('sell', '1', '30000'));
  const [one, other] = await Promise.allSettled([
    exchange.engine.cancel(user, order.id),
    exchange.engine.cancel(user, order.id),
  ]);
  expect(one.status).toBe('fulfilled');
  expect(other).toMatchObject({ status: 'rejected', reason: { code: 'order_not_open' } });
  expect(await exchange.balance(user, BTC)).toBe('1/0');
});

test('a cancellation against a fill: never both in full', async () => {
  const seller = await exchange.person(610_004, [BTC, '1']);
  const buyer = await exchange.person(610_005, [USDT, '30000']);
  const order = await exchange.engine.place(seller, limit('sell', '1', '30000'));
  const [cancelled, bought] = await Promise.allSettled([
    exchange.engine.cancel(seller, order.id),
    exchange.engine.place(buyer, market('buy', '1')),
  ]);
  expect(cancelled.status).toBe('fulfilled');
  expect(bought).toMatchObject({ status: 'fulfilled', value: { status: 5, filled: 0n } });
  expect(await exchange.balance(seller, BTC)).toBe('1/0');
});

test('cancelling all in one market does not affect the other', async () => {
  const user = await exchange.person(610_006, [USDT, '10000']);
  const kept = await exchange.engine.place(user, limit('buy', '1', '1900', { marketId: ETH_USDT.id }));
  const gone = await exchange.engine.place(user, limit('buy', '0.1', '29000'));
  expect(await exchange.engine.cancelAll(user, BTC_USDT.id)).toEqual([gone.id]);
  expect(await exchange.engine.cancelAll(user)).toEqual([kept.id]);
});

/** A stream of orders, cancellations and amendments by a few users who sometimes run out of money. */
async function trade(seed: string, commands: number): Promise<void> {
  const random = seededRandom(seed);
  const people = Array.from({ length: 6 }, (_, index) => userId(620_000 + index));
  const open: Order[] = [];
  const text = (low: number, high: number, step: number): string =>
    (low + step * random.below(Math.round((high - low) / step))).toFixed(5);
  const anInput = (): PlaceInput => {
    const side = random.below(2) === 0 ? 'buy' : 'sell';
    const at = (low: number, high: number): string => text(low, high, 10).slice(0, -4);
    const kind = random.below(20);
    if (kind === 0) return market(side, text(0.01, 1, 0.00001));
    if (kind === 1) return forQuote(side, text(10, 5_000, 0.01));
    if (kind === 2) return limit(side, text(0.01, 1, 0.00001), at(29_000, 31_000), { timeInForce: 'FOK' });
    if (kind === 3) return limit(side, text(0.01, 1, 0.00001), at(29_000, 31_000), { timeInForce: 'IOC' });
    if (kind === 4) return limit(side, text(0.01, 1, 0.00001), at(29_000, 31_000), { postOnly: true });
    const stopPrice = price(at(29_500, 30_500));
    if (kind === 5) return { ...market(side, text(0.01, 0.5, 0.00001)), orderType: 'stop_market', stopPrice };
    if (kind === 6)
      return {
        ...limit(side, text(0.01, 0.5, 0.00001), at(29_500, 30_500)),
        orderType: 'stop_limit',
        stopPrice,
      };
    if (kind === 7)
      return { ...limit(side, text(0.01, 0.5, 0.00001), at(29_500, 30_500)), orderType: 'oco', stopPrice };
    return limit(side, text(0.01, 1, 0.00001), at(29_800, 30_200));
  };
  const aCommand = (): Promise<unknown> => {
    const user = people[random.below(people.length)] ?? userId(0);
    const kind = random.below(100);
    const chosen = open[random.below(Math.max(1, open.length))];
    if (kind < 20 && chosen) return exchange.engine.cancel(chosen.userId, chosen.id);
    if (kind < 25 && chosen)
      return exchange.engine.amend(chosen.userId, chosen.id, amount(text(0.01, 0.5, 0.00001)));
    if (kind === 25) return exchange.engine.cancelAll(user);
    if (kind === 26) return transferAway(user, text(1, 500, 1), `random:${seed}:${random.below(1e9)}`);
    return exchange.engine.place(user, anInput()).then((order) => open.push(order));
  };
  for (let done = 0; done < commands;) {
    const batch = Array.from({ length: 1 + random.below(40) }, aCommand);
    done += batch.length;
    for (const result of await Promise.allSettled(batch)) {
      if (result.status === 'rejected' && !(result.reason instanceof Refusal)) throw result.reason;
    }
  }
}

test.each(['one', 'two', 'three'])(
  'thousands of random commands preserve every sum, and a restart changes no book (%s)',
  async (seed) => {
    for (let index = 0; index < 6; index++)
      await exchange.person(620_000 + index, [BTC, '2'], [USDT, '60000']);
    await trade(seed, 2_000);
    await checkSound(database.db);
    const state = (): unknown =>
      [...exchange.engine.books.values()].map(
        ({ book, stops, opening, pairs, last, openOrders, triggers }) => ({
          orders: book.snapshot(),
          stops: [...stops].sort(([x], [y]) => x - y),
          opening: [...opening],
          last,
          pairs: [...pairs].sort(([x], [y]) => x - y),
          open: [...openOrders].sort(([x], [y]) => x - y),
          triggers: triggers.snapshot(),
        }),
      );
    const before = state();
    await exchange.restart();
    expect(state()).toEqual(before);
    await trade(`${seed} again`, 500);
  },
);
