import type { AlertKind } from '@karat/contract';
import { UNIT, amount } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Side } from './types.ts';

const PERCENT_MIN = amount('0.1');
const PERCENT_MAX: Readonly<Record<Exclude<AlertKind, 'price'>, Amount>> = {
  rise_24h: amount('1000'),
  // A price falls by less than all of itself.
  fall_24h: amount('99.9'),
};
export const PERCENT_DECIMALS = 2;

/** Bounds of a percentage; undefined for a price. */
export const percentLimits = (kind: AlertKind): { readonly min: Amount; readonly max: Amount } | undefined =>
  kind === 'price' ? undefined : { min: PERCENT_MIN, max: PERCENT_MAX[kind] };

/** The change from one price to another, signed percent in units of 1e-10, rounded towards zero. */
export const changeOf = (from: bigint, to: bigint): bigint => ((to - from) * 100n * UNIT) / from;

/** What the watched value is compared with: a price, or a signed change. */
export const thresholdOf = (kind: AlertKind, target: bigint): bigint =>
  kind === 'fall_24h' ? -target : target;

/** The side of a value. A change that equals its threshold has reached it; a price on its target is on no side. */
export function sideOf(kind: AlertKind, threshold: bigint, value: bigint): Side {
  if (value > threshold) return 'above';
  if (value < threshold) return 'below';
  if (kind === 'rise_24h') return 'above';
  return kind === 'fall_24h' ? 'below' : 'none';
}

/** Whether a move from one side to another notifies: a price in both directions, a change in its own. */
export function isCrossing(kind: AlertKind, from: Side, to: Side): boolean {
  if (from === 'none' || from === to) return false;
  if (kind === 'rise_24h') return to === 'above';
  return kind === 'fall_24h' ? to === 'below' : true;
}

/** From which values on an alert leaves its side: `rise` or more, `fall` or less. */
export interface Bounds {
  readonly rise: bigint | undefined;
  readonly fall: bigint | undefined;
}

/** The values at which `sideOf` differs from a side. */
export function boundsOf(kind: AlertKind, threshold: bigint, side: Side): Bounds {
  const above = kind === 'rise_24h' ? threshold : threshold + 1n;
  const below = kind === 'fall_24h' ? threshold : threshold - 1n;
  const reached = kind === 'price';
  return {
    rise: side === 'above' ? undefined : reached && side === 'below' ? threshold : above,
    fall: side === 'below' ? undefined : reached && side === 'above' ? threshold : below,
  };
}
