import type { Depth, PublicTrade } from '@karat/contract';
import { channelStore } from '../../../lib/channel-store.ts';
import type { ChannelStore, LiveState } from '../../../lib/channel-store.ts';
import { EMPTY_BOOK, applyDepth } from './book.ts';
import type { Book } from './book.ts';
import { withTrades } from './trades.ts';

/** One store per market, created on first use. */
function perMarket<State>(make: (id: number) => ChannelStore<LiveState<State>>) {
  const stores = new Map<number, ChannelStore<LiveState<State>>>();
  return (id: number): ChannelStore<LiveState<State>> => {
    let store = stores.get(id);
    if (!store) stores.set(id, (store = make(id)));
    return store;
  };
}

export const bookOf = perMarket<Book>((id) =>
  channelStore<Depth, Book>(`depth:${id}`, EMPTY_BOOK, applyDepth),
);

/** Live trades of a market since subscribing, newest first. */
export const tradesOf = perMarket<readonly PublicTrade[]>((id) =>
  channelStore<readonly PublicTrade[], readonly PublicTrade[]>(`trade:${id}`, [], withTrades),
);
