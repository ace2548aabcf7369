import { UNIT, ZERO, max, min, minus, mulDivDown, mulDown } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';

/**
 * Rebate of an inviter: a share (0.2 is 20 %) of the fee that the invited user paid, less what the user got back of it, rounded
 * down at the decimals of the currency. Never more than the house keeps of the fee.
 */
export const rebateOf = (fee: Amount, returned: Amount, share: Rate, decimals: number): Amount => {
  const kept = max(minus(fee, returned), ZERO);
  return min(mulDown(kept, share, decimals), kept);
};

/**
 * Part of a fee that a coupon returns, in the currency of the fee: the ratio of the coupon, worth at most what the coupon has left
 * in USDT at a price. Rounded down at the decimals of the currency.
 */
export const feeReturn = (fee: Amount, ratio: Rate, left: Amount, price: Price, decimals: number): Amount =>
  min(mulDown(fee, ratio, decimals), mulDivDown(left, UNIT, price, decimals));
