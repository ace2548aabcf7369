import { wireTime } from '@karat/contract';
import type { CurrencyId } from '@karat/contract';
import type { StatementEntry } from '@karat/domains/ledger';
import { ZERO, format, negate, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import { csv } from '@karat/platform/spreadsheet';
import type { Cell } from '@karat/platform/spreadsheet';
import { accountName } from './statement.ts';
import type { Statement } from './statement.ts';

const decimal = (amount: Amount): Cell => ({ decimal: format(amount) });
/** Amounts in and out have separate columns, so that no cell begins with a sign. */
const arrived = (amount: Amount): Cell => (amount > ZERO ? decimal(amount) : '');
const departed = (amount: Amount): Cell => (amount < ZERO ? decimal(negate(amount)) : '');

const HEAD = [
  'record',
  'time_utc',
  'account',
  'currency',
  'kind',
  'description',
  'reference',
  'in',
  'out',
  'held_in',
  'held_out',
  'balance',
  'held',
  'entry',
] as const;
type Column = (typeof HEAD)[number];

const rowOf = (cells: Partial<Record<Column, Cell>>): readonly Cell[] =>
  HEAD.map((column) => cells[column] ?? '');

export interface StatementNames {
  readonly codeOf: (currency: CurrencyId) => string;
  readonly kindName: (kind: string) => string;
}

function* openingRows(
  { balances, fromMs }: Statement,
  { codeOf }: StatementNames,
): Generator<readonly Cell[]> {
  yield HEAD;
  for (const { account, currency, opening } of balances)
    yield rowOf({
      record: 'opening',
      time_utc: wireTime(fromMs),
      account: accountName(account),
      currency: codeOf(currency),
      balance: decimal(opening),
    });
}

function* movementRows(
  entries: Iterable<StatementEntry>,
  { codeOf, kindName }: StatementNames,
): Generator<readonly Cell[]> {
  for (const entry of entries)
    yield rowOf({
      record: 'movement',
      time_utc: wireTime(entry.at),
      account: accountName(entry.account),
      currency: codeOf(entry.currency),
      kind: entry.kind,
      description: kindName(entry.kind),
      reference: entry.reference,
      in: arrived(entry.available),
      out: departed(entry.available),
      held_in: arrived(entry.held),
      held_out: departed(entry.held),
      balance: decimal(plus(entry.availableAfter, entry.heldAfter)),
      held: decimal(entry.heldAfter),
      entry: { decimal: String(entry.id) },
    });
}

function* closingRows({ balances, toMs }: Statement, { codeOf }: StatementNames): Generator<readonly Cell[]> {
  for (const { account, currency, closing, held, arrived: sumIn, departed: sumOut } of balances)
    yield rowOf({
      record: 'closing',
      time_utc: wireTime(toMs),
      account: accountName(account),
      currency: codeOf(currency),
      in: decimal(sumIn),
      out: decimal(sumOut),
      balance: decimal(closing),
      held: decimal(held),
    });
}

/**
 * A statement in pieces, one for each page of movements: for each account and currency its opening balance, in `balance`, and its
 * closing balance with the sums of the month; between them every movement in its order. `balance` is available and held together.
 */
export async function* statementCsv(
  statement: Statement,
  pages: AsyncIterable<Iterable<StatementEntry>>,
  names: StatementNames,
): AsyncGenerator<string> {
  yield csv(openingRows(statement, names), { mark: true });
  for await (const entries of pages) yield csv(movementRows(entries, names));
  yield csv(closingRows(statement, names));
}
