import { wireTime } from '@karat/contract';
import type { CurrencyId, TaxMethod } from '@karat/contract';
import type { Movement } from '@karat/domains/ledger';
import { importRows, rowOf } from '@karat/domains/wallet';
import type { ImportRow } from '@karat/domains/wallet';
import { ZERO, format, negate } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Cell } from '@karat/platform/spreadsheet';
import { ruleOf } from './movement-rules.ts';
import type { Disposal } from './tax.ts';

type CodeOf = (currency: CurrencyId) => string;

const decimal = (amount: Amount): Cell => ({ decimal: format(amount) });

/** Label of a row that is not an exchange, as Koinly names it; empty for plain deposits and withdrawals. */
export function koinlyLabel({ movement, sent, received }: ImportRow): string {
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

const COINTRACKER_HEAD = [
  'Date',
  'Received Quantity',
  'Received Currency',
  'Sent Quantity',
  'Sent Currency',
  'Fee Amount',
  'Fee Currency',
  'Tag',
] as const;

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
    yield rowOf(COINTRACKER_HEAD, {
      Date: usTime(movement.at),
      'Received Quantity': received && decimal(received.amount),
      'Received Currency': received && codeOf(received.currency),
      'Sent Quantity': sent && decimal(sent.amount),
      'Sent Currency': sent && codeOf(sent.currency),
      Tag: coinTrackerTag(row),
    });
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
