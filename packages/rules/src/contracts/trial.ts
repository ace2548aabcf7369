import { max, min, minus, ZERO } from '@karat/money';
import type { Amount } from '@karat/money';

/**
 * How the payout of a coupon position is divided: the house gets back what it has paid first, the user keeps the rest. A loss is the
 * house's alone. `payout`: margin, profit and insurance less the fee. `owed`: what the house has paid and not got back.
 */
export function trialSettlement(
  payout: Amount,
  owed: Amount,
): { readonly kept: Amount; readonly returned: Amount } {
  const returned = min(max(payout, ZERO), owed);
  return { kept: minus(payout, returned), returned };
}
