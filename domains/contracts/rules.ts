import { amount, max, min } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { contractNotional } from '@karat/rules';
import type { PositionSide } from '@karat/rules';

/** Quantity of all users in a market, in base. */
export interface Exposure {
  readonly long: Amount;
  readonly short: Amount;
  readonly pendingLong: Amount;
  readonly pendingShort: Amount;
}

export interface ExposureCaps {
  /** Maximum difference between the two sides, in quote. */
  readonly net: Amount;
  /** Maximum of both sides together, in quote. */
  readonly gross: Amount;
  /** Maximum of one user, in quote. */
  readonly user: Amount;
}

/**
 * Whether the caps of a market allow another order, valued at the index, notional rounded up. A pending order counts as filled on
 * its own side and not on the other, so a later fill never breaks a cap. The net exposure never exceeds the balance of the pool.
 */
export function exposureAllows(
  exposure: Exposure,
  caps: Pick<ExposureCaps, 'net' | 'gross'>,
  pool: Amount,
  request: { readonly side: PositionSide; readonly quantity: Amount; readonly index: Price },
): boolean {
  const long = exposure.long + exposure.pendingLong;
  const short = exposure.short + exposure.pendingShort;
  const worst = request.side === 'long' ? long - exposure.short : short - exposure.long;
  const net = contractNotional(amount(max(worst + request.quantity, 0n)), request.index);
  const gross = contractNotional(amount(long + short + request.quantity), request.index);
  return net <= min(caps.net, pool) && gross <= caps.gross;
}
