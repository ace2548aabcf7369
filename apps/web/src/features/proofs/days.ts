import { dayChecker, readTicksFile } from '@karat/evidence';
import type { DayCheck, ReceiptTick, RevealedDay } from '@karat/evidence';
import { ticksOf } from './evidence.ts';

const DAY_S = 86_400;
/** Ticks of so many seconds are fetched at a time, so many times a day: spread over all of it, within the limits of the call. */
const STRETCH_S = 600;
const STRETCHES = 12;

/** Where in a day (unix seconds) ticks are looked at. */
export const stretchesOf = (day: string): readonly (readonly [from: number, to: number])[] => {
  const midnight = Date.parse(day) / 1000;
  const step = DAY_S / STRETCHES;
  return Array.from({ length: STRETCHES }, (_, index) => {
    const from = midnight + index * step + Math.floor((index * step) / STRETCHES / 2);
    return [from, Math.min(from + STRETCH_S, midnight + DAY_S - 1)] as const;
  });
};

/**
 * Computes a revealed day again and compares it with published ticks of a market, spread over the day; what is compared is
 * checked for its chain first.
 */
export async function checkDay(revealed: RevealedDay, market: number, symbol: string): Promise<DayCheck> {
  const check = dayChecker(revealed);
  const ticks: ReceiptTick[] = [];
  for (const [from, to] of stretchesOf(revealed.day)) {
    const file = await readTicksFile(await ticksOf({ market, from, to }));
    if (!file.ok) throw new Error(`${file.line}: ${file.reason}`);
    ticks.push(...file.ticks);
  }
  return check(symbol, ticks);
}
