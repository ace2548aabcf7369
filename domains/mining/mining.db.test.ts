import { Refusal } from '@karat/contract';
import { readReceipt, verifyReceipt } from '@karat/evidence';
import { amount, rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setAuto } from './auto.ts';
import { previewRedemption } from './redeem.ts';
import { ALICE, BEA, EarnFixture, START, USDT } from './testing/fixture.ts';
import { readTotals } from './totals-store.ts';
import { yesterdayOf } from './rules.ts';
import type { Order } from './types.ts';

let database: TestDatabase;
let earn: EarnFixture;

beforeEach(async () => {
  database = await createTestDatabase({ connected: true });
  earn = await EarnFixture.open(database.db);
  await earn.fund(ALICE, '10000');
  await earn.fundInterest('1000');
});
afterEach(async () => {
  const found = await earn.contradictions();
  await database.drop();
  if (found.length > 0) throw new Error(found.join('; '));
});

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) =>
      error instanceof Refusal ? error.code : `not a refusal: ${error instanceof Error ? error.message : ''}`,
  );

/** Moves the clock to `ms` after the start and pays what is due. */
async function passTo(ms: number): Promise<void> {
  earn.clock.set(START + ms);
  await earn.worker.runDue();
}

async function receiptOf(order: Order) {
  const numbers = await earn.proofs.newest(earn.ctx.db, order.userId, 'mining', [String(order.id)]);
  const input = { hash: numbers.get(String(order.id)) };
  const reply = await earn.proofs.handlers['proofs/receipt']({ input } as Parameters<
    (typeof earn.proofs.handlers)['proofs/receipt']
  >[0]);
  const signed = readReceipt(JSON.stringify(reply));
  const checks = await verifyReceipt(signed, {
    receiptKeys: [signed.public_key],
    tickKeys: [],
    ticks: () => Promise.reject(new Error('a deposit has no ticks')),
  });
  expect(new Set(checks.map(({ state }) => state))).toEqual(new Set(['proved']));
  return signed.receipt;
}

describe('1,000 for 5 days at 0.35 %, penalty 0.4 %', () => {
  test('the full term brings 1,017.5: five yields at the marks of the order, then the principal', async () => {
    const order = await earn.buy(await earn.product());
    expect(await earn.balance()).toEqual(['9000', '1000']);
    expect(await earn.interest()).toEqual(['982.5', '17.5']);
    await passTo(DAY_MS - 1);
    expect(await earn.yields(order)).toEqual([]);
    await passTo(DAY_MS);
    expect(await earn.balance()).toEqual(['9003.5', '1000']);
    await passTo(5 * DAY_MS - 1);
    expect(await earn.order(order)).toMatchObject({ daysPaid: 4, outcome: undefined });
    await passTo(5 * DAY_MS);
    expect(await earn.balance()).toEqual(['10017.5', '0']);
    expect(await earn.interest()).toEqual(['982.5', '0']);
    expect(await earn.order(order)).toMatchObject({
      outcome: 'matured',
      closedMs: START + 5 * DAY_MS,
      penalty: 0n,
    });
    expect(earn.notices).toMatchObject([{ kind: 'mining:matured', user: ALICE }]);
    earn.clock.set(START + 5 * DAY_MS + 10_000);
    earn.proofs.start();
    await expect
      .poll(
        async () => (
          earn.clock.advance(500),
          (await earn.proofs.newest(earn.ctx.db, ALICE, 'mining', [`${order.id}`])).size
        ),
      )
      .toBe(1);
    await earn.proofs.stop();
    expect((await receiptOf(order)).result).toEqual({
      days_paid: '5',
      interest: '17.5',
      remaining_days: '0',
      penalty: '0',
      returned: '1000',
    });
  });

  test.each([
    ['at once', 0, '9980', '20'],
    ['after exactly 2 days', 2 * DAY_MS, '9995', '12'],
    ['after 2 days and 1 hour', 2 * DAY_MS + HOUR_MS, '9995', '12'],
    ['after 2 days and 1 millisecond, with two yields unpaid until then', 2 * DAY_MS + 1, '9995', '12'],
  ])('redeemed %s', async (_, ms, total, penalty) => {
    const order = await earn.buy(await earn.product());
    earn.clock.set(START + ms);
    const preview = await previewRedemption(earn.deps, { userId: ALICE, id: order.id });
    const redeemed = await earn.redeem(order);
    expect(redeemed).toMatchObject({ outcome: 'redeemed', penalty: amount(penalty), principal: 0n });
    expect(preview).toMatchObject({ penalty: redeemed.penalty, arrives: redeemed.returned });
    expect(await earn.balance()).toEqual([total, '0']);
    const [available, held] = await earn.interest();
    expect([Number(available) + Number(total), held]).toEqual([11_000, '0']);
    const receipt = await receiptOf(order);
    expect(receipt).toMatchObject({ subject: `${order.id}:1`, result: { penalty } });
    expect(earn.notices).toMatchObject([{ kind: 'mining:redeemed', values: { penalty, currency: 'USDT' } }]);
  });

  test('redeemed at the expiry it matures: no penalty, every yield', async () => {
    const order = await earn.buy(await earn.product());
    earn.clock.set(START + 5 * DAY_MS);
    expect(await earn.redeem(order)).toMatchObject({ outcome: 'matured', penalty: 0n });
    expect(await earn.balance()).toEqual(['10017.5', '0']);
  });

  test('a penalty above the principal takes the principal and no more; yields stay', async () => {
    const product = await earn.product({
      days: 365,
      reserveDays: 365,
      penaltyRatio: rate('0.5'),
      rate: rate('0.001'),
    });
    const order = await earn.buy(product, '100');
    expect(await earn.redeem(order)).toMatchObject({ penalty: amount('100'), returned: 0n });
    expect(await earn.balance()).toEqual(['9900', '0']);
  });
});

test('after three days without a server each missed day is paid once, with its own date', async () => {
  const order = await earn.buy(await earn.product());
  await passTo(DAY_MS);
  await passTo(4 * DAY_MS + HOUR_MS);
  await passTo(4 * DAY_MS + HOUR_MS);
  expect(await earn.yields(order)).toEqual([
    [1, '2026-11-21', '2026-11-21', '3.5'],
    [2, '2026-11-22', '2026-11-24', '3.5'],
    [3, '2026-11-23', '2026-11-24', '3.5'],
    [4, '2026-11-24', '2026-11-24', '3.5'],
  ]);
  expect(await earn.balance()).toEqual(['9014', '1000']);
  const bills = await database.db.rows<{ reference: string }>(sql`
    select reference from ledger_postings where kind = 'mining:yield' and account_id = ${ALICE * 8 + 2} order by id`);
  expect(bills.map(({ reference }) => reference)).toEqual(
    ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24'].map((date) => `${order.id}:${date}`),
  );
  const totals = await readTotals(database.db, ALICE, yesterdayOf(earn.clock.now()));
  expect(totals).toMatchObject([
    { principal: amount('1000'), yesterday: amount('3.5'), total: amount('14') },
  ]);
});

describe('what is refused', () => {
  test('limits of the product, of the user and of the balance', async () => {
    const product = await earn.product({
      orderMin: amount('100'),
      userMax: amount('500'),
      totalMax: amount('700'),
    });
    expect(await codeOf(earn.buy(product, '99.999999'))).toBe('mining_minimum');
    expect(await codeOf(earn.buy(product, '100.0000001'))).toBe('amount_too_precise');
    expect(await codeOf(earn.buy(product, '501'))).toBe('mining_maximum');
    expect(await codeOf(earn.buy(product, '100', BEA))).toBe('insufficient_balance');
    await earn.buy(product, '450');
    expect(await codeOf(earn.buy(product, '100'))).toBe('mining_maximum');
    await earn.fund(BEA, '500');
    expect(await codeOf(earn.buy(product, '251', BEA))).toBe('mining_sold_out');
    expect(await codeOf(earn.buy(product, '250', BEA))).toBe('done');
    expect(await codeOf(earn.buy({ ...product, id: 9_999 }))).toBe('mining_product_unknown');
  });

  test('before it opens, after it closes, without VIP', async () => {
    const later = await earn.product({ opensMs: START + DAY_MS });
    const over = await earn.product({ opensMs: START - DAY_MS, closesMs: START });
    const vip = await earn.product({ vipOnly: true });
    expect(await codeOf(earn.buy(later))).toBe('mining_not_open');
    expect(await codeOf(earn.buy(over))).toBe('mining_not_open');
    expect(await codeOf(earn.buy(vip))).toBe('mining_vip_only');
    earn.vips.add(ALICE);
    expect(await codeOf(earn.buy(vip))).toBe('done');
  });

  test('a sale whose yield the interest account does not cover is sold out', async () => {
    const product = await earn.product({ days: 30, reserveDays: 30, rate: rate('0.01') });
    expect(await codeOf(earn.buy(product, '3333.34'))).toBe('mining_sold_out');
    expect(await codeOf(earn.buy(product, '3333.33'))).toBe('done');
    expect(await earn.interest()).toEqual(['0.001', '999.999']);
    expect(await codeOf(earn.buy(product, '1'))).toBe('mining_sold_out');
  });

  test('an order of somebody else, one that has ended, one that is redeemed with too much', async () => {
    const fixed = await earn.buy(await earn.product());
    const flexible = await earn.buy(await earn.product({ days: 0 }));
    expect(await codeOf(earn.redeem({ ...fixed, userId: BEA }))).toBe('mining_order_unknown');
    expect(await codeOf(earn.redeem(fixed, '10'))).toBe('mining_redeem_amount');
    expect(await codeOf(earn.redeem(flexible, '1000.000001'))).toBe('mining_redeem_amount');
    expect(await codeOf(earn.redeem(flexible, '1.0000001'))).toBe('amount_too_precise');
    await earn.redeem(fixed);
    expect(await codeOf(earn.redeem(fixed))).toBe('mining_order_ended');
  });
});

test('terms that change do not reach a running order', async () => {
  const product = await earn.product();
  const order = await earn.buy(product);
  await database.db.run(
    sql`update mining_products set rate = 0.01, penalty_ratio = 0.5 where id = ${product.id}`,
  );
  await passTo(DAY_MS);
  expect(await earn.yields(order)).toMatchObject([[1, '2026-11-21', '2026-11-21', '3.5']]);
  await expect(
    database.db.run(sql`update mining_orders set rate = 1 where id = ${order.id}`),
  ).rejects.toThrow('do not change');
  await expect(database.db.run(sql`delete from mining_accruals`)).rejects.toThrow('append-only');
});

describe('flexible', () => {
  test('earns by the day, is redeemed in parts without a penalty, and its receipts prove every day', async () => {
    const order = await earn.buy(await earn.product({ days: 0 }));
    expect(await earn.interest()).toEqual(['895', '105']);
    await passTo(2 * DAY_MS);
    expect(await earn.balance()).toEqual(['9007', '1000']);
    const rest = await earn.redeem(order, '400');
    expect(rest).toMatchObject({ principal: amount('600'), daily: amount('2.1'), outcome: undefined });
    expect(await earn.interest()).toEqual(['930', '63']);
    await passTo(3 * DAY_MS);
    await earn.redeem(order);
    expect(await earn.balance()).toEqual(['10009.1', '0']);
    expect(await receiptOf(order)).toMatchObject({
      subject: `${order.id}:2`,
      order: { paid: '1000*2 600*1', principal: '600' },
      result: { interest: '9.1', penalty: '0', returned: '600', days_paid: '3' },
    });
  });

  test('what is redeemed within a day has no yield for that day, what stays has all of it', async () => {
    const order = await earn.buy(await earn.product({ days: 0 }));
    earn.clock.set(START + DAY_MS - 1);
    await earn.redeem(order, '500');
    await passTo(DAY_MS);
    expect(await earn.yields(order)).toMatchObject([[1, '2026-11-21', '2026-11-21', '1.75']]);
  });

  test('an order whose yield can no longer be covered is paid for its reserve, then closed in full', async () => {
    const order = await earn.buy(await earn.product({ days: 0 }));
    // Another order takes all that is free.
    const taker = await earn.product({ days: 30, reserveDays: 30, rate: rate('0.01') });
    await earn.fund(BEA, '10000');
    await earn.buy(taker, '2983.33', BEA);
    await passTo(29 * DAY_MS);
    expect(await earn.order(order)).toMatchObject({ reservedDays: 1, outcome: undefined });
    await passTo(45 * DAY_MS);
    expect(await earn.order(order)).toMatchObject({
      outcome: 'closed',
      daysPaid: 30,
      closedMs: START + 30 * DAY_MS,
      returned: amount('1000'),
    });
    expect(earn.notices.map(({ kind }) => kind)).toContain('mining:closed');
  });
});

describe('races', () => {
  test('twenty buyers of the last capacity: exactly as many as fit', async () => {
    const product = await earn.product({ totalMax: amount('1000'), userMax: amount('1000') });
    const buyers = Array.from({ length: 20 }, (_, index) => (BEA + index) as typeof BEA);
    for (const user of buyers) await earn.fund(user, '300');
    const codes = await Promise.all(buyers.map((user) => codeOf(earn.buy(product, '300', user))));
    expect(codes.filter((code) => code === 'done')).toHaveLength(3);
    expect(codes.filter((code) => code === 'mining_sold_out')).toHaveLength(17);
  });

  test('twenty buyers of the last coverage: never more yield promised than there is', async () => {
    const buyers = Array.from({ length: 20 }, (_, index) => (BEA + index) as typeof BEA);
    for (const user of buyers) await earn.fund(user, '10000');
    const products = await Promise.all([earn.product(), earn.product()]);
    const codes = await Promise.all(
      buyers.map((user, index) => codeOf(earn.buy(products[index % 2] ?? products[0], '10000', user))),
    );
    // 175 for each; 1,000 are there.
    expect(codes.filter((code) => code === 'done')).toHaveLength(5);
    expect(await earn.interest()).toEqual(['125', '875']);
  });

  test('ten redemptions of one order at once: one', async () => {
    const order = await earn.buy(await earn.product());
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(earn.redeem(order))));
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(codes.filter((code) => code === 'mining_order_ended')).toHaveLength(9);
    expect(await earn.balance()).toEqual(['9980', '0']);
  });

  test('redemption against the payment of the expiry: the principal comes back once, without a penalty', async () => {
    const product = await earn.product();
    const orders = await Promise.all(Array.from({ length: 8 }, () => earn.buy(product, '100')));
    earn.clock.set(START + 5 * DAY_MS);
    await Promise.all([...orders.map((order) => codeOf(earn.redeem(order))), earn.worker.runDue()]);
    await earn.worker.runDue();
    for (const order of orders)
      expect(await earn.order(order)).toMatchObject({ outcome: 'matured', penalty: 0n, daysPaid: 5 });
    expect(await earn.balance()).toEqual(['10014', '0']);
  });

  test('two workers pay every day once', async () => {
    const product = await earn.product();
    for (let n = 0; n < 30; n++) await earn.buy(product, '10');
    const other = await EarnFixture.open(database.db, START + 3 * DAY_MS, { batch: 4 });
    earn.clock.set(START + 3 * DAY_MS);
    await Promise.all([earn.worker.runDue(), other.worker.runDue()]);
    await Promise.all([earn.worker.runDue(), other.worker.runDue()]);
    const { paid } = await database.db.one<{ paid: number }>(
      sql`select count(*) as paid from mining_accruals`,
    );
    expect(paid).toBe(90);
  });
});

describe('the daily subscription of an idle balance', () => {
  test('is off until it is switched on, runs once a day, and ends when it is switched off', async () => {
    const product = await earn.product({ days: 0, userMax: amount('9000'), rate: rate('0.0001') });
    await passTo(2 * DAY_MS);
    expect(await earn.balance()).toEqual(['10000', '0']);
    await setAuto(earn.deps, ALICE, product.id, true);
    await passTo(2 * DAY_MS + 9 * HOUR_MS);
    expect(await earn.balance()).toEqual(['1000', '9000']);
    await passTo(2 * DAY_MS + 9 * HOUR_MS);
    await passTo(3 * DAY_MS + 9 * HOUR_MS);
    const { orders } = await database.db.one<{ orders: number }>(
      sql`select count(*) as orders from mining_orders where auto`,
    );
    expect(orders).toBe(1);
    expect(earn.notices.map(({ kind }) => kind)).toEqual(['mining:subscribed']);
    await setAuto(earn.deps, ALICE, product.id, false);
    expect(await database.db.rows(sql`select 1 from mining_auto`)).toEqual([]);
  });

  test('switching off another product of the currency leaves the instruction', async () => {
    const [product, other] = [await earn.product({ days: 0 }), await earn.product({ days: 0 })];
    await setAuto(earn.deps, ALICE, product.id, true);
    await setAuto(earn.deps, ALICE, other.id, false);
    expect(await database.db.rows(sql`select product_id as product from mining_auto`)).toEqual([
      { product: product.id },
    ]);
  });

  test('one that cannot be served waits for the next day and stops nobody else', async () => {
    const product = await earn.product({ days: 0, closesMs: START + HOUR_MS });
    const open = await earn.product({ days: 0, rate: rate('0.0001') });
    await earn.fund(BEA, '50');
    await setAuto(earn.deps, ALICE, product.id, true);
    await setAuto(earn.deps, BEA, open.id, true);
    await passTo(10 * HOUR_MS);
    expect(await earn.balance(BEA)).toEqual(['0', '50']);
    expect(await earn.balance()).toEqual(['10000', '0']);
    const rows = await database.db.rows<{ next_at: number }>(sql`select next_at from mining_auto`);
    expect(new Set(rows.map((row) => row.next_at))).toEqual(new Set([Date.parse('2026-11-22T00:00:00Z')]));
    expect(await codeOf(setAuto(earn.deps, ALICE, (await earn.product()).id, true))).toBe('mining_fixed');
    expect(await codeOf(setAuto(earn.deps, ALICE, 9_999, true))).toBe('mining_product_unknown');
  });
});

test('nothing is bought or redeemed while the clock is not trusted', async () => {
  const product = await earn.product();
  const order = await earn.buy(product);
  const untrusted = { ...earn.ctx.clock, now: () => START, isTrusted: () => false };
  const other = await EarnFixture.open(database.db, START, { ctx: { ...earn.ctx, clock: untrusted } });
  expect(await codeOf(other.buy(product))).toBe('clock_untrusted');
  expect(await codeOf(other.redeem(order))).toBe('clock_untrusted');
  expect(await earn.balance(ALICE, USDT)).toEqual(['9000', '1000']);
});
