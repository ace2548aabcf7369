import { JOURNAL_KINDS } from '@karat/contract';
import type { JournalKind } from '@karat/contract';

/**
 * What the net change of a journal means to its user.
 * - `none`: it has none: holds, releases, transfers between own accounts, movements of the house.
 * - `transfer`: value from or to the outside or another user.
 * - `exchange`: currencies for others; where only one currency changes, income or expense.
 * - `income`: a gain is income, a loss an expense.
 * - `result`: profit or loss of a bet on a price or an answer.
 * - `purchase`: a good that the portfolio does not value, such as an NFT.
 * - `split`: a new number of shares for the same cost.
 * - `withdrawal`: a transfer that contains a fee.
 * - `borrow`, `repay`, `liquidation`: loans. Borrowed money is owed and no income.
 */
export type MovementRule =
  | 'none'
  | 'transfer'
  | 'exchange'
  | 'income'
  | 'result'
  | 'purchase'
  | 'split'
  | 'withdrawal'
  | 'borrow'
  | 'repay'
  | 'liquidation';

/** Every kind of journal has a rule: a kind without one does not compile. */
export const MOVEMENT_RULES: Readonly<Record<JournalKind, MovementRule>> = {
  genesis: 'transfer',
  'demo:grant': 'transfer',
  transfer: 'none',
  convert: 'exchange',
  send: 'transfer',
  'fiat:purchase': 'transfer',
  'fiat:refund': 'transfer',
  'fiat:dispute_hold': 'none',
  'fiat:dispute_release': 'none',
  'fiat:chargeback': 'transfer',
  'fiat:provider_fee': 'none',
  'spot:hold': 'none',
  'spot:release': 'none',
  'spot:trade': 'exchange',
  'spot:batch': 'exchange',
  correction: 'transfer',
  'stock:split': 'split',
  'stock:dividend': 'income',
  'copy:share': 'income',
  deposit: 'transfer',
  'deposit:voucher': 'transfer',
  'withdrawal:hold': 'none',
  'withdrawal:release': 'none',
  'withdrawal:paid': 'withdrawal',
  'withdrawal:network_fee': 'none',
  'sweep:network_fee': 'none',
  'contract:hold': 'none',
  'contract:release': 'none',
  'contract:open': 'none',
  'contract:close': 'result',
  'contract:liquidation': 'result',
  'contract:fee': 'income',
  'contract:overnight': 'income',
  'contract:insurance': 'result',
  'contract:coupon': 'result',
  'contract:fund': 'none',
  'contract:margin': 'none',
  'contract:batch': 'result',
  'option:open': 'none',
  'option:won': 'result',
  'option:lost': 'result',
  'option:back': 'result',
  'option:pool': 'none',
  'mining:opened': 'none',
  'mining:yield': 'income',
  'mining:extra': 'income',
  'mining:matured': 'none',
  'mining:redeemed': 'income',
  'mining:closed': 'none',
  'dual:purchase': 'none',
  'dual:payout': 'exchange',
  'dual:refund': 'none',
  'launchpad:application': 'none',
  'launchpad:cancellation': 'none',
  'launchpad:allotment': 'exchange',
  'launchpad:refund': 'none',
  'launchpad:unlock': 'none',
  'launchpad:income': 'none',
  'launchpad:dividend_reserve': 'none',
  'launchpad:dividend': 'income',
  'launchpad:batch': 'none',
  'loan:collateral': 'none',
  'loan:release': 'none',
  'loan:drawdown': 'borrow',
  'loan:repayment': 'repay',
  'loan:conversion': 'exchange',
  'loan:liquidation': 'liquidation',
  'growth:rebate': 'income',
  'growth:coupon': 'income',
  'nft:margin': 'none',
  'nft:margin_back': 'none',
  'nft:sale': 'purchase',
  'nft:forfeit': 'income',
  'game:stake': 'result',
  'game:payout': 'result',
  'game:refund': 'result',
  'game:fee': 'none',
  'gift:hold': 'none',
  'gift:claim': 'transfer',
  'gift:return': 'none',
};

const known = new Set<string>(JOURNAL_KINDS);
const isKind = (kind: string): kind is JournalKind => known.has(kind);

/** The rule of a kind; a kind of a newer version is a transfer. */
export const ruleOf = (kind: string): MovementRule => (isKind(kind) ? MOVEMENT_RULES[kind] : 'transfer');
