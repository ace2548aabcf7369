import * as z from 'zod';
import { POSITION_KIND, POSITION_ORIGIN, POSITION_SIDE, POSITION_STATUS } from './enums.ts';
import { decimalText, timeMs, timeText } from './scalars.ts';

/** Cross margin (the equity of the whole account) or isolated margin. */
export const MARGIN_MODES = ['cross', 'isolated'] as const;
export type MarginMode = (typeof MARGIN_MODES)[number];

/**
 * Reason of a full or partial close. `cover`: a profitable position closed to pay for a liquidation of the same
 * account. `holding_time`: the holding time of a coupon position is over.
 */
export const CLOSE_REASONS = [
  'user',
  'take_profit',
  'stop_loss',
  'liquidation',
  'cover',
  'trader',
  'holding_time',
] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];

const positionStatus = z.literal(Object.values(POSITION_STATUS));
const maybeTime = timeText.nullable();
const maybeMs = timeMs.nullable();

export const position = z.object({
  id: z.number(),
  match_id: z.number(),
  currency_id: z.number(),
  legal_id: z.number(),
  symbol: z.string(),
  type: z.literal(Object.values(POSITION_SIDE)),
  margin_mode: z.enum(MARGIN_MODES),
  order_type: z.literal(Object.values(POSITION_ORIGIN)),
  order_kind: z.literal(Object.values(POSITION_KIND)),
  status: positionStatus,
  /** Limit price of a pending order; null for a market order. */
  target_price: decimalText.nullable(),
  /** Open price; "0" before the fill. */
  price: decimalText,
  /** Quoted price for closing now: index less spread for a long. */
  update_price: decimalText,
  close_price: decimalText.nullable(),
  /** "0" is unset. */
  target_profit_price: decimalText,
  stop_loss_price: decimalText,
  /** Open lots (or lots at the close). */
  share: decimalText,
  /** Initial lots. */
  origin_share: decimalText,
  /** Quantity in base. */
  number: decimalText,
  multiple: z.number(),
  /** Initial margin, and present margin. */
  origin_caution_money: decimalText,
  caution_money: decimalText,
  /** Unrealised profit or loss, signed. */
  profits: decimalText,
  /** Realised so far, before fees, signed. */
  fact_profits: decimalText,
  /** Fees of opening and closing so far. */
  trade_fee: decimalText,
  /** Part of the value that opening and closing cost, the caller's discount included; fixed at the order. */
  fee_rate: decimalText,
  overnight_money: decimalText,
  /** Between index and quoted price, fixed at the order. */
  spread: decimalText,
  /** Part of the loss beyond the user's funds, which the insurance fund, or else the pool, bore. */
  insurance_money: decimalText,
  /**
   * Margin ratio in percent (equity to margin): of the position when isolated, of the account when cross; null unless
   * open.
   */
  hazard_rate: decimalText.nullable(),
  /** Liquidation price: index at which it would be liquidated, other things equal; null if there is none. */
  liquidation_price: decimalText.nullable(),
  close_reason: z.enum(CLOSE_REASONS).nullable(),
  /** Coupon that pays margin and fees; null for a position of own money. */
  coupon: z
    .object({
      id: z.number(),
      /** What the house has paid: margin and opening fee. */
      paid: decimalText,
      /** What has gone back to the house. */
      returned: decimalText,
      /** The position is closed at the first tick from then on. */
      ends_ms: timeMs,
    })
    .nullable(),
  /** Unix seconds of the index ticks that opened and closed it. */
  open_tick: z.number().nullable(),
  close_tick: z.number().nullable(),
  created_at: timeText,
  created_ms: timeMs,
  opened_at: maybeTime,
  opened_ms: maybeMs,
  closed_at: maybeTime,
  closed_ms: maybeMs,
});
