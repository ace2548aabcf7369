import { wireTime } from '@karat/contract';
import type { CurrencyId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { ZERO, format, minus, negate, plus } from '@karat/money';
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

/** Change of all accounts of the user by a journal, by currency. */
export interface Movement {
  readonly journalId: number;
  readonly kind: string;
  readonly at: number;
  readonly changes: ReadonlyMap<CurrencyId, Amount>;
}

/** Groups entries by journal; omits journals that net to nothing, such as holds and own transfers. */
export function movementsOf(entries: Iterable<StatementEntry>): Movement[] {
  const journals = new Map<number, Movement & { changes: Map<CurrencyId, Amount> }>();
  for (const { journalId, kind, at, currency, available, held } of entries) {
    let movement = journals.get(journalId);
    if (!movement) {
      movement = { journalId, kind, at, changes: new Map() };
      journals.set(journalId, movement);
    }
    movement.changes.set(currency, plus(movement.changes.get(currency) ?? ZERO, plus(available, held)));
  }
  for (const { changes } of journals.values())
    for (const [currency, change] of changes) if (change === ZERO) changes.delete(currency);
  return [...journals.values()].filter(({ changes }) => changes.size > 0);
}

interface Leg {
  readonly currency: CurrencyId;
  readonly amount: Amount;
}
interface TaxLine {
  readonly movement: Movement;
  readonly sent: Leg | undefined;
  readonly received: Leg | undefined;
}

/** Returns one row for an exchange of one currency for another; otherwise a row for each currency in or out. */
function* taxLines(entries: Iterable<StatementEntry>): Generator<TaxLine> {
  for (const movement of movementsOf(entries)) {
    const legs = [...movement.changes].map(([currency, amount]): Leg => ({ currency, amount }));
    const incoming = legs.filter(({ amount }) => amount > ZERO);
    const outgoing = legs
      .filter(({ amount }) => amount < ZERO)
      .map(({ currency, amount }) => ({ currency, amount: negate(amount) }));
    if (incoming.length === 1 && outgoing.length === 1) {
      yield { movement, sent: outgoing[0], received: incoming[0] };
      continue;
    }
    for (const sent of outgoing) yield { movement, sent, received: undefined };
    for (const received of incoming) yield { movement, sent: undefined, received };
  }
}

/** Returns a table row from some cells; the others stay empty. */
const rowOf = <Column extends string>(
  head: readonly Column[],
  cells: { readonly [Name in Column]?: Cell | undefined },
): readonly Cell[] => head.map((column) => cells[column] ?? '');

const KOINLY_HEAD = [
  'Date',
  'Sent Amount',
  'Sent Currency',
  'Received Amount',
  'Received Currency',
  'Fee Amount',
  'Fee Currency',
  'Net Worth Amount',
  'Net Worth Currency',
  'Label',
  'Description',
  'TxHash',
] as const;

/** Koinly's universal format. Amounts sent and received include fees, as in the ledger. */
export function* koinlyRows(entries: Iterable<StatementEntry>, nameOf: NameOf): Generator<readonly Cell[]> {
  yield KOINLY_HEAD;
  for (const { movement, sent, received } of taxLines(entries)) {
    yield rowOf(KOINLY_HEAD, {
      Date: `${wireTime(movement.at)} UTC`,
      'Sent Amount': sent && decimal(sent.amount),
      'Sent Currency': sent && nameOf(sent.currency),
      'Received Amount': received && decimal(received.amount),
      'Received Currency': received && nameOf(received.currency),
      Description: movement.kind,
      TxHash: `karat-${movement.journalId}`,
    });
  }
}

const COINTRACKING_HEAD = [
  'Type',
  'Buy Amount',
  'Buy Currency',
  'Sell Amount',
  'Sell Currency',
  'Fee',
  'Fee Currency',
  'Exchange',
  'Trade-Group',
  'Comment',
  'Date',
  'Tx-ID',
] as const;
/** Deposits and withdrawals of the exchange; any other one-sided movement is income or expense. */
const BORDER = /^(deposit|withdrawal|send|fiat)/;

function typeOf({ movement, sent, received }: TaxLine): string {
  if (sent && received) return 'Trade';
  if (BORDER.test(movement.kind)) return received ? 'Deposit' : 'Withdrawal';
  return received ? 'Other Income' : 'Other Expense';
}

/** CoinTracking's CSV format. */
export function* coinTrackingRows(
  entries: Iterable<StatementEntry>,
  nameOf: NameOf,
): Generator<readonly Cell[]> {
  yield COINTRACKING_HEAD;
  for (const line of taxLines(entries)) {
    const { movement, sent, received } = line;
    yield rowOf(COINTRACKING_HEAD, {
      Type: typeOf(line),
      'Buy Amount': received && decimal(received.amount),
      'Buy Currency': received && nameOf(received.currency),
      'Sell Amount': sent && decimal(sent.amount),
      'Sell Currency': sent && nameOf(sent.currency),
      Exchange: 'Karat',
      Comment: movement.kind,
      Date: wireTime(movement.at),
      'Tx-ID': `karat-${movement.journalId}`,
    });
  }
}
