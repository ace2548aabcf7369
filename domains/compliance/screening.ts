import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Queries, Tx } from '@karat/platform/db';
import { addEvent, addMatches, clearedEntries, isHeld } from './case-store.ts';
import type { CaseLink, ComplianceDeps } from './deps.ts';
import { entryKey } from './list-file.ts';
import type { Match } from './list-index.ts';
import type { LoadedList } from './list-source.ts';
import { nameKey } from './names.ts';
import { openCase } from './open-case.ts';
import { percentOf } from './rules.ts';
import { RULES } from './types.ts';
import type { StoredMatch } from './types.ts';

/** `off`: no list is configured. `unavailable`: one is configured and was never readable. */
export type Finding = 'clear' | 'match' | 'off' | 'unavailable';

export interface ScreeningRequest {
  readonly user: UserId;
  readonly name: string;
  readonly birthDate?: string | undefined;
  readonly country?: string | undefined;
  /** Where the name comes from, for the history of the case. */
  readonly origin: string;
  readonly link?: CaseLink | undefined;
}

/** Screening of names for other domains. */
export interface Screening {
  /** Screens a name; a match that was not cleared opens a case about the user, in the transaction. */
  screen(tx: Tx, request: ScreeningRequest): Promise<Finding>;
  /**
   * Refuses `case_screening` for a name that matches, a user who is held, and a configured list that was never readable.
   * The refusal undoes the transaction, so the case is opened in one of its own after it.
   */
  refuseMatch(tx: Tx, request: ScreeningRequest): Promise<void>;
  /** Returns true while a sanction match of the user waits for a decision or was confirmed. */
  isHeld(db: Queries, user: UserId): Promise<boolean>;
}

type Source = (db: Queries) => Promise<LoadedList | undefined>;

const noteOf = ({ entry }: Match): string =>
  [
    entry.birthDates.length === 0 ? '' : `born ${entry.birthDates.join(', ')}`,
    entry.countries.length === 0 ? '' : entry.countries.join(', '),
  ]
    .filter((part) => part !== '')
    .join('; ')
    .slice(0, 500);

const storedMatch = (match: Match, name: string, key: string, list: number): StoredMatch => ({
  entryKey: entryKey(match.entry),
  nameKey: key,
  name,
  listedName: match.listedName,
  entry: match.entry.id,
  note: noteOf(match),
  score: percentOf(match.score),
  list,
});

/** Returns the matches of a name that nobody has cleared. */
async function uncleared(
  db: Queries,
  { id, source }: LoadedList,
  { user, name, birthDate, country }: ScreeningRequest,
): Promise<StoredMatch[]> {
  const matches = source.screen({ name, birthDate, country });
  if (matches.length === 0) return [];
  const key = nameKey(name);
  const cleared = await clearedEntries(db, user, key);
  return matches
    .map((match) => storedMatch(match, name, key, id))
    .filter((match) => !cleared.has(match.entryKey.toString('hex')));
}

/** Screens a name against a list; stores a case if it matches. */
export async function screenAgainst(
  { ctx }: ComplianceDeps,
  tx: Tx,
  list: LoadedList,
  request: ScreeningRequest,
): Promise<'clear' | 'match'> {
  const matches = await uncleared(tx, list, request);
  const [best] = matches;
  if (best === undefined) return 'clear';
  const at = ctx.clock.now();
  const { user, origin, link } = request;
  const text = `${origin}: resembles entry ${best.entry} of list ${list.id} by ${best.score} %`;
  const { id } = await openCase(tx, {
    ...{ kind: 'sanction_match', user, severity: 'critical', text, by: RULES, link, at },
  });
  const added = await addMatches(tx, id, matches);
  if (added > 0) await addEvent(tx, id, { kind: 'matched', by: RULES, text: `${added} matches`, at });
  return 'match';
}

/** Screens nobody: the default of domains in tests. */
export const noScreening: Screening = {
  screen: async () => 'off',
  refuseMatch: async () => undefined,
  isHeld: async () => false,
};

export function createScreening(deps: ComplianceDeps, source: Source): Screening {
  const { ctx, settings } = deps;

  async function screen(tx: Tx, request: ScreeningRequest): Promise<Finding> {
    if (settings.path === undefined) return 'off';
    const list = await source(tx);
    return list === undefined ? 'unavailable' : screenAgainst(deps, tx, list, request);
  }
  async function openLater(request: ScreeningRequest): Promise<void> {
    try {
      await ctx.db.transact((tx) => screen(tx, request));
    } catch (error) {
      ctx.log.error({ user: request.user, error: String(error) }, 'case of a refused name not opened');
    }
  }

  return {
    screen,
    async refuseMatch(tx, request) {
      if (await isHeld(tx, request.user)) refuse('case_screening');
      if (settings.path === undefined) return;
      const list = await source(tx);
      if (list === undefined) return refuse('case_screening');
      if ((await uncleared(tx, list, request)).length === 0) return;
      tx.atEnd(() => void openLater(request));
      refuse('case_screening');
    },
    isHeld,
  };
}
