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
/** An amount in a column of its own direction, so that no cell begins with a sign. */
const inOut = (amount: Amount): readonly [Cell, Cell] => [
  amount > ZERO ? decimal(amount) : '',
  amount < ZERO ? decimal(negate(amount)) : '',
];

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

/** Every entry as it stands in the bills. */
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
      ...inOut(entry.available),
      ...inOut(entry.held),
      decimal(minus(entry.availableAfter, entry.available)),
      decimal(entry.availableAfter),
      decimal(entry.heldAfter),
    ];
  }
}

/** What a journal changed of all the user's accounts together, by currency. */
export interface Movement {
  readonly journalId: number;
  readonly kind: string;
  readonly at: number;
  readonly changes: ReadonlyMap<CurrencyId, Amount>;
}

/** Entries gathered to journals; what nets to nothing, such as holds and own transfers, is left out. */
export function movementsOf(entries: Iterable<StatementEntry>): Movement[] {
  const journals = new Map<number, Movement & { changes: Map<CurrencyId, Amount> }>();
  for (const { journalId, kind, at, currency, available, held } of entries) {
    let movement = journals.get(journalId);
    if (!movement) journals.set(journalId, (movement = { journalId, kind, at, changes: new Map() }));
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

/** One line for an exchange of one currency for another; otherwise a line for each currency that came or went. */
function* taxLines(entries: Iterable<StatementEntry>): Generator<TaxLine> {
  for (const movement of movementsOf(entries)) {
    const legs = [...movement.changes].map(([currency, amount]): Leg => ({ currency, amount }));
    const came = legs.filter(({ amount }) => amount > ZERO);
    const went = legs
      .filter(({ amount }) => amount < ZERO)
      .map(({ currency, amount }) => ({ currency, amount: negate(amount) }));
    const [received, sent] = [came[0], went[0]];
    if (came.length === 1 && went.length === 1 && received && sent) yield { movement, sent, received };
    else {
      for (const leg of went) yield { movement, sent: leg, received: undefined };
      for (const leg of came) yield { movement, sent: undefined, received: leg };
    }
  }
}

const legCells = (leg: Leg | undefined, nameOf: NameOf): readonly Cell[] =>
  leg ? [decimal(leg.amount), nameOf(leg.currency)] : ['', ''];

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
];

/** Koinly's universal format. Fees are part of what was sent or not received, as the ledger has them. */
export function* koinlyRows(entries: Iterable<StatementEntry>, nameOf: NameOf): Generator<readonly Cell[]> {
  yield KOINLY_HEAD;
  for (const { movement, sent, received } of taxLines(entries)) {
    yield [
      `${wireTime(movement.at)} UTC`,
      ...legCells(sent, nameOf),
      ...legCells(received, nameOf),
      '',
      '',
      '',
      '',
      '',
      movement.kind,
      `karat-${movement.journalId}`,
    ];
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
];
/** Movements over the border of the exchange; what else comes or goes alone is income or expense. */
const BORDER = /^(deposit|withdrawal|send|fiat)/;

function typeOf({ movement, sent, received }: TaxLine): string {
  if (sent && received) return 'Trade';
  if (BORDER.test(movement.kind)) return received ? 'Deposit' : 'Withdrawal';
  return received ? 'Other Income' : 'Other Expense';
}

/** CoinTracking's CSV. */
export function* coinTrackingRows(
  entries: Iterable<StatementEntry>,
  nameOf: NameOf,
): Generator<readonly Cell[]> {
  yield COINTRACKING_HEAD;
  for (const line of taxLines(entries)) {
    const { movement, sent, received } = line;
    yield [
      typeOf(line),
      ...legCells(received, nameOf),
      ...legCells(sent, nameOf),
      '',
      '',
      'Karat',
      '',
      movement.kind,
      wireTime(movement.at),
      `karat-${movement.journalId}`,
    ];
  }
}
