import { refuse } from '@karat/contract';
import { UNIT, amount, format, isMultipleOf, negate, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import { CONTRACT_DECIMALS, isCloseOut, removableMargin } from '@karat/rules';
import { ownPosition } from './commands.ts';
import { crossMarginState, heldPositionOf } from './margin-account.ts';
import type { MarginAccount } from './margin-account.ts';
import { requireTrading } from './order-checks.ts';
import type { OrderTerms } from './order-checks.ts';
import { Status } from './position.ts';
import type { Position } from './position.ts';
import type { MarkPrices, PositionEvent } from './position-events.ts';

/** A request to add margin to an isolated position, or to take some back. */
export interface MarginRequest {
  readonly id: number;
  readonly direction: 'add' | 'remove';
  readonly money: Amount;
}

const STEP = amount(10n ** BigInt(10 - CONTRACT_DECIMALS));

/** Refuses more than is available, or what the cross positions need. */
function checkAdded(account: MarginAccount, money: Amount, marks: MarkPrices): void {
  const cross = crossMarginState(account, marks);
  const isShort = cross && isCloseOut({ ...cross, equity: cross.equity - money * UNIT });
  if (isShort || money > account.available) refuse('insufficient_balance', { currency: 'USDT' });
}

function checkRemoved(terms: OrderTerms, position: Position, money: Amount): void {
  const { index } = requireTrading(terms, 'close');
  const held = { ...heldPositionOf(position), multiple: position.multiple };
  const removable = removableMargin(held, position.margin, index);
  if (money > removable)
    refuse('margin_not_removable', { max: format(removable), currency: terms.market.quoteName });
}

/**
 * Adds margin from the available balance to an isolated position, in any state of its market, or takes some back while the market
 * trades: what remains covers the initial margin and the present loss. Its liquidation price follows.
 */
export function changeMargin(
  terms: OrderTerms,
  account: MarginAccount,
  { id, direction, money }: MarginRequest,
  marks: MarkPrices,
): PositionEvent {
  const position = ownPosition(account, id);
  if (position.status !== Status.open) refuse('position_not_open');
  if (position.trial) refuse('trial_fixed');
  if (position.mode !== 'isolated') refuse('margin_not_isolated');
  if (!isMultipleOf(money, STEP)) refuse('amount_too_precise', { decimals: CONTRACT_DECIMALS });
  if (direction === 'add') checkAdded(account, money, marks);
  else checkRemoved(terms, position, money);
  const change = direction === 'add' ? money : negate(money);
  account.available = plus(account.available, negate(change));
  position.margin = plus(position.margin, change);
  return { kind: 'margin_changed', position, change, margin: position.margin };
}
