import { amount, price, rate } from '@karat/money';
import { expect, test } from 'vitest';
import { gameTermsText, readGameTerms } from './game-terms.ts';
import type { GameTerms } from './game-terms.ts';

const TERMS: GameTerms = {
  kind: 'price',
  texts: {
    en: { question: 'Will it rise?', options: ['No', 'Yes'], source: 'The index' },
    fra: { question: 'Va-t-il monter ?', options: ['Non', 'Oui'], source: 'L’indice' },
  },
  options: 2,
  currency: 'USDT',
  decimals: 6,
  stakeMin: amount('1'),
  stakeMax: amount('1000'),
  userMax: amount('5000'),
  feeRate: rate('0.05'),
  opensMs: 0,
  closesMs: 20_000,
  settlesMs: 100_000,
  price: { market: 1, symbol: 'BTC/USDT', levels: [price('30000')] },
  schedule: 'ab'.repeat(32),
};
const COMMITTED = {
  type: 'karat-game',
  version: 1,
  kind: 'price',
  texts: TERMS.texts,
  options: 2,
  currency: 'USDT',
  decimals: 6,
  stake_min: '1',
  stake_max: '1000',
  user_max: '5000',
  fee_rate: '0.05',
  opens_ms: 0,
  closes_ms: 20_000,
  settles_ms: 100_000,
  market: 1,
  symbol: 'BTC/USDT',
  levels: ['30000'],
  schedule: 'ab'.repeat(32),
};

test('the committed text has every term, and is read back as they were', () => {
  const text = gameTermsText(TERMS);
  expect(JSON.parse(text)).toEqual(COMMITTED);
  expect(readGameTerms(text)).toEqual(TERMS);
});

test('a question that people decide has no market, and a round of its own no schedule', () => {
  const { price: _, schedule: __, ...rest } = TERMS;
  const text = gameTermsText({ ...rest, kind: 'decided' });
  const { market, symbol, levels, schedule, ...committed } = COMMITTED;
  expect(JSON.parse(text)).toEqual({ ...committed, kind: 'decided' });
  expect(readGameTerms(text)).toEqual({ ...rest, kind: 'decided', price: undefined, schedule: undefined });
});

test.each([
  ['[]', 'terms is no object'],
  ['null', 'terms is no object'],
  ['"terms"', 'terms is no object'],
])('terms such as %s are refused', (text, why) => {
  expect(() => readGameTerms(text)).toThrow(new RangeError(`terms: ${why}`));
});

test.each([
  [{ kind: 'any' }, 'kind any'],
  [{ kind: 7 }, 'kind is no text'],
  [{ currency: undefined }, 'currency is no text'],
  [{ texts: [] }, 'texts is no object'],
  [{ texts: null }, 'texts is no object'],
  [{ texts: { en: 'Will it rise?' } }, 'en is no object'],
  [{ texts: { en: { question: 'Will it rise?', options: 'No', source: '' } } }, 'options is no list'],
  [{ options: '2' }, 'options is no whole number'],
  [{ options: 1.5 }, 'options is no whole number'],
  [{ options: 2 ** 53 }, 'options is no whole number'],
  [{ opens_ms: -1 }, 'opens_ms is no whole number'],
  [{ levels: '30000' }, 'levels is no list'],
  [{ schedule: 7 }, 'schedule is no text'],
])('terms with %j are refused', (change, why) => {
  const text = JSON.stringify({ ...COMMITTED, ...change });
  expect(() => readGameTerms(text)).toThrow(new RangeError(`terms: ${why}`));
});
