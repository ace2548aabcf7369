import type { Depth, PublicTrade } from '@karat/contract';
import { channelStore } from '../../../lib/channel-store.ts';
import type { ChannelStore, LiveState } from '../../../lib/channel-store.ts';
import { EMPTY_BOOK, applyDepth } from './book.ts';
import type { Book } from './book.ts';
import { withTrades } from './trades.ts';

/** One store per market, made when the market is first looked at. */
function perMarket<State>(make: (id: number) => ChannelStore<LiveState<State>>) {
  const stores = new Map<number, ChannelStore<LiveState<State>>>();
  return (id: number): ChannelStore<LiveState<State>> => {
    let store = stores.get(id);
    if (!store) stores.set(id, (store = make(id)));
    return store;
  };
}

/** The live book of a market. */
export const bookOf = perMarket<Book>((id) =>
  channelStore<Depth, Book>(`depth:${id}`, EMPTY_BOOK, applyDepth),
);

/** Trades of a market since one looks, newest first. */
export const tradesOf = perMarket<readonly PublicTrade[]>((id) =>
  channelStore<readonly PublicTrade[], readonly PublicTrade[]>(`trade:${id}`, [], withTrades),
);
