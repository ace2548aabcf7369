import type { ReplyOf } from '../lib/calls.ts';

type Loan = ReplyOf<'loan/detail'>;
type Config = ReplyOf<'loan/config'>;

/** Terms of loans for a caller who may apply; 1 BTC is 50,000 USDT. */
export const LOAN_CONFIG: Config = {
  ...{ min: '500000', max: '10000000', leverage: 3, days_min: 7, days_max: 365 },
  ...{ call_percent: 130, liquidation_percent: 110, release_percent: 150 },
  ...{ overdue_rate: '0.5', usual_rate: '0.03', conversion_fee: '0.1', decide_days: 3, vip_level: 2 },
  currencies: [
    { id: 3, name: 'USDT', decimals: 6, price: '1', pool: '9000000', available: '2000' },
    { id: 1, name: 'BTC', decimals: 8, price: '50000', pool: '100', available: '10' },
  ],
  caller: { vip_level: 2, market_maker: false, eligible: true, hindrances: [] },
};

/** A running loan of 500,000 USDT on 5 BTC, with a debt of 500,150 USDT and 160 % of it in assets. */
export const LOAN: Loan = {
  ...{ id: 21, state: 'active', currency_id: 3, currency_name: 'USDT', decimals: 6, amount: '500000' },
  ...{ days: 30, purpose: 'Liquidity for ETH/USDT', price: '1', fresh: true, risk_rate: '159.95' },
  ...{ rate: '0.03', debt: '500150', principal: '500000', interest: '150', overdue: '0' },
  ...{ overdue_days: 0, charged_days: 1, called: false, reason: null, note: '' },
  assets: [
    {
      ...{ currency_id: 1, currency_name: 'BTC', amount: '6', price: '50000' },
      ...{ liquidation_price: '8360.8333333333', liquidation_side: 'below' },
    },
    {
      ...{ currency_id: 3, currency_name: 'USDT', amount: '500000', price: '1' },
      ...{ liquidation_price: null, liquidation_side: null },
    },
  ],
  created_at: '2026-11-20 02:00:00',
  created_ms: Date.parse('2026-11-20T02:00:00Z'),
  decide_by_ms: Date.parse('2026-11-23T02:00:00Z'),
  started_ms: Date.parse('2026-11-20T03:00:00Z'),
  due_ms: Date.parse('2026-12-20T03:00:00Z'),
  closed_ms: null,
  receipt: null,
};

/** An application that waits for a decision. */
export const APPLICATION: Loan = {
  ...LOAN,
  ...{ id: 22, state: 'pending', debt: '0', principal: '0', interest: '0', charged_days: 0 },
  ...{ rate: null, risk_rate: null, started_ms: null, due_ms: null },
};
