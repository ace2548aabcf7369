import { currencyId } from '@karat/contract';
import { amount, price, rate } from '@karat/money';
import { expect, test } from 'vitest';
import type { AssetRow } from './assets.ts';
import type { ListedEvent, OpenLot } from './read-store.ts';
import type { PeriodFigures } from './value-history.ts';
import { assetView, disposalView, estimatedView, lotView, periodView, totalOf } from './views.ts';

const AT = Date.parse('2026-03-02T10:00:00Z');
const BTC = currencyId(1);
const currency = {
  id: BTC,
  code: 'BTC',
  title: 'Bitcoin',
  kind: 'coin',
  decimals: 8,
  enabled: true,
} as const;
const row: AssetRow = {
  currency: BTC,
  quantity: amount('5'),
  held: amount('2'),
  costAverage: amount('400'),
  costFifo: amount('300'),
  realisedAverage: amount('41'),
  realisedFifo: amount('42'),
  income: amount('7'),
  fees: amount('9'),
  owed: amount('1'),
};

test('a reply of an asset has its amounts, costs and results each in its own field', () => {
  const more = { estimated: amount('3'), change: rate('0.0256') };
  const asset = { row, currency, price: price('100') };
  const same = {
    currency_id: 1,
    currency_name: 'BTC',
    title: 'Bitcoin',
    kind: 'coin',
    logo: '/logos/btc',
    decimals: 8,
    quantity: '5',
    held: '2',
    owed: '1',
    price: '100',
    // What is owed is no own value.
    value: '400',
    change_24h: '2.56',
    income: '7',
    fees: '9',
    estimated_quantity: '3',
  };
  expect(assetView(asset, { ...more, method: 'fifo' })).toEqual({
    ...same,
    average_cost: '60',
    cost: '300',
    unrealised: '200',
    unrealised_percent: '66.66',
    realised: '42',
  });
  expect(assetView(asset, { ...more, method: 'average' })).toEqual({
    ...same,
    average_cost: '80',
    cost: '400',
    unrealised: '100',
    unrealised_percent: '25',
    realised: '41',
  });
  const unpriced = { price: null, value: null, unrealised: null, unrealised_percent: null, change_24h: null };
  expect(
    assetView({ row, currency, price: undefined }, { ...more, change: undefined, method: 'fifo' }),
  ).toMatchObject({ ...unpriced, cost: '300', realised: '42' });
});

const event: ListedEvent = {
  id: 8,
  at: AT,
  journalId: 80,
  kind: 'spot:trade',
  currency: BTC,
  type: 'sell',
  quantity: amount('-2'),
  value: amount('250'),
  price: price('125'),
  fee: amount('3'),
  estimated: false,
  result: amount('0'),
  cost: amount('200'),
  realised: amount('50'),
};
const names = { codeOf: () => 'BTC', kindName: (kind: string) => `name of ${kind}` };
const movement = {
  id: 8,
  at_ms: AT,
  type: 'sell',
  kind: 'spot:trade',
  info: 'name of spot:trade',
  currency_id: 1,
  currency_name: 'BTC',
  quantity: '2',
  estimated: false,
};

test('a sale has proceeds, cost, result and fee; a gain no cost, a loss no proceeds', () => {
  expect(disposalView(event, names)).toEqual({
    ...movement,
    proceeds: '250',
    cost: '200',
    realised: '50',
    fee: '3',
  });
  const gain = { ...event, type: 'result', quantity: amount('2') } as const;
  expect(disposalView(gain, names)).toMatchObject({ quantity: '2', proceeds: '250', cost: '0' });
  expect(disposalView({ ...gain, quantity: amount('-2') }, names)).toMatchObject({
    quantity: '2',
    proceeds: '0',
    cost: '200',
  });
  expect(estimatedView({ ...event, estimated: true }, names)).toEqual({
    ...movement,
    estimated: true,
    price: '125',
    value: '250',
  });
});

test('a lot has what was acquired and what remains of it', () => {
  const lot: OpenLot = {
    id: 4,
    acquiredMs: AT,
    type: 'buy',
    kind: 'spot:trade',
    acquired: amount('10'),
    quantity: amount('4'),
    cost: amount('360'),
    estimated: true,
  };
  const same = {
    id: 4,
    acquired_ms: AT,
    type: 'buy',
    kind: 'spot:trade',
    info: 'name of spot:trade',
    quantity: '10',
    remaining: '4',
    unit_cost: '90',
    cost: '360',
    estimated: true,
  };
  expect(lotView(lot, price('80'), names.kindName)).toEqual({ ...same, value: '320', unrealised: '-40' });
  expect(lotView(lot, undefined, names.kindName)).toEqual({ ...same, value: null, unrealised: null });
});

test('consecutive periods begin with the first value, end with the last, and sum the rest', () => {
  const period = (startMs: number, figures: Record<Exclude<keyof PeriodFigures, 'startMs'>, string>) => ({
    startMs,
    value: amount(figures.value),
    startValue: amount(figures.startValue),
    transfers: amount(figures.transfers),
    realised: amount(figures.realised),
    income: amount(figures.income),
    fees: amount(figures.fees),
    profit: amount(figures.profit),
  });
  const total = totalOf([
    period(1, {
      startValue: '100',
      value: '130',
      transfers: '10',
      realised: '5',
      income: '2',
      fees: '1',
      profit: '20',
    }),
    period(2, {
      startValue: '130',
      value: '90',
      transfers: '-20',
      realised: '7',
      income: '4',
      fees: '3',
      profit: '-20',
    }),
    period(3, {
      startValue: '90',
      value: '150',
      transfers: '30',
      realised: '-1',
      income: '8',
      fees: '6',
      profit: '44',
    }),
  ]);
  expect([total.startMs, total.startValue]).toEqual([1, amount('100')]);
  // 44 of 100 that were there and 20 that arrived.
  expect(periodView(total)).toEqual({
    value: '150',
    transfers: '20',
    realised: '11',
    income: '14',
    fees: '10',
    profit: '44',
    percent: '36.66',
  });
});
