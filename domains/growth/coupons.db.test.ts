import { userId } from '@karat/contract';
import { SPOT_FEES } from '@karat/domains/spot';
import { userAccount } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { DAY_MS } from '@karat/rules';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countFees } from './count-fees.ts';
import { readCoupons } from './coupon-store.ts';
import { activateCoupon, boostByCoupon, redeemCode } from './coupons.ts';
import { ALICE, BEN, CLEO, GrowthFixture, START, USDT } from './testing/fixture.ts';

const DECISION = { approval: 1, reason: 'a test', askedBy: 'risk', approvedBy: 'admin' };
const HUNDRED = 100;
let database: TestDatabase;
let fixture: GrowthFixture;

beforeAll(async () => {
  database = await createTestDatabase({ connections: 12 });
  fixture = new GrowthFixture(database.db);
  await fixture.people(ALICE, BEN, CLEO);
  await fixture.invite(ALICE, BEN);
  await fixture.grant(SPOT_FEES, '1000', USDT);
});
afterAll(() => database.drop());

/** Issues coupons as two operators do. */
const issue = (more: object) =>
  database.db.transact(async (tx) =>
    fixture.growth.approvals['coupon campaign']?.execute(
      tx,
      { percent: '50', face: '10', days: 7, audience: 'everyone', coupons_max: 100, ...more },
      DECISION,
    ),
  );
const couponsOf = async (user = BEN) => (await readCoupons(database.db, user, { page: 1, limit: 10 })).rows;
const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  );
const outcomes = async (work: readonly Promise<unknown>[]) =>
  Object.fromEntries(
    [...Map.groupBy(await Promise.all(work.map(outcome)), (code) => code)].map(([code, all]) => [
      code,
      all.length,
    ]),
  );
const sell = (seller: typeof BEN, sellerFee: string) =>
  fixture.fill({ buyer: CLEO, seller, quantity: '0.2', buyerFee: '0', sellerFee });
const wallet = (user: typeof BEN) => fixture.balance(userAccount(user, 'change'), USDT);

test('a group gets one coupon each, a user is notified, and nobody gets a second of one campaign', async () => {
  await issue({});
  for (const user of [ALICE, BEN, CLEO]) expect(await couponsOf(user)).toHaveLength(1);
  expect(fixture.notifications.map(({ kind }) => kind)).toEqual(
    Array.from({ length: 3 }, () => 'growth:coupon'),
  );
  await issue({ audience: 'user', uid: BEN, face: '5', coupons_max: 1 });
  expect(await couponsOf()).toHaveLength(2);
});

test('trial margin is issued for markets with futures only, which the second operator sees by name', async () => {
  const trial = {
    kind: 'trial',
    percent: '100',
    multiple_max: 20,
    hold_hours: 24,
    audience: 'user',
    uid: CLEO,
  };
  for (const markets of ['1,9', '9', '', 'x', '1,-1'])
    expect(await outcome(issue({ ...trial, markets })), markets).toBe('value_invalid');
  const { approvals } = fixture.growth;
  const payload = { ...trial, markets: '2,1', face: '10', days: 7, coupons_max: 1 };
  const shown = await approvals['coupon campaign']?.present(database.db, payload);
  expect(shown?.changes).toContainEqual(expect.objectContaining({ after: 'M2/USDT, M1/USDT' }));
  expect(await outcome(issue({ ...payload, uid: CLEO }))).toBe('ok');
  expect((await couponsOf(CLEO))[0]?.trial?.markets).toEqual([2, 1]);
});

test('a hundred parallel uses are one, and another coupon waits for its turn', async () => {
  const [second, first] = await couponsOf();
  const uses = Array.from({ length: HUNDRED }, () => activateCoupon(fixture.deps, BEN, first?.id ?? 0));
  expect(await outcomes(uses)).toEqual({ ok: 1, coupon_used: HUNDRED - 1 });
  expect(await outcome(activateCoupon(fixture.deps, BEN, second?.id ?? 0))).toBe('coupon_other_active');
  expect(await outcome(activateCoupon(fixture.deps, CLEO, first?.id ?? 0))).toBe('coupon_unknown');
});

test('fees after the use are returned up to the amount; the rebate of the inviter is a share of the rest', async () => {
  await sell(BEN, '12');
  await countFees(fixture.deps);
  expect(await wallet(BEN)).toBe('6');
  const rebate = await database.db.one<{ fee: string }>(
    sql`select trim_scale(sum(fee))::text as fee from growth_rebates where invitee_id = ${BEN}`,
  );
  expect(rebate.fee).toBe('6');
  // 4 of 10 USDT are left: half of 20 is more.
  await sell(BEN, '20');
  await countFees(fixture.deps);
  expect(await wallet(BEN)).toBe('10');
  expect((await couponsOf()).map(({ state }) => state)).toEqual(['open', 'used']);
  await sell(BEN, '20');
  await countFees(fixture.deps);
  expect(await wallet(BEN)).toBe('10');
});

test('fees from before the use are not returned', async () => {
  await sell(ALICE, '8');
  const [own] = await couponsOf(ALICE);
  await activateCoupon(fixture.deps, ALICE, own?.id ?? 0);
  await countFees(fixture.deps);
  expect(await wallet(ALICE)).toBe('0');
});

test('a code gives one coupon to each user, as many as there are, also to a hundred at once', async () => {
  await issue({ audience: 'code', code: 'SPRING26', coupons_max: 2 });
  const mine = Array.from({ length: 8 }, () => redeemCode(fixture.deps, CLEO, ' spring26 '));
  expect(await outcomes(mine)).toEqual({ ok: 1, coupon_redeemed: 7 });
  const crowd = Array.from({ length: HUNDRED }, (_, index) => userId(100_300 + index));
  await fixture.people(...crowd);
  const theirs = crowd.map((user) => redeemCode(fixture.deps, user, 'SPRING26'));
  expect(await outcomes(theirs)).toEqual({ ok: 1, coupon_exhausted: HUNDRED - 1 });
});

test('guesses of codes must wait', async () => {
  const guesses = [];
  for (let guess = 0; guess < 12; guess++)
    guesses.push(await outcome(redeemCode(fixture.deps, ALICE, `GUESS${guess}`)));
  expect(guesses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'coupon_code'));
  expect(guesses.at(-1)).toBe('too_many_attempts');
});

test('an expired coupon returns nothing and cannot be used', async () => {
  fixture.clock.set(START + 7 * DAY_MS);
  const [own] = await couponsOf(CLEO);
  expect(await outcome(activateCoupon(fixture.deps, CLEO, own?.id ?? 0))).toBe('coupon_used');
  await fixture.fill({ buyer: BEN, seller: ALICE, quantity: '0.2', buyerFee: '0', sellerFee: '8' });
  // Also before the worker has marked it.
  await countFees(fixture.deps);
  expect((await couponsOf(ALICE)).map(({ state, returned }) => [state, returned])).toContainEqual([
    'active',
    0n,
  ]);
  await fixture.growth.worker.runDue();
  expect(await wallet(ALICE)).not.toBe('4');
  expect(new Set((await couponsOf(ALICE)).map(({ state }) => state))).toEqual(new Set(['expired']));
  expect(await fixture.contradictions()).toEqual([]);
});

test('a yield coupon raises an order until the millisecond before it expires', async () => {
  await issue({ kind: 'yield', percent: '0.1', face: '8', yield_days: 30, audience: 'user', uid: BEN });
  const coupon = (await couponsOf()).find(({ kind }) => kind === 'yield');
  const [id, expiresMs] = [coupon?.id ?? 0, coupon?.expiresMs ?? 0];
  const refusing = { ...fixture.deps, boostOrder: () => Promise.reject(new Error('uncovered')) };
  fixture.clock.set(expiresMs - 1);
  expect(await outcome(boostByCoupon(refusing, BEN, { id, order: 7 }))).toContain('uncovered');
  fixture.clock.set(expiresMs);
  expect(await outcome(boostByCoupon(refusing, BEN, { id, order: 7 }))).toBe('coupon_used');
});

test('of a hundred uses of a yield coupon at once one raises an order; a refused one leaves the coupon', async () => {
  await issue({ kind: 'yield', percent: '0.1', face: '8', yield_days: 30, audience: 'user', uid: CLEO });
  const [coupon] = await couponsOf(CLEO);
  expect(coupon).toMatchObject({ kind: 'yield', yieldDays: 30, state: 'open' });
  expect(fixture.notifications.at(-1)?.kind).toBe('growth:yield_coupon');
  const id = coupon?.id ?? 0;
  const refusing = { ...fixture.deps, boostOrder: () => Promise.reject(new Error('uncovered')) };
  expect(await outcome(boostByCoupon(refusing, CLEO, { id, order: 7 }))).toContain('uncovered');
  expect(await outcome(activateCoupon(fixture.deps, CLEO, id))).toBe('coupon_kind');
  expect(await outcome(boostByCoupon(fixture.deps, BEN, { id, order: 7 }))).toBe('coupon_unknown');
  const uses = Array.from({ length: HUNDRED }, () => boostByCoupon(fixture.deps, CLEO, { id, order: 7 }));
  expect(await outcomes(uses)).toEqual({ ok: 1, coupon_used: 99 });
  expect(fixture.boosts).toHaveLength(1);
  expect(fixture.boosts[0]).toMatchObject({ userId: CLEO, orderId: 7, couponId: id, days: 30 });
  expect(fixture.boosts[0]?.maxIn(USDT)).toBe(amount('8'));
  expect((await couponsOf(CLEO)).find((one) => one.id === id)).toMatchObject({ state: 'used', orderId: 7 });
  await issue({ audience: 'user', uid: CLEO, face: '3' });
  const fee = (await couponsOf(CLEO)).find(({ kind, state }) => kind === 'fee' && state === 'open');
  expect(await outcome(boostByCoupon(fixture.deps, CLEO, { id: fee?.id ?? 0, order: 7 }))).toBe(
    'coupon_kind',
  );
});
