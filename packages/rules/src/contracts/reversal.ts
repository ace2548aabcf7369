import { minus, plus, sum } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import { closingPrice } from './amounts.ts';
import { estimateOrder } from './estimate.ts';
import type { AccountBefore, ContractTerms, OrderEstimate } from './estimate.ts';
import { closingFill } from './fills.ts';
import type { HeldPosition } from './risk.ts';

/** An open position to be reversed. */
export interface ReversedPosition extends HeldPosition {
  readonly mode: 'cross' | 'isolated';
  readonly multiple: number;
  readonly lots: Amount;
  readonly margin: Amount;
  readonly feeRate: Rate;
}

/** Figures of a reversal before it is sent, rounded as its two fills round them. */
export interface ReversalEstimate {
  /** Result of the closed position before its fee. */
  readonly profit: Amount;
  readonly closingFee: Amount;
  readonly closingPrice: Price;
  /** The opposite position. `after` is the available balance afterwards, negative if it is too small. */
  readonly opened: OrderEstimate;
}

/** Estimates the close of a position and the opening of its opposite; `account` is the account without the position. */
export function estimateReversal(
  position: ReversedPosition,
  terms: ContractTerms,
  account: AccountBefore,
  index: Price,
): ReversalEstimate {
  const { side, quantity, open, mode, multiple, lots, margin, feeRate } = position;
  const at = closingPrice(side, index, position.spread);
  const funds = mode === 'cross' ? plus(margin, account.available) : margin;
  const { profit, shortfall, fee } = closingFill({ side, quantity, open, price: at, feeRate, funds });
  const available = minus(sum([account.available, margin, profit, shortfall]), fee);
  const opposite = side === 'long' ? 'short' : 'long';
  const order = { side: opposite, mode, lots, multiple, target: undefined, index } as const;
  const opened = estimateOrder(order, terms, { ...account, available });
  return { profit, closingFee: fee, closingPrice: at, opened };
}
