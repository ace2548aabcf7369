import type { HeldReason } from '@karat/contract';
import { ZERO, compare, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import type { HeldPart } from '@karat/domains/ledger';

/** The reason of what a domain holds, by the prefix of its kinds of journal; those of other domains are `other`. */
const REASONS: ReadonlyMap<string, HeldReason> = new Map([
  ['spot', 'orders'],
  // A split changes the orders that hold the stock.
  ['stock', 'orders'],
  ['contract', 'margin'],
  ['option', 'options'],
  ['mining', 'earn'],
  ['dual', 'dual'],
  ['launchpad', 'launchpad'],
  ['loan', 'loans'],
  ['withdrawal', 'withdrawals'],
  ['gift', 'gifts'],
  ['nft', 'nft'],
  ['fiat', 'disputes'],
]);

/** A held amount and its reason. */
export interface HeldAmount {
  readonly reason: HeldReason;
  readonly amount: Amount;
}

/** What holds a balance, the largest part first; what adds up to zero is left out. */
export function heldReasons(parts: readonly HeldPart[]): readonly HeldAmount[] {
  const sums = new Map<HeldReason, Amount>();
  for (const { domain, held } of parts) {
    const reason = REASONS.get(domain) ?? 'other';
    sums.set(reason, plus(sums.get(reason) ?? ZERO, held));
  }
  return [...sums]
    .map(([reason, amount]) => ({ reason, amount }))
    .filter(({ amount }) => amount !== 0n)
    .toSorted((a, b) => compare(b.amount, a.amount));
}
