import type { Contract, Reply } from '@karat/contract';
import { format, percentFromRate } from '@karat/money';
import type { Rate } from '@karat/money';
import { discountedRate } from '@karat/rules';
import type { GrowthDeps } from './deps.ts';
import type { VipTerms } from './types.ts';

type LevelView = Reply<Contract['growth']['vip/levels']>[number];
type TermsView = Omit<LevelView, 'conversion_fee' | 'nft_fee'>;

/** A rate as percent: 0.05 is 5. */
export const percentText = (of: Rate): string => format(percentFromRate(of));

/** A level with the fees that have no market of their own. */
export const levelView = (terms: VipTerms, { conversion, nft }: GrowthDeps['feeRates']): LevelView => ({
  ...termsView(terms),
  conversion_fee: percentText(discountedRate(conversion, terms.feeDiscount)),
  nft_fee: percentText(discountedRate(nft, terms.feeDiscount)),
});

export const termsView = (terms: VipTerms): TermsView => ({
  level: terms.level,
  volume: format(terms.volume),
  balance: format(terms.balance),
  fee_discount: percentText(terms.feeDiscount),
  outflow_limit: percentText(terms.outflowFactor),
  multiple_max: terms.multipleMax,
});
