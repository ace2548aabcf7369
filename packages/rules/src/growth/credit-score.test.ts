import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS } from '../durations.ts';
import { CREDIT_PARTS, CREDIT_SCORE_MAX, creditScoreOf } from './credit-score.ts';
import type { CreditFacts } from './credit-score.ts';

const NOW = Date.parse('2026-11-20T00:00:00Z');
const NEW: CreditFacts = {
  level: 0,
  createdMs: NOW,
  loansOnTime: 0,
  loansLate: 0,
  loansOverdue: 0,
  auctionsUnpaid: 0,
  proofsRefused: 0,
};
const scoreOf = (facts: Partial<CreditFacts>): number => creditScoreOf({ ...NEW, ...facts }, NOW).score;

test('a new account starts at 100, and each fact adds or takes its points', () => {
  expect(scoreOf({})).toBe(100);
  expect(scoreOf({ level: 2 })).toBe(120);
  expect(scoreOf({ createdMs: NOW - 30 * DAY_MS })).toBe(101);
  expect(scoreOf({ createdMs: NOW - 30 * DAY_MS + 1 })).toBe(100);
  expect(scoreOf({ createdMs: NOW + DAY_MS })).toBe(100);
  expect(scoreOf({ loansOnTime: 3 })).toBe(115);
  expect(scoreOf({ loansLate: 1, loansOverdue: 1 })).toBe(70);
  expect(scoreOf({ auctionsUnpaid: 2, proofsRefused: 1 })).toBe(70);
});

const count = fc.integer({ min: 0, max: 1_000 });
const facts: fc.Arbitrary<CreditFacts> = fc.record({
  level: fc.integer({ min: 0, max: 2 }),
  createdMs: fc.integer({ min: NOW - 5_000 * DAY_MS, max: NOW }),
  loansOnTime: count,
  loansLate: count,
  loansOverdue: count,
  auctionsUnpaid: count,
  proofsRefused: count,
});

test('the score is the sum of its parts, each shown once, within its bounds', () => {
  fc.assert(
    fc.property(facts, (one) => {
      const { score, parts } = creditScoreOf(one, NOW);
      expect(parts.map(({ part }) => part)).toEqual(CREDIT_PARTS);
      const sum = parts.reduce((total, { points }) => total + points, 0);
      expect(score).toBe(Math.max(0, sum));
      expect(score).toBeLessThanOrEqual(CREDIT_SCORE_MAX);
      for (const { points, each, countMax } of parts)
        expect(Math.abs(points)).toBeLessThanOrEqual(Math.abs(each) * countMax);
    }),
  );
  expect(CREDIT_SCORE_MAX).toBe(200);
});

test('a better fact never lowers the score, a worse one never raises it', () => {
  fc.assert(
    fc.property(facts, (one) => {
      const before = scoreOf(one);
      expect(scoreOf({ ...one, loansOnTime: one.loansOnTime + 1 })).toBeGreaterThanOrEqual(before);
      for (const worse of ['loansLate', 'loansOverdue', 'auctionsUnpaid', 'proofsRefused'] as const)
        expect(scoreOf({ ...one, [worse]: one[worse] + 1 })).toBeLessThanOrEqual(before);
    }),
  );
});
