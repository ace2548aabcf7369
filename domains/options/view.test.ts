import { currencyId, marketId, userId } from '@karat/contract';
import { ZERO, amount, price, rate } from '@karat/money';
import { HOUR_MS } from '@karat/rules';
import { expect, test } from 'vitest';
import type { Limit, Order, Person } from './types.ts';
import { durationView, limitsView, orderView } from './view.ts';

const NOW = Date.parse('2026-11-20T15:00:00.300Z');
const names = { symbol: () => 'BTC/USDT', currency: () => 'USDC' };
const order: Order = {
  id: 5,
  userId: userId(100_001),
  marketId: marketId(1),
  currencyId: currencyId(45),
  decimals: 6,
  direction: 'down',
  seconds: 30,
  stake: amount('100'),
  ratio: rate('0.6'),
  profit: amount('60'),
  shard: 3,
  acceptedMs: NOW,
  expiresMs: NOW + 30_000,
  entrySecond: 1_795_186_801,
  entryPrice: price('30000.5'),
  outcome: 'win',
  settlement: price('29999.5'),
  returned: amount('160'),
  receipt: 'abc',
  settledMs: NOW + 31_000,
};
const settled = {
  id: 5,
  match_id: 1,
  currency_id: 45,
  currency_name: 'USDC',
  type: 2,
  seconds: 30,
  number: '100',
  open_price: '30000.5',
  open_ms: 1_795_186_801_000,
  end_price: '29999.5',
  fee: '0',
  profit_ratio: '60',
  fact_profits: '60',
  returned: '160',
  status: 3,
  profit_result: 1,
  created_at: '2026-11-20 15:00:00',
  created_ms: NOW,
  handled_at: '2026-11-20 15:00:30',
  handled_ms: NOW + 30_000,
  complete_at: '2026-11-20 15:00:31',
  complete_ms: NOW + 31_000,
  symbol_name: 'BTC/USDT',
  remain_milli_seconds: 0,
  receipt: 'abc',
};

test('a reply of a settled order has each price, amount and time in its own field', () => {
  expect(orderView(order, names, NOW + 60_000)).toEqual(settled);
});

test('a loss is negative, and an open order has neither outcome nor end', () => {
  expect(orderView({ ...order, outcome: 'lose', returned: ZERO }, names, NOW + 60_000)).toMatchObject({
    fact_profits: '-100',
    returned: '0',
    profit_result: -1,
  });
  const running = { outcome: undefined, settlement: undefined, returned: undefined, settledMs: undefined };
  const open = { ...order, ...running, entrySecond: undefined, entryPrice: undefined, receipt: undefined };
  expect(orderView(open, names, NOW + 10_000)).toMatchObject({
    open_price: null,
    open_ms: null,
    end_price: null,
    fact_profits: '0',
    returned: '0',
    complete_at: null,
    complete_ms: null,
    remain_milli_seconds: 20_000,
    receipt: null,
  });
});

const none: Limit = { value: undefined, next: undefined, nextAt: undefined };
const person = (more: Partial<Person>): Person => ({
  userId: userId(100_001),
  country: undefined,
  quizVersion: undefined,
  gamesQuizVersion: undefined,
  openStake: amount('1'),
  gamesOpen: amount('2'),
  day: '2026-11-20',
  dayStaked: amount('70'),
  dayNet: amount('-30'),
  wins: 3,
  losses: 4,
  ties: 5,
  voids: 6,
  staked: amount('900'),
  returned: amount('800'),
  limitStake: none,
  limitLoss: none,
  coolingUntil: undefined,
  ...more,
});

test('own limits show what is used of each, the looser one that waits, and the pause', () => {
  const limitStake = { value: amount('100'), next: amount('200'), nextAt: NOW + HOUR_MS };
  const limitLoss = { value: amount('40'), next: undefined, nextAt: undefined };
  const end = Date.parse('2026-11-21T00:00:00Z');
  expect(limitsView(person({ limitStake, limitLoss, coolingUntil: NOW + 1 }), NOW)).toEqual({
    daily_stake: { limit: '100', next: '200', next_ms: NOW + HOUR_MS, used: '70' },
    daily_loss: { limit: '40', next: null, next_ms: null, used: '30' },
    cooling_until_ms: NOW + 1,
    day_ends_ms: end,
  });
  // A day that ended with a profit has used nothing of the loss; a pause that has ended is none.
  expect(limitsView(person({ dayNet: amount('30'), coolingUntil: NOW }), NOW)).toMatchObject({
    daily_stake: { limit: null, used: '70' },
    daily_loss: { limit: null, used: '0' },
    cooling_until_ms: null,
  });
});

test('a duration has its limits, its ratio in percent and its break-even rate', () => {
  const terms = { minStake: amount('2'), maxStake: amount('500'), ratio: rate('0.6'), enabled: false };
  expect(durationView({ id: 4, seconds: 60, ...terms })).toEqual({
    id: 4,
    seconds: 60,
    status: 0,
    profit_ratio: '60',
    min_amount: '2',
    max_amount: '500',
    break_even: '62.5',
  });
});
