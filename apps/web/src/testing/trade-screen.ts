import type { AllReplies } from '../lib/calls.ts';
import type { Quotation } from '../lib/markets.ts';
import { server } from './app.tsx';
import { CURRENCIES, MARKET, WALLETS, marketsOf } from './fixtures.ts';

/** Answers what the trading screens of every product read about a market; returns the server for what is the product's own. */
export const answerMarket = (
  market: Quotation = MARKET,
  trades: AllReplies['market/trades'] = [],
): typeof server =>
  server
    .reply('currency/quotation_new', marketsOf(market))
    .reply('currency/list', CURRENCIES)
    .reply('wallet/list', WALLETS)
    .reply('optional/list', [])
    .reply('market/sparklines', [])
    .reply('market/trades', trades);

/** The market of the futures tests. */
export const FUTURES_MARKET: Quotation = { ...MARKET, lever_trade_fee: '0.0006', overnight: '0.0001' };
