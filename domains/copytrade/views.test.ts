import { marketId, userId } from '@karat/contract';
import { amount, price, rate } from '@karat/money';
import { DAY_MS } from '@karat/rules';
import { expect, test } from 'vitest';
import type { ClosedPosition } from './deps.ts';
import type { Follow } from './follow-store.ts';
import type { Trader } from './trader-store.ts';
import { followView, openView, tradeView, traderView } from './views.ts';

const AT = Date.parse('2026-11-20T10:00:00Z');
const [TINA, FAY] = [userId(100_951), userId(100_952)];
const names = new Map([[TINA, { id: TINA, nickname: 'tina', headPortrait: '/tina.webp' }]]);

const trader: Trader = {
  userId: TINA,
  state: 'accepted',
  about: 'Slow and steady',
  reason: null,
  shareRatio: rate('0.15'),
  createdAt: AT - 100 * DAY_MS,
  totalProfit: amount('501'),
  unrealised: amount('-52'),
  capital: amount('3003'),
  roi: amount('16.68'),
  returns: { 7: amount('1.07'), 30: amount('3.3'), 90: amount('9.09') },
  winRate: amount('61.5'),
  maxDrawdown: amount('12.5'),
  sharpe: amount('1.21'),
  trades: 44,
  holdingMs: 5_555,
  risk: 6,
  riskDrawdown: amount('2.1'),
  riskDeviation: amount('3.2'),
  riskLeverage: amount('4.3'),
  curve: [amount('1'), amount('-2'), amount('3')],
  historyFrom: AT - 40 * DAY_MS,
  figuresAt: AT,
  positions: 'delayed',
  places: 20,
  simulated: true,
  followers: 3,
  followMargin: amount('777'),
};

test('a reply of a trader has each statistic in its own field', () => {
  expect(traderView(trader, names, new Set([TINA]))).toEqual({
    id: TINA,
    nickname: 'tina',
    head_portrait: '/tina.webp',
    about: 'Slow and steady',
    share_ratio: '15',
    since_ms: AT - 100 * DAY_MS,
    is_follow: 1,
    total_profit: '501',
    unrealised: '-52',
    capital: '3003',
    roi: '16.68',
    returns: {
      7: { roi: '1.07', from_ms: AT - 7 * DAY_MS },
      30: { roi: '3.3', from_ms: AT - 30 * DAY_MS },
      // The history is shorter.
      90: { roi: '9.09', from_ms: AT - 40 * DAY_MS },
    },
    accuracy: '61.5',
    max_drawdown: '12.5',
    sharpe: '1.21',
    trades: 44,
    holding_ms: 5_555,
    risk: 6,
    risk_drawdown: '2.1',
    risk_deviation: '3.2',
    risk_leverage: '4.3',
    positions: 'delayed',
    places: 20,
    simulated: true,
    followers: 3,
    free_places: 17,
    follow_amount: '777',
    curve: ['1', '-2', '3'],
    history_ms: AT - 40 * DAY_MS,
    figures_ms: AT,
  });
});

test('a trader without statistics has no begin of a period, and no place is free below zero', () => {
  const fresh = { ...trader, historyFrom: null, figuresAt: null, sharpe: undefined, followers: 21 };
  const view = traderView(fresh, new Map(), new Set([FAY]));
  expect(view.returns[7].from_ms).toBeNull();
  expect(view).toMatchObject({
    nickname: '',
    head_portrait: null,
    is_follow: 0,
    sharpe: null,
    free_places: 0,
  });
});

const follow: Follow = {
  id: 8,
  traderId: TINA,
  userId: FAY,
  mode: 'lots',
  number: amount('2'),
  orderCap: amount('31'),
  totalCap: amount('310'),
  slippage: rate('0.005'),
  stopLoss: amount('41'),
  takeProfit: amount('42'),
  active: false,
  paused: true,
  ended: 'trader',
  highWater: amount('99'),
  profit: amount('120'),
  margin: amount('61'),
  openCopies: 5,
  skipped: 6,
  shared: amount('12'),
  createdAt: AT,
};

test('a reply of a follow has its limits, results and shares each in its own field', () => {
  const result = { unrealised: amount('-7'), due: amount('3'), net: amount('98') };
  const view = followView(follow, names, new Map([[8, result]]));
  expect(view).toEqual({
    id: 8,
    trader_user_id: TINA,
    nickname: 'tina',
    head_portrait: '/tina.webp',
    type: 2,
    number: '2',
    order_cap: '31',
    total_cap: '310',
    slippage: '0.5',
    stop_loss: '41',
    take_profit: '42',
    active: false,
    paused: true,
    ended: 'trader',
    open_copies: 5,
    margin: '61',
    profit: '120',
    unrealised: '-7',
    shared: '12',
    share_due: '3',
    net_profit: '98',
    skipped: 6,
    created_at: '2026-11-20 10:00:00',
    created_ms: AT,
  });
  // Without open copies the shares that were paid are all that is taken off.
  const none = { unrealised: '0', share_due: '0', net_profit: '108' };
  expect(followView(follow, names, new Map())).toMatchObject(none);
});

test("a trader's positions, closed and open, have each price, result and time in its own field", () => {
  const closed: ClosedPosition = {
    id: 3,
    marketId: marketId(1),
    symbol: 'BTC/USDT',
    side: 'short',
    multiple: 10,
    lots: amount('4'),
    price: price('30000'),
    closePrice: price('29000'),
    net: amount('39.5'),
    openedAt: AT,
    closedAt: AT + 5_000,
  };
  const same = { id: 3, symbol: 'BTC/USDT', match_id: 1, type: 2, multiple: 10, share: '4', price: '30000' };
  expect(tradeView(closed)).toEqual({
    ...same,
    close_price: '29000',
    profits: '39.5',
    opened_ms: AT,
    closed_ms: AT + 5_000,
  });
  const { id, symbol, side, multiple, lots, openedAt } = closed;
  const open = { id, symbol, side, multiple, lots, openedAt, marketId: closed.marketId, price: closed.price };
  expect(openView({ ...open, unrealised: amount('-1.5') })).toEqual({
    ...same,
    profits: '-1.5',
    opened_ms: AT,
  });
  expect(openView({ ...open, unrealised: undefined }).profits).toBeNull();
});
