import { ZERO, amount, price, rate } from '@karat/money';
import { createHash } from 'node:crypto';
import { divisionTerms } from '@karat/rules';
import { expect, test } from 'vitest';
import type { ReceiptTick } from '../receipt.ts';
import { gameTermsText, readGameTerms } from './game-terms.ts';
import type { GameTerms } from './game-terms.ts';
import { gameFacts, gamesFormula } from './games.ts';
import type { GameFacts } from './games.ts';

const TERMS: GameTerms = {
  kind: 'price',
  texts: { en: { question: 'Will it rise?', options: ['No', 'Yes'], source: 'The index' } },
  options: 2,
  currency: 'USDT',
  decimals: 6,
  stakeMin: amount('1'),
  stakeMax: amount('1000'),
  userMax: amount('5000'),
  feeRate: rate('0.05'),
  opensMs: 10_000,
  closesMs: 20_000,
  settlesMs: 100_000,
  price: { market: 1, symbol: 'BTC/USDT', levels: [price('30000')] },
};
const tick = (time: number, text: string): ReceiptTick => ({
  market: 1,
  time,
  price: text,
  source: 'simulated',
  quotes: '',
  previous: '',
  hash: `${time}`,
});
const TICKS = ['29999', '30000', '30001.5'].map((text, index) => tick(97 + index, text));
const stakes = [
  { id: 7, amount: amount('100') },
  { id: 8, amount: amount('200') },
  { id: 9, amount: amount('100') },
];
const factsOf = (more: Partial<GameFacts> = {}) =>
  gameFacts({
    round: 3,
    entry: 8,
    terms: gameTermsText(TERMS),
    option: 2,
    stake: amount('200'),
    pool: amount('1000'),
    rightPool: amount('400'),
    basis: 'ticks',
    cutoff: divisionTerms(amount('950'), 6, stakes).cutoff,
    ...more,
  });

test('a right stake of 200 in a pool of 1,000 is paid 475 by the mean of the ticks', () => {
  expect(gamesFormula.result(factsOf(), TICKS)).toEqual({
    outcome: 'right',
    right_option: '2',
    settlement: '30000.1666666667',
    fee: '50',
    shared: '950',
    payout: '475',
    payout_currency: 'USDT',
  });
  expect(gamesFormula.ranges(factsOf())).toEqual([{ market: 1, from: 95, to: 99 }]);
  expect(gamesFormula.result(factsOf({ option: 1 }), TICKS)).toMatchObject({
    outcome: 'missed',
    payout: '0',
  });
});

test('the ticks asked for are those of the window, whether it ends at a second or within one', () => {
  const rangesOf = (settlesMs: number) =>
    gamesFormula.ranges(factsOf({ terms: gameTermsText({ ...TERMS, settlesMs }) }));
  expect(rangesOf(100_000)).toEqual([{ market: 1, from: 95, to: 99 }]);
  expect(rangesOf(100_500)).toEqual([{ market: 1, from: 96, to: 100 }]);
});

test('the commitment is plain SHA-256 of the terms', () => {
  const text = gameTermsText(TERMS);
  expect(factsOf()['terms_hash']).toBe(createHash('sha256').update(text).digest('hex'));
  expect(text).toContain('"levels":["30000"]');
  expect(gameTermsText(readGameTerms(text))).toBe(text);
});

test.each([
  ['cancelled', factsOf({ basis: 'cancelled' }), []],
  ['without a price', factsOf({ basis: 'no_price' }), TICKS.slice(0, 2)],
  ['without a right stake', factsOf({ rightPool: ZERO, cutoff: undefined }), TICKS],
])('%s: the stake returns and there is no fee', (_, facts, ticks) => {
  expect(gamesFormula.result(facts, ticks)).toMatchObject({ outcome: 'returned', fee: '0', payout: '200' });
});

test('an answer of operators decides their question alone', () => {
  const { price: _, ...rest } = TERMS;
  const terms = gameTermsText({ ...rest, kind: 'decided' });
  const answer = { option: 2, link: 'https://example.com/a', sha256: 'ab'.repeat(32) };
  const facts = factsOf({ terms, basis: 'operators', answer });
  expect(gamesFormula.result(facts, [])).toMatchObject({ outcome: 'right', payout: '475' });
  expect(gamesFormula.ranges(facts)).toEqual([]);
  expect(() => gamesFormula.result(factsOf({ basis: 'operators', answer }), TICKS)).toThrow(RangeError);
  expect(() => gamesFormula.result(factsOf({ terms }), TICKS)).toThrow(RangeError);
});

test.each([
  ['other terms', { ...factsOf(), terms: gameTermsText({ ...TERMS, feeRate: rate('0') }) }, TICKS],
  ['an option that does not exist', factsOf({ option: 3 }), TICKS],
  ['too few ticks', factsOf(), TICKS.slice(0, 2)],
  ['no price where there is one', factsOf({ basis: 'no_price' }), TICKS],
  ['more right stakes than stakes', factsOf({ rightPool: amount('1001') }), TICKS],
])('%s is refused', (_, facts, ticks) => {
  expect(() => gamesFormula.result(facts, ticks)).toThrow(RangeError);
});

test('units that a division leaves go to the largest remainders, and the receipt names the last of them', () => {
  const right = [7, 8, 9].map((id) => ({ id, amount: amount('100') }));
  const rightPool = amount('300');
  const { cutoff } = divisionTerms(amount('950'), 6, right);
  const payouts = right.map(({ id, amount: stake }) => {
    const facts = factsOf({ entry: id, stake, rightPool, cutoff });
    return gamesFormula.result(facts, TICKS)['payout'];
  });
  expect(payouts).toEqual(['316.666667', '316.666667', '316.666666']);
});

test('a round in which all are right shares the pool less the fee', () => {
  const facts = factsOf({ rightPool: amount('1000'), cutoff: undefined });
  expect(gamesFormula.result(facts, TICKS)).toMatchObject({ outcome: 'right', payout: '190' });
});

test('a round without an answer has no right option and no price, and a cancelled one asks for no ticks', () => {
  const returned = { outcome: 'returned', fee: '0', shared: '0', payout: '200', payout_currency: 'USDT' };
  const cancelled = factsOf({ basis: 'cancelled' });
  expect(gamesFormula.result(cancelled, [])).toEqual(returned);
  expect(gamesFormula.ranges(cancelled)).toEqual([]);
  expect(gamesFormula.result(factsOf({ basis: 'no_price' }), TICKS.slice(0, 2))).toEqual(returned);
  const { price: _, ...rest } = TERMS;
  const decided = factsOf({ terms: gameTermsText({ ...rest, kind: 'decided' }), basis: 'cancelled' });
  expect(gamesFormula.result(decided, [])).toEqual(returned);
});

test('an answer is one of the options', () => {
  const { price: _, ...rest } = TERMS;
  const terms = gameTermsText({ ...rest, kind: 'decided' });
  const result = (option: number) =>
    gamesFormula.result(factsOf({ terms, basis: 'operators', answer: { option, link: '', sha256: '' } }), []);
  expect([1, 2].map((option) => result(option)['right_option'])).toEqual(['1', '2']);
  for (const option of [0, 3]) expect(() => result(option)).toThrow(`answer ${option}`);
});

test.each([
  ['not the committed ones', { ...factsOf(), terms_hash: '00' }, TICKS],
  ['basis guess of a price question', { ...factsOf(), basis: 'guess' }, TICKS],
  ['the ticks have a price', factsOf({ basis: 'no_price' }), TICKS],
  ['too few ticks', factsOf(), TICKS.slice(1)],
  ['right_pool is above the pool', factsOf({ rightPool: amount('1000.000001') }), TICKS],
  ['option 0', factsOf({ option: 0 }), TICKS],
  ['option 3', factsOf({ option: 3 }), TICKS],
])('a refusal says what is wrong: %s', (why, facts, ticks) => {
  expect(() => gamesFormula.result(facts, ticks)).toThrow(why);
});
