import { ACCOUNT_NAMES, JOURNAL_KINDS, refuse } from '@karat/contract';
import type { ActivityGroup, ActivityState, CurrencyId, UserId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import type { Queries } from '@karat/platform/db';
import {
  entriesOfJournals,
  existingKeys,
  relatedEntries,
  statement,
  userAccount,
} from '@karat/domains/ledger';
import type { Currency, StatementEntry, StatementFilter, StatementSearch } from '@karat/domains/ledger';
import { eventsOf, listedKinds } from './activity-rules.ts';
import type { ActivityEvent, ListedEvent } from './activity-rules.ts';
import type { EventFees } from './deps.ts';
import { kindName } from './views.ts';

export interface ActivityRequest {
  readonly user: UserId;
  readonly group?: ActivityGroup | undefined;
  readonly currency?: CurrencyId | undefined;
  readonly search?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Id of the last event of the previous page. */
  readonly before?: number | undefined;
  readonly limit: number;
}

export interface ActivityPage {
  readonly events: readonly ListedEvent[];
  readonly next: number | null;
}

/** Entries read for each event of a page: most events have two. */
const ENTRIES_PER_EVENT = 4;
const STEPS_MAX = 50;

const accountsOf = (user: UserId) => ACCOUNT_NAMES.map((name) => userAccount(user, name));

/** What a search text can mean in a language; undefined for an empty text. */
function searchOf(
  text: string | undefined,
  lang: Lang,
  currencies: readonly Currency[],
): StatementSearch | undefined {
  const wanted = text?.toLowerCase() ?? '';
  if (wanted === '') return undefined;
  const has = (name: string): boolean => name.toLowerCase().includes(wanted);
  return {
    kinds: JOURNAL_KINDS.filter((kind) => has(kindName(kind, lang))),
    currencies: currencies.filter(({ code, title }) => has(code) || has(title)).map(({ id }) => id),
    journal: /^[1-9][0-9]{0,14}$/.test(wanted) ? Number(wanted) : undefined,
  };
}

/** Withdrawals are pending until their payout or their release; other events have taken place. */
async function statesOf(
  queries: Queries,
  events: readonly ActivityEvent[],
): Promise<ReadonlyMap<number, ActivityState>> {
  const requests = events.filter(({ kind }) => kind === 'withdrawal:hold');
  const key = (step: string, { reference }: ActivityEvent): string => `withdrawal:${step}:${reference}`;
  if (requests.length === 0) return new Map();
  const keys = await existingKeys(
    queries,
    requests.flatMap((request) => [key('paid', request), key('release', request)]),
  );
  return new Map(
    requests.map((request) => [
      request.id,
      keys.has(key('paid', request))
        ? 'completed'
        : keys.has(key('release', request))
          ? 'returned'
          : 'pending',
    ]),
  );
}

/** Fees belong to a list of fees; of a currency only its own do. A withdrawal that returned has cost nothing. */
function listed({ fees, state, ...event }: ListedEvent, { group, currency }: ActivityRequest): ListedEvent[] {
  const paid = state === 'returned' ? [] : fees;
  const all = { ...event, state, fees: paid };
  if (group !== 'fees' || event.group === 'fees') return [all];
  const own = paid.filter((fee) => currency === undefined || fee.currency === currency);
  return own.length === 0 ? [] : [{ ...all, fees: own }];
}

/** Events of a user, newest first. A page can be short of its limit although another one follows. */
export async function readActivity(
  queries: Queries,
  request: ActivityRequest,
  currencies: readonly Currency[],
  lang: Lang,
  eventFees: EventFees,
): Promise<ActivityPage> {
  const { user, group, currency, from, to, limit } = request;
  const before = request.before ?? Number.MAX_SAFE_INTEGER;
  const filter: StatementFilter = {
    accounts: accountsOf(user),
    currency,
    kinds: listedKinds(group),
    search: searchOf(request.search, lang, currencies),
    from,
    to,
  };
  const rows = limit * ENTRIES_PER_EVENT;
  const window = await statement(queries, filter, { before, limit: rows });
  const journals = [...new Set(window.map(({ journalId }) => journalId))];
  const last = window.at(-1);
  if (last === undefined) return { events: [], next: null };
  // An event whose newest entry lies before the window was on an earlier page.
  const all = eventsOf(await entriesOfJournals(queries, filter, journals)).filter(
    ({ id }) => id < before && id >= last.id,
  );
  const events = all.slice(0, limit);
  const states = await statesOf(queries, events);
  const fees = await eventFees(queries, user, events);
  const end = all.length > limit ? events.at(-1) : window.length === rows ? last : undefined;
  return {
    events: events.flatMap((event, index) => {
      const state = states.get(event.id) ?? 'completed';
      return listed({ ...event, state, fees: fees[index] ?? [] }, request);
    }),
    next: end?.id ?? null,
  };
}

/** Movements of an event's subject, oldest first; refuses `not_found` for an entry of someone else. */
export async function readSteps(
  queries: Queries,
  user: UserId,
  id: number,
): Promise<readonly StatementEntry[]> {
  const entries = await relatedEntries(queries, accountsOf(user), id, STEPS_MAX);
  return entries.length > 0 ? entries : refuse('not_found');
}
