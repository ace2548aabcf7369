import { createHash } from 'node:crypto';
import { amount, format } from '@karat/money';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { expect, test } from 'vitest';
import { DEFAULT_POLICY, areTimesValid, searchQuery, searchText, stepHash } from './rules.ts';
import type { StepFacts } from './rules.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

test('a sale ends after its start and after now, and both lie within the longest duration, its end included', () => {
  const valid = (start: number, end: number): boolean => areTimesValid(NOW + start, NOW + end, NOW, 30);
  expect([valid(0, 1), valid(-5, 1), valid(5, 6)]).toEqual([true, true, true]);
  expect([valid(5, 5), valid(6, 5)]).toEqual([false, false]);
  expect([valid(-5, 0), valid(-5, -1)]).toEqual([false, false]);
  expect([valid(0, 30 * DAY_MS), valid(0, 30 * DAY_MS + 1)]).toEqual([true, false]);
  expect(valid(30 * DAY_MS - 1, 30 * DAY_MS)).toBe(true);
  expect(valid(30 * DAY_MS + 1, 30 * DAY_MS + 2)).toBe(false);
});

const facts: StepFacts = {
  code: 'K-1',
  file: 'ab'.repeat(32),
  step: 2,
  cause: 'sale',
  from: 'anna',
  to: 'ben',
  price: amount('1.5'),
  currency: 'ETH',
  at: NOW,
  previous: 'cd'.repeat(32),
};
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

test('a step of ownership is the hash of its published text', () => {
  const [file, previous] = [facts.file, facts.previous];
  expect(stepHash(facts)).toBe(sha256(`karat-nft-v1|K-1|${file}|2|sale|anna|ben|1.5|ETH|${NOW}|${previous}`));
  const first = { ...facts, step: 1, from: undefined, price: undefined, currency: undefined, previous: '' };
  expect(stepHash(first)).toBe(sha256(`karat-nft-v1|K-1|${file}|1|sale||ben|||${NOW}|`));
});

test('names are found by the beginnings of all words in any language, without operators of the search', () => {
  expect(searchText('Blue Moon', undefined, 'ÄRA')).toBe('blue moon ära');
  expect(searchText(undefined)).toBe('');
  expect(searchQuery('Blue  moo')).toBe('blue:* & moo:*');
  expect(searchQuery("a'b & !c | (d):*")).toBe('a:* & b:* & c:* & d:*');
  expect(searchQuery('月 Ära2')).toBe('月:* & ära2:*');
  expect([searchQuery(''), searchQuery(" &!'")]).toEqual([undefined, undefined]);
});

test('by default a winner has time to pay and is reminded within it, and no share exceeds the price', () => {
  const { payMs, remindMs, windowMs, feeRate, marginRate, maxRoyalty } = DEFAULT_POLICY;
  expect(payMs).toBeGreaterThanOrEqual(HOUR_MS);
  expect(remindMs).toBeLessThan(payMs);
  // A bid in the window extends the end, so the window is much shorter than an hour.
  expect(windowMs).toBeGreaterThanOrEqual(60_000);
  expect(windowMs).toBeLessThan(HOUR_MS);
  expect([feeRate, marginRate, maxRoyalty].map((share) => Number(format(share)) > 0)).toEqual([
    true,
    true,
    true,
  ]);
  expect(Number(format(feeRate)) + Number(format(maxRoyalty))).toBeLessThan(1);
});
