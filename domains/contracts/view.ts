import { POSITION_KIND, POSITION_SIDE, pageReply, wireTime } from '@karat/contract';
import type { CloseReason, MarginMode } from '@karat/contract';
import type { Market } from '@karat/domains/market';
import { ZERO, format, plus } from '@karat/money';
import type { Price } from '@karat/money';
import { closingPrice, contractQuantity, liquidationPrice, riskRate } from '@karat/rules';
import type { MarginState } from '@karat/rules';
import {
  crossPositionsOf,
  crossMarginState,
  heldPositionOf,
  isolatedMarginState,
  unrealisedAmount,
} from './margin-account.ts';
import type { MarginAccount } from './margin-account.ts';
import type { MarkPrice, MarkPrices } from './position-events.ts';
import { isOpen } from './position.ts';
import type { OrderType, Position, TrialMargin } from './position.ts';

const couponView = ({ couponId, paid, returned, endsAt }: TrialMargin) => ({
  id: couponId,
  paid: format(paid),
  returned: format(returned),
  ends_ms: endsAt,
});

/** A position on the wire. */
export interface PositionView {
  readonly id: number;
  readonly match_id: number;
  readonly currency_id: number;
  readonly legal_id: number;
  readonly symbol: string;
  readonly type: 1 | 2;
  readonly margin_mode: MarginMode;
  readonly order_type: OrderType;
  readonly order_kind: 0 | 1;
  readonly status: 0 | 1 | 2 | 3 | 4;
  readonly target_price: string | null;
  readonly price: string;
  readonly update_price: string;
  readonly close_price: string | null;
  readonly target_profit_price: string;
  readonly stop_loss_price: string;
  readonly share: string;
  readonly origin_share: string;
  readonly number: string;
  readonly multiple: number;
  readonly origin_caution_money: string;
  readonly caution_money: string;
  readonly profits: string;
  readonly fact_profits: string;
  readonly trade_fee: string;
  readonly fee_rate: string;
  readonly overnight_money: string;
  readonly insurance_money: string;
  readonly spread: string;
  readonly hazard_rate: string | null;
  readonly liquidation_price: string | null;
  readonly close_reason: CloseReason | null;
  readonly coupon: ReturnType<typeof couponView> | null;
  readonly open_tick: number | null;
  readonly close_tick: number | null;
  readonly created_at: string;
  readonly created_ms: number;
  readonly opened_at: string | null;
  readonly opened_ms: number | null;
  readonly closed_at: string | null;
  readonly closed_ms: number | null;
}

const orZero = (value: Price | undefined): string => (value === undefined ? '0' : format(value));
const time = (ms: number | undefined): string | null => (ms === undefined ? null : wireTime(ms));
interface Risk {
  readonly standing: MarginState | undefined;
  readonly held: readonly Position[];
}

function riskOf(position: Position, account: MarginAccount, marks: MarkPrices, mark: MarkPrice): Risk {
  if (position.mode === 'isolated')
    return { standing: isolatedMarginState(position, mark.index), held: [position] };
  const held = crossPositionsOf(account).filter((each) => each.marketId === position.marketId);
  return { standing: crossMarginState(account, marks), held };
}

/** A position valued at the marks; `account` is its margin account. */
export function positionView(
  position: Position,
  market: Market,
  account: MarginAccount,
  marks: MarkPrices,
): PositionView {
  const mark = marks(position.marketId);
  const live = isOpen(position) && mark !== undefined;
  const risk = live ? riskOf(position, account, marks, mark) : undefined;
  const standing = risk?.standing;
  const held = risk?.held.map(heldPositionOf);
  const liquidation =
    live && standing && held ? liquidationPrice(standing, mark.index, held, market.indexDecimals) : undefined;
  return {
    id: position.id,
    match_id: market.id,
    currency_id: market.base,
    legal_id: market.quote,
    symbol: market.symbol,
    type: position.side === 'long' ? POSITION_SIDE.long : POSITION_SIDE.short,
    margin_mode: position.mode,
    order_type: position.orderType,
    order_kind: position.target === undefined ? POSITION_KIND.market : POSITION_KIND.limit,
    status: position.status,
    target_price: position.target === undefined ? null : format(position.target),
    price: orZero(position.price),
    update_price: mark
      ? format(closingPrice(position.side, mark.index, position.spread))
      : orZero(position.price),
    close_price: position.closePrice === undefined ? null : format(position.closePrice),
    target_profit_price: orZero(position.takeProfit),
    stop_loss_price: orZero(position.stopLoss),
    share: format(position.lots),
    origin_share: format(position.originLots),
    number: format(contractQuantity(position.lots, position.lotSize)),
    multiple: position.multiple,
    origin_caution_money: format(position.originMargin),
    caution_money: format(position.margin),
    profits: format(live ? unrealisedAmount(position, mark.index) : ZERO),
    fact_profits: format(position.profit),
    trade_fee: format(position.fee),
    fee_rate: format(position.feeRate),
    overnight_money: format(position.overnight),
    insurance_money: format(position.insurance),
    spread: format(position.spread),
    hazard_rate: (standing && riskRate(standing)) ?? null,
    liquidation_price: liquidation === undefined ? null : format(liquidation),
    close_reason: position.closeReason ?? null,
    coupon: position.trial ? couponView(position.trial) : null,
    open_tick: position.openTick ?? null,
    close_tick: position.closeTick ?? null,
    created_at: wireTime(position.createdAt),
    created_ms: position.createdAt,
    opened_at: time(position.openedAt),
    opened_ms: position.openedAt ?? null,
    closed_at: time(position.closedAt),
    closed_ms: position.closedAt ?? null,
  };
}

/** Account totals: open positions of both modes, and the risk rate of the cross ones ("0" while nothing is at risk). */
export function totalsOf(account: MarginAccount, marks: MarkPrices) {
  const open = account.positions.filter(isOpen);
  let [margin, origin, profit] = [ZERO, ZERO, ZERO];
  for (const position of open) {
    const mark = marks(position.marketId);
    margin = plus(margin, position.margin);
    origin = plus(origin, position.originMargin);
    if (mark) profit = plus(profit, unrealisedAmount(position, mark.index));
  }
  const cross = crossMarginState(account, marks);
  return {
    hazard_rate: (cross && riskRate(cross)) ?? '0',
    caution_money_total: format(margin),
    origin_caution_money_total: format(origin),
    profits_total: format(profit),
  };
}

/** Returns a page of rows that are all in memory. */
export const pageOfAll = <Row>(rows: readonly Row[], page: number, limit: number) =>
  pageReply(rows.slice((page - 1) * limit, page * limit), rows.length, page, limit);
