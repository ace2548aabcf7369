import { refuse } from '@karat/contract';
import type { CurrencyId, TaxMethod, UserId } from '@karat/contract';
import { USDT } from '@karat/domains/ledger';
import { ZERO, max, minus, mulDivDown, negate, plus, sum } from '@karat/money';
import type { Amount } from '@karat/money';
import { DAY_MS, LotBook } from '@karat/rules';
import { applyEvent } from './assets.ts';
import { yearOf, yearStart } from './calendar.ts';
import type { PortfolioDeps } from './deps.ts';
import { readEventsAfter } from './read-store.ts';
import type { HistoryEvent } from './read-store.ts';
import type { Progress } from './state-store.ts';

const PORTION = 5_000;
/** Maximum events of a history that a request replays. */
export const EVENTS_MAX = 1_000_000;
/** Units held longer are long-term. */
const LONG_TERM_MS = 365 * DAY_MS;

/** Units of one lot in a sale. */
export interface Disposal {
  readonly event: HistoryEvent;
  readonly quantity: Amount;
  /** Undefined for the average, and for units of an unknown origin. */
  readonly acquiredMs: number | undefined;
  readonly proceeds: Amount;
  readonly cost: Amount;
  readonly gain: Amount;
  /** Undefined where the time of the purchase is. */
  readonly isLongTerm: boolean | undefined;
  readonly estimated: boolean;
}

/** Refuses `portfolio_incomplete` before all movements are counted, `portfolio_year` outside of the years with movements. */
export function checkYear({ ctx }: PortfolioDeps, progress: Progress, year: number): void {
  if (!progress.complete) refuse('portfolio_incomplete');
  if (progress.firstMs === null || year < yearOf(progress.firstMs) || year > yearOf(ctx.clock.now()))
    refuse('portfolio_year');
}

/** Divides the proceeds of a sale among its lots by quantity; the last one takes what rounding left. */
function disposalsOf(event: HistoryEvent, method: TaxMethod, book: LotBook, id: number): readonly Disposal[] {
  const quantity = negate(event.quantity);
  const { cost, used } = applyEvent(book, event, id, plus(book.quantity, event.quantity));
  const unknown = minus(quantity, sum(used.map((lot) => lot.quantity)));
  const parts = [
    ...used.map((lot) => ({ ...lot, acquiredMs: method === 'average' ? undefined : lot.acquiredMs })),
    ...(unknown > 0n
      ? [
          {
            quantity: unknown,
            cost: minus(cost, sum(used.map((lot) => lot.cost))),
            acquiredMs: undefined,
            estimated: true,
          },
        ]
      : []),
  ];
  // A sale whose price is unknown realises nothing.
  const whole = event.estimated ? cost : event.value;
  let left = whole;
  return parts.map((part, index) => {
    const proceeds = index === parts.length - 1 ? left : mulDivDown(whole, part.quantity, quantity);
    left = minus(left, proceeds);
    return {
      event,
      quantity: part.quantity,
      acquiredMs: part.acquiredMs,
      proceeds,
      cost: part.cost,
      gain: minus(proceeds, part.cost),
      isLongTerm: part.acquiredMs === undefined ? undefined : event.at - part.acquiredMs > LONG_TERM_MS,
      estimated: part.estimated || event.estimated,
    };
  });
}

/** Whether an event uses up units at a value. */
const isDisposal = ({ currency, type, quantity }: HistoryEvent): boolean =>
  currency !== USDT && quantity < 0n && (type === 'sell' || type === 'expense' || type === 'result');

/** Everything of a year that matters for taxes. */
export interface TaxYear {
  readonly disposals: readonly Disposal[];
  readonly results: Amount;
  readonly income: Amount;
  readonly expenses: Amount;
  readonly estimated: number;
}

/**
 * Replays the history of a user up to the end of a year with a cost method. Refuses `export_too_large` above a million events, or
 * more rows of the year than a file may have.
 */
export async function taxYearOf(
  deps: PortfolioDeps,
  user: UserId,
  year: number,
  method: TaxMethod,
): Promise<TaxYear> {
  const { ctx, rowsMax } = deps;
  const [from, to] = [yearStart(year), yearStart(year + 1)];
  const books = new Map<CurrencyId, LotBook>();
  const disposals: Disposal[] = [];
  let [results, income, expenses, estimated, count, last] = [ZERO, ZERO, ZERO, 0, 0, 0];
  for (;;) {
    const events = await readEventsAfter(ctx.db, user, last, PORTION);
    for (const event of events) {
      const inYear = event.at >= from && event.at < to;
      let book = books.get(event.currency);
      if (!book) books.set(event.currency, (book = new LotBook(method)));
      if (isDisposal(event)) {
        const own = disposalsOf(event, method, book, event.id);
        if (inYear) disposals.push(...own);
      } else applyEvent(book, event, event.id, plus(book.quantity, event.quantity));
      if (!inYear) continue;
      results = plus(results, event.result);
      if (event.type === 'income') income = plus(income, event.value);
      if (event.type === 'expense') expenses = plus(expenses, event.value);
      if (event.estimated) estimated++;
    }
    count += events.length;
    const rows = rowsMax?.csv ?? ROWS_MAX;
    if (count > (rowsMax?.events ?? EVENTS_MAX))
      refuse('export_too_large', { max: rowsMax?.events ?? EVENTS_MAX });
    if (disposals.length > rows) refuse('export_too_large', { max: rows });
    last = events.at(-1)?.id ?? last;
    if (events.length < PORTION) return { disposals, results, income, expenses, estimated };
  }
}

/** Maximum rows of a CSV file. */
export const ROWS_MAX = 100_000;

/** Sums of the sales of a year. */
export function totalsOf(disposals: readonly Disposal[], method: TaxMethod) {
  const total = (of: (disposal: Disposal) => Amount) => sum(disposals.map(of));
  const long = disposals.filter(({ isLongTerm }) => isLongTerm === true);
  return {
    proceeds: total(({ proceeds }) => proceeds),
    cost: total(({ cost }) => cost),
    gains: total(({ gain }) => max(gain, ZERO)),
    losses: total(({ gain }) => max(negate(gain), ZERO)),
    net: total(({ gain }) => gain),
    netLongTerm: method === 'average' ? undefined : sum(long.map(({ gain }) => gain)),
  };
}
