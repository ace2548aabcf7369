import { amount, rate } from '@karat/money';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowOf } from './console-view.ts';
import { ALICE, BTC, DAY_MS, LoansFixture, START, USDT } from './testing/fixture.ts';
import type { Loan } from './types.ts';
import { eventView, loanView } from './view.ts';

let database: TestDatabase;
let fixture: LoansFixture;
let loan: Loan;

beforeAll(async () => {
  database = await createTestDatabase({ connections: 4 });
  fixture = await LoansFixture.open(database.db);
  await fixture.at(START);
  await fixture.fund(ALICE, '10', BTC);
  await fixture.fund(ALICE, '100000.55', USDT);
  // Charges are written by hand: a loan that has ended has no more of them.
  loan = {
    ...(await fixture.apply()),
    state: 'liquidated',
    days: 30,
    principal: amount('1000'),
    interest: amount('20'),
    overdue: amount('3'),
    chargedDays: 12,
    running: { daily: rate('0.0003'), startedMs: START + 1, dueMs: START + 30 * DAY_MS },
    decidedMs: START + 2,
    decidedBy: 'anna',
    calledMs: START + 3,
    closedMs: START + 4,
    receipt: 'abc',
  };
});
afterAll(async () => {
  await fixture.worker.stop();
  await database.drop();
});

const codeOf = (id: number): string => (id === Number(BTC) ? 'BTC' : 'USDT');

test('a reply of a loan has each part of the debt and each time in its own field', () => {
  expect(loanView(fixture.deps, loan, codeOf)).toMatchObject({
    id: loan.id,
    state: 'liquidated',
    currency_name: 'USDT',
    amount: '600000',
    days: 30,
    rate: '0.03',
    debt: '1023',
    principal: '1000',
    interest: '20',
    overdue: '3',
    overdue_days: 0,
    charged_days: 12,
    called: true,
    created_ms: START,
    decide_by_ms: loan.decideByMs,
    started_ms: START + 1,
    due_ms: START + 30 * DAY_MS,
    closed_ms: START + 4,
    receipt: 'abc',
  });
});

test('operators see debt and assets of a loan in USDT, and what its applicant has free to the cent', async () => {
  // Five of ten BTC at 60,000 are collateral.
  expect(await rowOf(fixture.deps, loan, true, codeOf)).toMatchObject({
    id: loan.id,
    uid: ALICE,
    amount: '600000',
    assets_usdt: '300000',
    debt: '1023',
    debt_usdt: '1023',
    decided_ms: START + 2,
    decided_by: 'anna',
    due_ms: START + 30 * DAY_MS,
    closed_ms: START + 4,
    asked: true,
    applicant: { active: 0, repaid: 0, liquidated: 0, free_usdt: '400000.55' },
  });
});

test('an event has what was paid, what was received for it, and what was owed afterwards', () => {
  const event = {
    id: 6,
    kind: 'converted',
    day: 4,
    currencyId: USDT,
    amount: amount('70'),
    received: { currency: BTC, amount: amount('0.5') },
    debt: amount('953'),
    atMs: START,
  } as const;
  expect(eventView(event, codeOf, 'abc')).toMatchObject({
    id: 6,
    kind: 'converted',
    day: 4,
    amount: '70',
    currency_name: 'USDT',
    received: '0.5',
    received_name: 'BTC',
    debt: '953',
    at_ms: START,
    receipt: 'abc',
  });
  expect(eventView({ ...event, received: undefined }, codeOf, undefined)).toMatchObject({
    received: null,
    received_name: null,
    receipt: null,
  });
});
