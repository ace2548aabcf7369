import { GAME_STATUS, Refusal, currencyId, marketId, userId } from '@karat/contract';
import type { GameTerms } from '@karat/evidence';
import { ZERO, amount, price, rate } from '@karat/money';
import { DAY_MS, MINUTE_MS } from '@karat/rules';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isDisputable } from './dispute.ts';
import {
  checkOpen,
  checkStake,
  dueRounds,
  entryStatus,
  questionOf,
  roundState,
  roundToLevel,
  statusOf,
  textsIn,
} from './rules.ts';
import type { Division, Entry, Round, ScheduleTerms } from './types.ts';

const textsOf = (question: string) => ({ question, options: ['Red', 'Green'], source: 'The league' });
const money = {
  decimals: 2,
  stakeMin: amount('1'),
  stakeMax: amount('500'),
  userMax: amount('1000'),
  feeRate: rate('0.05'),
  opensMs: 1_000,
  closesMs: 2_000,
  settlesMs: 3_000,
};
const terms: GameTerms = {
  ...{ kind: 'decided', texts: { en: textsOf('Who wins?'), jp: textsOf('勝者は?') }, options: 2 },
  ...{ currency: 'USDT', ...money },
};
const roundWith = (more: Partial<Round> = {}): Round => ({
  ...{ id: 1, kind: 'decided', scheduleId: undefined, marketId: undefined, currencyId: currencyId(3) },
  ...money,
  ...{ termsText: '', terms, hash: '', committedMs: 0, pool: ZERO, entries: 0, options: [] },
  ...{ answer: undefined, answerId: undefined, disputableUntilMs: undefined, ticks: [] },
  ...{ cancelReason: undefined, division: undefined, payingMs: undefined, settledMs: undefined },
  ...more,
});
const divided = (outcome: Division['outcome']): Division => ({
  ...{ outcome, fee: ZERO, shared: ZERO, rightPool: ZERO, cutoff: undefined },
});
const answered = { answer: 2 };
const paying = { ...answered, payingMs: 2_600 };
const settled = { ...paying, settledMs: 2_700, division: divided('paid') };

test('a round is coming, open, closed, answered, paid and settled, each from its first millisecond on', () => {
  expect([999, 1_000, 1_999, 2_000].map((now) => roundState(roundWith(), now))).toEqual([
    'coming',
    'open',
    'open',
    'closed',
  ]);
  expect([answered, paying, settled].map((more) => roundState(roundWith(more), 9_000))).toEqual([
    'answered',
    'paying',
    'settled',
  ]);
  // A round that was cancelled before its opening is settled, whatever its times say.
  expect(roundState(roundWith({ settledMs: 10 }), 500)).toBe('settled');
});

describe('status', () => {
  const status = (more: Partial<Round>, own: readonly number[], now = 9_000) =>
    statusOf(roundWith(more), own, now);

  test('follows the times until the round is settled', () => {
    expect([999, 1_000, 2_000].map((now) => status({}, [1], now))).toEqual([
      GAME_STATUS.notStarted,
      GAME_STATUS.guessing,
      GAME_STATUS.unsettled,
    ]);
    expect([answered, paying].map((more) => status(more, [2]))).toEqual([
      GAME_STATUS.unsettled,
      GAME_STATUS.unsettled,
    ]);
  });

  test('of a settled round depends on the own options', () => {
    expect(status(settled, [])).toBe(GAME_STATUS.over);
    expect(status(settled, [1])).toBe(GAME_STATUS.missed);
    expect(status(settled, [1, 2])).toBe(GAME_STATUS.right);
    expect(status({ ...settled, answer: undefined }, [1])).toBe(GAME_STATUS.missed);
  });

  test.each(['cancelled', 'no_price'] as const)('of a round that returns stakes as %s', (outcome) => {
    const returned = { ...settled, division: divided(outcome) };
    expect(status(returned, [])).toBe(GAME_STATUS.cancelled);
    expect(status(returned, [2])).toBe(GAME_STATUS.cancelled);
    expect(status({ ...returned, settledMs: undefined }, [2])).toBe(GAME_STATUS.unsettled);
  });

  test('of an entry is that of its own option, once it is settled itself', () => {
    const entry = (option: number, settledMs?: number): Entry => ({
      ...{ id: 1, roundId: 1, userId: userId(1), option, stake: amount('1'), createdMs: 1_500 },
      ...{ payout: undefined, receipt: undefined, settledMs },
    });
    expect(entryStatus(entry(2), roundWith(), 1_999)).toBe(GAME_STATUS.guessing);
    expect(entryStatus(entry(2), roundWith(), 2_000)).toBe(GAME_STATUS.unsettled);
    expect(entryStatus(entry(2), roundWith(settled), 9_000)).toBe(GAME_STATUS.unsettled);
    expect(entryStatus(entry(2, 2_650), roundWith(settled), 9_000)).toBe(GAME_STATUS.right);
    expect(entryStatus(entry(1, 2_650), roundWith(settled), 9_000)).toBe(GAME_STATUS.missed);
    const returned = { ...settled, division: divided('no_price') };
    expect(entryStatus(entry(2, 2_650), roundWith(returned), 9_000)).toBe(GAME_STATUS.cancelled);
  });
});

/** Code and values of what a check refuses; undefined where it accepts. */
function refusalOf(check: () => void): [string, unknown] | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return [error.code, error.values];
    throw error;
  }
}

test('entries are taken from the opening to the millisecond before the end, and not while a payout runs', () => {
  const at = (now: number, more: Partial<Round> = {}) => refusalOf(() => checkOpen(roundWith(more), now));
  expect([at(1_000), at(1_999)]).toEqual([undefined, undefined]);
  expect(at(999)?.[0]).toBe('game_not_open');
  expect(at(999)?.[1]).toMatchObject({ time: expect.stringMatching(/1970/) as unknown });
  expect(at(2_000)?.[0]).toBe('game_closed');
  expect(at(1_500, { payingMs: 1_400 })?.[0]).toBe('game_closed');
});

describe('a stake', () => {
  const refused = (stake: string, staked = '0') =>
    refusalOf(() => checkStake(roundWith(), amount(stake), amount(staked), 'USDT'));

  test('may be the minimum, the maximum, and what is left of the maximum of a user', () => {
    expect([refused('1'), refused('500'), refused('1.01'), refused('400', '600')]).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
  });

  test('is refused outside of the limits, with them', () => {
    const limits = ['game_stake_limits', { min: '1', max: '500', currency: 'USDT' }];
    expect([refused('0.99'), refused('500.01'), refused('0')]).toEqual([limits, limits, limits]);
  });

  test('is refused above what the user has left, with that', () => {
    expect(refused('400.01', '600')).toEqual([
      'game_user_max',
      { max: '1000', left: '400', currency: 'USDT' },
    ]);
  });

  test('is refused with more decimals than the currency has, before its size is looked at', () => {
    expect(refused('1.001')).toEqual(['amount_too_precise', { decimals: 2 }]);
    expect(refused('0.001')?.[0]).toBe('amount_too_precise');
  });
});

test('a level is the nearest multiple of its step, halves up, and at least one step', () => {
  const rounded = (value: string, step: string) => roundToLevel(price(value), price(step));
  expect(rounded('149.9999999999', '100')).toBe(price('100'));
  expect(rounded('150', '100')).toBe(price('200'));
  expect(rounded('249', '100')).toBe(price('200'));
  expect(rounded('49', '100')).toBe(price('100'));
  expect(rounded('0.0000000001', '0.5')).toBe(price('0.5'));
});

describe('rounds that a schedule is to create', () => {
  const MIDNIGHT = Date.parse('2026-11-22T00:00:00Z');
  const scheduleWith = (more: Partial<ScheduleTerms> = {}): ScheduleTerms => ({
    ...{ marketId: marketId(1), currencyId: currencyId(3), step: price('100') },
    ...{ stakeMin: money.stakeMin, stakeMax: money.stakeMax, userMax: money.userMax, feeRate: money.feeRate },
    ...{ minute: 720, createBefore: 600, openBefore: 480, closeBefore: 60 },
    ...more,
  });
  const at = (minute: number, more: Partial<ScheduleTerms> = {}) =>
    dueRounds(scheduleWith(more), MIDNIGHT + minute * MINUTE_MS);

  test('are due from their creation until they open', () => {
    const noon = MIDNIGHT + 720 * MINUTE_MS;
    expect(at(120)).toEqual([
      {
        createsMs: noon - 600 * MINUTE_MS,
        opensMs: noon - 480 * MINUTE_MS,
        closesMs: noon - 60 * MINUTE_MS,
        settlesMs: noon,
      },
    ]);
    expect([at(120 - 1 / 60_000), at(240)]).toEqual([[], []]);
    expect(at(240 - 1 / 60_000)).toHaveLength(1);
  });

  test('of the next day, and of several days at once', () => {
    const late = { createBefore: 1_440 + 600, openBefore: 600 };
    expect(at(120, late).map(({ settlesMs }) => (settlesMs - MIDNIGHT) / MINUTE_MS)).toEqual([720 + 1_440]);
    const early = { createBefore: 3 * 1_440, openBefore: 1 };
    expect(at(720, early).map(({ settlesMs }) => (settlesMs - MIDNIGHT) / DAY_MS)).toEqual([1.5, 2.5, 3.5]);
    expect(at(0, { minute: 0, ...early }).map(({ settlesMs }) => (settlesMs - MIDNIGHT) / DAY_MS)).toEqual([
      1, 2, 3,
    ]);
  });

  test('are all whose times contain the moment, and none twice', () => {
    const minutes = fc.integer({ min: 0, max: 1_439 });
    fc.assert(
      fc.property(minutes, minutes, fc.integer({ min: 2, max: 20_000 }), (now, minute, createBefore) => {
        const schedule = { minute, createBefore, openBefore: Math.ceil(createBefore / 2), closeBefore: 0 };
        const expected = Array.from({ length: 60 }, (_, day) => (day - 30) * 1_440 + minute).filter(
          (settles) => settles - createBefore <= now && now < settles - schedule.openBefore,
        );
        const days = at(now, schedule).map(({ settlesMs }) => (settlesMs - MIDNIGHT) / MINUTE_MS);
        expect(days).toEqual(expected);
      }),
    );
  });
});

test('texts are those of the language, or of the first that there is', () => {
  expect(textsIn(terms.texts, 'jp')).toEqual({ lang: 'jp', texts: textsOf('勝者は?') });
  expect(textsIn({ jp: textsOf('勝者は?') }, 'en')).toEqual({ lang: 'jp', texts: textsOf('勝者は?') });
  expect(() => textsIn({}, 'en')).toThrow('a round has no texts');
  expect(questionOf(roundWith())).toBe('Who wins?');
  expect(questionOf(roundWith(), 'jp')).toBe('勝者は?');
});

test('an answer can be disputed before its end, and not once the payout has begun', () => {
  const disputable = (more: Partial<Round>, now = 4_999) =>
    isDisputable(roundWith({ answer: 2, answerId: 1, disputableUntilMs: 5_000, ...more }), now);
  expect([disputable({}), disputable({}, 5_000), disputable({}, 5_001)]).toEqual([true, false, false]);
  expect(disputable({ payingMs: 4_000 })).toBe(false);
  expect(disputable({ answerId: undefined })).toBe(false);
  expect(disputable({ disputableUntilMs: undefined })).toBe(false);
});
