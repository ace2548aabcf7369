import { amount, format, minus, plus } from '@karat/money';
import { trialSettlement } from '@karat/rules';
import { fact, wholeFact } from '../formula.ts';
import type { Facts, Formula } from '../formula.ts';
import { signedFact } from './contract.ts';
import { contractWhyFormula } from './contract-2.ts';

const amountOf = (facts: Facts, name: string) => amount(signedFact(facts, name));

/** What the house pays for an opening, and what of a closing goes to the house and to the user. */
function divided(order: Facts, result: Facts): Facts {
  if (fact(order, 'action') === 'open')
    return { coupon_paid: format(plus(amountOf(result, 'margin'), amountOf(result, 'fee'))) };
  const received = plus(amountOf(order, 'funds'), amountOf(result, 'profit'));
  const payout = minus(plus(received, amountOf(result, 'beyond_funds')), amountOf(result, 'fee'));
  const { kept, returned } = trialSettlement(payout, amountOf(order, 'coupon_owed'));
  return { coupon_returned: format(returned), to_user: format(kept) };
}

/** A position is closed for its holding time at a tick from its end on. */
function needOver(order: Facts): void {
  if (order['reason'] !== 'holding_time') return;
  if (wholeFact(order, 'tick_second') < wholeFact(order, 'coupon_ends_second'))
    throw new RangeError('the holding time was not over');
}

/** `contract/2` for a position whose margin and opening fee a coupon pays: what the house pays and gets back. */
export const contractCouponFormula: Formula = {
  ...contractWhyFormula,
  id: 'contract/3',
  text:
    `${contractWhyFormula.text} A coupon pays margin and opening fee: funds of an opening = what the coupon is good for, coupon_paid = ` +
    'margin + fee, paid by the house. Closing: payout = funds + profit + beyond_funds - fee; coupon_returned = the lower of payout and ' +
    'coupon_owed goes to the house, to_user = payout - coupon_returned; coupon_owed = what the house has paid for the position and not ' +
    'got back before. The user pays nothing. A closing with the reason holding_time has tick_second at or after coupon_ends_second.',
  result(order, ticks) {
    needOver(order);
    const result = contractWhyFormula.result(order, ticks);
    return { ...result, ...divided(order, result) };
  },
};
