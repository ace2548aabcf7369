import { amount, format, price, rate } from '@karat/money';
import { expect, test } from 'vitest';
import {
  breakEvenRate,
  optionEntry,
  optionPayout,
  optionProfit,
  settleOption,
  settlementWindow,
} from './options.ts';
import type { OptionTerms } from './options.ts';

const terms: OptionTerms = {
  direction: 'up',
  stake: amount('10.01'),
  ratio: rate('0.85'),
  decimals: 2,
  acceptedMs: 10_000,
  expiresMs: 40_000,
};
const tick = (time: number, at: string) => ({ time, price: price(at) });
/** An entry at 100 and the last seconds before expiry at the given prices. */
const ticks = (...last: string[]) => [
  tick(10, '100'),
  ...last.map((at, index) => tick(40 - last.length + index, at)),
];
const settled = (more: Partial<OptionTerms>, ...last: string[]) => {
  const { outcome, settlement, returned } = settleOption({ ...terms, ...more }, ticks(...last));
  return [outcome, settlement && format(settlement), format(returned)];
};

test('profit rounds down at the decimals of the currency; the payout adds the stake', () => {
  expect(format(optionProfit(terms.stake, terms.ratio, 2))).toBe('8.5');
  expect(format(optionProfit(terms.stake, terms.ratio, 6))).toBe('8.5085');
  expect(format(optionPayout(terms.stake, terms.ratio, 2))).toBe('18.51');
  expect(format(breakEvenRate(terms.ratio))).toBe('54.06');
});

test('the entry is the first tick at the acceptance or after it, before the expiry', () => {
  const all = [tick(9, '1'), tick(10, '2'), tick(11, '3')];
  expect(optionEntry(terms, all)?.time).toBe(10);
  expect(optionEntry({ ...terms, acceptedMs: 10_001 }, all)?.time).toBe(11);
  expect(optionEntry({ acceptedMs: 12_000, expiresMs: 40_000 }, all)).toBeUndefined();
  expect(optionEntry({ acceptedMs: 10_001, expiresMs: 11_000 }, all)).toBeUndefined();
  expect(optionEntry({ acceptedMs: 10_001, expiresMs: 11_001 }, all)?.time).toBe(11);
});

test('the window is the last five seconds: the expiry is outside, its start inside', () => {
  const all = [34, 35, 36, 39, 40].map((time) => tick(time, '1'));
  expect(settlementWindow(40_000, all).map(({ time }) => time)).toEqual([35, 36, 39]);
  expect(settlementWindow(40_001, all).map(({ time }) => time)).toEqual([36, 39, 40]);
});

test('the mean of the window decides: above wins up, below wins down, equal returns the stake', () => {
  expect(settled({}, '100', '100', '100.03')).toEqual(['win', '100.01', '18.51']);
  expect(settled({ direction: 'down' }, '100', '100', '100.03')).toEqual(['lose', '100.01', '0']);
  expect(settled({}, '100', '100', '99.97')).toEqual(['lose', '99.99', '0']);
  expect(settled({ direction: 'down' }, '100', '100', '99.97')).toEqual(['win', '99.99', '18.51']);
  expect(settled({}, '99', '101', '100')).toEqual(['tie', '100', '10.01']);
  expect(settled({ direction: 'down' }, '99', '101', '100')).toEqual(['tie', '100', '10.01']);
});

test('the smallest move decides although the shown mean rounds to the entry', () => {
  expect(settled({}, '100', '100', '100.0000000001')).toEqual(['win', '100', '18.51']);
});

test('two ticks in the window or no entry void the option; three settle it', () => {
  expect(settled({}, '101', '101')).toEqual(['void', '101', '10.01']);
  expect(settled({})).toEqual(['void', undefined, '10.01']);
  expect(settled({}, '101', '101', '101')).toEqual(['win', '101', '18.51']);
  const noEntry = settleOption(
    { ...terms, acceptedMs: 39_500, expiresMs: 40_000 },
    ticks('1', '1', '1', '1'),
  );
  expect(noEntry).toMatchObject({ outcome: 'void', entry: undefined, returned: terms.stake });
  expect(noEntry.window).toHaveLength(4);
});
