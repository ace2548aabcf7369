import type { StatementEntry } from '@karat/domains/ledger';
import { ZERO, max, minus, negate, plus } from '@karat/money';
import { monthOf } from './calendar.ts';
import type { MonthRow } from './month-store.ts';

/**
 * Movements of postings by month and balance. `lastMs` is the newest time counted before: a posting that became visible later
 * belongs to the month that runs.
 */
export function monthsOf(postings: readonly StatementEntry[], lastMs: number): MonthRow[] {
  const rows = new Map<string, MonthRow>();
  let now = lastMs;
  for (const { id, account, currency, available, held, availableAfter, heldAfter, at } of postings) {
    now = Math.max(now, at);
    const month = monthOf(now);
    const key = `${month}/${account}/${currency}`;
    const change = plus(available, held);
    const closing = plus(availableAfter, heldAfter);
    let row = rows.get(key);
    if (!row) {
      row = {
        month,
        account,
        currency,
        opening: minus(closing, change),
        closing,
        held: heldAfter,
        arrived: ZERO,
        departed: ZERO,
        movements: 0,
        firstPosting: id,
        lastPosting: id,
      };
      rows.set(key, row);
    }
    row.closing = closing;
    row.held = heldAfter;
    row.arrived = plus(row.arrived, max(change, ZERO));
    row.departed = plus(row.departed, max(negate(change), ZERO));
    row.movements++;
    row.lastPosting = id;
  }
  return [...rows.values()];
}
