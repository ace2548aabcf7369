import { max, min, minus, mulDown, ZERO } from '@karat/money';
import type { Amount, Rate } from '@karat/money';

/**
 * Rebate of an inviter: a share (0.2 is 20 %) of the fee that the invited user paid, less what the user got back of it, rounded
 * down at the decimals of the currency. Never more than the house keeps of the fee.
 */
export const rebateOf = (fee: Amount, returned: Amount, share: Rate, decimals: number): Amount => {
  const kept = max(minus(fee, returned), ZERO);
  return min(mulDown(kept, share, decimals), kept);
};
