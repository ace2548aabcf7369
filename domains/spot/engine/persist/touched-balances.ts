import { userId as asUser } from '@karat/contract';
import type { BalanceKey } from '@karat/domains/ledger';
import { Side as BookSide } from '@karat/orderbook';
import { FEES, spotAccount } from '../../settlement.ts';
import type { PlaceInput, Side } from '../../types.ts';
import { placedInput } from '../intake/commands.ts';
import type { Command } from '../intake/commands.ts';
import type { MarketBook } from '../decide/market-book.ts';
import type { Books } from '../recovery/restore.ts';

/** Total demand of a batch's orders that cross the other side of a book. */
interface SideDemand {
  lots: number;
  /** The most aggressive limit in ticks. */
  limit: number;
}

interface BookDemand extends Record<Side, SideDemand> {
  bid: number;
  ask: number;
}

/** Maximum number of resting orders inspected per side of a book. */
const MAKERS_MAX = 500;
const ANY_PRICE = { buy: Infinity, sell: 0 } as const;

/**
 * Predicts the balances that a batch will touch, so that one statement locks them all: those that orders pay with; of
 * orders that will trade, also those they receive, and both balances of the orders they will meet. Balances that this
 * misses are locked after the matching.
 */
export function predictTouchedBalances(commands: readonly Command[], books: Books): BalanceKey[] {
  const keys: BalanceKey[] = [];
  const edges = demandByBook(commands, books);
  for (const command of commands) {
    if (command.kind !== 'place' && command.kind !== 'replace') continue;
    const { userId, input } = command;
    const book = books.get(input.marketId);
    const edge = book && edges.get(book);
    if (!edge) continue;
    const account = spotAccount(userId);
    const { base, quote } = book.market;
    const buys = input.side === 'buy';
    keys.push({ account, currency: buys ? quote : base });
    const limit = limitTicksOf(book, input);
    if (input.stopPrice !== undefined || (buys ? limit < edge.ask : limit > edge.bid)) continue;
    keys.push({ account, currency: buys ? base : quote });
    const wanted = edge[input.side];
    // By a quote amount: any quantity up to the bound on orders.
    wanted.lots += input.quantity === undefined ? Infinity : Number(input.quantity / book.scale.lot);
    wanted.limit = buys ? Math.max(wanted.limit, limit) : Math.min(wanted.limit, limit);
  }
  for (const [book, edge] of edges) {
    const { base, quote } = book.market;
    if (edge.buy.lots + edge.sell.lots === 0) continue;
    keys.push({ account: FEES, currency: base }, { account: FEES, currency: quote });
    for (const side of ['buy', 'sell'] as const) addMakerBalances(keys, book, side, edge[side]);
  }
  return keys;
}

/**
 * The best prices of each book if all orders of the batch rested in it: an order that reaches them may trade with
 * either.
 */
function demandByBook(commands: readonly Command[], books: Books): Map<MarketBook, BookDemand> {
  const edges = new Map<MarketBook, BookDemand>();
  for (const command of commands) {
    const input = placedInput(command);
    if (!input) continue;
    const book = books.get(input.marketId);
    if (!book) continue;
    let edge = edges.get(book);
    if (!edge) {
      const { bestBid, bestAsk } = book.book;
      edge = { bid: bestBid ?? 0, ask: bestAsk ?? Infinity, buy: noDemand('buy'), sell: noDemand('sell') };
      edges.set(book, edge);
    }
    if (input.price === undefined || input.stopPrice !== undefined) continue;
    const limit = limitTicksOf(book, input);
    if (input.side === 'buy') edge.bid = Math.max(edge.bid, limit);
    else edge.ask = Math.min(edge.ask, limit);
  }
  return edges;
}

const noDemand = (side: Side): SideDemand => ({ lots: 0, limit: side === 'buy' ? 0 : Infinity });

const limitTicksOf = ({ scale }: MarketBook, { side, price }: PlaceInput): number =>
  price === undefined ? ANY_PRICE[side] : Number(price / scale.tick);

function addMakerBalances(
  keys: BalanceKey[],
  book: MarketBook,
  side: Side,
  { lots, limit }: SideDemand,
): void {
  if (lots === 0) return;
  const { base, quote } = book.market;
  let left = lots;
  let seen = 0;
  for (const { owner, price, quantity } of book.book.orders(side === 'buy' ? BookSide.Sell : BookSide.Buy)) {
    if (side === 'buy' ? price > limit : price < limit) return;
    const account = spotAccount(asUser(owner));
    keys.push({ account, currency: base }, { account, currency: quote });
    left -= quantity;
    if (left <= 0 || ++seen === MAKERS_MAX) return;
  }
}
