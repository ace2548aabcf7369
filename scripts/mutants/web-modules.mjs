/** The pure modules of the phone app: figures and rules without React, the DOM or the network. Relative to apps/web/src. */
const MODULES = {
  'features/assets': ['activity', 'amount-check', 'balances', 'bills', 'conversion'],
  'features/withdraw': ['amounts', 'durations'],
  'features/deposit': ['states'],
  'features/trade/ticket': ['form', 'order-request', 'problems', 'summary'],
  'features/trade/contracts': ['lots', 'ticket-form', 'ticket-problems'],
  'features/trade/options': ['form', 'line-geometry', 'own-options-store'],
  'features/trade/orders': ['own-orders-store'],
  'features/trade/book': ['book', 'depth-curve', 'ladder', 'trades'],
  'features/trade/chart': ['candles', 'dates', 'drawing-tools', 'numbers'],
  'features/trade': ['market'],
  'features/loans': ['estimate'],
  'features/launchpad': ['application'],
  'features/finance/earn': ['offer', 'subscription'],
  'features/invest': ['payoff'],
  'features/copytrade': ['follow-form', 'holding', 'trader-filter'],
  'features/games': ['round', 'stake'],
  'features/nft': ['bid', 'filters', 'live-sale', 'resell', 'sale'],
  'features/otc': ['offer'],
  'features/recurring': ['amount', 'schedule'],
  'features/market': ['coming-days', 'sorting', 'treemap'],
  'features/portfolio': ['months'],
  'features/proofs': ['days'],
  'features/support': ['hours', 'log'],
  'features/verification': ['rules'],
  'ui/account': ['rules'],
  lib: ['calendar', 'format', 'line', 'parse-decimal', 'region', 'shorten', 'worth'],
};

export const WEB_MODULES = Object.entries(MODULES).flatMap(([folder, names]) =>
  names.map((name) => `apps/web/src/${folder}/${name}.ts`),
);
