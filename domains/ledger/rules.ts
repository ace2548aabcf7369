import type { CurrencyId } from '@karat/contract';
import { smallestUnit } from '@karat/money';
import type { Entry, Journal } from './journal.ts';

/** Maximum number of entries per journal: a split over many accounts is several journals. */
export const ENTRIES_MAX = 1_000;
const KEY_CHARACTERS_MAX = 200;
const REFERENCE_CHARACTERS_MAX = 200;

const isText = (value: string, max: number): boolean => value.length > 0 && value.length <= max;

/**
 * Throws RangeError unless every entry moves something, in whole smallest units, and the entries sum to zero per
 * currency. A violation is a bug of the journal's author, never of a user.
 */
export function checkJournal(journal: Journal, decimalsOf: (currency: CurrencyId) => number): void {
  const { key, reference, entries } = journal;
  if (!isText(key, KEY_CHARACTERS_MAX)) throw new RangeError(`journal key of ${key.length} characters`);
  if (reference.length > REFERENCE_CHARACTERS_MAX) throw new RangeError(`${key}: reference too long`);
  if (!Number.isSafeInteger(journal.at)) throw new RangeError(`${key}: invalid time: ${journal.at}`);
  if (entries.length === 0 || entries.length > ENTRIES_MAX)
    throw new RangeError(`${key}: ${entries.length} entries`);
  // By index, here and below: an iterator makes an object for each entry.
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index];
    if (entry) checkEntry(key, entry, smallestUnit(decimalsOf(entry.currency)));
  }
  // Journals touch one or two currencies: scanning the entries once for each is faster than a map.
  for (let index = 0; index < entries.length; index++) {
    const currency = entries[index]?.currency;
    if (currency === undefined || firstWith(entries, currency) !== index) continue;
    const rest = sumIn(entries, currency);
    if (rest !== 0n)
      throw new RangeError(`${key}: does not sum to zero in currency ${currency}: ${rest}e-10`);
  }
}

function sumIn(entries: readonly Entry[], currency: CurrencyId): bigint {
  let sum = 0n;
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index];
    if (entry?.currency !== currency) continue;
    // Adding zero would make a new bigint.
    if (entry.available) sum += entry.available;
    if (entry.held) sum += entry.held;
  }
  return sum;
}

function firstWith(entries: readonly Entry[], currency: CurrencyId): number {
  let index = 0;
  while (entries[index]?.currency !== currency) index++;
  return index;
}

function checkEntry(key: string, entry: Entry, unit: bigint): void {
  const available = entry.available ?? 0n;
  const held = entry.held ?? 0n;
  if (available === 0n && held === 0n) throw new RangeError(`${key}: an entry moves nothing`);
  if (unit !== 1n && (available % unit !== 0n || held % unit !== 0n)) {
    throw new RangeError(
      `${key}: ${available}e-10 and ${held}e-10 are not whole units of currency ${entry.currency}`,
    );
  }
}

/** Input that a replay under the same key must match: everything but the time. */
export const canonical = (journal: Journal): string =>
  JSON.stringify([
    journal.kind,
    journal.reference,
    journal.entries.map((e) => [e.account, e.currency, String(e.available ?? 0n), String(e.held ?? 0n)]),
  ]);
