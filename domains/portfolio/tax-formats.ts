import { wireTime } from '@karat/contract';
import type { CurrencyId, TaxMethod } from '@karat/contract';
import { ZERO, format, negate } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Cell } from '@karat/platform/spreadsheet';
import { ruleOf } from './movement-rules.ts';
import type { Disposal } from './tax.ts';
import type { Movement } from './types.ts';

type CodeOf = (currency: CurrencyId) => string;

const decimal = (amount: Amount): Cell => ({ decimal: format(amount) });

interface Leg {
  readonly currency: CurrencyId;
  readonly amount: Amount;
}

/** What one row of an import format says. */
interface ImportRow {
  readonly movement: Movement;
  readonly sent: Leg | undefined;
  readonly received: Leg | undefined;
}

/** One row for an exchange of one currency for another; otherwise a row for each currency in or out. */
function* importRows(movements: Iterable<Movement>): Generator<ImportRow> {
  for (const movement of movements) {
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

/** Label of a row that is not an exchange, as Koinly names it; empty for plain deposits and withdrawals. */
function koinlyLabel({ movement, sent, received }: ImportRow): string {
  if (sent && received) return '';
  switch (ruleOf(movement.kind)) {
    case 'income':
    case 'exchange':
      return received ? 'reward' : 'cost';
    case 'result':
      return 'realized gain';
    case 'borrow':
      return 'loan';
    case 'repay':
    case 'liquidation':
      return 'loan repayment';
    case 'none':
    case 'transfer':
    case 'purchase':
    case 'split':
    case 'withdrawal':
      return '';
  }
}

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

/** Koinly's universal format. Amounts are net of fees, as in the ledger. */
export function* koinlyRows(movements: Iterable<Movement>, codeOf: CodeOf): Generator<readonly Cell[]> {
  yield KOINLY_HEAD;
  for (const row of importRows(movements)) {
    const { movement, sent, received } = row;
    yield [
      `${wireTime(movement.at)} UTC`,
      sent ? decimal(sent.amount) : '',
      sent ? codeOf(sent.currency) : '',
      received ? decimal(received.amount) : '',
      received ? codeOf(received.currency) : '',
      '',
      '',
      '',
      '',
      koinlyLabel(row),
      movement.kind,
      `karat-${movement.journalId}`,
    ];
  }
}

const COINTRACKER_HEAD = [
  'Date',
  'Received Quantity',
  'Received Currency',
  'Sent Quantity',
  'Sent Currency',
  'Fee Amount',
  'Fee Currency',
  'Tag',
];

/** Tag of a row that is not an exchange, as CoinTracker names it. */
function coinTrackerTag({ movement: { kind }, sent, received }: ImportRow): string {
  if (sent && received) return '';
  if (kind === 'mining:yield') return 'staking';
  if (kind === 'contract:fee' || kind === 'contract:overnight') return 'margin fee';
  if (ruleOf(kind) === 'result') return received ? 'margin gain' : 'margin loss';
  return '';
}

/** `MM/DD/YYYY HH:MM:SS` in UTC. */
function usTime(ms: number): string {
  const [date = '', time = ''] = wireTime(ms).split(' ');
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year} ${time}`;
}

/** CoinTracker's format. Amounts are net of fees, as in the ledger. */
export function* coinTrackerRows(movements: Iterable<Movement>, codeOf: CodeOf): Generator<readonly Cell[]> {
  yield COINTRACKER_HEAD;
  for (const row of importRows(movements)) {
    const { movement, sent, received } = row;
    yield [
      usTime(movement.at),
      received ? decimal(received.amount) : '',
      received ? codeOf(received.currency) : '',
      sent ? decimal(sent.amount) : '',
      sent ? codeOf(sent.currency) : '',
      '',
      '',
      coinTrackerTag(row),
    ];
  }
}

const DISPOSALS_HEAD = [
  'asset',
  'quantity',
  'acquired_utc',
  'disposed_utc',
  'proceeds_usdt',
  'cost_usdt',
  'gain_usdt',
  'loss_usdt',
  'term',
  'method',
  'kind',
  'cost_basis',
  'journal',
];

/** Each sale with its lots. Gains and losses have separate columns, so that no cell begins with a sign. */
export function* disposalRows(
  disposals: Iterable<Disposal>,
  method: TaxMethod,
  codeOf: CodeOf,
): Generator<readonly Cell[]> {
  yield DISPOSALS_HEAD;
  for (const { event, quantity, acquiredMs, proceeds, cost, gain, isLongTerm, estimated } of disposals)
    yield [
      codeOf(event.currency),
      decimal(quantity),
      acquiredMs === undefined ? 'various' : wireTime(acquiredMs),
      wireTime(event.at),
      decimal(proceeds),
      decimal(cost),
      gain > ZERO ? decimal(gain) : '',
      gain < ZERO ? decimal(negate(gain)) : '',
      isLongTerm === undefined ? '' : isLongTerm ? 'long' : 'short',
      method,
      event.kind,
      estimated ? 'index price at the time' : 'paid',
      { decimal: String(event.journalId) },
    ];
}
