import { expect, test } from 'vitest';
import type { Deal } from './use-positions.ts';
import { EMPTY, normalise, multiplesOf } from './ticket-form.ts';

const deal = (multiples: readonly number[], max: number): Deal =>
  ({ multiple: { muit: multiples.map((value) => ({ value })) }, multiple_max: max }) as unknown as Deal;

test('only leverages that the market and the verification level allow are offered', () => {
  expect(multiplesOf(deal([1, 5, 10, 50], 10), 10)).toEqual([1, 5, 10]);
  expect(multiplesOf(undefined, 10)).toEqual([10]);
});

test('a disallowed leverage falls back to the next lower one, which is shown and sent', () => {
  expect(normalise(EMPTY, deal([1, 5, 10, 50], 50))).toBe(EMPTY);
  expect(normalise(EMPTY, deal([1, 2, 5], 50)).multiple).toBe(5);
  expect(normalise(EMPTY, deal([1, 5, 10], 4)).multiple).toBe(1);
  expect(normalise(EMPTY, deal([20, 50], 50)).multiple).toBe(20);
  expect(normalise(EMPTY, deal([], 50))).toBe(EMPTY);
});
