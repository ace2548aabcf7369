import { UNIT, ZERO, amount, max, minus, mulDivUp, negate, plus } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import {
  CONTRACT_DECIMALS,
  closingPrice,
  contractFee,
  contractMargin,
  contractNotional,
  contractProfit,
  contractQuantity,
  exactProfit,
  openingPrice,
} from './amounts.ts';
import type { PositionSide } from './amounts.ts';
import { liquidationPrice } from './risk.ts';
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
  /** Isolated: margin and fee. Cross: equity of the cross account before the order, rounded up. */
  readonly maxLoss: Amount;
  /** Available balance after the order; negative if it is too small. */
  readonly after: Amount;
}

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
    maxLoss: isCross ? max(equityBefore, ZERO) : cost,
  };
}
