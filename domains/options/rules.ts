import { refuse, wireTime } from '@karat/contract';
import { UNIT, ZERO, amount, format, max, min, minus, mulDivDown, plus, sum } from '@karat/money';
import type { Amount } from '@karat/money';
import { DAY_MS, HOUR_MS, OPTION_WINDOW_MS, utcDay } from '@karat/rules';
import type { OptionOutcome } from '@karat/rules';
import type { Currency, Duration, Limit, Person } from './types.ts';

/** Waiting time before a looser limit of a user takes effect. */
export const LOOSEN_MS = DAY_MS;
/**
 * Waiting time after expiry when the index has stopped. It is longer than the statement timeout (30 s): no earlier tick can still be
 * in a running transaction.
 */
export const FEED_WAIT_MS = 35_000;

export const endOfDay = (ms: number): number => ms - (ms % DAY_MS) + DAY_MS;

/** The last second of the settlement window of an expiry. */
export const windowSecond = (expiresMs: number): number => Math.ceil(expiresMs / 1000) - 1;

/** First and last second of the ticks that settle an order. */
export const secondsNeeded = (acceptedMs: number, expiresMs: number): { from: number; to: number } => ({
  from: Math.ceil(Math.min(acceptedMs, expiresMs - OPTION_WINDOW_MS) / 1000),
  to: windowSecond(expiresMs),
});

/** The latest expiry (unix ms) that can be settled, given the newest stored tick of the market (unix s): later ticks change nothing. */
export const settledUpTo = (newestSecond: number | undefined, now: number): number =>
  Math.min(now, Math.max(((newestSecond ?? 0) + 1) * 1000, now - FEED_WAIT_MS));

/** A limit of a user at a moment: a looser one takes effect after its waiting time. */
export const limitAt = (limit: Limit, now: number): Amount | undefined =>
  limit.nextAt !== undefined && limit.nextAt <= now ? limit.next : limit.value;

/** A limit after its user requests another (undefined: none). A tighter one takes effect at once, a looser one after 24 hours. */
export function limitAfter(limit: Limit, wanted: Amount | undefined, now: number): Limit {
  const value = limitAt(limit, now);
  const tighter = wanted !== undefined && (value === undefined || wanted <= value);
  if (tighter || wanted === value) return { value: wanted, next: undefined, nextAt: undefined };
  return { value, next: wanted, nextAt: now + LOOSEN_MS };
}

/** End of a pause (unix ms) after a request of some hours. 0 hours end the pause, after 24 hours at the earliest. */
export function coolingAfter(until: number | undefined, hours: number, now: number): number | undefined {
  const running = until !== undefined && until > now ? until : undefined;
  if (hours === 0) return running && Math.min(running, now + LOOSEN_MS);
  return Math.max(running ?? 0, now + hours * HOUR_MS);
}

/** Counters of the day at a moment; those of another day are zero. A clock that moves back does not reset them. */
export const countersAt = (person: Person, now: number): { readonly staked: Amount; readonly net: Amount } =>
  person.day >= utcDay(now) ? { staked: person.dayStaked, net: person.dayNet } : { staked: ZERO, net: ZERO };

/** Minimum and maximum stake of a duration and a currency together. */
export const stakeLimits = (duration: Duration, currency: Currency): { least: Amount; most: Amount } => ({
  least: max(duration.minStake, currency.minStake),
  most: min(duration.maxStake, currency.maxStake),
});

/**
 * Checks a stake against the limits that its user has set for options and games together. Refuses `option_cooling_off`,
 * `option_daily_stake`, `option_daily_loss`. Open stakes count as lost, so the loss limit is never exceeded.
 */
export function checkOwnLimits(person: Person, stake: Amount, now: number): void {
  if (person.coolingUntil !== undefined && person.coolingUntil > now)
    refuse('option_cooling_off', { until: wireTime(person.coolingUntil) });
  const { staked, net } = countersAt(person, now);
  const mayStake = limitAt(person.limitStake, now);
  if (mayStake !== undefined && plus(staked, stake) > mayStake)
    refuse('option_daily_stake', {
      limit: format(mayStake),
      left: format(max(ZERO, minus(mayStake, staked))),
    });
  const mayLose = limitAt(person.limitLoss, now);
  const atRisk = sum([max(ZERO, minus(ZERO, net)), person.openStake, person.gamesOpen]);
  if (mayLose !== undefined && plus(atRisk, stake) > mayLose)
    refuse('option_daily_loss', { limit: format(mayLose), left: format(max(ZERO, minus(mayLose, atRisk))) });
}

/**
 * Checks a stake against the limits of the operator and of the user. Refuses `option_quiz_required`,
 * `option_stake_limits`, `option_user_limit` and what `checkOwnLimits` refuses.
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
  const { least, most } = stakeLimits(duration, currency);
  if (stake < least || stake > most)
    refuse('option_stake_limits', { min: format(least), max: format(most), currency: code });
  if (plus(person.openStake, stake) > currency.userMax)
    refuse('option_user_limit', { max: format(currency.userMax), currency: code });
  checkOwnLimits(person, stake, now);
}

/**
 * Moves capacity of the pool to one shard from the others, in their order, until it has the wanted amount. Undefined where all
 * shards together have too little. The total stays the same.
 */
export function rebalanceCapacity(
  capacities: readonly Amount[],
  shard: number,
  wanted: Amount,
): Amount[] | undefined {
  const after = [...capacities];
  let missing = minus(wanted, after[shard] ?? ZERO);
  // Shards below zero are filled first.
  for (const [index, capacity] of capacities.entries()) {
    if (index === shard || capacity >= 0n) continue;
    missing = minus(missing, capacity);
    after[index] = ZERO;
  }
  for (const [index, capacity] of after.entries()) {
    if (missing <= 0n) break;
    if (index === shard || capacity <= 0n) continue;
    const taken = min(capacity, missing);
    after[index] = minus(capacity, taken);
    missing = minus(missing, taken);
  }
  if (missing > 0n) return undefined;
  after[shard] = minus(sum(capacities), sum(after.filter((_, index) => index !== shard)));
  return after;
}

/** Share of wins among wins and losses in percent, rounded down at two decimals; undefined without any. */
export const winRate = (wins: number, losses: number): Amount | undefined =>
  wins + losses === 0 ? undefined : mulDivDown(amount(100n * UNIT), BigInt(wins), BigInt(wins + losses), 2);

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
/** Region codes of a comma-separated text, unique and sorted; undefined where one is not a code. */
export function regionsIn(text: string): readonly string[] | undefined {
  const codes = text
    .toUpperCase()
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');
  return codes.every((code) => REGION.test(code)) ? [...new Set(codes)].toSorted() : undefined;
}
