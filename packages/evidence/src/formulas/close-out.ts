import { UNIT, price, smallestUnit } from '@karat/money';
import type { Amount, Price } from '@karat/money';

/** At or below this risk rate a cross account or an isolated position is closed out; percent. */
export const CLOSE_OUT_PERCENT = 50n;

/** A cross account or an isolated position, as far as the index of one market moves it. */
export interface CloseOutTerms {
  /** Available balance (cross only) + margins + unrealised profit at `index`, exact, in 1e-20. */
  readonly equity: bigint;
  readonly margins: Amount;
  /** Long less short quantity in this market: what the equity gains when the index rises by one. */
  readonly netQuantity: bigint;
  readonly index: Price;
}

const floorDiv = (a: bigint, b: bigint): bigint => (a >= 0n || a % b === 0n ? a / b : a / b - 1n);
const ceilDiv = (a: bigint, b: bigint): bigint => -floorDiv(-a, b);

/**
 * The first index tick that closes out, other markets as they are: net long at every tick at or below it and at none above,
 * net short at every tick at or above it and at none below. Ticks have `decimals` decimals, so a net long rounds down to them
 * and a net short up. Undefined where no tick above zero closes out.
 */
export function closeOutTick(
  { equity, margins, netQuantity, index }: CloseOutTerms,
  decimals: number,
): Price | undefined {
  if (netQuantity === 0n) return undefined;
  const unit = smallestUnit(decimals);
  // 100 (equity + netQuantity (tick - index)) <= CLOSE_OUT_PERCENT margins
  const room = 100n * equity - CLOSE_OUT_PERCENT * margins * UNIT;
  const tick =
    netQuantity > 0n
      ? floorDiv(100n * netQuantity * index - room, 100n * netQuantity * unit) * unit
      : ceilDiv(room - 100n * netQuantity * index, -100n * netQuantity * unit) * unit;
  return tick > 0n ? price(tick) : undefined;
}
