import { contract, userId } from '@karat/contract';
import type { Contract } from '@karat/contract';
import { houseAccount } from '@karat/domains/ledger';
import { seedDemoOperators } from '@karat/domains/operators';
import { SPOT_FEES } from '@karat/domains/spot';
import { ASKED, callConsole, plainPasswords } from '@karat/platform/testing';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countFees } from './count-fees.ts';
import { readCoupons } from './coupon-store.ts';
import { activateCoupon } from './coupons.ts';
import { payRebates } from './rebates.ts';
import { ALICE, BEN, BTC, CLEO, GrowthFixture, START, USDT } from './testing/fixture.ts';

const [DORA, EVE, FINN] = [userId(100_004), userId(100_005), userId(100_006)];
const MIDNIGHT = Date.parse('2026-11-21');
const DECISION = { approval: 1, reason: 'a test', askedBy: 'risk', approvedBy: 'admin' };

let database: TestDatabase;
let fixture: GrowthFixture;

type Growth = Contract['growth'];
const call = <Path extends Extract<keyof Growth, `console/${string}`>>(path: Path, fields = {}) =>
  callConsole(contract.growth, fixture.growth.handlers, path, { login: 'risk', fields });
const decide = (kind: string, payload: object) =>
  database.db.transact(async (tx) => fixture.growth.approvals[kind]?.execute(tx, { ...payload }, DECISION));

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = new GrowthFixture(database.db, START, { batch: 4, onStep: () => fixture.clock.advance(1_000) });
  await seedDemoOperators(fixture.ctx, plainPasswords);
  await fixture.people(ALICE, BEN, CLEO, DORA, EVE, FINN);
  await fixture.invite(ALICE, BEN, DORA);
  await fixture.invite(CLEO, EVE);
  await fixture.grant(SPOT_FEES, '1', BTC);
  await fixture.grant(SPOT_FEES, '1000', USDT);
  await fixture.grant(houseAccount('fees', BEN % 16), '1000', USDT);
  await fixture.growth.levels.start();
});
afterAll(async () => {
  fixture.growth.levels.stop();
  await database.drop();
});

test('levels, runs and VIP users have their own figures', async () => {
  const run = () => fixture.growth.worker.runDue();
  await run();
  await fixture.fund(ALICE, '30000');
  await fixture.fund(BEN, '600000');
  await fixture.fund(CLEO, '700000');
  await fixture.fund(EVE, '25000');
  // 80,000 USDT of volume for ALICE and DORA.
  await fixture.fill({ buyer: DORA, seller: ALICE, quantity: '1.6', buyerFee: '0.001', sellerFee: '1' });
  fixture.clock.set(MIDNIGHT + 5_000);
  await run();
  expect(await call('console/vip_users', { limit: '3' })).toEqual({
    current_page: 1,
    data: [
      { balance: '600000', date: '2026-11-21', level: 3, uid: BEN, volume: '0' },
      { balance: '700000', date: '2026-11-21', level: 3, uid: CLEO, volume: '0' },
      { balance: '30000', date: '2026-11-21', level: 1, uid: ALICE, volume: '80000' },
    ],
    last_page: 2,
    per_page: 3,
    total: 5,
  });
  expect(await call('console/vip_users', { limit: '3', page: '2' })).toEqual({
    current_page: 2,
    data: [
      { balance: '0', date: '2026-11-21', level: 1, uid: DORA, volume: '80000' },
      { balance: '25000', date: '2026-11-21', level: 1, uid: EVE, volume: '0' },
    ],
    last_page: 2,
    per_page: 3,
    total: 5,
  });
  expect(await call('console/vip')).toEqual({
    levels: [
      {
        balance: '0',
        fee_discount: '0',
        level: 0,
        multiple_max: 100,
        outflow_limit: '100',
        users: 1,
        volume: '0',
      },
      {
        balance: '20000',
        fee_discount: '5',
        level: 1,
        multiple_max: 100,
        outflow_limit: '100',
        users: 3,
        volume: '50000',
      },
      {
        balance: '100000',
        fee_discount: '10',
        level: 2,
        multiple_max: 100,
        outflow_limit: '120',
        users: 0,
        volume: '500000',
      },
      {
        balance: '500000',
        fee_discount: '20',
        level: 3,
        multiple_max: 125,
        outflow_limit: '150',
        users: 2,
        volume: '5000000',
      },
      {
        balance: '2000000',
        fee_discount: '30',
        level: 4,
        multiple_max: 150,
        outflow_limit: '200',
        users: 0,
        volume: '25000000',
      },
      {
        balance: '10000000',
        fee_discount: '40',
        level: 5,
        multiple_max: 200,
        outflow_limit: '300',
        users: 0,
        volume: '100000000',
      },
    ],
    runs: [
      { changed: 5, date: '2026-11-21', done_ms: MIDNIGHT + 10_000, started_ms: MIDNIGHT + 6_000, users: 6 },
      { changed: 0, date: '2026-11-20', done_ms: START, started_ms: START, users: 0 },
    ],
  });
});

test('rebates by currency and state, and invitations by state, in pages', async () => {
  fixture.clock.set(MIDNIGHT + DAY_MS);
  fixture.signs.set(DORA, ['device', 'payee']);
  fixture.signs.set(EVE, ['document']);
  const fill = (seller: typeof BEN, sellerFee: string, buyer = FINN, buyerFee = '0') =>
    fixture.fill({ buyer, seller, quantity: '0.3', buyerFee, sellerFee });
  await fill(BEN, '20');
  await fill(FINN, '0', BEN, '0.001');
  await fill(DORA, '35');
  await fill(EVE, '50');
  await countFees(fixture.deps);
  fixture.clock.advance(HOUR_MS);
  await payRebates(fixture.deps);
  await call('console/invitation_refuse', { uid: EVE, reason: 'same person' });
  await fill(BEN, '7');
  await countFees(fixture.deps);
  expect(await call('console/rebates')).toEqual({
    share: '20',
    totals: [
      { currency_name: 'BTC', due: '0', held: '0', paid: '0.0004', refused: '0' },
      { currency_name: 'USDT', due: '1.4', held: '7', paid: '4', refused: '10' },
    ],
  });
  expect(await call('console/invitations', { limit: '2' })).toEqual({
    current_page: 1,
    data: [
      {
        created_ms: MIDNIGHT + 5_000,
        decided_by: null,
        held: '7',
        invitee: DORA,
        inviter: ALICE,
        paid: '10',
        signs: ['device', 'payee'],
        state: 'held',
      },
      {
        created_ms: MIDNIGHT + DAY_MS,
        decided_by: 'risk',
        held: '0',
        invitee: EVE,
        inviter: CLEO,
        paid: '0',
        signs: ['document'],
        state: 'refused',
      },
    ],
    last_page: 2,
    per_page: 2,
    total: 3,
  });
  expect(await call('console/invitations', { limit: '2', page: '2' })).toEqual({
    current_page: 2,
    data: [
      {
        created_ms: MIDNIGHT + DAY_MS,
        decided_by: null,
        held: '0',
        invitee: BEN,
        inviter: ALICE,
        paid: '14',
        signs: [],
        state: 'clear',
      },
    ],
    last_page: 2,
    per_page: 2,
    total: 3,
  });
  expect(await call('console/invitations', { state: 'held' })).toEqual({
    current_page: 1,
    data: [
      {
        created_ms: MIDNIGHT + 5_000,
        decided_by: null,
        held: '7',
        invitee: DORA,
        inviter: ALICE,
        paid: '10',
        signs: ['device', 'payee'],
        state: 'held',
      },
    ],
    last_page: 1,
    per_page: 10,
    total: 1,
  });
});

test('campaigns, the newest first, with what their coupons have returned', async () => {
  const issue = (more: object) =>
    decide('coupon campaign', {
      percent: '50',
      face: '10',
      days: 7,
      audience: 'everyone',
      coupons_max: 100,
      ...more,
    });
  await issue({ percent: '25', face: '12.5', days: 9, coupons_max: 12 });
  await issue({
    kind: 'trial',
    percent: '100',
    face: '40',
    days: 3,
    audience: 'user',
    uid: BEN,
    coupons_max: 2,
    multiple_max: 20,
    hold_hours: 12,
    markets: '2,1',
  });
  await issue({
    kind: 'yield',
    percent: '0.5',
    yield_days: 5,
    face: '30',
    days: 6,
    audience: 'code',
    code: 'SUMMER',
    coupons_max: 8,
  });
  const [coupon] = (await readCoupons(database.db, FINN, { page: 1, limit: 1 })).rows;
  await activateCoupon(fixture.deps, FINN, coupon?.id ?? expect.fail('no coupon'));
  await fixture.fill({ buyer: CLEO, seller: FINN, quantity: '0.2', buyerFee: '0', sellerFee: '6' });
  await countFees(fixture.deps);
  const page = { limit: '2' };
  expect(await call('console/coupon_campaigns', { ...page, page: '2' })).toEqual({
    current_page: 2,
    data: [
      {
        activated: 1,
        audience: 'everyone',
        code: null,
        coupons_max: 12,
        days: 9,
        ends_ms: MIDNIGHT + 867_604_000,
        face: '12.5',
        id: 1,
        issued: 6,
        kind: 'fee',
        percent: '25',
        returned: '1.5',
        trial: null,
        yield_days: null,
      },
    ],
    last_page: 2,
    per_page: 2,
    total: 3,
  });
  expect(await call('console/coupon_campaigns', page)).toEqual({
    current_page: 1,
    data: [
      {
        activated: 0,
        audience: 'code',
        code: 'SUMMER',
        coupons_max: 8,
        days: 6,
        ends_ms: MIDNIGHT + 608_404_000,
        face: '30',
        id: 3,
        issued: 0,
        kind: 'yield',
        percent: '0.5',
        returned: '0',
        trial: null,
        yield_days: 5,
      },
      {
        activated: 0,
        audience: 'user',
        code: null,
        coupons_max: 2,
        days: 3,
        ends_ms: MIDNIGHT + 349_204_000,
        face: '40',
        id: 2,
        issued: 1,
        kind: 'trial',
        percent: '100',
        returned: '0',
        trial: { hold_hours: 12, markets: [2, 1], multiple_max: 20 },
        yield_days: null,
      },
    ],
    last_page: 2,
    per_page: 2,
    total: 3,
  });
});

test('an approval says what it will change', async () => {
  expect(
    await call('console/vip_terms', {
      level: '3',
      volume: '6000000',
      balance: '550000',
      fee_discount: '25',
      outflow_limit: '160',
      multiple_max: '130',
      reason: 'growing',
    }),
  ).toEqual({
    asked_by: 'risk',
    changes: [
      { after: '6000000', before: '5000000', label: 'Volume of 30 days, USDT' },
      { after: '550000', before: '500000', label: 'Balance, USDT' },
      { after: '25 %', before: '20 %', label: 'Fee discount' },
      { after: '160 %', before: '150 %', label: 'Withdrawal limits' },
      { after: '130x', before: '125x', label: 'Highest leverage' },
    ],
    created_ms: MIDNIGHT + 90_005_000,
    digest: expect.any(String) as unknown,
    id: 1,
    kind: 'VIP terms',
    ...ASKED,
    reason: 'growing',
    subject: 'VIP 3',
    title: 'Change the terms of a VIP level',
    uid: null,
  });
  expect(await call('console/rebate_share', { share: '30', reason: 'autumn' })).toEqual({
    asked_by: 'risk',
    changes: [{ after: '30 %', before: '20 %', label: 'Share of the fee' }],
    created_ms: MIDNIGHT + 90_005_000,
    digest: expect.any(String) as unknown,
    id: 2,
    kind: 'rebate share',
    ...ASKED,
    reason: 'autumn',
    subject: 'Rebates',
    title: 'Change the share of rebates',
    uid: null,
  });
  expect(await call('console/invitation_release', { uid: String(DORA), reason: 'family' })).toEqual({
    asked_by: 'risk',
    changes: [
      { after: 'paid', before: 'held', label: 'Rebates' },
      { after: '100001', before: '100001', label: 'Inviter' },
      { after: 'device, payee', before: 'device, payee', label: 'In common' },
      { after: '7 USDT', before: '7 USDT', label: 'Held' },
    ],
    created_ms: MIDNIGHT + 90_005_000,
    digest: expect.any(String) as unknown,
    id: 3,
    kind: 'rebate release',
    ...ASKED,
    reason: 'family',
    subject: '100004',
    title: 'Release the rebates of an invited user',
    uid: ALICE,
  });
});
