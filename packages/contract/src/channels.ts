import type { ChatRoomFrame } from './chat.ts';
import type { NftListingState } from './nft-shapes.ts';
import type { DecimalText } from './replies.ts';

/**
 * Realtime frames on `/ws`. A client sends `{op:"login", token}` or `{op:"login", key, timestamp, nonce, signature}`,
 * `{op:"sub"|"unsub", ch:[...]}`, `{op:"ping"}`, `{op:"call", id, path, body, key?}` for a call of the contract; the
 * server replies `{op, ok, ch?, error?}`, `{op:"pong"}` and `{op:"reply", id, ...envelope}`, and pushes `{ch, seq,
 * data}` with `seq` growing by one per channel and subscription.
 */
export interface Push<Data> {
  readonly ch: string;
  readonly seq: number;
  /** True in the first frame of a private channel, whose `data` is the state and not a change. */
  readonly snapshot?: true;
  readonly data: Data;
}

export interface Ticker {
  readonly match_id: number;
  readonly now_price: DecimalText;
  readonly change: string;
  readonly volume: DecimalText;
  readonly high: DecimalText;
  readonly low: DecimalText;
  readonly time: number;
}

/**
 * Order book channel. First a snapshot with the best 1,000 levels of each side, then differences of all levels:
 * quantity "0" removes one. After a gap in `seq` the client subscribes again and receives a snapshot, also if it is
 * subscribed already.
 */
export interface Depth {
  readonly match_id: number;
  readonly snapshot: boolean;
  readonly bids: readonly (readonly [DecimalText, DecimalText])[];
  readonly asks: readonly (readonly [DecimalText, DecimalText])[];
}

export interface PublicTrade {
  readonly id: number;
  readonly price: DecimalText;
  readonly quantity: DecimalText;
  readonly side: 'buy' | 'sell';
  readonly house: boolean;
  readonly time: number;
}

export interface Kline {
  readonly id: number;
  readonly period: string;
  readonly open: DecimalText;
  readonly close: DecimalText;
  readonly high: DecimalText;
  readonly low: DecimalText;
  readonly vol: DecimalText;
  readonly amount: DecimalText;
  readonly time: number;
}

export interface IndexTick {
  readonly match_id: number;
  readonly price: DecimalText;
  readonly time: number;
  readonly source: 'live' | 'simulated' | 'book';
}

export interface BalanceChange {
  /** 1 legal, 2 change, 3 lever, 4 micro. */
  readonly type: number;
  readonly currency: number;
  readonly available: DecimalText;
  readonly held: DecimalText;
}

/** Payload of the private channel `messages`: new notifications, if any, and the unread count. */
export interface NoticesChange {
  readonly unread: number;
  /** In the language of the account, oldest first; at most ten. */
  readonly notices: readonly {
    readonly id: number;
    readonly kind: string;
    readonly title: string;
    readonly content: string;
    readonly created_ms: number;
  }[];
}

/** A round whose pool or state has changed. */
export interface GamePool {
  readonly id: number;
  readonly pool: DecimalText;
  readonly entries: number;
  /** Stakes and entries by option, in their order. */
  readonly options: readonly { readonly pool: DecimalText; readonly entries: number }[];
  /** Whether it is settled or cancelled: then `game/round` has the result. */
  readonly settled: boolean;
}

/** An NFT sale after a bid, a purchase, its end or its payment; `bind_box/getBoxDetail` has the view of one user. */
export interface NftSaleChange {
  /** Number of the listing. */
  readonly id: number;
  readonly code: string;
  readonly state: NftListingState;
  /** Highest bid; null without one. */
  readonly now_price: DecimalText | null;
  readonly bids: number;
  readonly bidders: number;
  readonly extensions: number;
  readonly end_ms: number;
}

/** Public channels by the pattern of their name. */
export interface PublicChannels {
  ticker: readonly Ticker[];
  'ticker:<match_id>': Ticker;
  'depth:<match_id>': Depth;
  'trade:<match_id>': readonly PublicTrade[];
  'kline:<match_id>:<period>': Kline;
  'index:<match_id>': IndexTick;
  games: readonly GamePool[];
  nft: readonly NftSaleChange[];
  'chat:<room_id>': ChatRoomFrame;
}

/** Private channels of an account, after login. */
export const PRIVATE_CHANNELS = ['orders', 'positions', 'options', 'balances', 'messages', 'chat'] as const;
export type PrivateChannel = (typeof PRIVATE_CHANNELS)[number];

/** Most rows of a private channel's snapshot, the newest ones; lists have the others. */
export const SNAPSHOT_ROWS_MAX = 500;

/** Private channels that a connection with an API key may subscribe to; every key has the right to read. */
export const API_KEY_CHANNELS: readonly PrivateChannel[] = ['orders', 'positions', 'options', 'balances'];

/** What each channel sends, in English, for the page of the API. `backticks` mark names. */
export const CHANNEL_TEXTS: Readonly<Record<keyof PublicChannels | PrivateChannel, string>> = {
  ticker:
    'All markets: a list with `match_id`, `now_price`, `change`, `volume`, `high`, `low`, `time`, at most ten times a second.',
  'ticker:<match_id>': 'The same of one market.',
  'depth:<match_id>':
    'Order book: first `snapshot` true with the best 1,000 levels of each side, then differences; quantity "0" removes a level. After a gap in `seq` subscribe again.',
  'trade:<match_id>': 'Trades of a market: a list with `id`, `price`, `quantity`, `side`, `house`, `time`.',
  'kline:<match_id>:<period>':
    'The running candle: `id`, `open`, `high`, `low`, `close`, `vol`, `amount`, `time`.',
  'index:<match_id>': 'Ticks of the index: `price`, `time`, `source`.',
  games: 'Pools and states of rounds.',
  nft: 'Bids, prices and states of sales.',
  'chat:<room_id>': 'Messages of a room.',
  orders: 'Own orders, one for each frame. The snapshot has the open ones, newest first.',
  positions: 'Own positions, one for each frame. The snapshot has the open and waiting ones, newest first.',
  options: 'Own options, one for each frame. The snapshot has the open ones, newest first.',
  balances:
    'Lists of `type` (1 fiat, 2 spot, 3 futures, 4 options), `currency`, `available`, `held`: the balances that changed. The snapshot has all.',
  messages: '`unread` count and new `notices`. The snapshot has the count.',
  chat: 'Frames of own support conversations and of own messages in rooms. The snapshot has the conversations, newest first.',
};

/** Close codes of the server; besides these, the standard's 1009 for a frame that is too large. */
export const CLOSE_CODES = {
  /** The server shuts down or restarts: reconnect. */
  restart: 1012,
  /** Malformed frames, too many of them, or too many sockets. */
  policy: 1008,
  /** The reader was too slow for its private channels: reconnect and reload the state. */
  resync: 4000,
} as const;
