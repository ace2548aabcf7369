import { wireTime } from '@karat/contract';
import type { CurrencyId } from '@karat/contract';
import type { Movement } from '@karat/domains/ledger';
import { ZERO, format, negate } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Cell } from '@karat/platform/spreadsheet';

type NameOf = (currency: CurrencyId) => string;

const decimal = (amount: Amount): Cell => ({ decimal: format(amount) });

interface Leg {
  readonly currency: CurrencyId;
  readonly amount: Amount;
}

/** What one row of a tax program's import format says. */
export interface ImportRow {
  readonly movement: Movement;
  readonly sent: Leg | undefined;
  readonly received: Leg | undefined;
}

/** One row for an exchange of one currency for another; otherwise a row for each currency in or out. */
export function* importRows(movements: Iterable<Movement>): Generator<ImportRow> {
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

/** Returns a table row from some cells; the others stay empty. */
export const rowOf = <Column extends string>(
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

/** Koinly's universal format. Amounts are after fees, as in the ledger. */
export function* koinlyRows(
  movements: Iterable<Movement>,
  nameOf: NameOf,
  labelOf: (row: ImportRow) => string = () => '',
): Generator<readonly Cell[]> {
  yield KOINLY_HEAD;
  for (const row of importRows(movements)) {
    const { movement, sent, received } = row;
    yield rowOf(KOINLY_HEAD, {
      Date: `${wireTime(movement.at)} UTC`,
      'Sent Amount': sent && decimal(sent.amount),
      'Sent Currency': sent && nameOf(sent.currency),
      'Received Amount': received && decimal(received.amount),
      'Received Currency': received && nameOf(received.currency),
      Label: labelOf(row),
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

/** What CoinTracking calls a row. */
function typeOf({ movement, sent, received }: ImportRow): string {
  if (sent && received) return 'Trade';
  if (BORDER.test(movement.kind)) return received ? 'Deposit' : 'Withdrawal';
  return received ? 'Other Income' : 'Other Expense';
}

/** CoinTracking's CSV format. */
export function* coinTrackingRows(movements: Iterable<Movement>, nameOf: NameOf): Generator<readonly Cell[]> {
  yield COINTRACKING_HEAD;
  for (const line of importRows(movements)) {
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
