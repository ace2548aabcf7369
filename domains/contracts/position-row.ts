import { POSITION_ORIGIN, marketId, userId } from '@karat/contract';
import type { CloseReason, MarginMode } from '@karat/contract';
import { amount, price, rate } from '@karat/money';
import type { Price } from '@karat/money';
import type { PositionSide } from '@karat/rules';
import { Status } from './position.ts';
import type { OrderType, Position, TrialMargin } from './position.ts';

/** A position as stored in its row. */
export interface PositionRow {
  readonly id: number;
  readonly user_id: number;
  readonly market_id: number;
  readonly side: PositionSide;
  readonly mode: MarginMode;
  readonly order_type: number;
  readonly source_id: number | null;
  readonly status: number;
  readonly target: string | null;
  readonly multiple: number;
  readonly lot_size: string;
  readonly spread: string;
  readonly fee_rate: string;
  readonly overnight_rate: string;
  readonly origin_lots: string;
  readonly lots: string;
  readonly price: string | null;
  readonly margin: string;
  readonly origin_margin: string;
  readonly hold: string;
  readonly take_profit: string | null;
  readonly stop_loss: string | null;
  readonly trigger_reason: 'take_profit' | 'stop_loss' | null;
  readonly trigger_tick: number | null;
  readonly profit: string;
  readonly fee: string;
  readonly overnight: string;
  readonly insurance: string;
  readonly close_price: string | null;
  readonly close_reason: CloseReason | null;
  readonly open_tick: number | null;
  readonly close_tick: number | null;
  readonly created_at: number;
  readonly opened_at: number | null;
  readonly closed_at: number | null;
  readonly charged_at: number | null;
  readonly version: number;
  readonly coupon_id: number | null;
  readonly coupon_paid: string;
  readonly coupon_returned: string;
  readonly coupon_ends_at: number | null;
}

const STATUSES: Readonly<Record<number, Status>> = {
  0: Status.pending,
  1: Status.open,
  2: Status.closing,
  3: Status.closed,
  4: Status.cancelled,
};
const maybe = (text: string | null): Price | undefined => (text === null ? undefined : price(text));
const orderType = (value: number): OrderType =>
  value === POSITION_ORIGIN.copied ? POSITION_ORIGIN.copied : POSITION_ORIGIN.own;

const trialOf = (row: PositionRow): TrialMargin | undefined =>
  row.coupon_id === null || row.coupon_ends_at === null
    ? undefined
    : {
        couponId: row.coupon_id,
        paid: amount(row.coupon_paid),
        returned: amount(row.coupon_returned),
        endsAt: row.coupon_ends_at,
      };

export const positionOf = (row: PositionRow): Position => ({
  id: row.id,
  userId: userId(row.user_id),
  marketId: marketId(row.market_id),
  side: row.side,
  mode: row.mode,
  orderType: orderType(row.order_type),
  source: row.source_id ?? undefined,
  status: STATUSES[row.status] ?? Status.closed,
  target: maybe(row.target),
  multiple: row.multiple,
  lotSize: amount(row.lot_size),
  spread: price(row.spread),
  feeRate: rate(row.fee_rate),
  overnightRate: rate(row.overnight_rate),
  originLots: amount(row.origin_lots),
  lots: amount(row.lots),
  price: maybe(row.price),
  margin: amount(row.margin),
  originMargin: amount(row.origin_margin),
  hold: amount(row.hold),
  takeProfit: maybe(row.take_profit),
  stopLoss: maybe(row.stop_loss),
  trigger:
    row.trigger_reason === null || row.trigger_tick === null
      ? undefined
      : { reason: row.trigger_reason, tick: row.trigger_tick },
  profit: amount(row.profit),
  fee: amount(row.fee),
  overnight: amount(row.overnight),
  insurance: amount(row.insurance),
  closePrice: maybe(row.close_price),
  closeReason: row.close_reason ?? undefined,
  openTick: row.open_tick ?? undefined,
  closeTick: row.close_tick ?? undefined,
  createdAt: row.created_at,
  openedAt: row.opened_at ?? undefined,
  closedAt: row.closed_at ?? undefined,
  chargedAt: row.charged_at ?? undefined,
  trial: trialOf(row),
  version: row.version,
});
