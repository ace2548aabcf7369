import { refuse } from '@karat/contract';
import { minus, plus } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { contractQuantity, isLimitReached, openingFill, openingPrice } from '@karat/rules';
import { allOrNothing } from './all-or-nothing.ts';
import { applyOpen, pendingHold } from './margin-account.ts';
import type { HouseState, MarginAccount } from './margin-account.ts';
import {
  checkEquity,
  checkExposure,
  checkLots,
  checkStops,
  checkTick,
  requireTrading,
} from './order-checks.ts';
import type { OrderTerms } from './order-checks.ts';
import { Status } from './position.ts';
import type { Position } from './position.ts';
import type { MarkPrice, MarkPrices, PositionEvent } from './position-events.ts';

/** A request to change the limit price or the lots of a pending order; undefined leaves them unchanged. */
export interface AmendRequest {
  readonly id: number;
  readonly target?: Price | undefined;
  readonly lots?: Amount | undefined;
}

/** Refuses what the same values refuse in a new order. Unchanged lots are accepted whatever the limits are now. */
function checkAmended(
  terms: OrderTerms,
  account: MarginAccount,
  house: HouseState,
  position: Position,
  { target, lots }: { readonly target: Price; readonly lots: Amount },
): MarkPrice {
  const mark = requireTrading(terms, 'wait');
  if (lots !== position.lots) checkLots(terms, lots);
  checkTick(terms.market, target);
  checkStops(terms, position.side, target, position.takeProfit, position.stopLoss);
  const quantity = contractQuantity(minus(lots, position.lots), position.lotSize);
  if (quantity > 0n) checkExposure(terms, account, house, mark, { side: position.side, quantity });
  return mark;
}

/** Refuses a fill whose margin and fee the hold and the available balance do not pay. */
function checkCovered(account: MarginAccount, position: Position, mark: MarkPrice): void {
  const { isCovered } = openingFill({
    quantity: contractQuantity(position.lots, position.lotSize),
    price: openingPrice(position.side, mark.index, position.spread),
    multiple: position.multiple,
    feeRate: position.feeRate,
    funds: plus(position.hold, account.available),
  });
  if (!isCovered) refuse('insufficient_balance', { currency: 'USDT' });
}

/**
 * Changes limit price and lots of a pending order and adjusts what it holds. An order whose new price the market has reached is
 * filled at once. Refuses what a new order refuses; nothing has changed then.
 */
export function amendOrder(
  terms: OrderTerms,
  account: MarginAccount,
  house: HouseState,
  request: AmendRequest,
  { at, marks }: { readonly at: number; readonly marks: MarkPrices },
): PositionEvent[] {
  const position = account.positions.find((each) => each.id === request.id);
  if (position?.status !== Status.pending) refuse('position_not_pending');
  const { target = position.target ?? refuse('target_price_invalid'), lots = position.lots } = request;
  const mark = checkAmended(terms, account, house, position, { target, lots });
  return allOrNothing(account, house, () => {
    const [hold, quantity] = [position.hold, contractQuantity(position.lots, position.lotSize)];
    Object.assign(position, { target, lots, originLots: lots });
    position.hold = pendingHold(position, target);
    const change = minus(position.hold, hold);
    if (change > account.available) refuse('insufficient_balance', { currency: 'USDT' });
    account.available = minus(account.available, change);
    const added = minus(contractQuantity(lots, position.lotSize), quantity);
    const amended = { kind: 'amended', position, change, added } as const;
    const rests = terms.state === 'closed';
    if (rests || !isLimitReached(position.side, mark.index, position.spread, target)) return [amended];
    checkCovered(account, position, mark);
    const freed = { ...account, available: plus(account.available, position.hold) };
    if (position.mode === 'cross') checkEquity(freed, position, mark, marks);
    return [amended, applyOpen(account, position, mark, at)];
  });
}
