import { UNIT, ZERO, amount, plus } from '@karat/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../durations.ts';
import { riskScore } from './risk-score.ts';
import type { RiskFacts } from './risk-score.ts';
import { capitalOf, trackRecord } from './track-record.ts';
import type { EquityPoint, TraderPosition } from './track-record.ts';

const equities = (stepMs: number, ...values: readonly number[]): EquityPoint[] =>
  values.map((value, n) => ({ at: n * stepMs, equity: amount(String(value)) }));
const position = (from: number, to: number | undefined, net = '0', margin = '1000'): TraderPosition => ({
  openedAt: from,
  closedAt: to,
  net: amount(net),
  margin: amount(margin),
  multiple: 10,
});

describe('the track record', () => {
  test('without any history is zero', () => {
    const none = trackRecord([], [], 5 * DAY_MS);
    expect(none).toMatchObject({ totalProfit: ZERO, roi: ZERO, winRate: ZERO, maxDrawdown: ZERO, trades: 0 });
    expect([none.sharpe, none.holdingMs, none.curve]).toEqual([undefined, undefined, []]);
  });

  test('counts open losses in profit, returns and drawdown, and closed positions in win rate and holding time', () => {
    const positions = [
      position(0, 2 * HOUR_MS, '200'),
      position(HOUR_MS, 5 * HOUR_MS, '-300', '500'),
      position(6 * HOUR_MS, undefined, '0', '1000'),
    ];
    const found = trackRecord(equities(HOUR_MS, 0, 200, -100, -250), positions, 3 * HOUR_MS);
    expect(found).toMatchObject({ totalProfit: amount('-250'), capital: amount('1500'), trades: 2 });
    expect([found.roi, found.winRate, found.holdingMs]).toEqual([
      amount('-16.67'),
      amount('50'),
      3 * HOUR_MS,
    ]);
    // From 200 down to -250: 450 of 1,700.
    expect(found.maxDrawdown).toBe(amount('26.47'));
  });

  test('a return of a period begins with the last snapshot before it, or with a shorter history', () => {
    const points = equities(DAY_MS, ...Array.from({ length: 41 }, (_, day) => day * 10));
    const { periods } = trackRecord(points, [position(0, DAY_MS)], 40 * DAY_MS);
    expect(periods[7]).toEqual({ roi: amount('7'), from: 33 * DAY_MS });
    expect(periods[30]).toEqual({ roi: amount('30'), from: 10 * DAY_MS });
    expect(periods[90]).toEqual({ roi: amount('40'), from: 0 });
  });

  test('the capital is the maximum margin in use at one time, open positions included', () => {
    const closing = [position(0, 10, '0', '5'), position(5, 15, '0', '7'), position(10, 20, '0', '6')];
    expect(capitalOf(closing)).toBe(amount('13'));
    expect(capitalOf([...closing, position(12, undefined, '0', '4')])).toBe(amount('17'));
  });

  test('the Sharpe ratio of two-sided days matches the textbook', () => {
    let equity = 0;
    // Returns 3 % and -1 % of 1,000 in turn: mean 1 %, deviation 2 %, so 0.5 x sqrt(365) = 9.55.
    const days = Array.from({ length: 8 }, (_, day) => (equity += day % 2 === 0 ? 30 : -10));
    const points = [
      { at: 0, equity: ZERO },
      ...days.map((value, day) => ({ at: day * DAY_MS + HOUR_MS, equity: amount(String(value)) })),
    ];
    expect(trackRecord(points, [position(0, DAY_MS)], 8 * DAY_MS).sharpe).toBe(amount('9.55'));
  });

  test('a trader who has never traded has no risk score, one with an open position has', () => {
    const points = equities(HOUR_MS, 0, 0, 0);
    expect(trackRecord(points, [], 2 * HOUR_MS).risk).toEqual({
      score: undefined,
      drawdown: ZERO,
      deviation: ZERO,
      leverage: ZERO,
    });
    expect(trackRecord(points, [position(0, undefined)], 2 * HOUR_MS).risk.score).toBe(5);
  });

  test('the curve keeps first and last of at most 48 points', () => {
    const points = equities(HOUR_MS, ...Array.from({ length: 200 }, (_, n) => n));
    const { curve } = trackRecord(points, [position(0, DAY_MS)], 200 * HOUR_MS);
    expect([curve.length, curve[0], curve.at(-1)]).toEqual([48, ZERO, amount('199')]);
  });

  test('profit that is added to every later point never lowers a return', () => {
    const history = fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 2, maxLength: 60 });
    fc.assert(
      fc.property(history, fc.integer({ min: 0, max: 500 }), (values, gain) => {
        const points = equities(HOUR_MS, ...values);
        const at = (values.length - 1) * HOUR_MS;
        const better = points.map((point, n) =>
          n === 0 ? point : { ...point, equity: plus(point.equity, amount(String(gain))) },
        );
        const trades = [position(0, undefined)];
        const [before, after] = [trackRecord(points, trades, at), trackRecord(better, trades, at)];
        expect(after.roi).toBeGreaterThanOrEqual(before.roi);
        expect(after.periods[30].roi).toBeGreaterThanOrEqual(before.periods[30].roi);
      }),
    );
  });
});

describe('the risk score', () => {
  const facts = (drawdown: string, deviation: string, leverage: string, days = 30): RiskFacts => ({
    drawdown: amount(drawdown),
    deviation: amount(deviation),
    leverage: amount(leverage),
    historyMs: days * DAY_MS,
  });
  const scoreOf = (...given: Parameters<typeof facts>): number => riskScore(facts(...given)).score;

  test('is 1 plus a point for each full step of the worst fact, at most 10', () => {
    expect(scoreOf('4.99', '1.99', '9.9')).toBe(1);
    expect(scoreOf('5', '0', '1')).toBe(2);
    expect(scoreOf('0', '6', '1')).toBe(4);
    expect(scoreOf('0', '0', '50')).toBe(6);
    expect(scoreOf('99', '50', '100')).toBe(10);
  });

  test('of fewer than seven days of history is at least 5', () => {
    expect(scoreOf('0', '0', '1', 6.99)).toBe(5);
    expect(scoreOf('0', '0', '1', 7)).toBe(1);
    expect(scoreOf('40', '0', '1', 1)).toBe(9);
  });

  const percent = fc
    .integer({ min: 0, max: 2_000_000 })
    .map((value) => amount(BigInt(value) * (UNIT / 10_000n)));
  const anyFacts = fc.record({
    drawdown: percent,
    deviation: percent,
    leverage: percent,
    historyMs: fc.integer({ min: 0, max: 100 * DAY_MS }),
  });
  test('lies between 1 and 10, and never falls when a fact grows', () => {
    fc.assert(
      fc.property(
        anyFacts,
        fc.constantFrom('drawdown', 'deviation', 'leverage'),
        percent,
        (given, fact, more) => {
          const { score } = riskScore(given);
          expect(score).toBeGreaterThanOrEqual(1);
          expect(score).toBeLessThanOrEqual(10);
          expect(riskScore({ ...given, [fact]: plus(given[fact], more) }).score).toBeGreaterThanOrEqual(
            score,
          );
        },
      ),
    );
  });
});
