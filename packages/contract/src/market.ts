import * as z from 'zod';
import { get, post } from './call.ts';
import { drawings } from './drawings.ts';
import { currencyIdText, decimalText, done, limit, marketIdText, rowId, text, timeMs } from './scalars.ts';

/** Kline periods as stored; the wire also accepts 1H, 1D, 1W, 1M for the last but one, and so on. */
export const PERIODS = ['1min', '5min', '15min', '30min', '60min', '4H', '1day', '1week', '1mon'] as const;
export type Period = (typeof PERIODS)[number];

/** Where an index comes from: exchanges, the simulation, or the market's own order book. */
const SOURCES = ['live', 'simulated', 'book'] as const;

const quotation = z.object({
  /** The market's id, `match_id` elsewhere. */
  id: z.number(),
  currency_id: z.number(),
  legal_id: z.number(),
  currency_name: z.string(),
  legal_name: z.string(),
  title: z.string(),
  now_price: decimalText,
  /** Signed percent with two decimals, "+1.23". */
  change: z.string(),
  volume: decimalText,
  high: decimalText,
  low: decimalText,
  logo: z.string(),
  spread: decimalText,
  overnight: decimalText,
  lever_share_num: decimalText,
  lever_trade_fee: decimalText,
  lever_min_share: decimalText,
  lever_max_share: decimalText,
  open_lever: z.number(),
  open_microtrade: z.number(),
  open_coin_trade: z.number(),
  kind: z.enum(['coin', 'stock']),
  source: z.enum(SOURCES),
  /** When the market was listed; null for those of the first day. */
  listed_ms: timeMs.nullable(),
  state: z.enum(['open', 'closed', 'cancel_only', 'halted']),
  /** Next opening of a closed stock market; else null. */
  opens_ms: timeMs.nullable(),
  tick: decimalText,
  /** Decimals of index ticks: finer than `tick`, the step of limit prices. */
  index_decimals: z.number(),
  lot: decimalText,
  min_notional: decimalText,
  /** Allowed distance of a limit price from the index, and of a fill from its trigger, as a ratio. */
  band: decimalText,
  maker_fee: decimalText,
  taker_fee: decimalText,
});

const level = z.tuple([decimalText, decimalText]);
const unixSeconds = z
  .union([z.string(), z.number()])
  .transform(Number)
  .refine((value) => Number.isSafeInteger(value) && value >= 0 && value < 2 ** 40);

export const market = {
  ...drawings,
  'currency/quotation_new': get({
    who: 'visitor',
    effect: 'read',
    summary: 'All markets by quote currency with price, daily change and trading parameters.',
    input: z.object({}),
    reply: z.array(z.object({ id: z.number(), name: z.string(), quotation: z.array(quotation) })),
  }),
  'currency/new_timeshar': get({
    who: 'visitor',
    effect: 'read',
    summary: 'Candles of a market and period between two unix seconds, oldest first, at most 1,500.',
    input: z.object({ from: unixSeconds, to: unixSeconds, symbol: text(20, 3), period: text(8, 2) }),
    reply: z.array(
      z.object({
        id: z.number(),
        period: z.enum(PERIODS),
        open: decimalText,
        close: decimalText,
        high: decimalText,
        low: decimalText,
        vol: decimalText,
        amount: decimalText,
        time: timeMs,
        /** Includes simulated history from before the first trade, labelled. */
        backfilled: z.boolean(),
      }),
    ),
    refusals: ['market_unknown', 'period_unknown', 'range_invalid'],
  }),
  'market/sparklines': get({
    who: 'visitor',
    effect: 'read',
    summary: 'The last 24 hours of every market in 48 closing prices, oldest first.',
    input: z.object({}),
    reply: z.array(z.object({ match_id: z.number(), closes: z.array(decimalText) })),
  }),
  'market/depth': get({
    who: 'visitor',
    effect: 'read',
    summary: 'Best price levels of a book with the number that the realtime differences continue from.',
    input: z.object({ match_id: marketIdText, limit: limit(200, 50) }),
    reply: z.object({ match_id: z.number(), seq: z.number(), bids: z.array(level), asks: z.array(level) }),
    refusals: ['market_unknown'],
  }),
  'market/trades': get({
    who: 'visitor',
    effect: 'read',
    summary: 'Latest trades of a market, newest first; `house` marks those between house accounts.',
    input: z.object({ match_id: marketIdText, limit: limit(100, 50) }),
    reply: z.array(
      z.object({
        id: z.number(),
        price: decimalText,
        quantity: decimalText,
        side: z.enum(['buy', 'sell']),
        house: z.boolean(),
        time: timeMs,
      }),
    ),
    refusals: ['market_unknown'],
  }),
  'market/index': get({
    who: 'visitor',
    effect: 'read',
    summary: 'The latest index tick of a market with its sources.',
    input: z.object({ match_id: marketIdText }),
    reply: z.object({
      match_id: z.number(),
      price: decimalText.nullable(),
      time: timeMs.nullable(),
      stale: z.boolean(),
      /** Price sources disagree: suspended until they agree. */
      broken: z.boolean(),
      source: z.enum(SOURCES),
      sources: z.array(z.object({ name: z.string(), price: decimalText, time: timeMs })),
    }),
    refusals: ['market_unknown'],
  }),
  'market/ticks': get({
    who: 'visitor',
    effect: 'read',
    summary:
      'A range of index ticks (at most an hour) as JSON lines, chained by hash, with the signed heads in it.',
    replyKind: 'file',
    perMinute: 30,
    input: z.object({ match_id: marketIdText, from: unixSeconds, to: unixSeconds }),
    reply: z.object({ name: z.string(), type: z.string(), body: z.string() }),
    refusals: ['market_unknown', 'range_invalid'],
  }),
  'market/tick_key': get({
    who: 'visitor',
    effect: 'read',
    summary:
      "The public key that signs the heads of the tick chains, and the day's commitment to the simulation seed.",
    input: z.object({}),
    reply: z.object({
      algorithm: z.literal('Ed25519'),
      public_key: z.string(),
      commitments: z.array(
        z.object({
          day: z.string(),
          commitment: z.string(),
          /** Creation time: before its day, except for the day of the first start. */
          committed_ms: timeMs,
          /** Seed and base prices are null until the day is over. */
          seed: z.string().nullable(),
          base: z.string().nullable(),
        }),
      ),
    }),
  }),
  'market/search': get({
    who: 'visitor',
    effect: 'read',
    summary: 'Markets whose symbol or name contains the text.',
    input: z.object({ keyword: text(20, 1) }),
    reply: z.array(
      z.object({
        match_id: z.number(),
        symbol: z.string(),
        title: z.string(),
        kind: z.enum(['coin', 'stock']),
      }),
    ),
  }),
  'market/viewed': post({
    who: 'visitor',
    effect: 'write',
    summary: 'Counts a look-up of a market for the hot search.',
    perMinute: 60,
    input: z.object({ match_id: marketIdText }),
    reply: done,
    refusals: ['market_unknown'],
  }),
  'market/hot': get({
    who: 'visitor',
    effect: 'read',
    summary: 'Markets looked up most in the last 24 hours.',
    input: z.object({}),
    reply: z.array(z.object({ match_id: z.number(), symbol: z.string(), views: z.number() })),
  }),
  'optional/list': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'The own favourites.',
    input: z.object({}),
    reply: z.array(z.object({ id: z.number(), currency_id: z.number() })),
  }),
  'optional/add': post({
    who: 'user',
    effect: 'write',
    summary: 'Adds a currency to the favourites; adding it again answers the same row.',
    input: z.object({ currency_id: currencyIdText }),
    reply: z.object({ id: z.number() }),
    refusals: ['currency_unknown', 'favourites_full'],
  }),
  'optional/del': post({
    who: 'user',
    effect: 'write',
    summary: 'Removes a favourite by its row id.',
    input: z.object({ id: rowId }),
    reply: done,
    refusals: ['not_found'],
  }),
};
