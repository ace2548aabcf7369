import type { Context } from '@karat/platform/context';

/** When waiting work may be tried next. */
export interface WorkAgenda {
  /** Returns the earliest attempt (unix ms) of waiting work of some kinds up to a moment; undefined if there is none. */
  next(kinds: readonly string[], until: number): Promise<number | undefined>;
  /** Takes work of some kinds as done until the rows are read again. */
  noteDone(kinds: readonly string[]): void;
}

interface Reading {
  readonly at: number;
  readonly until: number;
  readonly tries: Promise<ReadonlyMap<string, number>>;
  /** Kinds whose work was done since. */
  readonly done: Set<string>;
}

const NEXT = `
  select kind, min(try_at) as "tryAt" from platform_work
  where state = 'waiting' and try_at <= to_timestamp($1::float8 / 1000.0)
  group by kind`;

/** Further than the moment that is asked for, so that calls a moment later are answered by the same reading. */
const AHEAD_MS = 100;

/**
 * An agenda that reads the rows at most once in `sharedMs`, for all workers that use it: each of their polls would otherwise be a
 * query. Rows that were written since are seen that much later.
 */
export function createAgenda({ clock, db }: Pick<Context, 'clock' | 'db'>, sharedMs: number): WorkAgenda {
  let last: Reading | undefined;

  async function read(until: number): Promise<ReadonlyMap<string, number>> {
    const rows = await db.prepared<{ kind: string; tryAt: number }>('work_next', NEXT, [until]);
    return new Map(rows.map(({ kind, tryAt }) => [kind, tryAt]));
  }

  function reading(until: number): Reading {
    const at = clock.now();
    if (last && at >= last.at && at - last.at < sharedMs && until <= last.until) return last;
    const fresh = {
      at,
      until: until + AHEAD_MS,
      tries: read(until + AHEAD_MS),
      done: new Set<string>(),
    };
    last = fresh;
    fresh.tries.catch(() => {
      if (last === fresh) last = undefined;
    });
    return fresh;
  }

  return {
    async next(kinds, until) {
      const { tries, done } = reading(until);
      const moments = await tries;
      const waiting = kinds.filter((kind) => !done.has(kind));
      const first = Math.min(...waiting.map((kind) => moments.get(kind) ?? Infinity));
      return first <= until ? first : undefined;
    },
    noteDone(kinds) {
      for (const kind of kinds) last?.done.add(kind);
    },
  };
}
