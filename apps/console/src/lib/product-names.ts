import type { DailyProduct, Product, StopTarget } from '@karat/contract';

/** Names of the products, as in the menu and in the app; codes keep their names on the wire. */
export const PRODUCT_NAMES: Readonly<Record<Product | DailyProduct, string>> = {
  spot: 'Spot',
  contracts: 'Futures',
  options: 'Options',
  stocks: 'Stocks',
  dual: 'Dual investment',
  launchpad: 'Subscriptions',
  loans: 'Loans',
  copytrade: 'Copy trading',
  mining: 'Earn',
  recurring: 'Recurring buy',
  nft: 'NFT marketplace',
  games: 'Games',
  fiat: 'Fiat purchases',
  withdrawals: 'Withdrawals',
  transfers: 'Transfers',
  conversions: 'Conversions',
};

/** What a stop halts, in words. */
export const STOP_TARGET_NAMES: Readonly<Record<StopTarget, string>> = {
  product: 'Product',
  market: 'Market',
  contract: 'Futures of a market',
  network: 'Payouts on a network',
  custody: 'Custody on a network',
  sweeping: 'Sweeps on a network',
  user: 'Account',
  bot: 'Bot',
  trader: 'Trader',
  currency: 'Use of a currency',
};

const isProduct = (subject: string): subject is Product => Object.hasOwn(PRODUCT_NAMES, subject);

/** The name of what a stop halts: a product's name in words, everything else as the server names it. */
export const stopName = ({
  target,
  subject,
  name,
}: {
  readonly target: StopTarget;
  readonly subject: string;
  readonly name: string;
}): string => (target === 'product' && isProduct(subject) ? PRODUCT_NAMES[subject] : name);
