import {
  UNIT,
  ZERO,
  amount,
  floorToStep,
  max,
  min,
  minus,
  mulDivDown,
  mulDivUp,
  negate,
  plus,
  price,
  times,
} from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import {
  CONTRACT_DECIMALS,
  closingPrice,
  contractFee,
  contractHold,
  contractMargin,
  contractNotional,
  contractProfit,
  contractQuantity,
  exactProfit,
  openingPrice,
} from './amounts.ts';
import type { PositionSide } from './amounts.ts';
import { isCloseOut, liquidationPrice, unrealisedProfit } from './risk.ts';
import type { HeldPosition } from './risk.ts';

/** An order before it is sent. */
export interface OrderDraft {
  readonly side: PositionSide;
  readonly mode: 'cross' | 'isolated';
  readonly lots: Amount;
  readonly multiple: number;
  /** Limit price; undefined for a market order. */
  readonly target: Price | undefined;
  readonly index: Price;
}

/** Terms of the market. */
export interface ContractTerms {
  readonly spread: Price;
  readonly lotSize: Amount;
  readonly feeRate: Rate;
  /** Decimals of index ticks. */
  readonly indexDecimals: number;
}

/** The contract account before the order. */
export interface AccountBefore {
  readonly available: Amount;
  /** Margins and unrealised profit of the open cross positions, exact, in 1e-20 of the quote currency. */
  readonly crossEquity: bigint;
  readonly crossMargins: Amount;
  /** Open cross positions in the same market. */
  readonly crossPositions: readonly HeldPosition[];
}

/** Figures of an order before it is sent. All in quote but the quantity, rounded as the fill rounds them. */
export interface OrderEstimate {
  readonly price: Price;
  readonly quantity: Amount;
  readonly notional: Amount;
  readonly margin: Amount;
  readonly fee: Amount;
  /** Loss of opening and closing at the same index, without fees. */
  readonly spreadCost: Amount;
  /** Margin and fee together. */
  readonly cost: Amount;
  /** The first index tick that closes the position out; undefined where none above zero does. */
  readonly liquidation: Price | undefined;
  /** Whether the tick that fills the order would close the position out. */
  readonly closesAtOnce: boolean;
  /** Isolated: margin and fee. Cross: equity of the cross account before the order, rounded up. */
  readonly maxLoss: Amount;
  /** Available balance after the order; negative if it is too small. */
  readonly after: Amount;
}

/** The index at which a limit order at `target` fills: less the spread for a long, plus it for a short, at least 1e-10. */
const fillingIndex = (side: PositionSide, target: Price, spread: Price): Price =>
  price(side === 'long' ? max(target - spread, 1n) : target + spread);

/** Maximum whole steps of lots whose margin and fee an available balance covers, rounded down. */
export function affordableLots(
  { available, at, multiple, step }: AffordableOrder,
  { lotSize, feeRate }: Pick<ContractTerms, 'lotSize' | 'feeRate'>,
): Amount {
  if (available <= 0n) return ZERO;
  const costOf = (lots: Amount): Amount =>
    contractHold(contractQuantity(lots, lotSize), at, multiple, feeRate);
  // Of many steps, so that the rounding of the cost hardly changes the quotient.
  const many = times(step, 1_000_000);
  const cost = costOf(many);
  if (cost <= 0n) return ZERO;
  const lots = floorToStep(mulDivDown(available, many, cost), step);
  return costOf(lots) <= available ? lots : minus(lots, step);
}

/** What limits the size of an order. */
export interface AffordableOrder {
  readonly available: Amount;
  readonly at: Price;
  readonly multiple: number;
  /** Smallest step of the lots. */
  readonly step: Amount;
}

/**
 * Result of a position that opens at `open` and closes at the index `level`, in quote after the fees of both fills; a loss is
 * negative. Rounded against the user.
 */
export function resultAtIndex(
  { side, quantity, open, level }: ClosingDraft,
  { spread, feeRate }: Pick<ContractTerms, 'spread' | 'feeRate'>,
): Amount {
  const close = closingPrice(side, level, spread);
  const fees = plus(contractFee(quantity, open, feeRate), contractFee(quantity, close, feeRate));
  return minus(contractProfit(side, quantity, open, close), fees);
}

/** A position and the index that closes it. */
export interface ClosingDraft {
  readonly side: PositionSide;
  readonly quantity: Amount;
  readonly open: Price;
  readonly level: Price;
}

/** Maximum loss with a stop-loss: that of the stop, at most that without it. The stop fills at the next tick, which may differ. */
export const maxLossWithStop = (maxLoss: Amount, atStop: Amount): Amount =>
  min(maxLoss, max(negate(atStop), ZERO));

/** Estimates an order by the formulas of the fill. A limit order is estimated at its target. */
export function estimateOrder(
  order: OrderDraft,
  { spread, lotSize, feeRate, indexDecimals }: ContractTerms,
  account: AccountBefore,
): OrderEstimate {
  const { side, mode, multiple, index } = order;
  const quotedOpen = openingPrice(side, index, spread);
  const close = closingPrice(side, index, spread);
  const open = order.target ?? quotedOpen;
  const quantity = contractQuantity(order.lots, lotSize);
  const margin = contractMargin(quantity, open, multiple);
  const fee = contractFee(quantity, open, feeRate);
  const cost = plus(margin, fee);
  const after = minus(account.available, cost);
  const isCross = mode === 'cross';
  const position = { side, quantity, open, spread };
  const profit = exactProfit(side, quantity, open, close);
  const state = isCross
    ? {
        equity: (after + margin) * UNIT + account.crossEquity + profit,
        margins: plus(margin, account.crossMargins),
      }
    : { equity: margin * UNIT + profit, margins: margin };
  const held = isCross ? [...account.crossPositions, position] : [position];
  const fillIndex = order.target === undefined ? index : fillingIndex(side, order.target, spread);
  const change = unrealisedProfit(held, fillIndex) - unrealisedProfit(held, index);
  const equityBefore = amount(
    mulDivUp(account.available * UNIT + account.crossEquity, 1n, UNIT, CONTRACT_DECIMALS),
  );
  return {
    price: open,
    quantity,
    notional: contractNotional(quantity, open),
    margin,
    fee,
    cost,
    after,
    spreadCost: negate(contractProfit(side, quantity, quotedOpen, close)),
    liquidation: liquidationPrice(state, index, held, indexDecimals),
    closesAtOnce: isCloseOut({ ...state, equity: state.equity + change }),
    maxLoss: isCross ? max(equityBefore, ZERO) : cost,
  };
}
