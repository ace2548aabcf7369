import {
  UNIT,
  ZERO,
  amount,
  ceilToStep,
  max,
  minus,
  mulDivDown,
  mulDivUp,
  mulUp,
  negate,
  plus,
  rate,
} from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import { copyLots, profitShare } from '../copying.ts';
import type { CopySize } from '../copying.ts';
import { CONTRACT_DECIMALS } from '../contracts/amounts.ts';
import type { PositionSide } from '../contracts/amounts.ts';
import { DAY_MS } from '../durations.ts';
import { maxDrawdown } from './track-record.ts';
import type { EquityPoint } from './track-record.ts';

/** A position of the trader that a follower would have copied. Times in unix ms, amounts in USDT. */
export interface CopiedTrade {
  readonly openedAt: number;
  /** Undefined while it is open. */
  readonly closedAt: number | undefined;
  /** Net result of the trader after fees; of an open position with its unrealised profit. */
  readonly net: Amount;
  readonly margin: Amount;
  /** Value at the opening price. */
  readonly notional: Amount;
  readonly lots: Amount;
  readonly lotStep: Amount;
  readonly minLots: Amount;
  readonly maxLots: Amount;
}

/** How the follower would have copied. */
export interface SimulationTerms {
  readonly size: CopySize;
  /** Sum that the follower sets aside: copies never use more margin, and losses reduce it. */
  readonly sum: Amount;
  readonly orderCap: Amount | undefined;
  readonly stopLoss: Amount | undefined;
  readonly takeProfit: Amount | undefined;
  readonly shareRatio: Rate;
  /** By how much each fill of a copy is worse than the trader's, of its value. */
  readonly slippage: Rate;
}

export interface Simulation {
  /** Result before the profit share, signed, open copies at the index included. */
  readonly profit: Amount;
  /** Share of the profit that the trader would have received, rounded down. */
  readonly share: Amount;
  /** Result after the share, signed. */
  readonly net: Amount;
  /** Percent of the sum and a positive peak, two decimals, rounded down. */
  readonly drawdown: Amount;
  /** Number of positions that would have been copied, and that would not. */
  readonly copied: number;
  readonly skipped: number;
  /** What ended the copying early, and when. */
  readonly ended: { readonly by: 'stop_loss' | 'take_profit'; readonly at: number } | undefined;
  /** Result at the end of each UTC day with a change, oldest first, from 0 at the beginning. */
  readonly curve: readonly EquityPoint[];
}

interface OpenCopy {
  readonly trade: CopiedTrade;
  readonly margin: Amount;
  readonly net: Amount;
}

interface CopyStep {
  readonly at: number;
  readonly opens: boolean;
  readonly trade: CopiedTrade;
}

/** A fill of a copy beside the trader's. */
export interface CopiedFill {
  readonly side: PositionSide;
  readonly traderPrice: Price;
  readonly price: Price;
}

/** Smallest unit of a measured slippage: a ten-thousandth of a percent. */
const SLIPPAGE_STEP = UNIT / 1_000_000n;

/** Mean slippage of copies against their trader, not below zero, rounded up at six decimals; undefined without copies. */
export function meanSlippage(fills: readonly CopiedFill[]): Rate | undefined {
  if (fills.length === 0) return undefined;
  const total = fills.reduce((sum, { side, traderPrice, price }) => {
    const worse = side === 'long' ? price - traderPrice : traderPrice - price;
    return sum + (worse * UNIT) / traderPrice;
  }, 0n);
  return total <= 0n ? rate('0') : rate(ceilToStep(total / BigInt(fills.length), SLIPPAGE_STEP));
}

/** What slippage costs a copy: at its opening, and at its close if it has one. Rounded up. */
const slippageCost = ({ notional, closedAt }: CopiedTrade, slippage: Rate): Amount =>
  amount(mulUp(notional, slippage, CONTRACT_DECIMALS) * (closedAt === undefined ? 1n : 2n));

/** The copy of a trade with its margin (rounded up) and result (rounded down); undefined where it would not fit. */
function copyOf(trade: CopiedTrade, terms: SimulationTerms, free: Amount): OpenCopy | undefined {
  const lots = copyLots(terms.size, trade.lots, trade.lotStep);
  if (lots === 0n || lots < trade.minLots || lots > trade.maxLots) return undefined;
  const margin = mulDivUp(trade.margin, lots, trade.lots, CONTRACT_DECIMALS);
  if (margin > free || (terms.orderCap !== undefined && margin > terms.orderCap)) return undefined;
  const net = minus(trade.net, slippageCost(trade, terms.slippage));
  return { trade, margin, net: mulDivDown(net, lots, trade.lots, CONTRACT_DECIMALS) };
}

/** Openings and closings in the order of time; open trades close at the end. A close comes before an opening of its moment. */
const stepsOf = (trades: readonly CopiedTrade[], now: number): CopyStep[] =>
  trades
    .flatMap((trade) => [
      { at: trade.openedAt, opens: true, trade },
      { at: trade.closedAt ?? now, opens: false, trade },
    ])
    .toSorted((a, b) => a.at - b.at || Number(a.opens) - Number(b.opens));

function endOf(result: Amount, { stopLoss, takeProfit }: SimulationTerms) {
  if (stopLoss !== undefined && result <= negate(stopLoss)) return 'stop_loss' as const;
  return takeProfit !== undefined && result >= takeProfit ? ('take_profit' as const) : undefined;
}

/** The last point of each UTC day. */
const dailyPoints = (points: readonly EquityPoint[]): EquityPoint[] => [
  ...new Map(points.map((point) => [Math.floor(point.at / DAY_MS), point])).values(),
];

/**
 * What copying a trader's positions since a time would have brought. Results are those of the trader in proportion to the lots,
 * less slippage. A stop is checked when a copy closes; copies open at that moment keep their later result.
 */
export function simulateCopies(
  trades: readonly CopiedTrade[],
  terms: SimulationTerms,
  { from, now }: { readonly from: number; readonly now: number },
): Simulation {
  const open = new Map<CopiedTrade, OpenCopy>();
  const points: EquityPoint[] = [{ at: from, equity: ZERO }];
  let [result, realised, inUse] = [ZERO, ZERO, ZERO];
  let [copied, skipped] = [0, 0];
  let ended: Simulation['ended'];
  for (const { at, opens, trade } of stepsOf(trades, now)) {
    if (opens) {
      if (ended) continue;
      const free = minus(plus(terms.sum, result), inUse);
      const copy = copyOf(trade, terms, max(free, ZERO));
      if (!copy) {
        skipped++;
        continue;
      }
      copied++;
      inUse = plus(inUse, copy.margin);
      open.set(trade, copy);
      continue;
    }
    const copy = open.get(trade);
    if (!copy) continue;
    open.delete(trade);
    inUse = minus(inUse, copy.margin);
    result = plus(result, copy.net);
    if (trade.closedAt !== undefined) realised = plus(realised, copy.net);
    points.push({ at, equity: result });
    const by = ended ? undefined : endOf(result, terms);
    if (by && trade.closedAt !== undefined) ended = { by, at };
  }
  const share = profitShare(realised, ZERO, terms.shareRatio, max(realised, ZERO), CONTRACT_DECIMALS).amount;
  return {
    profit: result,
    share,
    net: minus(result, share),
    drawdown: maxDrawdown(points, terms.sum),
    copied,
    skipped,
    ended,
    curve: [...points.slice(0, 1), ...dailyPoints(points.slice(1))],
  };
}

/** Multiple that sizes copies in proportion to the sum and the trader's capital: two decimals, rounded down. */
export const proportionalMultiple = (sum: Amount, capital: Amount): Amount =>
  capital <= 0n ? ZERO : mulDivDown(sum, amount('1'), capital, 2);
