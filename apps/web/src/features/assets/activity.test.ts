import { expect, test } from 'vitest';
import { ALL_ACTIVITY, byDay, isOwnTransfer, sentActivity, titleOf } from './activity.ts';
import type { Activity, Leg } from './activity.ts';

const leg = (currency_name: string, more: Partial<Leg> = {}): Leg =>
  ({ currency: 1, currency_name, account: 'change', ...more }) as Leg;
const event = (kind: string, ...legs: Leg[]): Pick<Activity, 'kind' | 'legs'> =>
  ({ kind, legs }) as unknown as Pick<Activity, 'kind' | 'legs'>;

test('only filters that are set are sent, a search without the spaces around it', () => {
  expect(sentActivity(ALL_ACTIVITY)).toEqual({});
  expect(sentActivity({ ...ALL_ACTIVITY, search: '  ' })).toEqual({});
  expect(sentActivity({ ...ALL_ACTIVITY, group: 'trades', search: ' btc ', currency: '3' })).toEqual({
    group: 'trades',
    search: 'btc',
    currency: '3',
  });
  const day = sentActivity({ ...ALL_ACTIVITY, from: '2026-02-01', to: '2026-02-01' });
  expect(day).toEqual({
    from: new Date(2026, 1, 1).getTime(),
    to: new Date(2026, 1, 2).getTime() - 1,
  });
});

test('a trade against USDT is a purchase or a sale, another one a pair', () => {
  const usdt = leg('USDT');
  const [btc, eth] = [leg('BTC'), leg('ETH')];
  expect(titleOf(event('spot:trade', usdt, btc))).toEqual({ key: 'bought', coin: 'BTC' });
  expect(titleOf(event('spot:trade', btc, usdt))).toEqual({ key: 'sold', coin: 'BTC' });
  expect(titleOf(event('spot:trade', btc, eth))).toEqual({ key: 'converted_pair', from: 'BTC', to: 'ETH' });
});

test('a conversion names both currencies, also with USDT; anything else has the name of its kind', () => {
  const [usdt, btc] = [leg('USDT'), leg('BTC')];
  expect(titleOf(event('convert', usdt, btc))).toEqual({ key: 'converted_pair', from: 'USDT', to: 'BTC' });
  expect(titleOf(event('convert', btc, usdt))).toEqual({ key: 'converted_pair', from: 'BTC', to: 'USDT' });
  expect(titleOf(event('wallet:transfer', usdt, btc))).toEqual({ key: 'info' });
  expect(titleOf(event('spot:trade', usdt))).toEqual({ key: 'info' });
  expect(titleOf(event('convert', usdt, btc, btc))).toEqual({ key: 'info' });
  expect(titleOf(event('convert'))).toEqual({ key: 'info' });
});

test('the payment for an NFT is a purchase; what a sale brings has the name of its kind', () => {
  expect(titleOf(event('nft:sale', leg('USDT', { amount: '-40' })))).toEqual({ key: 'bought', coin: 'NFT' });
  expect(titleOf(event('nft:sale', leg('USDT', { amount: '40' })))).toEqual({ key: 'info' });
});

test('an own transfer moves one currency between two accounts', () => {
  const from = leg('USDT', { account: 'change' });
  const to = leg('USDT', { account: 'lever' });
  expect(isOwnTransfer(event('x', from, to))).toBe(true);
  expect(isOwnTransfer(event('x', from, leg('USDT')))).toBe(false);
  expect(isOwnTransfer(event('x', from, leg('BTC', { currency: 2, account: 'lever' })))).toBe(false);
  expect(isOwnTransfer(event('x', from, to, to))).toBe(false);
  expect(isOwnTransfer(event('x', from))).toBe(false);
});

test('events of a local day stand together, in their order', () => {
  const at = (id: number, ...time: [number, number, number, number]): Activity =>
    ({ id, created_ms: new Date(...time).getTime() }) as unknown as Activity;
  const events = [at(1, 2026, 1, 3, 0), at(2, 2026, 1, 2, 23), at(3, 2026, 1, 2, 0), at(4, 2026, 1, 1, 23)];
  const ids = byDay(events).map((day) => day.map(({ id }) => Number(id)));
  expect(ids).toEqual([[1], [2, 3], [4]]);
  expect(byDay([])).toEqual([]);
});
