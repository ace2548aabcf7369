import { refuse, wireTime } from '@karat/contract';
import { OPTION_WINDOW_MS } from '@karat/evidence';
import type { OptionOutcome } from '@karat/evidence';
import { UNIT, ZERO, divUp, format, max, min, minus, plus, rate } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import type { Currency, Duration, Limit, Person } from './types.ts';

const DAY_MS = 86_400_000;
/** Loosening a limit of one's own waits this long. */
export const LOOSEN_MS = 86_400_000;
/**
 * When the index has fallen silent, a settlement waits this long after expiry for ticks from before it: longer than any
 * statement may run (30 s), so none can still be under way.
 */
export const FEED_WAIT_MS = 35_000;

/** The day (UTC) of a moment. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
export const endOfDay = (ms: number): number => ms - (ms % DAY_MS) + DAY_MS;

/** The last second whose tick may settle an expiry: orders with the same one are settled by nearly the same ticks. */
export const windowSecond = (expiresMs: number): number => Math.ceil(expiresMs / 1000) - 1;

/** The seconds of ticks that an order needs, both included. */
export const secondsNeeded = (acceptedMs: number, expiresMs: number): { from: number; to: number } => ({
  from: Math.ceil(Math.min(acceptedMs, expiresMs - OPTION_WINDOW_MS) / 1000),
  to: windowSecond(expiresMs),
});

/** Expiries up to this moment can be settled, given the newest kept tick of their market (unix s): later ticks change nothing. */
export const settledUpTo = (newestSecond: number | undefined, now: number): number =>
  Math.min(now, Math.max(((newestSecond ?? 0) + 1) * 1000, now - FEED_WAIT_MS));

/** The share of wins, in percent with two decimals rounded up, at which wins and losses cancel out: 1 / (1 + ratio). */
export const breakEven = (ratio: Rate): Amount => divUp((100n * UNIT) as Amount, rate(UNIT + ratio), 2);

/** What a user's own limit is at a moment: a loosened one holds once its wait is over. */
export const limitAt = (limit: Limit, now: number): Amount | undefined =>
  limit.nextAt !== undefined && limit.nextAt <= now ? limit.next : limit.value;

/** A limit after its owner asked for another (undefined: none). Tighter holds at once, looser after 24 hours. */
export function limitAfter(limit: Limit, wanted: Amount | undefined, now: number): Limit {
  const value = limitAt(limit, now);
  const tighter = wanted !== undefined && (value === undefined || wanted <= value);
  if (tighter || wanted === value) return { value: wanted, next: undefined, nextAt: undefined };
  return { value, next: wanted, nextAt: now + LOOSEN_MS };
}

/** Until when options are paused after asking for some hours of it; 0 ends a pause, after 24 hours at the soonest. */
export function coolingAfter(until: number | undefined, hours: number, now: number): number | undefined {
  const running = until !== undefined && until > now ? until : undefined;
  if (hours === 0) return running && Math.min(running, now + LOOSEN_MS);
  return Math.max(running ?? 0, now + hours * 3_600_000);
}

/** The day's counters at a moment; those of another day are over. A clock that was set back does not begin the day anew. */
export const countersAt = (person: Person, now: number): { readonly staked: Amount; readonly net: Amount } =>
  person.day >= dayOf(now) ? { staked: person.dayStaked, net: person.dayNet } : { staked: ZERO, net: ZERO };

/** The smallest and largest stake that duration and currency let pass. */
export const stakeLimits = (duration: Duration, currency: Currency): { least: Amount; most: Amount } => ({
  least: max(duration.minStake, currency.minStake),
  most: min(duration.maxStake, currency.maxStake),
});

/**
 * Whether a person may take an option of a stake, by the house's limits and their own. Refuses `option_quiz_required`,
 * `option_cooling_off`, `option_stake_limits`, `option_user_limit`, `option_daily_stake`, `option_daily_loss`. What is at risk
 * counts as lost, so that a limit of loss is never passed.
 */
export function admit(
  person: Person,
  order: {
    readonly stake: Amount;
    readonly duration: Duration;
    readonly currency: Currency;
    readonly code: string;
  },
  quizVersion: number,
  now: number,
): void {
  const { stake, duration, currency, code } = order;
  if (person.quizVersion !== quizVersion) refuse('option_quiz_required');
  if (person.coolingUntil !== undefined && person.coolingUntil > now)
    refuse('option_cooling_off', { until: wireTime(person.coolingUntil) });
  const { least, most } = stakeLimits(duration, currency);
  if (stake < least || stake > most)
    refuse('option_stake_limits', { min: format(least), max: format(most), currency: code });
  if (plus(person.openStake, stake) > currency.userMax)
    refuse('option_user_limit', { max: format(currency.userMax), currency: code });
  const { staked, net } = countersAt(person, now);
  const mayStake = limitAt(person.limitStake, now);
  if (mayStake !== undefined && plus(staked, stake) > mayStake)
    refuse('option_daily_stake', {
      limit: format(mayStake),
      left: format(max(ZERO, minus(mayStake, staked))),
    });
  const mayLose = limitAt(person.limitLoss, now);
  const atRisk = plus(max(ZERO, minus(ZERO, net)), person.openStake);
  if (mayLose !== undefined && plus(atRisk, stake) > mayLose)
    refuse('option_daily_loss', { limit: format(mayLose), left: format(max(ZERO, minus(mayLose, atRisk))) });
}

/**
 * Gathers room for an order into one part of the pool from the others, in their order; undefined when all together have too
 * little. The total stays the same.
 */
export function settlementMean(
  rooms: readonly Amount[],
  shard: number,
  wanted: Amount,
): Amount[] | undefined {
  const after = [...rooms];
  let missing = minus(wanted, after[shard] ?? ZERO);
  // Parts below zero owe it to the others first.
  for (const [index, room] of rooms.entries()) {
    if (index === shard || room >= 0n) continue;
    missing = minus(missing, room);
    after[index] = ZERO;
  }
  for (const [index, room] of after.entries()) {
    if (missing <= 0n) break;
    if (index === shard || room <= 0n) continue;
    const taken = min(room, missing);
    after[index] = minus(room, taken);
    missing = minus(missing, taken);
  }
  if (missing > 0n) return undefined;
  const others = after.reduce((sum, room, index) => (index === shard ? sum : sum + room), 0n);
  after[shard] = (rooms.reduce((sum, room) => sum + room, 0n) - others) as Amount;
  return after;
}

/** Share of wins among wins and losses, percent with two decimals; undefined before the first of them. */
export const winRate = (wins: number, losses: number): Amount | undefined =>
  wins + losses === 0
    ? undefined
    : (((((BigInt(wins) * 10_000n) / BigInt(wins + losses)) * UNIT) / 100n) as Amount);

/** -1 lost, 0 open, tied or void, 1 won. */
export function profitResult(outcome: OptionOutcome | undefined): -1 | 0 | 1 {
  switch (outcome) {
    case 'win':
      return 1;
    case 'lose':
      return -1;
    case 'tie':
    case 'void':
    case undefined:
      return 0;
  }
}

const REGION = /^[A-Z]{2}$/;
/** Regions from a text with commas, each once and in order; undefined where one is not a code. */
export function regionsIn(text: string): readonly string[] | undefined {
  const codes = text
    .toUpperCase()
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');
  return codes.every((code) => REGION.test(code)) ? [...new Set(codes)].toSorted() : undefined;
}
