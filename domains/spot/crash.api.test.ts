import { expect, test } from 'vitest';
import { crashAgainAndAgain } from './testing/crash.ts';

const ROUNDS = 4;
const MS_MAX = 240_000;

test(
  'every acknowledged command is there after the server was killed under load, and every sum holds',
  async () => {
    const report = await crashAgainAndAgain(ROUNDS);
    expect(report.rounds).toBe(ROUNDS + 1);
    expect(report.acknowledged).toBeGreaterThan(20);
  },
  MS_MAX,
);
