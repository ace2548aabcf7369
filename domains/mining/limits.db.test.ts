import { amount, rate } from '@karat/money';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { boostOrder } from './boost.ts';
import type { MiningDeps } from './deps.ts';
import { subscribe } from './subscribe.ts';
import { ALICE, BEA, EarnFixture, START, USDT } from './testing/fixture.ts';

let database: TestDatabase;
let earn: EarnFixture;
beforeEach(async () => {
  database = await createTestDatabase();
  earn = await EarnFixture.open(database.db);
});
const nothingContradicts = async (): Promise<void> => expect(await earn.contradictions()).toEqual([]);
afterEach(async () => {
  await nothingContradicts();
  await database.drop();
});

const refused = (code: string): object => ({ code });

test('an order of the minimum, of all that a user may have, of all that is left, and of the whole balance is taken', async () => {
  await earn.fundInterest('1000');
  await earn.fund(ALICE, '700');
  await earn.fund(BEA, '300');
  const terms = { orderMin: amount('100'), userMax: amount('500'), totalMax: amount('700') };
  const product = await earn.product(terms);
  await earn.buy(product, '100');
  await expect(earn.buy(product, '400.000001')).rejects.toMatchObject(refused('mining_maximum'));
  await earn.buy(product, '400');
  await expect(earn.buy(product, '100')).rejects.toMatchObject(refused('mining_maximum'));
  await expect(earn.buy(product, '200.000001', BEA)).rejects.toMatchObject(refused('mining_sold_out'));
  await earn.buy(product, '200', BEA);
  const other = await earn.product(terms);
  await expect(earn.buy(other, '200.000001')).rejects.toMatchObject(refused('insufficient_balance'));
  await earn.buy(other, '200');
  expect([await earn.balance(ALICE), await earn.balance(BEA)]).toEqual([
    ['0', '700'],
    ['100', '200'],
  ]);
});

test('the interest account promises all that it has, and nothing beyond', async () => {
  await earn.fund(ALICE, '5000');
  const product = await earn.product();
  // 1.75 % of 1,000.
  await earn.fundInterest('17.499999');
  await expect(earn.buy(product)).rejects.toMatchObject(refused('mining_sold_out'));
  await earn.fundInterest('0.000001');
  const order = await earn.buy(product);
  expect(await earn.interest()).toEqual(['0', '17.5']);
  const boost = () =>
    database.db.transact((tx) =>
      boostOrder(earn.deps, tx, {
        ...{ userId: ALICE, orderId: order.id, couponId: 1, rate: rate('0.001'), days: 3 },
        maxIn: () => amount('100'),
      }),
    );
  await earn.fundInterest('2.999999');
  await expect(boost()).rejects.toMatchObject(refused('mining_boost_uncovered'));
  await earn.fundInterest('0.000001');
  await boost();
  expect(await earn.interest()).toEqual(['0', '20.5']);
});

test('a product is sold from the moment at which it opens until that at which it closes, its currency enabled', async () => {
  await earn.fundInterest('1000');
  await earn.fund(ALICE, '9000');
  const product = await earn.product({ opensMs: START + 1, closesMs: START + 10 });
  const buyAt = (ms: number) => {
    earn.clock.set(START + ms);
    return earn.buy(product);
  };
  await expect(buyAt(0)).rejects.toMatchObject(refused('mining_not_open'));
  await buyAt(1);
  await buyAt(9);
  await expect(buyAt(10)).rejects.toMatchObject(refused('mining_not_open'));
  earn.clock.set(START + 2);
  const { ledger } = earn;
  const disabled: MiningDeps = {
    ...earn.deps,
    ledger: {
      ...ledger,
      currency: async (db, id) => ({ ...(await ledger.currency(db, id)), enabled: id !== USDT }),
    },
  };
  const request = { userId: ALICE, productId: product.id, amount: amount('10') };
  await expect(database.db.transact((tx) => subscribe(disabled, tx, request))).rejects.toMatchObject(
    refused('currency_disabled'),
  );
});
