import { currencyId, userId } from '@karat/contract';
import { amount, price } from '@karat/money';
import { DAY_MS } from '@karat/rules';
import { expect, test } from 'vitest';
import type { Application, Project } from './types.ts';
import { detailView, orderView } from './view.ts';

const AT = Date.parse('2026-03-01T12:00:00Z');
const project: Project = {
  id: 4,
  kind: 'token',
  code: 'NEW',
  decimals: 8,
  texts: { en: { title: 'A token', summary: 'A summary' } },
  logo: undefined,
  gallery: [],
  whitePaper: undefined,
  paper: undefined,
  website: undefined,
  demo: false,
  supply: amount('10000'),
  price: price('2'),
  prices: [{ currencyId: currencyId(3), decimals: 6, price: price('2.5') }],
  orderMin: amount('10'),
  userMax: amount('700'),
  startMs: AT,
  endMs: AT + 5 * DAY_MS,
  listingMs: AT + 12 * DAY_MS,
  currencyId: currencyId(90),
  cancelledMs: undefined,
  allotment: undefined,
  settledUpTo: 0,
  settledMs: undefined,
  unlockingMs: undefined,
  listedMs: undefined,
};
const context = {
  totals: { applied: amount('2500'), applications: 9 },
  codeOf: (id: number) => (id === 3 ? 'USDT' : '?'),
  availableOf: () => amount('55'),
  lang: 'fra',
  now: AT + DAY_MS,
  market: undefined,
} as const;

test('a project has its sums, its times, and what its user may still apply for', () => {
  expect(detailView(project, context, amount('200'))).toMatchObject({
    id: 4,
    title: 'A token',
    currency_id: 90,
    amount: '10000',
    total_sell: '2500',
    orders: 9,
    percentage: '25',
    price: '2',
    pay_currencies: [{ currency_id: 3, currency_name: 'USDT', price: '2.5', decimals: 6, available: '55' }],
    start_ms: AT,
    end_ms: AT + 5 * DAY_MS,
    listing_ms: AT + 12 * DAY_MS,
    listed_ms: null,
    save_min: '10',
    user_max: '700',
    own_applied: '200',
    own_remaining: '500',
  });
  expect(detailView(project, context, amount('701')).own_remaining).toBe('0');
  expect(detailView(project, context, undefined)).toMatchObject({ own_applied: null, own_remaining: null });
});

test('an order has tokens and money, what it was given, what it paid and what came back', () => {
  const application: Application = {
    id: 6,
    projectId: 4,
    userId: userId(600_001),
    amount: amount('200'),
    currencyId: currencyId(3),
    payDecimals: 6,
    price: price('2.5'),
    held: amount('500'),
    appliedMs: AT + 1,
    cancelledMs: undefined,
    settled: { tokens: amount('60'), paid: amount('150'), atMs: AT + 2 },
  };
  expect(orderView(application, project, { ...context, receiptOf: () => 'abc' })).toMatchObject({
    id: 6,
    project_id: 4,
    pay_currency_name: 'USDT',
    price: '2.5',
    coin_amount: '200',
    give_amount: '60',
    amount: '500',
    paid: '150',
    refund: '350',
    created_ms: AT + 1,
    complete_ms: AT + 2,
    receipt: 'abc',
  });
});
