import type { AllReplies } from '../lib/calls.ts';
import type { Quotation } from '../lib/markets.ts';
import { BTC, USDT } from '../lib/currencies.ts';

type Currency = AllReplies['currency/list'][number];
type Wallets = AllReplies['wallet/list'];
export type Page<Row> = {
  current_page: number;
  data: Row[];
  last_page: number;
  per_page: number;
  total: number;
};

/** Decimals differ, so that a swap of two currencies shows. */
export const USDT_ROW: Currency = {
  id: USDT,
  name: 'USDT',
  title: 'Tether',
  kind: 'coin',
  decimals: 6,
  logo: '',
  price: '1',
};
export const BTC_ROW: Currency = {
  id: BTC,
  name: 'BTC',
  title: 'Bitcoin',
  kind: 'coin',
  decimals: 8,
  logo: '',
  price: '50000',
};

export const CURRENCIES: Currency[] = [USDT_ROW, BTC_ROW];

/** A page without rows. */
export const emptyPage = (): Page<never> => ({
  current_page: 1,
  data: [],
  last_page: 1,
  per_page: 10,
  total: 0,
});

const names = { [USDT]: 'USDT', [BTC]: 'BTC' } as const;
const prices = { [USDT]: '1', [BTC]: '50000' } as const;
type Id = keyof typeof names;

const row = <Name extends 'legal' | 'change' | 'lever' | 'micro'>(
  name: Name,
  currency: Id,
  available: string,
) =>
  ({
    id: currency,
    currency,
    currency_name: names[currency],
    usdt_price: prices[currency],
    [`${name}_balance`]: available,
    [`lock_${name}_balance`]: '0.25',
  }) as Wallets[`${Name}_wallet`]['balance'][number];

/** Balances of all accounts: every figure differs from the others. */
export const WALLETS: Wallets = {
  legal_wallet: { balance: [], usdt_totle: '0' },
  change_wallet: {
    balance: [row('change', USDT, '1234.567891'), row('change', BTC, '0.12345678')],
    usdt_totle: '7407.40',
  },
  lever_wallet: { balance: [row('lever', USDT, '77.5')], usdt_totle: '77.75' },
  micro_wallet: { balance: [row('micro', USDT, '33.3')], usdt_totle: '33.55' },
};

/** BTC/USDT: fees, tick and lot all differ. */
export const MARKET: Quotation = {
  id: 7,
  currency_id: BTC,
  legal_id: USDT,
  currency_name: 'BTC',
  legal_name: 'USDT',
  title: 'Bitcoin',
  now_price: '50000.00',
  change: '+1.50',
  volume: '12',
  high: '51000.00',
  low: '49000.00',
  logo: '',
  spread: '0.2',
  overnight: '0.01',
  lever_share_num: '0.001',
  lever_trade_fee: '0.06',
  lever_min_share: '1',
  lever_max_share: '1000',
  open_lever: 1,
  open_microtrade: 1,
  open_coin_trade: 1,
  kind: 'coin',
  source: 'simulated',
  listed_ms: null,
  state: 'open',
  opens_ms: null,
  tick: '0.01',
  index_decimals: 3,
  lot: '0.00001',
  min_notional: '5',
  maker_fee: '0.0008',
  taker_fee: '0.0015',
  band: '0.1',
};

/** All markets as `currency/quotation_new` lists them. */
export const marketsOf = (...quotation: Quotation[]): AllReplies['currency/quotation_new'] => [
  { id: USDT, name: 'USDT', quotation },
];

/** An account with a pay password and no authenticator. */
/** A verified account. */
/** An open buy of 0.01 BTC at 49,000. */
export const SPOT_ORDER: AllReplies['coin/trade'] = {
  id: 900,
  client_id: null,
  match_id: 7,
  currency_id: 1,
  legal_id: 3,
  symbol: 'BTC/USDT',
  type: 1,
  order_type: 'limit',
  time_in_force: 'GTC',
  post_only: false,
  target_price: '49000',
  stop_price: null,
  waiting: false,
  pair_id: null,
  amount: '0.01',
  quote_amount: null,
  filled: '0',
  filled_quote: '0',
  avg_price: null,
  fee: '0',
  fee_currency: 'BTC',
  status: 1,
  reason: null,
  created_at: '2026-01-01 00:00:00',
  created_ms: 1,
  updated_ms: 1,
};

export const USER: AllReplies['user/info'] = {
  id: 1_000_007,
  uid: 1_000_007,
  email: 'a***e@example.com',
  phone: null,
  area_code: null,
  nickname: 'alice',
  signature: '',
  head_portrait: null,
  extension_code: 'KARAT7',
  credit_score: 100,
  vip_level: 0,
  fee_discount: '0',
  real_state: 2,
  lang: 'en',
  fiat: 'USD',
  region: null,
  demo: false,
  created_at: '2026-11-01 10:00:00',
  created_ms: 1_793_527_200_000,
};

export const SECURITY: AllReplies['safe/state'] = {
  email: 'a***e@example.com',
  phone: null,
  email_recovers_ms: null,
  phone_recovers_ms: null,
  contact_wait_hours: 24,
  pay_password: true,
  pay_password_ms: 1,
  totp: false,
  totp_ms: null,
  backup_codes: 0,
  passkeys: 0,
  api_keys: 0,
  anti_phishing: false,
  score: 40,
  hold_until: null,
  hold_until_ms: null,
  hold_reason: null,
};
