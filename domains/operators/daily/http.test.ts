import { contract } from '@karat/contract';
import { amount } from '@karat/money';
import { virtualClock } from '@karat/platform/clock';
import { createBus } from '@karat/platform/bus';
import { openDatabase } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { callConsole } from '@karat/platform/testing';
import { expect, test } from 'vitest';
import type { Period } from './days.ts';
import { dailyHandlers } from './http.ts';
import { byProduct } from './rules.ts';
import type { StoredDay } from './store.ts';

/** A day each of whose figures is its own. */
const dayOf = (day: string, isComplete: boolean, unvalued: readonly string[], base: number): StoredDay => ({
  day,
  isComplete,
  unvalued,
  figures: {
    volume: byProduct((product) => amount(String(base * 1_000 + product.length))),
    fees: byProduct((product) => amount(String(base + product.length / 10))),
    registrations: base + 20,
    activeUsers: base + 30,
    deposits: amount(String(base * 100 + 0.5)),
    depositsCount: base + 40,
    withdrawals: amount(String(base * 100 + 50.25)),
    withdrawalsCount: base + 50,
  },
});

const PERIOD: Period = {
  at: Date.parse('2026-11-22T09:00:00Z'),
  days: [dayOf('2026-11-21', true, ['ETH', 'ADA'], 2), dayOf('2026-11-22', false, ['BTC', 'ETH'], 4)],
  before: [dayOf('2026-11-20', true, ['LTC'], 1)],
  pending: 3,
};

test('each day has its own figures, and the totals are those of the period', async () => {
  const asked: number[] = [];
  const ctx = {
    db: openDatabase({ url: 'postgresql://127.0.0.1:1/none' }),
    clock: virtualClock(),
    random: seededRandom('daily'),
    bus: createBus(() => undefined),
    log: silentLog,
    demo: true,
  };
  const handlers = dailyHandlers({
    ctx,
    daily: {
      read: (days) => {
        asked.push(days);
        return Promise.resolve(PERIOD);
      },
    },
  });
  const fields = { days: '30' };
  expect(await callConsole(contract.operators, handlers, 'console/daily_figures', { fields })).toEqual({
    at_ms: PERIOD.at,
    days: [
      {
        day: '2026-11-21',
        complete: true,
        volume: { spot: '2004', contracts: '2009', options: '2007', stocks: '2006' },
        fees: { spot: '2.4', contracts: '2.9', options: '2.7', stocks: '2.6' },
        registrations: 22,
        active_users: 32,
        deposits: '200.5',
        deposits_count: 42,
        withdrawals: '250.25',
        withdrawals_count: 52,
      },
      {
        day: '2026-11-22',
        complete: false,
        volume: { spot: '4004', contracts: '4009', options: '4007', stocks: '4006' },
        fees: { spot: '4.4', contracts: '4.9', options: '4.7', stocks: '4.6' },
        registrations: 24,
        active_users: 34,
        deposits: '400.5',
        deposits_count: 44,
        withdrawals: '450.25',
        withdrawals_count: 54,
      },
    ],
    pending: 3,
    unvalued: ['ADA', 'BTC', 'ETH'],
    totals: {
      // 8,026 of the first day against 4,026 of the day before.
      volume: { value: '24052', change: '99.3' },
      fees: { value: '29.2', change: '60.6' },
      registrations: { value: '46', change: '4.7' },
      active_users: { value: '33', change: '3.2' },
      deposits: { value: '601', change: '99.5' },
      withdrawals: { value: '700.5', change: '66.5' },
    },
  });
  expect(asked).toEqual([30]);
});
