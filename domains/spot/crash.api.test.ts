import { expect, test } from 'vitest';
import { crashAgainAndAgain } from './testing/crash.ts';

const ROUNDS = 4;
const MS_MAX = 240_000;

test(
  'whatever was acknowledged before the server was killed under load is there after it, and every sum holds',
  async () => {
    const report = await crashAgainAndAgain(ROUNDS);
    expect(report.rounds).toBe(ROUNDS + 1);
    expect(report.acknowledged).toBeGreaterThan(20);
  },
  MS_MAX,
);
