import { commitmentOf, readBase, ticksIn } from '@karat/domains/market';
import { utcDay } from '@karat/rules';
import type { Commitment } from '@karat/domains/market';
import { format } from '@karat/money';
import { BEHAVIOURS } from './instruments.ts';
import { createWalk } from './walk.ts';
import type { Walk } from './walk.ts';

/** The result of a comparison with the revealed seeds. */
export type Replay =
  | {
      readonly ok: true;
      /** Number of ticks that match the seeds. */
      readonly replayed: number;
      /** Simulated ticks of days whose seed is not revealed yet. */
      readonly hidden: number;
    }
  | { readonly ok: false; readonly line: number; readonly reason: string };

/** The walk of a revealed day, or a reason if its seed does not match the commitment. */
function walkOf({ day, seed, base, commitment }: Commitment): Walk | string | undefined {
  if (seed === null || base === null) return undefined;
  if (commitmentOf(day, seed, base) !== commitment)
    return `the seed of ${day} is not the one that was committed to`;
  const prices = readBase(base);
  return prices ? createWalk({ day, seed, base: prices }) : `the base prices of ${day} cannot be read`;
}

/**
 * Recomputes the simulated ticks of a verified file from the revealed seeds. Returns the first tick that differs, or
 * whose day's seed does not match its commitment.
 */
export function replayTicks(file: string, commitments: readonly Commitment[]): Replay {
  const walks = new Map(commitments.map((each) => [each.day, walkOf(each)]));
  let replayed = 0;
  let hidden = 0;
  for (const { line, symbol, time, price, source } of ticksIn(file)) {
    if (source !== 'simulated') continue;
    const walk = walks.get(utcDay(time * 1000));
    if (typeof walk === 'string') return { ok: false, line, reason: walk };
    const behaviour = BEHAVIOURS.find((row) => row.symbol === symbol);
    if (!walk || !behaviour) {
      hidden += 1;
      continue;
    }
    const expected = walk.priceAt(behaviour, time % 86_400);
    if (expected !== price) {
      return {
        ok: false,
        line,
        reason: `the seed gives ${expected === undefined ? 'no price' : format(expected)}, not ${format(price)}`,
      };
    }
    replayed += 1;
  }
  return { ok: true, replayed, hidden };
}
