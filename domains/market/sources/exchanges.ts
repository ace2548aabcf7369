import type { Context } from '@karat/platform/context';
import * as z from 'zod';
import type { Source } from '../types.ts';
import { createExchangeSource } from './exchange.ts';
import type { Exchange, TopOfBook } from './exchange.ts';

const decimal = z.string();

/**
 * Binance spot, individual symbol book tickers on a combined stream: a frame for every change of the best bid or ask
 * (`{"stream":"btcusdt@bookTicker","data":{"u":..,"s":"BTCUSDT","b":"..","B":"..","a":"..","A":".."}}`). The server pings, and
 * ends every connection after 24 hours.
 */
const binanceFrame = z.object({
  stream: z.string(),
  data: z.object({ s: z.string(), b: decimal, a: decimal }),
});
export const binance: Exchange = {
  name: 'binance',
  url: 'wss://stream.binance.com:9443',
  holdsMs: 60_000,
  products: {
    'BTC/USDT': 'BTCUSDT',
    'ETH/USDT': 'ETHUSDT',
    'SOL/USDT': 'SOLUSDT',
    'BNB/USDT': 'BNBUSDT',
    'XRP/USDT': 'XRPUSDT',
    'DOGE/USDT': 'DOGEUSDT',
    'ADA/USDT': 'ADAUSDT',
    'USDC/USDT': 'USDCUSDT',
  },
  form: /^[A-Z0-9]{1,16}USDT$/,
  subscribe: (product) =>
    JSON.stringify({ method: 'SUBSCRIBE', params: [`${product.toLowerCase()}@bookTicker`], id: 1 }),
  hello: (products) => ({
    path: `/stream?streams=${products.map((product) => `${product.toLowerCase()}@bookTicker`).join('/')}`,
    frames: [],
  }),
  read(frame): readonly TopOfBook[] {
    const { success, data } = binanceFrame.safeParse(frame);
    return success ? [{ product: data.data.s, bid: data.data.b, ask: data.data.a }] : [];
  },
};

/**
 * Coinbase Exchange, channels `ticker` (a frame for every trade, with best bid and ask) and `heartbeat` (one a second
 * and product). A quote is valid for ten seconds only: between trades it is not repeated.
 */
const coinbaseFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ticker'), product_id: z.string(), best_bid: decimal, best_ask: decimal }),
  z.object({ type: z.literal('error'), message: z.string(), reason: z.string().optional() }),
]);
export const coinbase: Exchange = {
  name: 'coinbase',
  url: 'wss://ws-feed.exchange.coinbase.com',
  holdsMs: 10_000,
  products: {
    'BTC/USDT': 'BTC-USDT',
    'ETH/USDT': 'ETH-USDT',
    'SOL/USDT': 'SOL-USDT',
    'XRP/USDT': 'XRP-USDT',
    'DOGE/USDT': 'DOGE-USDT',
    'ADA/USDT': 'ADA-USDT',
  },
  form: /^[A-Z0-9]{1,16}-USDT$/,
  subscribe: (product) =>
    JSON.stringify({ type: 'subscribe', product_ids: [product], channels: ['ticker', 'heartbeat'] }),
  hello: (products) => ({
    path: '',
    frames: [JSON.stringify({ type: 'subscribe', product_ids: products, channels: ['ticker', 'heartbeat'] })],
  }),
  read(frame) {
    const { success, data } = coinbaseFrame.safeParse(frame);
    if (!success) return [];
    if (data.type === 'error') return { refused: `${data.message}: ${data.reason ?? ''}` };
    return [{ product: data.product_id, bid: data.best_bid, ask: data.best_ask }];
  },
};

/**
 * Kraken WebSocket v2, channel `ticker` with the trigger `bbo`: a frame for every change of the best bid or ask, and a
 * heartbeat a second otherwise. Its prices are JSON numbers; they are read as text. An unknown pair is refused on its
 * own and does not affect the others.
 */
const krakenFrame = z.object({
  channel: z.literal('ticker'),
  data: z.array(z.object({ symbol: z.string(), bid: decimal, ask: decimal })),
});
const krakenSubscription = (symbol: readonly string[]): string =>
  JSON.stringify({
    method: 'subscribe',
    params: { channel: 'ticker', symbol, event_trigger: 'bbo', snapshot: true },
  });
export const kraken: Exchange = {
  name: 'kraken',
  url: 'wss://ws.kraken.com/v2',
  holdsMs: 60_000,
  products: {
    'BTC/USDT': 'BTC/USDT',
    'ETH/USDT': 'ETH/USDT',
    'SOL/USDT': 'SOL/USDT',
    'BNB/USDT': 'BNB/USDT',
    'XRP/USDT': 'XRP/USDT',
    'DOGE/USDT': 'DOGE/USDT',
    'ADA/USDT': 'ADA/USDT',
    'USDC/USDT': 'USDC/USDT',
  },
  form: /^[A-Z0-9]{1,16}\/USDT$/,
  subscribe: (product) => krakenSubscription([product]),
  hello: (products) => ({ path: '', frames: [krakenSubscription(products)] }),
  read(frame): readonly TopOfBook[] {
    const { success, data } = krakenFrame.safeParse(frame);
    return success ? data.data.map(({ symbol, bid, ask }) => ({ product: symbol, bid, ask })) : [];
  },
};

/** Key and secret of an account with a provider. */
export interface ProviderKey {
  readonly key: string;
  readonly secret: string;
}

/**
 * Alpaca market data v2, feed `iex`: quotes of US stocks during trading hours, in US dollars, which count as USDT one
 * to one. The server greets, expects the key, then the subscription; every frame is a list of messages with their type
 * in `T`. It is silent while the market is closed.
 */
const alpacaMessage = z.discriminatedUnion('T', [
  z.object({ T: z.literal('success'), msg: z.string() }),
  z.object({ T: z.literal('error'), msg: z.string() }),
  z.object({ T: z.literal('q'), S: z.string(), bp: decimal, ap: decimal }),
]);
const ALPACA_STOCKS = ['AAPL', 'MSFT', 'NVDA', 'TSLA', 'AMZN', 'GOOGL'];
export const alpaca = ({ key, secret }: ProviderKey): Exchange => ({
  name: 'alpaca',
  url: 'wss://stream.data.alpaca.markets/v2/iex',
  holdsMs: 10_000,
  silentMs: 60_000,
  products: Object.fromEntries(ALPACA_STOCKS.map((stock) => [`${stock}/USDT`, stock])),
  form: /^[A-Z]{1,5}(\.[A-Z])?$/,
  greets: true,
  subscribe: (product) => JSON.stringify({ action: 'subscribe', quotes: [product] }),
  hello: () => ({ path: '', frames: [] }),
  read(frame) {
    const messages = (Array.isArray(frame) ? frame : []).flatMap((each) => {
      const { success, data } = alpacaMessage.safeParse(each);
      return success ? [data] : [];
    });
    const error = messages.find((message) => message.T === 'error');
    if (error) return { refused: error.msg };
    const said = new Set(messages.map((message) => (message.T === 'success' ? message.msg : '')));
    if (said.has('connected')) return { send: [JSON.stringify({ action: 'auth', key, secret })] };
    if (said.has('authenticated')) {
      return { send: [JSON.stringify({ action: 'subscribe', quotes: ALPACA_STOCKS })], isReady: true };
    }
    return messages.flatMap((message) =>
      message.T === 'q' ? [{ product: message.S, bid: message.bp, ask: message.ap }] : [],
    );
  },
});

const EXCHANGES: ReadonlyMap<string, Exchange> = new Map(
  [binance, coinbase, kraken].map((exchange) => [exchange.name, exchange]),
);

/**
 * Returns the public exchanges of these names as price sources, each once, by default all; and the provider of stock
 * prices if there is a key for it. Throws RangeError for an unknown name, with the list of names.
 */
export function exchangeSources(
  ctx: Pick<Context, 'clock' | 'random' | 'log'>,
  names: readonly string[] = [...EXCHANGES.keys()],
  stocks?: ProviderKey,
): Source[] {
  const coins = [...new Set(names)].map((name) => {
    const exchange = EXCHANGES.get(name);
    if (!exchange)
      throw new RangeError(`unknown price source ${name}, known: ${[...EXCHANGES.keys()].join(', ')}`);
    return createExchangeSource(exchange, ctx);
  });
  return stocks ? [...coins, createExchangeSource(alpaca(stocks), ctx)] : coins;
}
