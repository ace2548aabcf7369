import { Refusal } from '@karat/contract';
import { expect, test } from 'vitest';
import { changedLimits } from './operator-limits.ts';
import type { Limits } from './settings-store.ts';

const LIMITS: Limits = {
  levels: [
    { level: 0, multipleMax: 50 },
    { level: 1, multipleMax: 100 },
    { level: 2, multipleMax: 125 },
  ],
  positionsMax: 200,
  version: 3,
};
const outcome = (payload: Parameters<typeof changedLimits>[1]): string => {
  try {
    const { levels, positionsMax } = changedLimits(LIMITS, payload);
    return `${levels.map(({ multipleMax }) => multipleMax).join()} ${positionsMax}`;
  } catch (error) {
    if (error instanceof Refusal) return String(error.values?.['field']);
    throw error;
  }
};

test('a level has at least the leverage of the one below it, and at most 200', () => {
  expect(outcome({ levels: ' 0:100, 2:200 ' })).toBe('100,100,200 200');
  expect(outcome({ levels: '0:1' })).toBe('1,100,125 200');
  for (const levels of ['0:101', '1:126', '2:99', '2:201', '0:0', '9:10', '0:10,0:20', '0', '0:10;1:20', ''])
    expect(outcome({ levels }), levels).toBe('levels');
});

test('a user may have one position to a thousand', () => {
  expect([outcome({ positions_max: 1 }), outcome({ positions_max: 1_000 })]).toEqual([
    '50,100,125 1',
    '50,100,125 1000',
  ]);
  for (const positions_max of [0, 1_001, 1.5]) expect(outcome({ positions_max })).toBe('positions_max');
});
