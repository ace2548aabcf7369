import { FLAG, logoPath } from '@karat/contract';
import type { Contract, MarketId, Reply } from '@karat/contract';
import { format } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import type { Handlers } from '@karat/platform/http';
import { nextSession } from './calendar.ts';
import type { Candle } from './candles.ts';
import { readQuotes } from './chain.ts';
import type { MarketData } from './create.ts';
import { drawingHandlers } from './drawings.ts';
import { dropFavourite, keepFavourite } from './favourites.ts';
import { changePercent } from './rules.ts';
import { readFavourites } from './store.ts';
import { ticksFile } from './ticks-file.ts';
import { queryKlines } from './kline-query.ts';
import type { Market } from './types.ts';

const COMMITMENTS = 30;
const HOT_MAX = 10;

type Calls = Contract['market'];
type QuotationGroup = Reply<Calls['currency/quotation_new']>[number];
type Quotation = QuotationGroup['quotation'][number];

/** Label of a market's prices. */
const sourceOf = (data: MarketData, { pricing }: Market): Quotation['source'] =>
  pricing === 'book' ? 'book' : data.source;
const flag = (open: boolean): number => (open ? FLAG.yes : FLAG.no);

/** A market's row; before the first trade its price is the index, and without either it is 0. */
export function quotationOf(data: MarketData, market: Market): Quotation {
  const figures = data.inside.candles.figures(market.id);
  const index = data.index(market.id)?.price;
  const price = figures?.price ?? index ?? 0n;
  const { terms } = market;
  const state = data.state(market.id);
  const text = (value: bigint): string => format(value as typeof market.tick);
  return {
    id: market.id,
    currency_id: market.base,
    legal_id: market.quote,
    currency_name: market.baseName,
    legal_name: market.quoteName,
    title: market.title,
    now_price: text(price),
    change: changePercent(figures?.open ?? price, price),
    volume: text(figures?.volume ?? 0n),
    high: text(figures?.high ?? price),
    low: text(figures?.low ?? price),
    logo: logoPath(market.baseName),
    spread: text(terms.spread),
    overnight: text(terms.overnight),
    lever_share_num: text(terms.shareNum),
    lever_trade_fee: text(terms.tradeFee),
    lever_min_share: text(terms.minShare),
    lever_max_share: text(terms.maxShare),
    open_lever: flag(market.openLever),
    open_microtrade: flag(market.openMicrotrade),
    open_coin_trade: flag(market.openCoinTrade),
    kind: market.kind,
    source: sourceOf(data, market),
    listed_ms: market.listedMs ?? null,
    state,
    opens_ms:
      state === 'closed' && market.kind === 'stock' ? nextSession(data.inside.ctx.clock.now()).open : null,
    tick: text(market.tick),
    index_decimals: market.indexDecimals,
    lot: text(market.lot),
    min_notional: text(market.minNotional),
    band: text(market.band),
    maker_fee: text(market.makerFee),
    taker_fee: text(market.takerFee),
  };
}

function quotations(data: MarketData): QuotationGroup[] {
  const groups = new Map<number, QuotationGroup>();
  for (const market of data.instruments.all()) {
    let group = groups.get(market.quote);
    if (!group) {
      group = { id: market.quote, name: market.quoteName, quotation: [] };
      groups.set(market.quote, group);
    }
    group.quotation.push(quotationOf(data, market));
  }
  return [...groups.values()];
}

/** A candle in the format of calls and channel. */
export const candleRow = (candle: Candle): Reply<Calls['currency/new_timeshar']>[number] => ({
  id: candle.start,
  period: candle.period,
  open: format(candle.open),
  close: format(candle.close),
  high: format(candle.high),
  low: format(candle.low),
  vol: format(candle.vol),
  amount: format(candle.amount),
  time: candle.start * 1000,
  backfilled: candle.backfilled,
});

function indexReply(data: MarketData, market: Market): Reply<Calls['market/index']> {
  const index = data.index(market.id);
  const tick = data.inside.ticks.latest(market.id);
  const sources = tick ? (readQuotes(tick.quotes) ?? []) : [];
  return {
    match_id: market.id,
    price: index ? format(index.price) : null,
    time: index?.time ?? null,
    stale: index?.stale ?? true,
    broken: index?.broken ?? false,
    source: sourceOf(data, market),
    sources: sources.map(([name, price]) => ({ name, price: format(price), time: index?.time ?? 0 })),
  };
}

const levels = (side: readonly (readonly [Price, Amount])[]): [string, string][] =>
  side.map(([price, quantity]) => [format(price), format(quantity)]);

function depthReply(data: MarketData, id: MarketId, limit: number): Reply<Calls['market/depth']> {
  const view = data.inside.engine?.books.depth(data.instruments.need(id).id, limit);
  return {
    match_id: id,
    seq: view?.seq ?? 0,
    bids: levels(view?.bids ?? []),
    asks: levels(view?.asks ?? []),
  };
}

async function tradesReply(
  data: MarketData,
  id: MarketId,
  limit: number,
): Promise<Reply<Calls['market/trades']>> {
  const trades = (await data.inside.engine?.trades.latest(data.instruments.need(id).id, limit)) ?? [];
  return trades.map(({ id: trade, price, quantity, side, house, time }) => ({
    id: trade,
    price: format(price),
    quantity: format(quantity),
    side,
    house,
    time,
  }));
}

function search(data: MarketData, keyword: string): Reply<Calls['market/search']> {
  const wanted = keyword.toLowerCase();
  const names = ({ symbol, title }: Market): string =>
    `${symbol} ${symbol.replace('/', '')} ${title}`.toLowerCase();
  return data.instruments
    .all()
    .filter((market) => names(market).includes(wanted))
    .map(({ id, symbol, title, kind }) => ({ match_id: id, symbol, title, kind }));
}

async function hot(data: MarketData): Promise<Reply<Calls['market/hot']>> {
  const rows = (await data.inside.looks.hot()).slice(0, HOT_MAX);
  return rows.map(({ market_id, views }) => ({
    match_id: market_id,
    symbol: data.instruments.need(market_id).symbol,
    views,
  }));
}

/** Handlers of the market calls. */
export function marketHandlers(data: MarketData): Handlers<Calls> {
  const { ctx, candles, looks, seeds, signer } = data.inside;
  return {
    'currency/quotation_new': () => quotations(data),
    'currency/new_timeshar': async ({ input }) =>
      (await queryKlines(data, data.inside, input)).map(candleRow),
    'market/sparklines': () =>
      data.instruments.all().map(({ id }) => ({
        match_id: id,
        closes: candles.sparkline(id).map((close) => format(close)),
      })),
    'market/depth': ({ input }) => depthReply(data, input.match_id, input.limit),
    'market/trades': ({ input }) => tradesReply(data, input.match_id, input.limit),
    'market/index': ({ input }) => indexReply(data, data.instruments.need(input.match_id)),
    'market/ticks': ({ input }) => ticksFile(data, input.match_id, input.from, input.to),
    'market/tick_key': async () => ({
      algorithm: 'Ed25519',
      public_key: signer.publicKey.toString('base64'),
      commitments: data.source === 'simulated' ? await seeds.commitments(COMMITMENTS) : [],
    }),
    'market/search': ({ input }) => search(data, input.keyword),
    'market/viewed': ({ input }) => {
      looks.seen(data.instruments.need(input.match_id).id);
      return 'ok';
    },
    'market/hot': () => hot(data),
    ...drawingHandlers(data),
    'optional/list': ({ caller }) => readFavourites(ctx.db, caller.userId),
    'optional/add': async ({ input, caller }) => ({
      id: await keepFavourite(data, caller.userId, input.currency_id),
    }),
    'optional/del': async ({ input, caller }) => {
      await dropFavourite(data, caller.userId, input.id);
      return 'ok' as const;
    },
  };
}
