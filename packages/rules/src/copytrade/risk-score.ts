import { UNIT, max, roundDown } from '@karat/money';
import type { Amount } from '@karat/money';
import { DAY_MS } from '../durations.ts';

/** What the risk score is computed from, all over the last 30 days. */
export interface RiskFacts {
  /** Maximum drawdown, percent. */
  readonly drawdown: Amount;
  /** Standard deviation of daily returns on the capital, percent. */
  readonly deviation: Amount;
  /** Average leverage of the positions opened. */
  readonly leverage: Amount;
  /** Age of the history. */
  readonly historyMs: number;
}

/** Score with the facts that it follows from; leverage rounded down at one decimal. */
export interface RiskScore extends Omit<RiskFacts, 'historyMs'> {
  /** 1 (lowest) to 10. */
  readonly score: number;
}

/** The published definition of the risk score. */
export const RISK_TERMS = {
  /** One point for each full step of a fact. */
  drawdownStep: 5,
  deviationStep: 2,
  leverageStep: 10,
  scoreMax: 10,
  /** With a shorter history the score is at least `unknownScore`. */
  historyDays: 7,
  unknownScore: 5,
} as const;

/**
 * Risk score: 1 plus the most points that one of three facts gives, at most 10. A point is a full 5 % of drawdown, a full 2 % of
 * daily deviation, or a full 10x of average leverage. A history of fewer than 7 days scores at least 5: unknown risk is not low.
 */
export function riskScore({ drawdown, deviation, leverage, historyMs }: RiskFacts): RiskScore {
  const { drawdownStep, deviationStep, leverageStep, historyDays, unknownScore, scoreMax } = RISK_TERMS;
  const points = (value: Amount, step: number): bigint => value / (BigInt(step) * UNIT);
  const most = [points(deviation, deviationStep), points(leverage, leverageStep)].reduce(
    (a, b) => max(a, b),
    points(drawdown, drawdownStep),
  );
  const lowest = historyMs < historyDays * DAY_MS ? unknownScore : 1;
  const score = Math.max(lowest, Math.min(scoreMax, 1 + Number(most)));
  return { score, drawdown, deviation, leverage: roundDown(leverage, 1) };
}
