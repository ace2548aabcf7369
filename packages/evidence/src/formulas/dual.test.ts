import { amount, price, rate } from '@karat/money';
import { dualOutcomeAt } from '@karat/rules';
import type { DualTerms } from '@karat/rules';
import { expect, test } from 'vitest';
import { DUAL_TICKS_MIN, dualFacts, dualFormula, shownDualPrice, summariseDualWindow } from './dual.ts';
import type { DualReceiptFacts } from './dual.ts';

const call: DualTerms = {
  type: 'call',
  principal: amount('1'),
  strike: price('30000'),
  days: 7,
  apr: rate('0.73'),
  coinDecimals: 8,
  quoteDecimals: 6,
};
test('the mean is compared exactly, not as it is shown', () => {
  const strike = price('0.3333333333');
  const mean = { total: price('1'), count: 3 };
  expect(shownDualPrice(mean)).toBe(strike);
  expect(dualOutcomeAt(mean, strike)).toBe('quote');
  expect(dualOutcomeAt({ total: price('0.9999999998'), count: 3 }, strike)).toBe('coin');
});

const MATURITY = 1_800_000_000;
const ticks = (count: number, text: string) =>
  Array.from({ length: count }, (_, at) => ({
    market: 1,
    time: MATURITY - count + at,
    price: text,
    source: 'simulated' as const,
    quotes: '',
    previous: '',
    hash: String(at),
  }));
const facts = (more: Partial<DualReceiptFacts>) =>
  dualFacts({
    ...call,
    market: 1,
    symbol: 'BTC/USDT',
    coin: 'BTC',
    quote: 'USDT',
    shares: 1,
    maturitySecond: MATURITY,
    window: { count: 0, total: 0n },
    basis: 'void',
    ...more,
  });

test('the window holds the half hour before maturity, and its ends stand for it', () => {
  const outside = [MATURITY - 1_801, MATURITY].flatMap((time) =>
    ticks(1, '7').map((tick) => ({ ...tick, time })),
  );
  const published = [...ticks(1_800, '30000'), ...outside];
  const window = summariseDualWindow(MATURITY, published);
  expect(window).toMatchObject({ count: 1_800, total: price('30000') * 1_800n });
  expect(window.ends.map(({ time }) => time)).toEqual([MATURITY - 1_800, MATURITY - 1]);
});

test('operators can give a price or void only where less than half of the ticks are there', () => {
  const source = { price: price('1'), document: 'a document' };
  const few = { count: DUAL_TICKS_MIN - 1, total: 5n };
  const enough = { count: DUAL_TICKS_MIN, total: 5n };
  const ends = ticks(2, '30000');
  const result = (more: Partial<DualReceiptFacts>) => dualFormula.result(facts(more), ends);
  expect(result({ window: few, basis: 'source', source })).toMatchObject({ outcome: 'coin' });
  expect(result({ window: few, basis: 'void' })).toEqual({
    outcome: 'void',
    payout: '1',
    payout_currency: 'BTC',
  });
  // The principal of a put is in the quote currency.
  expect(result({ type: 'put', window: few, basis: 'void' })).toMatchObject({ payout_currency: 'USDT' });
  expect(() => result({ window: enough, basis: 'source', source })).toThrow(RangeError);
  expect(() => result({ window: enough, basis: 'void' })).toThrow(RangeError);
  expect(() => result({ window: few, basis: 'ticks' })).toThrow(RangeError);
});

test('a receipt whose sum or number of ticks is not that of the published ticks is refused', () => {
  const published = ticks(1_000, '30000');
  const window = { count: 1_000, total: price('30000') * 1_000n };
  expect(dualFormula.choose(facts({ window, basis: 'ticks' }), published)).toHaveLength(2);
  for (const wrong of [
    { ...window, count: 999 },
    { ...window, total: window.total + 1n },
  ])
    expect(() => dualFormula.choose(facts({ window: wrong, basis: 'ticks' }), published)).toThrow(RangeError);
});

const dualAt = (window: DualReceiptFacts['window'], more: Partial<DualReceiptFacts> = {}) =>
  dualFormula.result(facts({ window, basis: 'ticks', ...more }), ticks(2, '30000'));

test('from half of the ticks on their mean settles: at the strike in quote, below it in coin', () => {
  const at = (mean: string) => ({ count: DUAL_TICKS_MIN, total: price(mean) * BigInt(DUAL_TICKS_MIN) });
  expect(dualAt(at('30000'))).toEqual({
    outcome: 'quote',
    settlement: '30000',
    payout: '30420',
    payout_currency: 'USDT',
  });
  expect(dualAt(at('29999.9999999999'))).toEqual({
    outcome: 'coin',
    settlement: '29999.9999999999',
    payout: '1.014',
    payout_currency: 'BTC',
  });
});

test('a receipt lists both ends of its window, the only tick once, and none of an empty one', () => {
  const endsOf = (count: number) => summariseDualWindow(MATURITY, ticks(count, '30000')).ends;
  expect([0, 1, 2, 3].map((count) => endsOf(count).length)).toEqual([0, 1, 2, 2]);
  const listed = (count: number, length: number) => () =>
    dualFormula.result(facts({ window: { count, total: 0n } }), ticks(length, '30000'));
  for (const [count, length] of [
    [0, 0],
    [1, 1],
    [2, 2],
    [899, 2],
  ] as const)
    expect(listed(count, length)()).toMatchObject({ outcome: 'void' });
  for (const [count, length] of [
    [0, 1],
    [1, 2],
    [2, 1],
    [899, 3],
  ] as const)
    expect(listed(count, length)).toThrow('lists the first and the last tick');
});

test('a refusal says what is wrong', () => {
  const window = { count: 2, total: price('60000') };
  const result = (more: object) => () =>
    dualFormula.result({ ...facts({ window }), ...more }, ticks(2, '30000'));
  expect(result({ type: 'both' })).toThrow('type both');
  expect(result({ basis: 'guess' })).toThrow('basis guess');
  expect(result({ basis: 'ticks' })).toThrow('2 ticks in the window do not allow basis ticks');
  const choose = (count: number, text: string) => () =>
    dualFormula.choose(facts({ window }), ticks(count, text));
  expect(choose(3, '20000')).toThrow('the window has 3 ticks');
  expect(choose(2, '30001')).toThrow('sum to 60002');
});
