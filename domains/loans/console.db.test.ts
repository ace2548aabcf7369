import { contract, userId } from '@karat/contract';
import type { Contract } from '@karat/contract';
import { houseAccount } from '@karat/domains/ledger';
import { seedDemoOperators } from '@karat/domains/operators';
import { amount } from '@karat/money';
import { ASKED, callConsole, plainPasswords } from '@karat/platform/testing';
import { HOUR_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleHandlers } from './console.ts';
import { ALICE, BEA, BTC, DAY_MS, LoansFixture, START, USDT, coins } from './testing/fixture.ts';

const [CARL, DORA] = [userId(100_003), userId(100_004)];
let database: TestDatabase;
let fixture: LoansFixture;

type Loans = Contract['loans'];
const call = <Path extends Extract<keyof Loans, `console/${string}`>>(path: Path, fields = {}) =>
  callConsole(contract.loans, consoleHandlers(fixture.deps), path, { login: 'finance', fields });

beforeAll(async () => {
  database = await createTestDatabase({ connections: 4 });
  fixture = await LoansFixture.open(database.db);
  await seedDemoOperators(fixture.ctx, plainPasswords);
  fixture.borrowers.set(BEA, { vipLevel: 4, level: 1, isFrozen: false });
  await fixture.at(START);
  await fixture.grant(houseAccount('loan_pool'), '20000000', USDT);
  await fixture.grant(houseAccount('loan_pool'), '300', BTC);
  await fixture.fund(ALICE, '30', BTC);
  await fixture.fund(ALICE, '1000.559', USDT);
  await fixture.fund(BEA, '60', BTC);
  await fixture.fund(CARL, '20', BTC);
  await fixture.fund(DORA, '15', BTC);
});
afterAll(async () => {
  await fixture.worker.stop();
  await database.drop();
});

test('the dashboard, each state of the list with its order, and the applicant of each loan', async () => {
  const first = await fixture.lend({ days: 20, collateral: coins('6', BTC) }, '0.0004');
  await fixture.repay(first.id);
  await fixture.lend(
    { amount: amount('650000'), collateral: coins('9', BTC), purpose: 'machines' },
    '0.0002',
  );
  await fixture.at(START + HOUR_MS);
  await fixture.lend(
    { userId: CARL, amount: amount('500000'), days: 7, collateral: coins('4', BTC) },
    '0.0003',
  );
  await fixture.at(START + 2 * HOUR_MS);
  const rejected = await fixture.apply({ userId: CARL, collateral: coins('8', BTC), purpose: 'a bar' });
  await call('console/loan_reject', { id: rejected.id, reason: 'purpose_unclear', note: 'no plan' });
  await fixture.at(START + 3 * HOUR_MS);
  const large = await fixture.apply({
    userId: BEA,
    amount: amount('1200000'),
    days: 45,
    collateral: coins('10', BTC),
    purpose: 'stock',
  });
  await fixture.at(START + 4 * HOUR_MS);
  expect(await call('console/loan_approve', { id: large.id, rate: '0.05', reason: 'good cover' })).toEqual({
    approval: {
      asked_by: 'finance',
      changes: [
        { after: 'active', before: 'pending', label: 'State' },
        { after: '1200000 USDT', before: '1200000 USDT', label: 'Amount' },
        { after: '45 days', before: '45 days', label: 'Term' },
        { after: '0.05 % a day', before: null, label: 'Rate' },
        { after: '10 BTC', before: '10 BTC', label: 'Collateral' },
        { after: '150 %', before: '150 %', label: 'Risk rate afterwards' },
        { after: 'stock', before: 'stock', label: 'Purpose' },
      ],
      created_ms: START + 4 * HOUR_MS,
      digest: expect.any(String) as unknown,
      id: 1,
      kind: 'loan approval',
      ...ASKED,
      reason: 'good cover',
      subject: '5',
      title: 'Approve a loan',
      uid: BEA,
    },
    approved: false,
  });
  expect((await call('console/loan_list', { state: 'pending' })).data.map(({ asked }) => asked)).toEqual([
    true,
  ]);
  await fixture.at(START + 6 * DAY_MS);
  await fixture.apply({
    userId: DORA,
    amount: amount('700000'),
    days: 60,
    collateral: coins('7', BTC),
    purpose: 'a house',
  });
  await fixture.at(START + 8 * DAY_MS);
  expect(await call('console/loans')).toEqual({
    active: 2,
    called: 0,
    late: 1,
    liquidated: 0,
    overdue: 1,
    pending: 2,
    pool: [
      { accrued: '280', available: '18850240', currency_name: 'USDT', lent: '1150000' },
      { accrued: '0', available: '300', currency_name: 'BTC', lent: '0' },
      { accrued: '0', available: '0', currency_name: 'ETH', lent: '0' },
      { accrued: '0', available: '0', currency_name: 'USDC', lent: '0' },
    ],
    two_people_usdt: '1000000',
    usual_rate: '0.03',
  });
  expect(await call('console/loan_list', { state: 'pending', limit: '1' })).toEqual({
    current_page: 1,
    data: [
      {
        amount: '1200000',
        applicant: {
          active: 0,
          free_usdt: '3000000',
          level: 1,
          liquidated: 0,
          market_maker: false,
          repaid: 0,
          vip_level: 4,
        },
        asked: false,
        assets: [
          {
            amount: '10',
            currency_id: 1,
            currency_name: 'BTC',
            liquidation_price: null,
            liquidation_side: null,
            price: '60000',
          },
        ],
        assets_usdt: '600000',
        called: false,
        closed_ms: null,
        created_ms: START + 3 * HOUR_MS,
        currency_name: 'USDT',
        days: 45,
        debt: '0',
        debt_usdt: '0',
        decide_by_ms: START + 75 * HOUR_MS,
        decided_by: null,
        decided_ms: null,
        due_ms: null,
        fresh: true,
        id: 5,
        leverage: '2',
        note: '',
        overdue_days: 0,
        purpose: 'stock',
        rate: null,
        reason: null,
        receipt: null,
        risk_rate: '150',
        state: 'pending',
        two_people: true,
        uid: BEA,
      },
    ],
    last_page: 2,
    per_page: 1,
    total: 2,
  });
  expect(await call('console/loan_list', { state: 'active' })).toEqual({
    current_page: 1,
    data: [
      {
        amount: '500000',
        applicant: {
          active: 1,
          free_usdt: '960000',
          level: 2,
          liquidated: 0,
          market_maker: false,
          repaid: 0,
          vip_level: 2,
        },
        asked: false,
        assets: [
          {
            amount: '4',
            currency_id: 1,
            currency_name: 'BTC',
            liquidation_price: '13477.69375',
            liquidation_side: 'below',
            price: '60000',
          },
          {
            amount: '500000',
            currency_id: 3,
            currency_name: 'USDT',
            liquidation_price: null,
            liquidation_side: null,
            price: '1',
          },
        ],
        assets_usdt: '740000',
        called: false,
        closed_ms: null,
        created_ms: START + HOUR_MS,
        currency_name: 'USDT',
        days: 7,
        debt: '503555.25',
        debt_usdt: '503555.25',
        decide_by_ms: START + 73 * HOUR_MS,
        decided_by: 'finance',
        decided_ms: START + HOUR_MS,
        due_ms: START + 169 * HOUR_MS,
        fresh: true,
        id: 3,
        leverage: null,
        note: '',
        overdue_days: 1,
        purpose: 'a test',
        rate: '0.03',
        reason: null,
        receipt: null,
        risk_rate: '146.95',
        state: 'active',
        two_people: false,
        uid: CARL,
      },
      {
        amount: '650000',
        applicant: {
          active: 1,
          free_usdt: '1260760.55',
          level: 2,
          liquidated: 0,
          market_maker: false,
          repaid: 1,
          vip_level: 2,
        },
        asked: false,
        assets: [
          {
            amount: '9',
            currency_id: 1,
            currency_name: 'BTC',
            liquidation_price: '7349.3333333334',
            liquidation_side: 'below',
            price: '60000',
          },
          {
            amount: '650000',
            currency_id: 3,
            currency_name: 'USDT',
            liquidation_price: null,
            liquidation_side: null,
            price: '1',
          },
        ],
        assets_usdt: '1190000',
        called: false,
        closed_ms: null,
        created_ms: START,
        currency_name: 'USDT',
        days: 30,
        debt: '651040',
        debt_usdt: '651040',
        decide_by_ms: START + 3 * DAY_MS,
        decided_by: 'finance',
        decided_ms: START,
        due_ms: START + 30 * DAY_MS,
        fresh: true,
        id: 2,
        leverage: null,
        note: '',
        overdue_days: 0,
        purpose: 'machines',
        rate: '0.02',
        reason: null,
        receipt: null,
        risk_rate: '182.78',
        state: 'active',
        two_people: false,
        uid: ALICE,
      },
    ],
    last_page: 1,
    per_page: 10,
    total: 2,
  });
  expect(await call('console/loan_list', { uid: CARL, state: 'rejected' })).toEqual({
    current_page: 1,
    data: [
      {
        amount: '600000',
        applicant: {
          active: 1,
          free_usdt: '960000',
          level: 2,
          liquidated: 0,
          market_maker: false,
          repaid: 0,
          vip_level: 2,
        },
        asked: false,
        assets: [],
        assets_usdt: '0',
        called: false,
        closed_ms: START + 2 * HOUR_MS,
        created_ms: START + 2 * HOUR_MS,
        currency_name: 'USDT',
        days: 30,
        debt: '0',
        debt_usdt: '0',
        decide_by_ms: START + 74 * HOUR_MS,
        decided_by: 'finance',
        decided_ms: START + 2 * HOUR_MS,
        due_ms: null,
        fresh: true,
        id: 4,
        leverage: null,
        note: 'no plan',
        overdue_days: 0,
        purpose: 'a bar',
        rate: null,
        reason: 'purpose_unclear',
        receipt: null,
        risk_rate: null,
        state: 'rejected',
        two_people: false,
        uid: CARL,
      },
    ],
    last_page: 1,
    per_page: 10,
    total: 1,
  });
  const all = await call('console/loan_list', {});
  expect(all.data.map(({ id, state }) => [id, state])).toEqual([
    [6, 'pending'],
    [5, 'pending'],
    [4, 'rejected'],
    [3, 'active'],
    [2, 'active'],
    [1, 'repaid'],
  ]);
  expect(await call('console/loan_list', { uid: ALICE, limit: '1', page: '2' })).toEqual({
    current_page: 2,
    data: [
      {
        amount: '600000',
        applicant: {
          active: 1,
          free_usdt: '1260760.55',
          level: 2,
          liquidated: 0,
          market_maker: false,
          repaid: 1,
          vip_level: 2,
        },
        asked: false,
        assets: [],
        assets_usdt: '0',
        called: false,
        closed_ms: START,
        created_ms: START,
        currency_name: 'USDT',
        days: 20,
        debt: '0',
        debt_usdt: '0',
        decide_by_ms: START + 3 * DAY_MS,
        decided_by: 'finance',
        decided_ms: START,
        due_ms: START + 20 * DAY_MS,
        fresh: true,
        id: 1,
        leverage: null,
        note: '',
        overdue_days: 0,
        purpose: 'a test',
        rate: '0.04',
        reason: null,
        receipt: null,
        risk_rate: null,
        state: 'repaid',
        two_people: false,
        uid: ALICE,
      },
    ],
    last_page: 2,
    per_page: 1,
    total: 2,
  });
  expect(await call('console/loan_market_maker', { uid: BEA, enabled: 'true', reason: 'quotes' })).toEqual({
    asked_by: 'finance',
    changes: [{ after: 'listed', before: 'not listed', label: 'Market maker' }],
    created_ms: START + 8 * DAY_MS,
    digest: expect.any(String) as unknown,
    id: 2,
    kind: 'market maker',
    ...ASKED,
    reason: 'quotes',
    subject: '100002',
    title: 'Market maker',
    uid: BEA,
  });
  await fixture.at(START + 31 * DAY_MS);
  expect(await call('console/loans')).toMatchObject({ active: 2, overdue: 2, late: 2, pending: 2 });
});
