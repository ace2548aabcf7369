import { describe, expect, test } from 'vitest';
import type { GamePool } from '@karat/contract';
import { ANSWERED, DETAIL, ROUND } from '../../testing/games-fixtures.ts';
import { sha256Of } from './commitment.ts';
import { nextChangeMs, optionAt, percentOfPool, shownOrder, stateOf, unbroken, withPool } from './round.ts';
import type { Round, RoundOption } from './round.ts';
import { maxStake, quickStakes, stakeFigures, stakeProblem } from './stake.ts';

const optionOf = (round: Round, no: number): RoundOption => {
  const option = round.options.find((one) => one.no === no);
  if (!option) throw new Error(`option ${no}`);
  return option;
};
const yes = optionOf(ROUND, 2);

describe('the consequence of a stake', () => {
  test('is the payout of the pool with the stake in it, less the fee and rounded down', () => {
    // 1,000 in the pool, 950 after the fee, 300 on the right answer.
    expect(stakeFigures('100', ROUND, yes, '1234.5')).toEqual({
      stake: '100',
      payout: '316.666666',
      profit: '216.666666',
      payoutOfAll: null,
      availableAfter: '1134.5',
    });
  });

  test('names the payout of earlier stakes on the same option', () => {
    const own = { ...yes, pool: '300', own: '100' };
    const round = { ...ROUND, pool: '900', own_stake: '100', options: [optionOf(ROUND, 1), own] };
    expect(stakeFigures('100', round, own, null)).toMatchObject({
      payout: '237.5',
      payoutOfAll: '475',
      availableAfter: null,
    });
  });

  test('of the only stake is a loss of the fee', () => {
    const empty = { ...ROUND, pool: '0', entries: 0 };
    const option = { ...yes, pool: '0', entries: 0, multiple: null };
    expect(stakeFigures('100', empty, option, null)).toMatchObject({ payout: '95', profit: '-5' });
  });

  test('never shows a negative balance, and nothing without an amount', () => {
    expect(stakeFigures('100', ROUND, yes, '99')?.availableAfter).toBeNull();
    expect(stakeFigures('100', ROUND, yes, '100')?.availableAfter).toBe('0');
    expect(['', '0', 'x'].map((text) => stakeFigures(text, ROUND, yes, '99'))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('a stake', () => {
  test.each([
    ['', '1000', 'enter_amount'],
    ['0', '1000', 'enter_amount'],
    ['5.0000001', '1000', 'too_precise'],
    ['4.999999', '1000', 'between'],
    ['500.000001', '1000', 'between'],
    ['100', '99.999999', 'not_enough'],
  ])('of %s with %s available has the error %s', (text, available, type) => {
    expect(stakeProblem(text, ROUND, available)?.type).toBe(type);
  });

  test('at a limit, of the whole balance, or with an unknown balance has none', () => {
    expect(stakeProblem('5', ROUND, '5')).toBeNull();
    expect(stakeProblem('500', ROUND, '500')).toBeNull();
    expect(stakeProblem('500', ROUND, null)).toBeNull();
  });

  test('is limited by what the user may still stake on the round', () => {
    const round = { ...ROUND, own_stake: '600' };
    expect(stakeProblem('200', round, '1000')).toBeNull();
    expect(stakeProblem('200.000001', round, '1000')).toEqual({ type: 'user_max', left: '200' });
    expect(maxStake(round, '1000')).toBe(2_000_000_000_000n);
    expect(maxStake(round, '7')).toBe(70_000_000_000n);
    expect(maxStake({ ...ROUND, own_stake: '800' }, null)).toBe(0n);
    // The limit was higher when the user staked.
    expect(maxStake({ ...ROUND, own_stake: '900' }, null)).toBe(0n);
  });

  test('is offered in at most four round amounts of the range', () => {
    expect(quickStakes(ROUND)).toEqual(['5', '20', '100', '500']);
    expect(quickStakes({ ...ROUND, stake_min: '10', stake_max: '50' })).toEqual(['10', '20', '50']);
    expect(quickStakes({ ...ROUND, stake_min: '0.001', stake_max: '0.01' })).toEqual([]);
  });
});

describe('a pushed pool', () => {
  const live: GamePool = {
    id: ROUND.id,
    pool: '1000',
    entries: 7,
    options: [
      { pool: '700', entries: 4 },
      { pool: '300', entries: 3 },
    ],
    settled: false,
  };

  test('replaces pools and multiples that were read before it', () => {
    const round = withPool(ROUND, live);
    expect([round.pool, round.entries]).toEqual(['1000', 7]);
    expect(round.options.map(({ pool, multiple }) => [pool, multiple])).toEqual([
      ['700', '1.3571'],
      ['300', '3.1666'],
    ]);
  });

  test('older than the read, or of other options, changes nothing', () => {
    expect(withPool(ROUND, { ...live, entries: 6 })).toBe(ROUND);
    expect(withPool(ROUND, { ...live, options: [] })).toBe(ROUND);
    expect(withPool(ROUND, { ...live, options: [...live.options, ...live.options] })).toBe(ROUND);
    expect(withPool(ROUND, undefined)).toBe(ROUND);
  });
});

describe('a round', () => {
  test('shows shares of the pool, none while it is empty', () => {
    expect(ROUND.options.map((option) => percentOfPool(option, ROUND))).toEqual(['77.8', '22.2']);
    expect(percentOfPool(yes, { pool: '0' })).toBe('0');
  });

  test('lists prices from high to low and other options in their order', () => {
    expect(shownOrder(ROUND).map(({ no }) => no)).toEqual([2, 1]);
    expect(shownOrder(ANSWERED).map(({ no }) => no)).toEqual([1, 2, 3]);
  });

  test('has the answer of an index price: a level belongs to the option above it', () => {
    const levels = ['2900', '3000'];
    expect(['2899.999', '2900', '2999.9', '3000'].map((text) => optionAt(text, levels))).toEqual([
      1, 2, 2, 3,
    ]);
    expect(optionAt('3000', [])).toBeUndefined();
  });

  test('changes next at its opening, closing, settlement or the end of its dispute window', () => {
    expect(nextChangeMs({ ...ROUND, status: 1 })).toBe(ROUND.opens_ms);
    expect(nextChangeMs(ROUND)).toBe(ROUND.closes_ms);
    expect(nextChangeMs({ ...ROUND, status: 4 })).toBe(ROUND.settles_ms);
    expect(nextChangeMs(ANSWERED)).toBe(ANSWERED.dispute_ends_ms);
    expect(nextChangeMs({ ...ANSWERED, dispute_ends_ms: null })).toBeUndefined();
    expect(nextChangeMs({ ...ROUND, status: 5 })).toBeUndefined();
  });

  test('of an unknown status counts as over', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 99].map((status) => stateOf({ status }))).toEqual([
      'not_started',
      'guessing',
      'over',
      'unsettled',
      'right',
      'missed',
      'cancelled',
      'over',
    ]);
  });

  test('keeps dates on one line', () => {
    expect(unbroken('on 2026-11-01, ERC-20')).toBe('on 2026\u201111\u201101, ERC-20');
  });

  test('has terms whose hash the browser computes', async () => {
    expect(await sha256Of('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(await sha256Of(DETAIL.terms)).toHaveLength(64);
  });
});
