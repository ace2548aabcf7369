import type { Contract, Reply } from '@karat/contract';
import { format, percentFromRate } from '@karat/money';
import type { Rate } from '@karat/money';
import type { VipTerms } from './types.ts';

type TermsView = Reply<Contract['growth']['vip/levels']>[number];

/** A rate as percent: 0.05 is 5. */
export const percentText = (of: Rate): string => format(percentFromRate(of));

export const termsView = (terms: VipTerms): TermsView => ({
  level: terms.level,
  volume: format(terms.volume),
  balance: format(terms.balance),
  fee_discount: percentText(terms.feeDiscount),
  outflow_limit: percentText(terms.outflowFactor),
  multiple_max: terms.multipleMax,
});
