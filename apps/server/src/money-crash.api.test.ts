import { expect, test } from 'vitest';
import { crashMoney } from './testing/money-crash.ts';

const ROUNDS = 3;
const MS_MAX = 420_000;

test(
  'money that moved over any path before the server, its database or both were killed has moved once after it, and a repeated request gets the first reply',
  async () => {
    const report = await crashMoney(ROUNDS);
    expect(report.rounds).toBe(ROUNDS + 1);
    expect(Object.values(report.done).filter((times) => times > 0).length).toBeGreaterThanOrEqual(7);
    expect(report.repeated).toBeGreaterThan(10);
    expect(report.copies).toBeGreaterThan(0);
  },
  MS_MAX,
);
