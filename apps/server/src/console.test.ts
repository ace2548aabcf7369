import { currencyId, userId } from '@karat/contract';
import { USDT, userAccount } from '@karat/domains/ledger';
import type { Balance } from '@karat/domains/ledger';
import { amount, format, price } from '@karat/money';
import { virtualClock } from '@karat/platform/clock';
import { expect, test } from 'vitest';
import { consoleOf } from './console.ts';
import type { Container } from './container.ts';

const CURRENCIES = [
  { id: USDT, kind: 'coin', code: 'USDT' },
  { id: currencyId(1), kind: 'coin', code: 'BTC' },
  { id: currencyId(9), kind: 'fiat', code: 'EUR' },
  { id: currencyId(70), kind: 'coin', code: 'NEW' },
  { id: currencyId(71), kind: 'coin', code: 'OLD' },
];
const balance = (currency: number, available: string, held: string): Balance => ({
  ...{
    account: userAccount(userId(100_001), 'change'),
    currency: currencyId(currency),
    available: amount(available),
    held: amount(held),
  },
});

/** Parts with decisions of two operators. */
const APPROVING = [
  ...['credentials', 'verification', 'compliance', 'currencies', 'stocks', 'fiat', 'deposits', 'withdrawals'],
  ...['options', 'mining', 'dual', 'launchpad', 'growth', 'loans', 'nft', 'games'],
];
const approvalsOf = (part: string) => ({ approvals: { [`kind of ${part}`]: {} } });

/** What operators can stop, distinguishable by the domain that it belongs to. */
const STOPPABLES = {
  productStops: { stoppable: 'product' },
  withdrawals: { stoppable: 'network', ...approvalsOf('withdrawals') },
  deposits: { stoppable: 'custody', sweepStoppable: 'sweeping', ...approvalsOf('deposits') },
  credentials: { stoppable: 'user', ...approvalsOf('credentials') },
  copytrade: { stoppable: 'trader' },
  currencies: { stoppable: 'currency', ...approvalsOf('currencies') },
};

const open = (parts: Readonly<Record<string, unknown>> = {}) =>
  consoleOf(
    {
      ...Object.fromEntries(APPROVING.map((part) => [part, approvalsOf(part)])),
      ctx: { clock: virtualClock(), db: {} },
      contracts: { inside: {} },
      ledger: { currencies: async () => CURRENCIES },
      wallet: { rates: { current: async () => [{ code: 'EUR', rate: price('0.8') }] } },
      market: { prices: { lastInUsdt: (id: number) => (id === 1 ? price('90000') : undefined) } },
      ...STOPPABLES,
      ...parts,
    } as unknown as Container,
    () => 0,
    () => [],
  );

test('balances are valued with what is held, and a currency without a price is named unless it is empty', async () => {
  const { ledger } = await open();
  const { usdt, unvalued } = await ledger.value([
    balance(USDT, '10', '2.5'),
    balance(1, '0.5', '0.25'),
    balance(9, '4', '0'),
    balance(70, '0', '7'),
    balance(71, '0', '0'),
    balance(99, '1', '0'),
  ]);
  expect([format(usdt), unvalued]).toEqual(['67517.5', ['NEW', '99']]);
});

test('each kind of thing is stopped by its own domain', async () => {
  const { contract, ...stoppables } = (await open()).stoppables;
  expect(stoppables).toEqual({
    ...{ product: 'product', network: 'network', custody: 'custody', sweeping: 'sweeping' },
    ...{ user: 'user', trader: 'trader', currency: 'currency' },
  });
  expect(contract).toBeDefined();
});

test('two operators decide about every product', async () => {
  const kinds = Object.keys((await open()).approvals);
  expect(kinds).toEqual(expect.arrayContaining(APPROVING.map((part) => `kind of ${part}`)));
  expect(kinds.length).toBeGreaterThan(APPROVING.length);
});

test('a market without an index is stale, and its price is the last trade, else the index', async () => {
  const rows = [1, 2, 3].map((id) => ({ id }));
  const { markets } = await open({
    market: {
      instruments: { all: () => rows },
      index: (id: number) =>
        id === 3 ? undefined : { price: price(`${id}00`), stale: id === 2, broken: id === 2 },
      inside: { candles: { figures: (id: number) => (id === 1 ? { price: price('101') } : undefined) } },
    },
    spot: { openOrders: (id: number) => id * 5, counts: () => ({ queued: 4 }) },
  });
  expect(markets.all().map(({ market: _, ...facts }) => facts)).toEqual([
    { lastPrice: '101', indexPrice: '100', stale: false, broken: false, openOrders: 5, queue: 4 },
    { lastPrice: '200', indexPrice: '200', stale: true, broken: true, openOrders: 10, queue: 4 },
    { lastPrice: '0', indexPrice: null, stale: true, broken: false, openOrders: 15, queue: 4 },
  ]);
});

test('a network is halted by its books or by an operator, and named once', async () => {
  const halted = { haltedNetworks: async () => ['tron', 'bitcoin'] };
  const rows = async () => [{ network: 'tron' }, { network: 'ethereum' }];
  const { dashboard } = await open({
    ctx: { clock: virtualClock(), db: { rows } },
    deposits: { ...STOPPABLES.deposits, custody: halted },
  });
  expect(await dashboard.haltedNetworks()).toEqual(['tron', 'bitcoin', 'ethereum']);
});
