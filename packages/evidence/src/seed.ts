import { format } from '@karat/money';
import { quotesIn } from './chain.ts';
import type { ReceiptTick } from './receipt.ts';
import { sha256Hex } from './sha256.ts';
import { BEHAVIOURS } from './walk/instruments.ts';
import { createWalk } from './walk/walk.ts';

/** SHA-256 of `karat-seed-v1|day|seed|symbol=price;symbol=price`, hex. */
export const seedCommitment = (day: string, seed: string, base: string): string =>
  sha256Hex(`karat-seed-v1|${day}|${seed}|${base}`);

/** A day's seed as published after the day. */
export interface RevealedDay {
  /** `2026-11-20`, UTC. */
  readonly day: string;
  readonly seed: string;
  readonly base: string;
  readonly commitment: string;
}

/** The result of recomputing a day. */
export type DayCheck =
  | { readonly is: 'equal'; readonly ticks: number }
  | { readonly is: 'other_seed' }
  | {
      readonly is: 'other_price';
      readonly time: number;
      readonly expected: string;
      readonly published: string;
    };

/**
 * Prepares a revealed day: compares published ticks of one market with its seed, or reports that the seed does not
 * match.
 */
export function dayChecker(
  revealed: RevealedDay,
): (symbol: string, ticks: readonly ReceiptTick[]) => DayCheck {
  const { day, seed, base, commitment } = revealed;
  const prices = quotesIn(base);
  if (!prices || seedCommitment(day, seed, base) !== commitment) return () => ({ is: 'other_seed' });
  const walk = createWalk({ day, seed, base: new Map(prices) });
  const midnight = Date.parse(day) / 1000;
  return (symbol, ticks) => {
    const behaviour = BEHAVIOURS.find((row) => row.symbol === symbol);
    let compared = 0;
    for (const { time, price, source } of ticks) {
      const second = time - midnight;
      if (source !== 'simulated' || second < 0 || second >= 86_400) continue;
      const value = behaviour && walk.priceAt(behaviour, second);
      const expected = value === undefined ? '' : format(value);
      if (expected !== price) return { is: 'other_price', time, expected, published: price };
      compared += 1;
    }
    return { is: 'equal', ticks: compared };
  };
}
