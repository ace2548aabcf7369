import { ZERO, amount, price, rate } from '@karat/money';
import { expect, test } from 'vitest';
import type { MarginAccount } from './margin-account.ts';
import { Status } from './position.ts';
import { BTC, marketWith } from './testing/contracts-fixture.ts';
import { positionWith } from './testing/positions.ts';
import { positionView } from './view.ts';

const AT = Date.parse('2026-03-01T12:00:00.123Z');
const nobody: MarginAccount = { available: ZERO, positions: [] };
const marks = () => ({ index: price('30300'), tick: AT / 1_000 });

const closed = positionWith({
  id: 50,
  status: Status.closed,
  target: price('30010'),
  price: price('30000'),
  takeProfit: price('31000'),
  stopLoss: price('29000'),
  spread: price('10'),
  originLots: amount('100'),
  lots: amount('50'),
  multiple: 20,
  originMargin: amount('3000'),
  margin: amount('1500'),
  profit: amount('-42'),
  fee: amount('6'),
  overnight: amount('0.7'),
  insurance: amount('0.08'),
  closePrice: price('29580'),
  closeReason: 'liquidation',
  feeRate: rate('0.0005'),
  openTick: 101,
  closeTick: 202,
  createdAt: AT,
  openedAt: AT + 1_000,
  closedAt: AT + 60_000,
});

test('a reply of a position has each of its figures in its own field', () => {
  expect(positionView(closed, marketWith(BTC), nobody, marks)).toEqual({
    id: 50,
    match_id: 1,
    currency_id: 1,
    legal_id: 3,
    symbol: 'BTC/USDT',
    type: 1,
    margin_mode: 'isolated',
    order_type: 1,
    order_kind: 0,
    status: 3,
    target_price: '30010',
    price: '30000',
    update_price: '30290',
    close_price: '29580',
    target_profit_price: '31000',
    stop_loss_price: '29000',
    share: '50',
    origin_share: '100',
    number: '0.5',
    multiple: 20,
    origin_caution_money: '3000',
    caution_money: '1500',
    profits: '0',
    fact_profits: '-42',
    trade_fee: '6',
    fee_rate: '0.0005',
    overnight_money: '0.7',
    insurance_money: '0.08',
    spread: '10',
    hazard_rate: null,
    liquidation_price: null,
    close_reason: 'liquidation',
    coupon: null,
    open_tick: 101,
    close_tick: 202,
    created_at: '2026-03-01 12:00:00',
    created_ms: AT,
    opened_at: '2026-03-01 12:00:01',
    opened_ms: AT + 1_000,
    closed_at: '2026-03-01 12:01:00',
    closed_ms: AT + 60_000,
  });
});

test('a pending order has neither times nor prices of an open position, and a coupon its two amounts', () => {
  const trial = { couponId: 9, paid: amount('303'), returned: amount('3'), endsAt: AT + 7_200_000 };
  const pending = positionWith({ createdAt: AT, feeRate: rate('0.001'), trial });
  expect(positionView(pending, marketWith(BTC), nobody, () => undefined)).toMatchObject({
    status: 0,
    price: '0',
    update_price: '0',
    close_price: null,
    close_reason: null,
    coupon: { id: 9, paid: '303', returned: '3', ends_ms: AT + 7_200_000 },
    open_tick: null,
    close_tick: null,
    created_ms: AT,
    opened_at: null,
    opened_ms: null,
    closed_at: null,
    closed_ms: null,
  });
});
