import { dayChecker, readTicksFile } from '@karat/evidence';
import type { DayCheck, ReceiptTick, RevealedDay } from '@karat/evidence';
import { DAY_S } from '@karat/rules';
import { ticksOf } from './evidence.ts';

/** Length of a fetched range in seconds, and ranges per day: spread over the day, within the call's limits. */
const STRETCH_S = 600;
const STRETCHES = 12;

/** Start times in a day (unix seconds) of the compared ranges. */
export const stretchesOf = (day: string): readonly (readonly [from: number, to: number])[] => {
  const midnight = Date.parse(day) / 1000;
  const step = DAY_S / STRETCHES;
  return Array.from({ length: STRETCHES }, (_, index) => {
    const from = midnight + index * step + Math.floor((index * step) / STRETCHES / 2);
    return [from, Math.min(from + STRETCH_S, midnight + DAY_S - 1)] as const;
  });
};

/**
 * Recomputes a revealed day and compares it with published ticks of a market, spread over the day; verifies the hash
 * chain of the ticks first.
 */
export async function checkDay(revealed: RevealedDay, market: number, symbol: string): Promise<DayCheck> {
  const check = dayChecker(revealed);
  const ticks: ReceiptTick[] = [];
  for (const [from, to] of stretchesOf(revealed.day)) {
    const file = await readTicksFile(await ticksOf({ market, from, to }));
    if (!file.ok) throw new Error(`${file.line}: ${file.reason}`);
    // A market that its own order book prices has no seed.
    ticks.push(
      ...file.ticks.flatMap(({ source, ...tick }) => (source === 'book' ? [] : [{ ...tick, source }])),
    );
  }
  return check(symbol, ticks);
}
