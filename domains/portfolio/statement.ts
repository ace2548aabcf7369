import { refuse } from '@karat/contract';
import type { AccountName, CurrencyId, UserId } from '@karat/contract';
import { ownerOf, postingsAfter } from '@karat/domains/ledger';
import type { AccountId, StatementEntry } from '@karat/domains/ledger';
import { monthOf, monthStart, nextMonth } from './calendar.ts';
import type { PortfolioDeps } from './deps.ts';
import { readMonth } from './month-store.ts';
import type { StatementBalance } from './month-store.ts';
import { accountsOf } from './next-postings.ts';
import type { Progress } from './state-store.ts';

/** Rows of one query, so that other requests proceed. */
const PORTION = 5_000;

/** Balances of a month; in and out are of the whole month. */
export interface Statement {
  readonly month: string;
  readonly fromMs: number;
  /** Exclusive; now for the month that runs. */
  readonly toMs: number;
  readonly closed: boolean;
  readonly movements: number;
  readonly balances: readonly StatementBalance[];
}

/** Returns the statement of a month. Refuses `portfolio_month` outside of the months with movements counted so far. */
export async function statementOf(
  { ctx }: PortfolioDeps,
  user: UserId,
  progress: Progress,
  month: string,
): Promise<Statement> {
  const now = ctx.clock.now();
  const [fromMs, end] = [monthStart(month), nextMonth(monthStart(month))];
  const isKnown = progress.firstMs !== null && month >= monthOf(progress.firstMs) && fromMs <= now;
  if (!isKnown || (!progress.complete && end > (progress.countedMs ?? 0))) refuse('portfolio_month');
  const balances = await readMonth(ctx.db, user, month);
  return {
    month,
    fromMs,
    toMs: Math.min(end, now),
    closed: end <= now,
    movements: balances.reduce((sum, { movements }) => sum + movements, 0),
    balances,
  };
}

/** Name of a user's account. */
export function accountName(account: AccountId): AccountName {
  const owner = ownerOf(account);
  if (owner.owner !== 'user') throw new RangeError(`not an account of a user: ${account}`);
  return owner.type;
}

/** A range of a user's postings, with their number. */
export interface PostingRange {
  readonly first: number;
  readonly last: number;
  readonly movements: number;
}

/** The range of a statement's movements; undefined without any. */
export function rangeOf({ balances, movements }: Statement): PostingRange | undefined {
  const moved = balances.filter((balance) => balance.movements > 0);
  if (moved.length === 0) return undefined;
  return {
    movements,
    first: Math.min(...moved.map(({ firstPosting }) => firstPosting)),
    last: Math.max(...moved.map(({ lastPosting }) => lastPosting)),
  };
}

/** Pages of a range's postings in their order. Refuses `export_too_large` above a number of rows. */
export async function* postingPages(
  { ctx }: PortfolioDeps,
  user: UserId,
  range: PostingRange | undefined,
  max: number,
  pageRows = PORTION,
): AsyncGenerator<readonly StatementEntry[], undefined> {
  if (range === undefined) return;
  if (range.movements > max) refuse('export_too_large', { max });
  let count = 0;
  let afterId = range.first - 1;
  for (;;) {
    const rows = await postingsAfter(ctx.db, {
      accounts: accountsOf(user),
      afterId,
      seen: [],
      limit: pageRows,
    });
    const own = rows.filter(({ id }) => id <= range.last);
    count += own.length;
    if (count > max) refuse('export_too_large', { max });
    if (own.length > 0) yield own;
    if (rows.length < pageRows || own.length < rows.length) return;
    afterId = rows.at(-1)?.id ?? afterId;
  }
}

/** All postings of a range in their order. Refuses `export_too_large` above a number of rows. */
export async function postingsIn(
  deps: PortfolioDeps,
  user: UserId,
  range: PostingRange | undefined,
  max: number,
): Promise<StatementEntry[]> {
  const entries: StatementEntry[] = [];
  for await (const page of postingPages(deps, user, range, max)) entries.push(...page);
  return entries;
}

/** Codes of currencies. */
export async function readCodes({ ctx, ledger }: PortfolioDeps): Promise<(id: CurrencyId) => string> {
  const codes = new Map((await ledger.currencies(ctx.db)).map(({ id, code }) => [id, code]));
  return (id) => codes.get(id) ?? String(id);
}
