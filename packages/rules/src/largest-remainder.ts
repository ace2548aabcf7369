import { amount, smallestUnit } from '@karat/money';
import type { Amount } from '@karat/money';

/** A member of a division. Ids decide between equal remainders. */
export interface WeightedMember {
  readonly id: number;
  readonly amount: Amount;
}

/** The remainder and the id of the last member that receives one unit beyond its rounded share. */
export interface RemainderCutoff {
  readonly remainder: bigint;
  readonly id: number;
}

/** How an amount is divided among members by their weights. */
export interface DivisionTerms {
  readonly total: Amount;
  /** Sum of the weights of all members. */
  readonly weights: Amount;
  /** Decimals of the currency; its smallest unit is never divided. */
  readonly decimals: number;
  /** Undefined where no unit is left after rounding down. */
  readonly cutoff: RemainderCutoff | undefined;
}

/** A member's share in smallest units, rounded down, and the remainder of the division. */
export function roundedShare(
  weight: Amount,
  { total, weights, decimals }: Omit<DivisionTerms, 'cutoff'>,
): { readonly units: bigint; readonly remainder: bigint } {
  const unit = smallestUnit(decimals);
  const product = (total / unit) * (weight / unit);
  const whole = weights / unit;
  return { units: product / whole, remainder: product % whole };
}

/**
 * Terms by the largest remainder method: each member receives its share rounded down, and the units that are left go one each to the
 * largest remainders, ties to the lowest id. Amounts are multiples of the smallest unit.
 */
export function divisionTerms(
  total: Amount,
  decimals: number,
  members: readonly WeightedMember[],
): DivisionTerms {
  const weights = amount(members.reduce((sum, member) => sum + member.amount, 0n));
  const terms = { total, weights, decimals };
  const shares = members.map(({ id, amount: weight }) => ({ id, ...roundedShare(weight, terms) }));
  const left = Number(total / smallestUnit(decimals) - shares.reduce((sum, { units }) => sum + units, 0n));
  const ranked = shares.toSorted((a, b) =>
    a.remainder === b.remainder ? a.id - b.id : a.remainder > b.remainder ? -1 : 1,
  );
  const last = ranked[left - 1];
  return { ...terms, cutoff: last && { remainder: last.remainder, id: last.id } };
}

/** A member's share by the terms. The shares of all members sum to the total. */
export function shareOf({ id, amount: weight }: WeightedMember, terms: DivisionTerms): Amount {
  const { units, remainder } = roundedShare(weight, terms);
  const { cutoff } = terms;
  const isAbove =
    cutoff !== undefined &&
    (remainder > cutoff.remainder || (remainder === cutoff.remainder && id <= cutoff.id));
  return amount((isAbove ? units + 1n : units) * smallestUnit(terms.decimals));
}
