import { wireTime } from '@karat/contract';
import type { CurrencyId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { ZERO, format, minus, negate } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Cell } from '@karat/platform/spreadsheet';
import { ownerOf } from '@karat/domains/ledger';
import type { StatementEntry } from '@karat/domains/ledger';
import { infoOf } from './views.ts';

type NameOf = (id: CurrencyId) => string;

const decimal = (amount: Amount): Cell => ({ decimal: format(amount) });
/** Amounts in and out have separate columns, so that no cell begins with a sign. */
const received = (amount: Amount): Cell => (amount > ZERO ? decimal(amount) : '');
const paid = (amount: Amount): Cell => (amount < ZERO ? decimal(negate(amount)) : '');

const BILL_HEAD = [
  'time_utc',
  'entry',
  'journal',
  'account',
  'kind',
  'description',
  'reference',
  'currency',
  'in',
  'out',
  'held_in',
  'held_out',
  'balance_before',
  'balance_after',
  'held_after',
];

/** Every entry, as in the bills. */
export function* billRows(
  entries: Iterable<StatementEntry>,
  nameOf: NameOf,
  lang: Lang,
): Generator<readonly Cell[]> {
  yield BILL_HEAD;
  for (const entry of entries) {
    const owner = ownerOf(entry.account);
    yield [
      wireTime(entry.at),
      { decimal: String(entry.id) },
      { decimal: String(entry.journalId) },
      owner.owner === 'user' ? owner.type : owner.name,
      entry.kind,
      infoOf(entry, lang),
      entry.reference,
      nameOf(entry.currency),
      received(entry.available),
      paid(entry.available),
      received(entry.held),
      paid(entry.held),
      decimal(minus(entry.availableAfter, entry.available)),
      decimal(entry.availableAfter),
      decimal(entry.heldAfter),
    ];
  }
}
