import { userId as asUser } from '@karat/contract';
import type { BalanceKey } from '@karat/domains/ledger';
import { Side as BookSide } from '@karat/orderbook';
import { FEES, paidIn, spotAccount } from '../settlement.ts';
import type { PlaceInput, Side } from '../types.ts';
import type { Command } from './commands.ts';
import type { MarketBook } from './market-book.ts';
import type { Books } from './restore.ts';

/** What the orders of a batch that meet the other side of a book want of it together. */
interface Reach {
  lots: number;
  /** The most eager limit in ticks. */
  limit: number;
}

type Reaches = Record<Side, Reach>;

/** Resting orders looked at for one side of one book. */
const MAKERS_MAX = 500;
const ANY_PRICE = { buy: Infinity, sell: 0 } as const;

/**
 * The balances that a batch will most likely touch, so that one statement locks them all: what orders pay with; of those
 * that will trade, also what they receive, and both balances of the orders that they will meet. What this misses is locked
 * after the matching.
 */
export function foresee(commands: readonly Command[], books: Books): BalanceKey[] {
  const keys: BalanceKey[] = [];
  const taking = new Map<MarketBook, Reaches>();
  for (const command of commands) {
    if (command.kind !== 'place') continue;
    const { userId, input } = command;
    const book = books.get(input.marketId);
    if (!book) continue;
    const account = spotAccount(userId);
    keys.push({ account, currency: paidIn(book.market, input.side) });
    if (!meets(book, input)) continue;
    keys.push({ account, currency: paidIn(book.market, input.side === 'buy' ? 'sell' : 'buy') });
    let reaches = taking.get(book);
    if (!reaches) taking.set(book, (reaches = { buy: noReach('buy'), sell: noReach('sell') }));
    reach(book, reaches[input.side], input);
  }
  for (const [book, reaches] of taking) {
    const { base, quote } = book.market;
    keys.push({ account: FEES, currency: base }, { account: FEES, currency: quote });
    for (const side of ['buy', 'sell'] as const) addMakers(keys, book, side, reaches[side]);
  }
  return keys;
}

const noReach = (side: Side): Reach => ({ lots: 0, limit: side === 'buy' ? 0 : Infinity });

const limitOf = ({ scale }: MarketBook, { side, price }: PlaceInput): number =>
  price === undefined ? ANY_PRICE[side] : Number(price / scale.tick);

function meets(book: MarketBook, input: PlaceInput): boolean {
  if (input.stopPrice !== undefined) return false;
  const { bestAsk, bestBid } = book.book;
  const limit = limitOf(book, input);
  return input.side === 'buy' ? bestAsk !== null && limit >= bestAsk : bestBid !== null && limit <= bestBid;
}

function reach(book: MarketBook, wanted: Reach, input: PlaceInput): void {
  const limit = limitOf(book, input);
  wanted.limit = input.side === 'buy' ? Math.max(wanted.limit, limit) : Math.min(wanted.limit, limit);
  // By a quote amount: whatever the bound on orders lets through.
  wanted.lots += input.quantity === undefined ? Infinity : Number(input.quantity / book.scale.lot);
}

function addMakers(keys: BalanceKey[], book: MarketBook, side: Side, { lots, limit }: Reach): void {
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
