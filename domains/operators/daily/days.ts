import type { DailyPeriod } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import { DAY_MS, utcDay } from '@karat/rules';
import type { DailyDeps, DayRange } from './deps.ts';
import { currenciesOf, dayAfter, daysBetween, figuresOf, startOfDay, storableAt } from './rules.ts';
import type { DayRecords } from './rules.ts';
import { insertDay, lockDays, newestDay, readDays } from './store.ts';
import type { StoredDay } from './store.ts';

/** Days that are computed at the first start on old data: the longest period and the one before it. */
export const BACKFILL_DAYS = 180;
/** Lifetime of the figures of a running day. */
const FRESH_MS = 30_000;

async function recordsOf(deps: DailyDeps, db: Queries, range: DayRange): Promise<DayRecords> {
  const traded = [];
  for (const read of deps.trades) traded.push(await read(db, range));
  const deposits = [];
  for (const read of deps.deposits) deposits.push(...(await read(db, range)));
  return {
    turnover: traded.flatMap(({ turnover }) => turnover),
    traders: traded.flatMap(({ traders }) => traders),
    registrations: await deps.registrations(db, range),
    deposits,
    withdrawals: await deps.withdrawals(db, range),
  };
}

/** Computes a day from its rows, valued at its end, a running one at the present moment. */
export async function computeDay(
  deps: DailyDeps,
  db: Queries,
  day: string,
): Promise<Omit<StoredDay, 'isComplete'>> {
  const fromMs = startOfDay(day);
  const toMs = fromMs + DAY_MS;
  const records = await recordsOf(deps, db, { fromMs, toMs, houseIdMax: deps.houseIdMax });
  const wanted = currenciesOf(records);
  const prices = await deps.pricesAt(db, wanted, Math.min(toMs - 1, deps.ctx.clock.now()));
  const priceOf = new Map(wanted.map((currency, index) => [currency, prices[index]]));
  const figures = figuresOf(records, (currency) => priceOf.get(currency));
  const codes = new Map((await deps.currencies(db)).map(({ id, code }) => [id, code]));
  const unvalued = wanted.filter((currency) => priceOf.get(currency) === undefined);
  return { day, figures, unvalued: unvalued.map((id) => codes.get(id) ?? String(id)) };
}

/** The first day that is counted: that of the first registration, at most `BACKFILL_DAYS` ago. */
async function firstDay({ ctx, firstRegistration }: DailyDeps, db: Queries): Promise<string | undefined> {
  const first = await firstRegistration(db);
  if (first === undefined) return undefined;
  return utcDay(Math.max(first, ctx.clock.now() - BACKFILL_DAYS * DAY_MS));
}

/** The next day to store; undefined before the first registration. */
async function nextDay(deps: DailyDeps, db: Queries): Promise<string | undefined> {
  const newest = await newestDay(db);
  return newest === undefined ? firstDay(deps, db) : dayAfter(newest);
}

/** Time from which the next day can be stored, unix ms. */
export async function nextStorable(deps: DailyDeps): Promise<number | undefined> {
  const day = await nextDay(deps, deps.ctx.db);
  return day === undefined ? undefined : storableAt(day);
}

async function storeDay(deps: DailyDeps, tx: Tx): Promise<number> {
  // One state of all tables, read after the lock: a second process finds the day of the first.
  await tx.run(sql`set transaction isolation level repeatable read`);
  await lockDays(tx);
  await tx.run(sql`set local statement_timeout = 0`);
  const now = deps.ctx.clock.now();
  const day = await nextDay(deps, tx);
  if (day === undefined || storableAt(day) > now) return 0;
  const { figures, unvalued } = await computeDay(deps, tx, day);
  await insertDay(tx, day, figures, unvalued, now);
  return 1;
}

/** Stores the daily figures of the oldest complete day that is missing, in one transaction. Returns 1 if it did, 0 if none is missing. */
export async function storeNextDay(deps: DailyDeps): Promise<number> {
  const due = await nextStorable(deps);
  if (due === undefined || due > deps.ctx.clock.now()) return 0;
  return deps.ctx.db.transact((tx) => storeDay(deps, tx));
}

/** Figures of running days, computed at most every 30 seconds however many operators look. */
export function createRunningDays(deps: DailyDeps): (day: string) => Promise<StoredDay> {
  const stored = new Map<string, { readonly at: number; readonly found: Promise<StoredDay> }>();
  return (day) => {
    const now = deps.ctx.clock.now();
    for (const [name, { at }] of stored) if (now - at >= FRESH_MS || now < at) stored.delete(name);
    const known = stored.get(day);
    if (known) return known.found;
    const found = computeDay(deps, deps.ctx.db, day).then((one) => ({ ...one, isComplete: false }));
    stored.set(day, { at: now, found });
    found.catch(() => stored.delete(day));
    return found;
  };
}

/** Days of a period and before it. */
export interface Period {
  readonly at: number;
  /** Oldest first; today is the last one. */
  readonly days: readonly StoredDay[];
  /** As many stored days before the period, less those that are not known. */
  readonly before: readonly StoredDay[];
  /** Complete days of the period that are not stored yet. */
  readonly pending: number;
}

/** Reads the days of a period. Yesterday is computed like today until it is stored. */
export async function readPeriod(
  deps: DailyDeps,
  running: (day: string) => Promise<StoredDay>,
  length: DailyPeriod,
): Promise<Period> {
  const { db, clock } = deps.ctx;
  const at = clock.now();
  const today = utcDay(at);
  const first = dayAfter(today, 1 - length);
  const stored = await readDays(db, dayAfter(first, -length), today);
  const known = new Set(stored.map(({ day }) => day));
  const begin = stored[0]?.day ?? (await firstDay(deps, db)) ?? today;
  const missing = daysBetween(begin > first ? begin : first, dayAfter(today, -1)).filter(
    (day) => !known.has(day),
  );
  const settling = missing.filter((day) => storableAt(day) > at);
  const live = await Promise.all([...settling, today].map(running));
  return {
    at,
    days: [...stored.filter(({ day }) => day >= first), ...live],
    before: stored.filter(({ day }) => day < first),
    pending: missing.length - settling.length,
  };
}
