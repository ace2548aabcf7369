import { currencyId, userId } from '@karat/contract';
import { ZERO, amount, format, price } from '@karat/money';
import { expect, test } from 'vitest';
import {
  byProduct,
  changePercent,
  currenciesOf,
  dayAfter,
  daysBetween,
  figuresOf,
  storableAt,
  totalOf,
} from './rules.ts';
import type { Day, DayRecords } from './rules.ts';

const USDT = currencyId(3);
const BTC = currencyId(1);
const LOST = currencyId(999);
const priceOf = (currency: number) =>
  new Map([
    [USDT, price('1')],
    [BTC, price('50000')],
  ]).get(currencyId(currency));

const NOTHING: DayRecords = {
  turnover: [],
  traders: [],
  registrations: 0,
  deposits: [],
  withdrawals: { usdt: ZERO, count: 0 },
};

const dayOf = (day: string, volume: string, more: { users?: number; isComplete?: boolean } = {}): Day => ({
  day,
  isComplete: more.isComplete ?? true,
  figures: {
    ...figuresOf(NOTHING, priceOf),
    volume: byProduct((product) => (product === 'spot' ? amount(volume) : ZERO)),
    activeUsers: more.users ?? 0,
  },
});

test('turnover and deposits are valued by currency, users counted once, amounts without a price left out', () => {
  const figures = figuresOf(
    {
      turnover: [
        { product: 'spot', currency: USDT, volume: amount('100'), fees: amount('0.1') },
        { product: 'spot', currency: BTC, volume: amount('0.5'), fees: amount('0.00002') },
        { product: 'spot', currency: LOST, volume: amount('7'), fees: amount('7') },
        { product: 'options', currency: USDT, volume: amount('20'), fees: ZERO },
      ],
      traders: [userId(100_001), userId(100_002), userId(100_001)],
      registrations: 4,
      deposits: [
        { currency: BTC, amount: amount('2'), count: 3 },
        { currency: USDT, amount: amount('1.5'), count: 1 },
      ],
      withdrawals: { usdt: amount('9'), count: 2 },
    },
    priceOf,
  );
  expect(format(figures.volume.spot)).toBe('25100');
  expect(format(figures.fees.spot)).toBe('1.1');
  expect(format(figures.volume.options)).toBe('20');
  expect(figures.volume.contracts).toBe(ZERO);
  expect(figures.activeUsers).toBe(2);
  expect([format(figures.deposits), figures.depositsCount]).toEqual(['100001.5', 4]);
  expect([format(figures.withdrawals), figures.withdrawalsCount]).toEqual(['9', 2]);
});

test('days follow each other in UTC over ends of months and leap days', () => {
  expect(daysBetween('2028-02-27', '2028-03-01')).toEqual([
    '2028-02-27',
    '2028-02-28',
    '2028-02-29',
    '2028-03-01',
  ]);
  expect(daysBetween('2026-11-02', '2026-11-01')).toEqual([]);
  expect(dayAfter('2026-01-01', -1)).toBe('2025-12-31');
  expect(storableAt('2026-11-23')).toBe(Date.parse('2026-11-24T00:10:00Z'));
});

test.each([
  ['100', '150', '50'],
  ['3', '1', '-66.6'],
  ['3', '4', '33.3'],
  ['100', '100', '0'],
  ['5', '0', '-100'],
])('from %s to %s is %s %%', (before, after, percent) => {
  expect(changePercent(amount(before), amount(after))).toBe(percent);
});

test('a product has its own figure', () => {
  expect(byProduct((product) => amount(String(product.length)))).toEqual({
    ...{ spot: amount('4'), contracts: amount('9'), options: amount('7'), stocks: amount('6') },
  });
});

test('from nothing there is no change in percent', () => {
  expect(changePercent(ZERO, amount('1'))).toBeNull();
});

test('a total includes the running day, its change only complete days and as many right before them', () => {
  const before = [dayOf('2026-11-17', '1000'), dayOf('2026-11-18', '40'), dayOf('2026-11-19', '60')];
  const period = [
    dayOf('2026-11-20', '100'),
    dayOf('2026-11-21', '50'),
    dayOf('2026-11-22', '1', { isComplete: false }),
  ];
  const { value, change } = totalOf('volume', period, before);
  expect([format(value), change]).toEqual(['151', '50']);
});

test('without all of the compared days there is no change', () => {
  const period = [dayOf('2026-11-20', '100'), dayOf('2026-11-21', '50')];
  expect(totalOf('volume', period, [dayOf('2026-11-19', '10')]).change).toBeNull();
  const running = [dayOf('2026-11-20', '100', { isComplete: false })];
  expect(totalOf('volume', running, [dayOf('2026-11-19', '10')]).change).toBeNull();
});

test('active users of a period are the mean of its days, because users of several days would count twice', () => {
  const period = [
    dayOf('2026-11-20', '0', { users: 5 }),
    dayOf('2026-11-21', '0', { users: 2 }),
    dayOf('2026-11-22', '0', { users: 1, isComplete: false }),
  ];
  expect(format(totalOf('active_users', period, []).value)).toBe('2');
});

test('prices are needed of every currency once, of turnover and of deposits', () => {
  const row = (currency: typeof BTC) => ({ product: 'spot' as const, currency, volume: ZERO, fees: ZERO });
  const records = {
    ...NOTHING,
    turnover: [row(BTC), row(USDT), row(BTC)],
    deposits: [
      { currency: USDT, amount: ZERO, count: 1 },
      { currency: LOST, amount: ZERO, count: 1 },
    ],
  };
  expect(currenciesOf(records)).toEqual([BTC, USDT, LOST]);
});

test('every total is that of its own figure, over all products', () => {
  const [spot, contracts, options, stocks] = ['1', '20', '300', '4000'].map((text) => amount(text));
  const sums = { spot, contracts, options, stocks } as Day['figures']['volume'];
  const day: Day = {
    day: '2026-11-20',
    isComplete: true,
    figures: {
      ...figuresOf({ ...NOTHING, registrations: 7, deposits: [] }, priceOf),
      volume: sums,
      fees: byProduct((product) => (product === 'stocks' ? amount('0.5') : ZERO)),
      activeUsers: 9,
      deposits: amount('11'),
      withdrawals: amount('13'),
    },
  };
  const value = (name: Parameters<typeof totalOf>[0]) => format(totalOf(name, [day], []).value);
  expect([value('volume'), value('fees'), value('registrations')]).toEqual(['4321', '0.5', '7']);
  expect([value('active_users'), value('deposits'), value('withdrawals')]).toEqual(['9', '11', '13']);
  expect(format(totalOf('active_users', [], []).value)).toBe('0');
  expect(totalOf('volume', [], [])).toEqual({ value: ZERO, change: null });
});

test('days after the compared ones are not counted, also where more are known', () => {
  const before = [dayOf('2026-11-18', '900'), dayOf('2026-11-19', '50')];
  expect(totalOf('volume', [dayOf('2026-11-20', '100')], before).change).toBe('100');
});
