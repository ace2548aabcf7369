import { pageReply, refuse } from '@karat/contract';
import type { Contract, TaxFormat, TaxMethod, UserId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { movementsOf } from '@karat/domains/ledger';
import { koinlyRows } from '@karat/domains/wallet';
import { format } from '@karat/money';
import type { Handlers } from '@karat/platform/http';
import { createSemaphore } from '@karat/platform/semaphore';
import { csv } from '@karat/platform/spreadsheet';
import type { Cell } from '@karat/platform/spreadsheet';
import { monthStart, monthsBetween, nextMonth, yearOf } from './calendar.ts';
import type { PortfolioDeps } from './deps.ts';
import type { PortfolioContext } from './http.ts';
import { readYearRange } from './month-store.ts';
import { readEventYears } from './read-store.ts';
import { statementCsv } from './statement-csv.ts';
import { statementPdf } from './statement-pdf.ts';
import { accountName, postingPages, postingsIn, rangeOf, readCodes, statementOf } from './statement.ts';
import type { Statement } from './statement.ts';
import { coinTrackerRows, disposalRows, koinlyLabel } from './tax-formats.ts';
import { ROWS_MAX, checkYear, taxYearOf, totalsOf } from './tax.ts';
import { progressView } from './views.ts';

type Calls = Handlers<Contract['portfolio']>;

/** Movements of a PDF: about 100 pages. */
const PDF_ROWS_MAX = 5_000;
/** Files and replays at once, and callers who wait. */
const [AT_ONCE, WAITING] = [2, 20];
const PDF_TYPE = 'application/pdf';
const CSV_TYPE = 'text/csv';

const maxOf = ({ rowsMax }: PortfolioDeps, form: 'pdf' | 'csv'): number =>
  form === 'pdf' ? (rowsMax?.pdf ?? PDF_ROWS_MAX) : (rowsMax?.csv ?? ROWS_MAX);

async function statementView(deps: PortfolioDeps, statement: Statement) {
  const codeOf = await readCodes(deps);
  return {
    month: statement.month,
    from_ms: statement.fromMs,
    to_ms: statement.toMs,
    closed: statement.closed,
    movements: statement.movements,
    files: (['pdf', 'csv'] as const).filter((form) => statement.movements <= maxOf(deps, form)),
    balances: statement.balances.map((row) => ({
      account: accountName(row.account),
      currency_id: row.currency,
      currency_name: codeOf(row.currency),
      opening: format(row.opening),
      in: format(row.arrived),
      out: format(row.departed),
      closing: format(row.closing),
      held: format(row.held),
      movements: row.movements,
    })),
  };
}

/** Reads the first page at once, so that a refusal comes before the file; no connection is held between pages. */
async function startedPages<T>(pages: AsyncGenerator<T, undefined>): Promise<AsyncGenerator<T>> {
  const first = await pages.next();
  return (async function* all() {
    if (first.done === true) return;
    yield first.value;
    yield* pages;
  })();
}

async function statementFile(
  deps: PortfolioDeps,
  user: UserId,
  statement: Statement,
  form: 'pdf' | 'csv',
  lang: Lang,
) {
  const codeOf = await readCodes(deps);
  const range = rangeOf(statement);
  const name = `karat-statement-${statement.month}.${form}`;
  if (form === 'csv') {
    const names = { codeOf, kindName: (kind: string) => deps.kindName(kind, lang) };
    const pages = await startedPages(postingPages(deps, user, range, maxOf(deps, form)));
    return { name, type: CSV_TYPE, body: statementCsv(statement, pages, names) };
  }
  const entries = await postingsIn(deps, user, range, maxOf(deps, form));
  const names = { codeOf, kindName: (kind: string) => deps.kindName(kind, 'en') };
  return { name, type: PDF_TYPE, body: statementPdf(user, statement, entries, names) };
}

async function importFile(
  deps: PortfolioDeps,
  user: UserId,
  year: number,
  form: 'koinly' | 'cointracker',
): Promise<Iterable<readonly Cell[]>> {
  const range = await readYearRange(deps.ctx.db, user, year);
  const movements = movementsOf(await postingsIn(deps, user, range, maxOf(deps, 'csv')));
  const codeOf = await readCodes(deps);
  return form === 'koinly' ? koinlyRows(movements, codeOf, koinlyLabel) : coinTrackerRows(movements, codeOf);
}

async function taxFile(
  deps: PortfolioDeps,
  user: UserId,
  {
    year,
    method,
    format: form,
  }: { readonly year: number; readonly method: TaxMethod; readonly format: TaxFormat },
) {
  const rows =
    form === 'disposals'
      ? disposalRows((await taxYearOf(deps, user, year, method)).disposals, method, await readCodes(deps))
      : await importFile(deps, user, year, form);
  const suffix = form === 'disposals' ? `${form}-${method}` : form;
  return { name: `karat-tax-${year}-${suffix}.csv`, type: CSV_TYPE, body: csv(rows) };
}

const statements = (context: PortfolioContext, gate: Gate) =>
  ({
    'portfolio/statements': async ({ caller, input }) => {
      const { firstMs } = await context.counter.refresh(caller.userId);
      const now = context.ctx.clock.now();
      const months = firstMs === null ? [] : monthsBetween(firstMs, now);
      const from = (input.page - 1) * input.limit;
      const data = months.slice(from, from + input.limit).map((month) => {
        const start = monthStart(month);
        const end = nextMonth(start);
        return { month, from_ms: start, to_ms: Math.min(end, now), closed: end <= now };
      });
      return pageReply(data, months.length, input.page, input.limit);
    },
    'portfolio/statement': async ({ caller, input }) => {
      const progress = await context.counter.refresh(caller.userId);
      return statementView(context, await statementOf(context, caller.userId, progress, input.month));
    },
    'portfolio/statement_file': async ({ caller, input, lang }) => {
      const progress = await context.counter.refresh(caller.userId);
      const statement = await statementOf(context, caller.userId, progress, input.month);
      return gate(() => statementFile(context, caller.userId, statement, input.format, lang));
    },
  }) satisfies Partial<Calls>;

const taxes = (context: PortfolioContext, gate: Gate) =>
  ({
    'portfolio/tax_years': async ({ caller }) => {
      const progress = await context.counter.refresh(caller.userId);
      const current = yearOf(context.ctx.clock.now());
      const years = await readEventYears(context.ctx.db, caller.userId);
      return {
        ...progressView(progress),
        data: years.map((row) => ({ ...row, closed: row.year < current })),
      };
    },
    'portfolio/tax_summary': async ({ caller, input: { year, method } }) => {
      const progress = await context.counter.refresh(caller.userId);
      checkYear(context, progress, year);
      const tax = await gate(() => taxYearOf(context, caller.userId, year, method));
      const totals = totalsOf(tax.disposals, method);
      return {
        year,
        method,
        closed: year < yearOf(context.ctx.clock.now()),
        disposals: tax.disposals.length,
        proceeds: format(totals.proceeds),
        cost: format(totals.cost),
        gains: format(totals.gains),
        losses: format(totals.losses),
        net: format(totals.net),
        net_long_term: totals.netLongTerm === undefined ? null : format(totals.netLongTerm),
        results: format(tax.results),
        income: format(tax.income),
        expenses: format(tax.expenses),
        estimated: tax.estimated,
      };
    },
    'portfolio/tax_export': async ({ caller, input }) => {
      const progress = await context.counter.refresh(caller.userId);
      checkYear(context, progress, input.year);
      return gate(() => taxFile(context, caller.userId, input));
    },
  }) satisfies Partial<Calls>;

type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** Answers statements and tax exports. Few files are written at once; further callers wait, then are refused. */
export function fileHandlers(context: PortfolioContext) {
  const semaphore = createSemaphore(AT_ONCE, WAITING);
  const gate: Gate = (work) => semaphore.run(work, () => refuse('too_many_requests'));
  return { ...statements(context, gate), ...taxes(context, gate) };
}
