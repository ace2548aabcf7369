import { parse, price } from '@karat/money';
import type { Price } from '@karat/money';
import type { Context } from '@karat/platform/context';
import type { PricedPair, Quote, Source } from '../types.ts';
import { createFeed } from './feed.ts';

/** Best bid and ask of a product, as text from an exchange. */
export interface TopOfBook {
  readonly product: string;
  readonly bid: string;
  readonly ask: string;
}

/** A frame that must be sent before quotes come. */
export interface Answer {
  readonly send: readonly string[];
  /** From now on the exchange takes subscriptions. */
  readonly isReady?: boolean;
}

/** A subscription that was refused. */
export interface Refused {
  readonly refused: string;
}

/** The protocol of one public exchange. */
export interface Exchange {
  readonly name: string;
  readonly url: string;
  /** Its names of our instruments. */
  readonly products: Readonly<Record<string, string>>;
  /** Form of its names of pairs with USDT as quote currency. */
  readonly form: RegExp;
  /** The frame that subscribes to one more product. */
  subscribe(product: string): string;
  /** True if it takes subscriptions only after an answer says so. */
  readonly greets?: boolean;
  /** Validity of a quote without repetition, while the connection lives. */
  readonly holdsMs: number;
  /** The address to connect to, and the frames to send once connected. */
  hello(products: readonly string[]): { readonly path: string; readonly frames: readonly string[] };
  /** A connection that is silent for this time is dead; ten seconds by default. */
  readonly silentMs?: number;
  /** Meaning of a frame: quotes, nothing of interest, a request to reply to, or a refused subscription. */
  read(frame: unknown): readonly TopOfBook[] | Answer | Refused;
}

/** Parses JSON with its numbers as text: prices never pass through binary floating point. */
function readJson(text: string): unknown {
  const keepText = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
    typeof value === 'number' && context?.source !== undefined ? context.source : value;
  try {
    return JSON.parse(text, keepText);
  } catch {
    return undefined;
  }
}

/** Mean of bid and ask, rounded down at 1e-10; undefined unless they are two prices in order. */
function middle(top: TopOfBook): Price | undefined {
  const bid = parse(top.bid);
  const ask = parse(top.ask);
  if (bid === undefined || ask === undefined || bid === 0n || ask < bid) return undefined;
  return price((bid + ask) / 2n);
}

/** Most names that operators added and tried: each is asked for at most once a second as long as a market uses it. */
const ADDED_MAX = 200;

/** The name of a pair at an exchange, of the form that names have there. */
function productAt(exchange: Exchange, { symbol, products: named }: PricedPair): string | undefined {
  const product = named === undefined ? exchange.products[symbol] : named[exchange.name];
  return product !== undefined && exchange.form.test(product) ? product : undefined;
}

/** Returns true if a text names a product, rather than a longer one that contains its name. */
function isNamed(product: string, text: string): boolean {
  const name = product.replaceAll(/[./]/gu, String.raw`\$&`);
  return new RegExp(`(?<![A-Za-z0-9][-./]?)${name}(?![-./]?[A-Za-z0-9])`, 'u').test(text);
}

/** Names at an exchange beyond those of the release: false while the exchange refuses one, the latest quoted last. */
function createAdded(exchange: Exchange) {
  const release = new Set(Object.values(exchange.products));
  const added = new Map<string, boolean>();
  return {
    /** Notes that a name is quoted; returns the one that it takes the place of, and whether it is new. */
    note(product: string): { readonly isNew: boolean; readonly dropped?: string | undefined } {
      if (release.has(product)) return { isNew: false };
      const known = added.get(product);
      added.delete(product);
      added.set(product, known ?? true);
      const [oldest] = added.keys();
      if (known !== undefined || added.size <= ADDED_MAX || oldest === undefined)
        return { isNew: known === undefined };
      added.delete(oldest);
      return { isNew: true, dropped: oldest };
    },
    subscriptions: (): string[] =>
      [...added].flatMap(([product, isGood]) => (isGood ? [exchange.subscribe(product)] : [])),
    /** An exchange may have listed a name since it refused it. */
    tryAgain(): void {
      for (const product of added.keys()) added.set(product, true);
    },
    /** Marks the name that a refusal is about; returns false for a refusal of others. */
    refuse(text: string): boolean {
      const product = [...added.keys()].find((name) => isNamed(name, text));
      if (product !== undefined) added.set(product, false);
      return product !== undefined;
    },
  };
}

/**
 * A public exchange as a price source: the middle between its best bid and ask. A quote is valid as long as its
 * connection is alive, at most `holdsMs` after its last frame; quotes of an earlier connection are discarded. Names that operators
 * added are subscribed to when they are first quoted, each with a frame of its own: one that the exchange refuses affects no other.
 */
export function createExchangeSource(
  exchange: Exchange,
  { clock, random, log }: Pick<Context, 'clock' | 'random' | 'log'>,
  settings: { readonly url?: string | undefined; readonly silentMs?: number } = {},
): Source {
  const products = Object.values(exchange.products);
  const { path, frames } = exchange.hello(products);
  const quotes = new Map<
    string,
    { readonly price: Price; readonly at: number; readonly connection: number }
  >();
  const silentMs = settings.silentMs ?? exchange.silentMs;
  const added = createAdded(exchange);
  let connection = 0;
  let isReady = false;
  const follow = (product: string): void => {
    const { isNew, dropped } = added.note(product);
    if (dropped !== undefined) quotes.delete(dropped);
    if (isNew && isReady) feed.send(exchange.subscribe(product));
  };
  const feed = createFeed({
    name: exchange.name,
    url: `${settings.url ?? exchange.url}${path}`,
    clock,
    random,
    log,
    hello: () => (isReady ? [...frames, ...added.subscriptions()] : frames),
    ...(silentMs === undefined ? {} : { silentMs }),
    onOpen() {
      connection += 1;
      isReady = exchange.greets !== true;
      added.tryAgain();
    },
    onFrame(text) {
      const read = exchange.read(readJson(text));
      if ('refused' in read) {
        const refused = read.refused.slice(0, 300);
        log.warn({ source: exchange.name, refused }, 'price source refused the subscription');
        return added.refuse(read.refused);
      }
      if ('send' in read) {
        isReady ||= read.isReady === true;
        for (const answer of [...read.send, ...(read.isReady === true ? added.subscriptions() : [])])
          feed.send(answer);
        return true;
      }
      for (const top of read) {
        const value = middle(top);
        if (value !== undefined) quotes.set(top.product, { price: value, at: clock.now(), connection });
      }
      return true;
    },
  });

  return {
    name: exchange.name,
    kind: 'live',
    covers: (pair) => productAt(exchange, pair) !== undefined,
    quote(pair): Quote | undefined {
      const product = productAt(exchange, pair);
      if (product !== undefined) follow(product);
      const quote = product === undefined ? undefined : quotes.get(product);
      if (!quote || quote.connection !== connection || feed.lastFrame() === 0) return undefined;
      return { price: quote.price, time: Math.min(feed.lastFrame(), quote.at + exchange.holdsMs) };
    },
    start: () => feed.start(),
    stop: () => feed.stop(),
  };
}
