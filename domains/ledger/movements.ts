import type { CurrencyId } from '@karat/contract';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';

/** Net change of a user's balances by one journal, or by one order within the journal of a batch. */
export interface Movement {
  readonly journalId: number;
  readonly kind: string;
  readonly reference: string;
  /** Unix ms. */
  readonly at: number;
  /** Available and held together; without zero changes. */
  readonly changes: ReadonlyMap<CurrencyId, Amount>;
}

/** Sums the changes of postings to movements: one per journal, kind and reference, without those that change nothing. */
export function movementsOf(
  postings: Iterable<{
    readonly journalId: number;
    readonly kind: string;
    readonly reference: string;
    readonly at: number;
    readonly currency: CurrencyId;
    readonly available: Amount;
    readonly held: Amount;
  }>,
): Movement[] {
  const groups = new Map<string, Movement & { readonly changes: Map<CurrencyId, Amount> }>();
  for (const { journalId, kind, reference, at, currency, available, held } of postings) {
    const key = `${journalId}/${kind}/${reference}`;
    let group = groups.get(key);
    if (!group) groups.set(key, (group = { journalId, kind, reference, at, changes: new Map() }));
    group.changes.set(currency, amount((group.changes.get(currency) ?? 0n) + available + held));
  }
  for (const { changes } of groups.values())
    for (const [currency, change] of changes) if (change === 0n) changes.delete(currency);
  return [...groups.values()].filter(({ changes }) => changes.size > 0);
}
