import { houseAccount, userAccount } from '@karat/domains/ledger';
import { amount, rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import { DAY_MS } from '@karat/rules';
import { createTestDatabase, overlap } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setAuto } from './auto.ts';
import { boostOrder } from './boost.ts';
import { lockProduct } from './product-store.ts';
import { redeem } from './redeem.ts';
import { lockOrder } from './store.ts';
import { subscribe } from './subscribe.ts';
import { ALICE, BEA, EarnFixture, START, USDT } from './testing/fixture.ts';
import type { Order } from './types.ts';

let database: TestDatabase;
let earn: EarnFixture;

beforeEach(async () => {
  database = await createTestDatabase({ connected: true });
  earn = await EarnFixture.open(database.db);
  await earn.fundInterest('1000');
  for (const user of [ALICE, BEA]) await earn.fund(user, '10000');
});
const nothingContradicts = async (): Promise<void> => expect(await earn.contradictions()).toEqual([]);
afterEach(async () => {
  await nothingContradicts();
  await database.drop();
});

const refusal = (code: string): object => ({ hasWaited: true, status: 'rejected', reason: { code } });
const runDue = (): Promise<number> => earn.worker.runDue();
const boost = ({ userId, id }: Order, couponId: number): Promise<void> =>
  database.db.transact((tx) =>
    boostOrder(earn.deps, tx, {
      ...{ userId, orderId: id, couponId, rate: rate('0.001'), days: 3 },
      maxIn: () => amount('100'),
    }),
  );

test('a purchase waits for another one of the product and finds what that has left', async () => {
  const product = await earn.product({ totalMax: amount('1000'), userMax: amount('1000') });
  const second = await overlap(
    database.db,
    (tx) => subscribe(earn.deps, tx, { userId: ALICE, productId: product.id, amount: amount('600') }),
    () => earn.buy(product, '401', BEA),
  );
  expect(second).toMatchObject(refusal('mining_sold_out'));
});

test('an order that is redeemed is neither boosted nor redeemed again meanwhile', async () => {
  const product = await earn.product();
  for (const second of [(order: Order) => boost(order, 1), (order: Order) => earn.redeem(order)]) {
    const order = await earn.buy(product);
    const ended = await overlap(
      database.db,
      (tx) => redeem(earn.deps, tx, { userId: ALICE, id: order.id }),
      () => second(order),
    );
    expect(ended).toMatchObject(refusal('mining_order_ended'));
  }
});

test('an order that another transaction has locked is paid by a later run, other orders at once', async () => {
  const product = await earn.product();
  const [locked, other] = [await earn.buy(product), await earn.buy(product, '500', BEA)];
  earn.clock.set(START + DAY_MS);
  const paid = await overlap(database.db, (tx) => lockOrder(tx, ALICE, locked.id), runDue);
  expect(paid).toEqual({ hasWaited: false, status: 'fulfilled', value: 1 });
  expect([(await earn.order(locked)).daysPaid, (await earn.order(other)).daysPaid]).toEqual([0, 1]);
  expect(await runDue()).toBe(1);
  expect((await earn.order(locked)).daysPaid).toBe(1);
});

test('extra yield of an order that another transaction has locked is paid by a later run, that of others at once', async () => {
  const product = await earn.product();
  const [locked, other] = [await earn.buy(product), await earn.buy(product, '500', BEA)];
  await boost(locked, 1);
  await boost(other, 2);
  earn.clock.set(START + DAY_MS);
  const boosts = () =>
    database.db.rows(sql`select order_id as id, last_day as day from mining_boosts order by order_id`);
  const lock = sql`select 1 from mining_boosts where order_id = ${locked.id} for update`;
  expect(await overlap(database.db, (tx) => tx.one(lock), runDue)).toMatchObject({ hasWaited: false });
  expect(await boosts()).toEqual([
    { id: locked.id, day: 0 },
    { id: other.id, day: 1 },
  ]);
  await runDue();
  expect(await boosts()).toEqual([
    { id: locked.id, day: 1 },
    { id: other.id, day: 1 },
  ]);
});

test('an instruction that another transaction has locked waits for a later run, the next one is carried out', async () => {
  const product = await earn.product({ days: 0, rate: rate('0.0001') });
  await setAuto(earn.deps, ALICE, product.id, true);
  earn.clock.set(START + DAY_MS);
  await setAuto(earn.deps, BEA, product.id, true);
  earn.clock.set(START + 2 * DAY_MS);
  const lock = sql`select 1 from mining_auto where user_id = ${ALICE} for update`;
  expect(await overlap(database.db, (tx) => tx.one(lock), runDue)).toMatchObject({ hasWaited: false });
  expect([await earn.balance(ALICE), await earn.balance(BEA)]).toEqual([
    ['10000', '0'],
    ['0', '10000'],
  ]);
  await runDue();
  expect(await earn.balance(ALICE)).toEqual(['0', '10000']);
});

test('the last payment of an order waits for its product before it locks balances, as a purchase does', async () => {
  const product = await earn.product();
  const order = await earn.buy(product);
  earn.clock.set(START + 4 * DAY_MS);
  await runDue();
  earn.clock.set(START + 5 * DAY_MS);
  const accounts = [userAccount(ALICE, 'change'), houseAccount('interest')];
  const balances = sql`
    select 1 from ledger_balances where account_id = any(${accounts}) and currency_id = ${USDT} for update nowait`;
  const paid = await overlap(
    database.db,
    (tx) => lockProduct(tx, product.id),
    runDue,
    async (tx) => expect(await tx.rows(balances)).toHaveLength(2),
  );
  expect(paid).toEqual({ hasWaited: true, status: 'fulfilled', value: 1 });
  expect(await earn.order(order)).toMatchObject({ outcome: 'matured', daysPaid: 5 });
});
