import { parseAmount } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { changeAtStop, returnAtStop, stopAtChange, stopAtReturn } from '@karat/rules';
import type { PositionSide, StopTarget } from '@karat/rules';
import type { StopsBy } from '../settings.ts';

export const STOP_FIELDS = ['takeProfit', 'stopLoss'] as const;
export type StopField = (typeof STOP_FIELDS)[number];

/** What a percentage is converted with. */
export interface StopBasis {
  readonly side: PositionSide;
  /** Price at which the position opens or opened. */
  readonly entry: Price;
  readonly tick: Price;
  readonly multiple: number;
  readonly spread: Price;
}

/** How a stop is given, where that is a percentage. */
type PercentBy = Exclude<StopsBy, 'price'>;

const targetOf = ({ side, entry, tick }: StopBasis, stop: StopField): StopTarget => ({
  side,
  stop,
  entry,
  tick,
});

/** A percentage as typed; undefined where none is entered. */
export function percentOfText(text: string): Amount | undefined {
  const percent = parseAmount(text);
  return percent !== undefined && percent > 0n ? percent : undefined;
}

/** The level of a percentage as typed, on a tick; undefined where none is entered, or no level above zero is left. */
export function levelOf(basis: StopBasis, by: PercentBy, stop: StopField, text: string): Price | undefined {
  const percent = percentOfText(text);
  if (percent === undefined) return undefined;
  const target = targetOf(basis, stop);
  return by === 'change' ? stopAtChange(target, percent) : stopAtReturn(target, percent, basis);
}

/** The percentage of a level, rounded to the nearest hundredth. */
export function percentAt(basis: StopBasis, by: PercentBy, stop: StopField, level: Price): Amount {
  const target = targetOf(basis, stop);
  return by === 'change' ? changeAtStop(target, level) : returnAtStop(target, level, basis);
}

/** The percentage at which the whole price is lost. */
export const percentBound = (by: PercentBy, multiple: number): number =>
  by === 'change' ? 100 : 100 * multiple;
