import { contract } from '@karat/contract';
import { SPOT_FEES } from '@karat/domains/spot';
import { amount } from '@karat/money';
import { callHandler, pageAt } from '@karat/platform/testing';
import { DAY_MS, MINUTE_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countFees } from './count-fees.ts';
import { writeTrialUses } from './trial-coupons.ts';
import { BEN, CLEO, GrowthFixture, START, USDT } from './testing/fixture.ts';

const DECISION = { approval: 1, reason: 'a test', askedBy: 'risk', approvedBy: 'admin' };
/** A campaign of each kind, one by a code and one of a day, each a minute after the one before. */
const CAMPAIGNS = [
  { percent: '50', face: '10', days: 7, audience: 'user', uid: BEN, coupons_max: 1 },
  {
    kind: 'yield',
    percent: '0.1',
    face: '8',
    days: 14,
    yield_days: 30,
    audience: 'user',
    uid: BEN,
    coupons_max: 2,
  },
  {
    ...{
      kind: 'trial',
      percent: '100',
      face: '20',
      days: 3,
      multiple_max: 25,
      hold_hours: 24,
      markets: '2,1',
    },
    ...{ audience: 'user', uid: BEN, coupons_max: 3 },
  },
  { percent: '25', face: '6', days: 9, audience: 'code', code: 'SPRING26', coupons_max: 5 },
  {
    ...{ kind: 'trial', percent: '100', face: '15', days: 1, multiple_max: 5, hold_hours: 48 },
    ...{ audience: 'user', uid: BEN, coupons_max: 4 },
  },
];
const REDEEMED = START + 60 * MINUTE_MS;
const plain = { yield_days: null, trial: null, order_id: null, position_id: null, returned: '0' };

let database: TestDatabase;
let fixture: GrowthFixture;
/** Ids of the coupons of Ben, in the order of the campaigns. */
let ids: number[] = [];

const call = <Path extends keyof typeof contract.growth>(path: Path, fields = {}, who = BEN) =>
  callHandler(contract.growth, fixture.growth.handlers, path, { who, fields });
const issuedAt = (campaign: number, days: number) => ({
  issued_ms: START + campaign * MINUTE_MS,
  expires_ms: START + campaign * MINUTE_MS + days * DAY_MS,
});
const byCode = { issued_ms: REDEEMED, expires_ms: REDEEMED + 9 * DAY_MS };
const feeCoupon = { ...plain, kind: 'fee', percent: '50', face: '10', ...issuedAt(0, 7) };
const yieldCoupon = {
  ...{ ...plain, kind: 'yield', percent: '0.1', face: '8', yield_days: 30, order_id: 7, state: 'used' },
  ...issuedAt(1, 14),
};
const codeCoupon = { ...plain, kind: 'fee', percent: '25', face: '6', state: 'open', ...byCode };
const trial = { multiple_max: 25, hold_hours: 24, markets: [2, 1] };

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = new GrowthFixture(database.db);
  await fixture.people(BEN, CLEO);
  await fixture.grant(SPOT_FEES, '1000', USDT);
  for (const terms of CAMPAIGNS) {
    await database.db.transact(async (tx) =>
      fixture.growth.approvals['coupon campaign']?.execute(tx, terms, DECISION),
    );
    fixture.clock.set(fixture.clock.now() + MINUTE_MS);
  }
});
afterAll(() => database.drop());

test('a code, an activation and a raised yield reply with the coupon as it is then', async () => {
  fixture.clock.set(REDEEMED);
  const redeemed = await call('coupon/redeem', { code: 'spring26' });
  expect(redeemed).toEqual({ ...codeCoupon, id: expect.any(Number) as number });
  await call('coupon/redeem', { code: 'SPRING26' }, CLEO);
  const own = (await call('coupon/list')).data.map(({ id }) => id).toSorted((a, b) => a - b);
  ids = [...own.slice(0, 3), redeemed.id, ...own.slice(3, 4)];
  expect(await call('coupon/use', { id: ids[0] })).toEqual({ ...feeCoupon, id: ids[0], state: 'active' });
  expect(await call('coupon/boost', { id: ids[1], order_id: 7 })).toEqual({ ...yieldCoupon, id: ids[1] });
});

test('the own coupons: those that can be used first, each with what it returned, by pages', async () => {
  const [codeOfCleo] = (await call('coupon/list', {}, CLEO)).data;
  await call('coupon/use', { id: codeOfCleo?.id }, CLEO);
  await fixture.fill({ buyer: CLEO, seller: BEN, quantity: '0.2', buyerFee: '0', sellerFee: '9' });
  await fixture.fill({ buyer: BEN, seller: CLEO, quantity: '0.2', buyerFee: '0', sellerFee: '12' });
  await countFees(fixture.deps);
  const use = { couponId: ids[2] ?? 0, positionId: 31, paid: amount('20'), returned: amount('7') };
  await database.db.transact((tx) => writeTrialUses(fixture.clock, tx, [use]));
  fixture.clock.set(START + 2 * DAY_MS);
  await fixture.growth.worker.runDue();
  expect(await call('coupon/list', { page: 1, limit: 3 })).toEqual(
    pageAt({ page: 1, limit: 3, total: 5 }, [
      { ...feeCoupon, id: ids[0], state: 'active', returned: '4.5' },
      { ...codeCoupon, id: ids[3] },
      {
        ...{ ...plain, id: ids[2], kind: 'trial', percent: '100', face: '20', trial, position_id: 31 },
        ...{ returned: '13', state: 'used', ...issuedAt(2, 3) },
      },
    ]),
  );
  expect(await call('coupon/list', { page: 2, limit: 3 })).toEqual(
    pageAt({ page: 2, limit: 3, total: 5 }, [
      { ...yieldCoupon, id: ids[1] },
      {
        ...{ ...plain, id: ids[4], kind: 'trial', percent: '100', face: '15', state: 'expired' },
        ...{ trial: { multiple_max: 5, hold_hours: 48, markets: null }, ...issuedAt(4, 1) },
      },
    ]),
  );
  expect(await call('coupon/list', {}, CLEO)).toEqual(
    pageAt({ page: 1, limit: 10, total: 1 }, [
      { ...codeCoupon, id: codeOfCleo?.id, state: 'active', returned: '3' },
    ]),
  );
});

test('operators see each campaign with its coupons and what these returned, the newest first', async () => {
  const list = (fields: Readonly<Record<string, number>>) =>
    callHandler(contract.growth, fixture.growth.handlers, 'console/coupon_campaigns', {
      login: 'risk',
      fields,
    });
  const { data } = await list({});
  const numbers = data.map(({ id }) => id);
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  const none = { yield_days: null, trial: null, code: null, activated: 0, returned: '0' };
  const ofUser = (index: number, days: number, more: object) => ({
    ...{ ...none, days, audience: 'user', issued: 1, coupons_max: index + 1 },
    ...{ ends_ms: START + index * MINUTE_MS + days * DAY_MS, ...more },
  });
  const rows = [
    ofUser(4, 1, {
      ...{ kind: 'trial', percent: '100', face: '15', coupons_max: 4 },
      trial: { multiple_max: 5, hold_hours: 48, markets: null },
    }),
    {
      ...{ ...none, kind: 'fee', percent: '25', face: '6', days: 9, audience: 'code', code: 'SPRING26' },
      ...{
        coupons_max: 5,
        issued: 2,
        activated: 1,
        returned: '3',
        ends_ms: START + 3 * MINUTE_MS + 9 * DAY_MS,
      },
    },
    ofUser(2, 3, { kind: 'trial', percent: '100', face: '20', trial, activated: 1, returned: '13' }),
    ofUser(1, 14, { kind: 'yield', percent: '0.1', face: '8', yield_days: 30, activated: 1 }),
    ofUser(0, 7, { kind: 'fee', percent: '50', face: '10', activated: 1, returned: '4.5' }),
  ].map((row, index) => ({ id: numbers[index], ...row }));
  expect(await list({ page: 1, limit: 3 })).toEqual(
    pageAt({ page: 1, limit: 3, total: 5 }, rows.slice(0, 3)),
  );
  expect(await list({ page: 2, limit: 3 })).toEqual(pageAt({ page: 2, limit: 3, total: 5 }, rows.slice(3)));
});
