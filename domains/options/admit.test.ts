import { Refusal, currencyId, userId } from '@karat/contract';
import { ZERO, amount, format, rate } from '@karat/money';
import type { Amount } from '@karat/money';
import { expect, test } from 'vitest';
import { utcDay } from '@karat/rules';
import {
  LOOSEN_MS,
  admit,
  coolingAfter,
  limitAfter,
  limitAt,
  winRate,
  countersAt,
  endOfDay,
  profitResult,
  rebalanceCapacity,
  secondsNeeded,
  stakeLimits,
} from './rules.ts';
import type { Currency, Duration, Limit, Person } from './types.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const NONE: Limit = { value: undefined, next: undefined, nextAt: undefined };
const limited = (value: string): Limit => ({ ...NONE, value: amount(value) });
const person: Person = {
  userId: userId(7),
  country: 'JP',
  quizVersion: 2,
  openStake: amount('40'),
  gamesQuizVersion: undefined,
  gamesOpen: ZERO,
  day: '2026-03-01',
  dayStaked: amount('70'),
  dayNet: amount('-30'),
  wins: 0,
  losses: 0,
  ties: 0,
  voids: 0,
  staked: ZERO,
  returned: ZERO,
  limitStake: NONE,
  limitLoss: NONE,
  coolingUntil: undefined,
};
const duration = {
  seconds: 30,
  ratio: rate('0.6'),
  minStake: amount('5'),
  maxStake: amount('100'),
  enabled: true,
} as Duration;
const currency = {
  currencyId: currencyId(3),
  minStake: amount('1'),
  maxStake: amount('500'),
  userMax: amount('120'),
  windowMax: amount('1000'),
  poolMax: amount('1000'),
  enabled: true,
} as Currency;
const outcome = (stake: string, more: Partial<Person> = {}, of: Partial<Currency> = {}): string => {
  try {
    const order = { stake: amount(stake), duration, currency: { ...currency, ...of }, code: 'USDT' };
    admit({ ...person, ...more }, order, 2, NOW);
    return 'ok';
  } catch (error) {
    if (error instanceof Refusal) return `${error.code} ${JSON.stringify(error.values)}`;
    throw error;
  }
};
const refused = (text: string) => expect.stringContaining(text) as string;

test('the narrower of both limits applies at each end, and the ends themselves are accepted', () => {
  const limits = (one: Partial<Duration>, other: Partial<Currency>) => {
    const { least, most } = stakeLimits({ ...duration, ...one }, { ...currency, ...other });
    return [format(least), format(most)];
  };
  expect(limits({}, {})).toEqual(['5', '100']);
  expect(limits({ minStake: amount('0.5'), maxStake: amount('900') }, {})).toEqual(['1', '500']);
  const free = { openStake: ZERO };
  expect([outcome('5', free), outcome('100', free)]).toEqual(['ok', 'ok']);
  for (const stake of ['4.999999', '100.000001'])
    expect(outcome(stake, free)).toBe('option_stake_limits {"min":"5","max":"100","currency":"USDT"}');
});

test('open stakes and the new one reach the limit of a user exactly', () => {
  expect([outcome('80'), outcome('80.000001')]).toEqual(['ok', refused('option_user_limit')]);
});

test('the quiz of another version does not count, an older or newer one', () => {
  for (const quizVersion of [undefined, 1, 3])
    expect(outcome('10', { quizVersion })).toEqual(refused('option_quiz_required'));
});

test('a pause ends at its moment', () => {
  expect([outcome('10', { coolingUntil: NOW }), outcome('10', { coolingUntil: NOW + 1 })]).toEqual([
    'ok',
    refused('option_cooling_off'),
  ]);
});

test('a daily limit of stakes counts those of today, to the last unit, and says what is left', () => {
  const limitStake = limited('100');
  expect([outcome('30', { limitStake }), outcome('31', { limitStake })]).toEqual([
    'ok',
    'option_daily_stake {"limit":"100","left":"30"}',
  ]);
  expect(outcome('31', { limitStake, day: '2026-02-28' })).toBe('ok');
  expect(outcome('31', { limitStake: limited('60') })).toBe('option_daily_stake {"limit":"60","left":"0"}');
});

test('a daily limit of losses counts open stakes as lost and gains as nothing', () => {
  const limitLoss = limited('100');
  // 30 lost and 40 open.
  expect([outcome('30', { limitLoss }), outcome('30.1', { limitLoss })]).toEqual([
    'ok',
    'option_daily_loss {"limit":"100","left":"30"}',
  ]);
  const played = { limitLoss, gamesOpen: amount('7') };
  expect([outcome('23', played), outcome('23.1', played)]).toEqual(['ok', refused('option_daily_loss')]);
  const won = { limitLoss, dayNet: amount('500') };
  expect([outcome('60', won), outcome('61', won)]).toEqual(['ok', refused('option_daily_loss')]);
  expect(outcome('60', { limitLoss, day: '2026-02-28' })).toBe('ok');
});

test('a clock set back does not reset the counters of the day', () => {
  const yesterday = NOW - 86_400_000;
  expect(countersAt(person, yesterday)).toEqual({ staked: amount('70'), net: amount('-30') });
  expect(countersAt(person, NOW + 86_400_000)).toEqual({ staked: ZERO, net: ZERO });
});

test('a day ends at midnight UTC', () => {
  const midnight = Date.parse('2026-03-02T00:00:00Z');
  expect([endOfDay(NOW), endOfDay(midnight - 1), endOfDay(midnight)]).toEqual([
    midnight,
    midnight,
    midnight + 86_400_000,
  ]);
  expect([utcDay(midnight - 1), utcDay(midnight)]).toEqual(['2026-03-01', '2026-03-02']);
});

test('the ticks of an order reach from its acceptance, or from its window if that begins earlier, to before its expiry', () => {
  expect(secondsNeeded(10_300, 40_300)).toEqual({ from: 11, to: 40 });
  expect(secondsNeeded(10_000, 40_000)).toEqual({ from: 10, to: 39 });
  expect(secondsNeeded(38_000, 40_000)).toEqual({ from: 35, to: 39 });
});

test('capacity is taken from the other shards in their order, and a debt is paid first', () => {
  const amounts = (...units: number[]): Amount[] => units.map((value) => amount(String(value)));
  expect(rebalanceCapacity(amounts(1, 5, 7), 0, amount('8'))).toEqual(amounts(8, 0, 5));
  expect(rebalanceCapacity(amounts(1, -2, 7), 0, amount('4'))).toEqual(amounts(4, 0, 2));
  expect(rebalanceCapacity(amounts(1, 5, 7), 0, amount('13'))).toEqual(amounts(13, 0, 0));
  expect(rebalanceCapacity(amounts(1, 5, 7), 0, amount('13.1'))).toBeUndefined();
});

test('equal capacities, an empty shard and an empty debt change nothing else', () => {
  const amounts = (...units: number[]): Amount[] => units.map((value) => amount(String(value)));
  expect(rebalanceCapacity(amounts(3, 0, 4), 0, amount('3'))).toEqual(amounts(3, 0, 4));
  expect(rebalanceCapacity(amounts(3, 4, -1), 1, amount('5'))).toEqual(amounts(1, 5, 0));
});

const set = (value: string, next?: string, nextAt?: number): Limit => ({
  value: amount(value),
  next: next === undefined ? undefined : amount(next),
  nextAt,
});

test('the same limit again, or a lower one, ends a waiting change at once; a higher one waits anew', () => {
  const waiting = set('100', '200', NOW + 5);
  expect(limitAfter(waiting, amount('100'), NOW)).toEqual(set('100'));
  expect(limitAfter(waiting, amount('99'), NOW)).toEqual(set('99'));
  expect(limitAfter(waiting, amount('101'), NOW)).toEqual(set('100', '101', NOW + LOOSEN_MS));
  expect(limitAfter(waiting, undefined, NOW)).toEqual({ ...set('100'), nextAt: NOW + LOOSEN_MS });
  expect(limitAfter(NONE, amount('9'), NOW)).toEqual(set('9'));
  expect(limitAfter(NONE, undefined, NOW)).toEqual(NONE);
  expect(limitAfter(set('100', '200', NOW), amount('150'), NOW)).toEqual(set('150'));
  expect([limitAt(waiting, NOW + 4), limitAt(waiting, NOW + 5)]).toEqual([amount('100'), amount('200')]);
  expect(limitAt(set('100'), NOW)).toBe(amount('100'));
});

test('a pause never becomes shorter by a request; its end comes within a day', () => {
  const hour = 3_600_000;
  expect(coolingAfter(undefined, 0, NOW)).toBeUndefined();
  expect(coolingAfter(NOW, 0, NOW)).toBeUndefined();
  expect(coolingAfter(NOW + hour, 0, NOW)).toBe(NOW + hour);
  expect(coolingAfter(NOW + 99 * hour, 0, NOW)).toBe(NOW + LOOSEN_MS);
  expect(coolingAfter(NOW + 99 * hour, 24, NOW)).toBe(NOW + 99 * hour);
  expect(coolingAfter(NOW + hour, 24, NOW)).toBe(NOW + 24 * hour);
  expect(coolingAfter(NOW - hour, 24, NOW)).toBe(NOW + 24 * hour);
});

test('a refusal says until when, and what the limit of a user is', () => {
  expect(outcome('10', { coolingUntil: Date.parse('2026-03-04T05:06:07Z') })).toBe(
    'option_cooling_off {"until":"2026-03-04 05:06:07"}',
  );
  expect(outcome('81')).toBe('option_user_limit {"max":"120","currency":"USDT"}');
  expect([outcome('10'), outcome('10', { coolingUntil: NOW - 1 })]).toEqual(['ok', 'ok']);
});

test('wins are a share of wins and losses', () => {
  const share = winRate(1, 2);
  expect(share && format(share)).toBe('33.33');
  expect(winRate(0, 0)).toBeUndefined();
});

test('wins and losses have a sign, everything else has none', () => {
  expect((['win', 'lose', 'tie', 'void', undefined] as const).map(profitResult)).toEqual([1, -1, 0, 0, 0]);
});
