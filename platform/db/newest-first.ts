/** Rows of an append-only table whose ids grow with their times. */
interface Stamped {
  readonly id: number;
  /** Unix ms. */
  readonly at: number;
}

/** Reads the first row with this id or a larger one. */
type ReadFrom = (id: number) => Promise<Stamped | undefined>;

/** Concurrent transactions may commit ids in another order than their times, by less than this. */
const SKEW_MS = 300_000;

/**
 * Returns an id below which every row of an append-only table is older than `at`, by bisection over its ids. `end` is
 * larger than every id.
 */
export const firstIdSince = (readFrom: ReadFrom, end: number, at: number): Promise<number> =>
  bisect(readFrom, end, at - SKEW_MS);

/** Returns an id from which on every row of an append-only table is younger than `at`. */
export const firstIdAfter = (readFrom: ReadFrom, end: number, at: number): Promise<number> =>
  bisect(readFrom, end, at + SKEW_MS);

async function bisect(readFrom: ReadFrom, end: number, at: number): Promise<number> {
  let low = 1;
  let high = end;
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    const row = await readFrom(middle);
    if (row === undefined || row.id >= high || row.at >= at) high = middle;
    else low = row.id + 1;
  }
  return low;
}

/** A range of ids: from `from` up to but not including `before`. */
export interface IdRange {
  readonly from: number;
  readonly before: number;
}

/** Rows newest first. `next` continues below it; null at the end. */
export interface FoundRows<Row> {
  readonly rows: readonly Row[];
  readonly next: number | null;
}

interface SearchLimits {
  /** Ids of the first statement. It doubles while statements are fast. */
  readonly window: number;
  readonly windowMax: number;
  /** No further statement begins after this time. */
  readonly budgetMs: number;
}

const FAST_MS = 100;

/**
 * Searches a range of ids newest first, in windows, so that no statement reads the whole table. Returns fewer rows than
 * the limit with a `next` if the time is spent before the page is full.
 */
export async function searchInWindows<Row extends { readonly id: number }>(
  read: (range: IdRange, limit: number) => Promise<readonly Row[]>,
  range: IdRange,
  limit: number,
  limits: SearchLimits,
): Promise<FoundRows<Row>> {
  const rows: Row[] = [];
  const began = performance.now();
  let { window } = limits;
  let { before } = range;
  while (before > range.from) {
    const from = Math.max(range.from, before - window);
    const start = performance.now();
    rows.push(...(await read({ from, before }, limit - rows.length)));
    const last = rows.at(-1);
    if (last !== undefined && rows.length === limit) return { rows, next: last.id };
    const now = performance.now();
    if (now - start < FAST_MS) window = Math.min(limits.windowMax, window * 2);
    before = from;
    if (now - began > limits.budgetMs) break;
  }
  return { rows, next: before > range.from ? before : null };
}
