import { refuse } from '@karat/contract';
import { minus, mulDivDown } from '@karat/money';
import { contractQuantity } from '@karat/rules';
import { allOrNothing } from './all-or-nothing.ts';
import { closePosition, openPosition, ownPosition } from './commands.ts';
import type { OpenedAs } from './commands.ts';
import type { HouseState, MarginAccount } from './margin-account.ts';
import type { OpenRequest, OrderTerms, UserLimits } from './order-checks.ts';
import { Status } from './position.ts';
import type { Position } from './position.ts';
import type { PositionEvent } from './position-events.ts';

/** The market order that opens the same quantity on the opposite side. */
function oppositeOf(position: Position, { market }: OrderTerms): OpenRequest {
  const { marketId, mode, multiple, lots, lotSize } = position;
  return {
    marketId,
    mode,
    multiple,
    side: position.side === 'long' ? 'short' : 'long',
    // The market's lot size may have changed since the order.
    lots: mulDivDown(lots, lotSize, market.terms.shareNum),
  };
}

/** Terms as they are after the close of a position: its quantity counts no longer. */
function termsWithout(terms: OrderTerms, { side, lots, lotSize }: Position): OrderTerms {
  const { exposure } = terms;
  const left = minus(exposure[side], contractQuantity(lots, lotSize));
  return { ...terms, exposure: { ...exposure, [side]: left } };
}

/**
 * Closes a position and opens the same quantity on the opposite side at the same index, with its leverage and margin mode and
 * without its stops. Refuses what either of the two refuses; nothing has changed then.
 */
export function reversePosition(
  terms: OrderTerms,
  account: MarginAccount,
  house: HouseState,
  id: number,
  limits: UserLimits,
  as: OpenedAs,
): [closed: PositionEvent, opened: PositionEvent] {
  const position = ownPosition(account, id);
  if (position.status !== Status.open) refuse('position_not_open');
  if (position.trial) refuse('trial_fixed');
  const request = oppositeOf(position, terms);
  return allOrNothing(account, house, () => {
    const closed = closePosition(terms, account, house, { id, at: as.at });
    const opened = openPosition(termsWithout(terms, position), account, house, request, limits, as);
    return [closed, opened];
  });
}
