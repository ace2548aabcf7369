import { amount, format, price } from '@karat/money';
import type { Amount } from '@karat/money';
import { settleApplication } from '@karat/rules';
import type { AllotmentTerms, HeldPayment, TokenApplication } from '@karat/rules';
import { fact, integerFact, wholeFact } from '../formula.ts';
import type { Facts, Formula } from '../formula.ts';

/** An application and the terms of its project's allotment, as a receipt states them. */
export interface AllotmentFacts extends TokenApplication, HeldPayment {
  readonly project: number;
  /** Codes of the token and of the paying currency. */
  readonly token: string;
  readonly payCurrency: string;
  readonly terms: AllotmentTerms;
}

export const allotmentFacts = (application: AllotmentFacts): Facts => {
  const { supply, applied, decimals, cutoff } = application.terms;
  return {
    project: String(application.project),
    application: String(application.id),
    token: application.token,
    token_decimals: String(decimals),
    pay_currency: application.payCurrency,
    pay_decimals: String(application.payDecimals),
    price: format(application.price),
    applied: format(application.amount),
    held: format(application.held),
    supply: format(supply),
    total_applied: format(applied),
    ...(cutoff && { cutoff_remainder: String(cutoff.remainder), cutoff_application: String(cutoff.id) }),
  };
};

function termsOf(order: Facts): AllotmentTerms {
  const applied: Amount = amount(fact(order, 'total_applied'));
  if (applied <= 0n) throw new RangeError(`total_applied ${applied}`);
  return {
    supply: amount(fact(order, 'supply')),
    applied,
    decimals: wholeFact(order, 'token_decimals'),
    cutoff:
      order['cutoff_application'] === undefined
        ? undefined
        : { remainder: integerFact(order, 'cutoff_remainder'), id: wholeFact(order, 'cutoff_application') },
  };
}

export const launchpadFormula: Formula = {
  id: 'launchpad/1',
  text:
    'Token amounts count in the smallest unit of the token, 10^-token_decimals. total_applied = the sum of applied of all ' +
    'applications of the project, supply = the tokens for sale (0: the project was cancelled). total_applied <= supply: tokens = ' +
    'applied. Otherwise share = supply x applied / total_applied, rounded down, with the remainder of this division; the units ' +
    'left go one each to the largest remainders, ties to the lowest application number. cutoff_remainder and cutoff_application ' +
    'name the last application that receives one: tokens = share + 1 unit where the remainder is larger than cutoff_remainder, or ' +
    'equal with a number up to cutoff_application, otherwise tokens = share. paid = tokens x price, rounded up at pay_decimals, at ' +
    'most held. refund = held - paid.',
  ranges: () => [],
  choose: () => [],
  result(order) {
    const { tokens, paid, refund } = settleApplication(
      {
        id: wholeFact(order, 'application'),
        amount: amount(fact(order, 'applied')),
        held: amount(fact(order, 'held')),
        price: price(fact(order, 'price')),
        payDecimals: wholeFact(order, 'pay_decimals'),
      },
      termsOf(order),
    );
    return { tokens: format(tokens), paid: format(paid), refund: format(refund) };
  },
};
