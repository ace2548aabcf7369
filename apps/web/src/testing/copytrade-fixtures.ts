import type { ReplyOf, RowOf } from '../lib/calls.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.parse('2026-11-20T12:00:00Z');
const BEGIN_MS = NOW_MS - 3 * DAY_MS;

/** A simulated trader with three days of history. */
export const TRADER: ReplyOf<'follow/traderDetail'> = {
  id: 105,
  nickname: 'trend-btc',
  head_portrait: null,
  about: 'Follows the trend',
  share_ratio: '10',
  since_ms: BEGIN_MS,
  is_follow: 0,
  total_profit: '120',
  unrealised: '-30.5',
  capital: '2000',
  roi: '6',
  returns: {
    7: { roi: '6', from_ms: BEGIN_MS },
    30: { roi: '6', from_ms: BEGIN_MS },
    90: { roi: '6', from_ms: BEGIN_MS },
  },
  accuracy: '58.33',
  max_drawdown: '4.2',
  sharpe: null,
  trades: 24,
  holding_ms: 5_400_000,
  risk: 5,
  risk_drawdown: '4.2',
  risk_deviation: '1.1',
  risk_leverage: '10',
  followers: 3,
  free_places: 7,
  follow_amount: '900',
  positions: 'delayed',
  places: 10,
  simulated: true,
  curve: ['0', '80', '120'],
  history_ms: BEGIN_MS,
  figures_ms: NOW_MS,
};

/** A follow with two open copies. */
export const FOLLOW: RowOf<'follow/my'> = {
  id: 31,
  trader_user_id: TRADER.id,
  nickname: TRADER.nickname,
  head_portrait: null,
  type: 1,
  number: '0.25',
  order_cap: null,
  total_cap: '500',
  slippage: '0.5',
  stop_loss: '50',
  take_profit: null,
  active: true,
  paused: false,
  ended: null,
  open_copies: 2,
  margin: '150',
  profit: '40',
  unrealised: '-8.5',
  shared: '2',
  share_due: '1.15',
  net_profit: '28.35',
  skipped: 0,
  created_at: '2026-11-19 10:00:00',
  created_ms: NOW_MS - DAY_MS,
};

export const SIMULATION: ReplyOf<'follow/simulate'> = {
  type: 1,
  from_ms: BEGIN_MS,
  to_ms: NOW_MS,
  profit: '30',
  share: '3',
  net_profit: '27',
  max_drawdown: '2.5',
  slippage: '0.0123',
  copied: 20,
  skipped: 4,
  ended: null,
  curve: [
    { at_ms: BEGIN_MS, profit: '0' },
    { at_ms: NOW_MS, profit: '30' },
  ],
};
