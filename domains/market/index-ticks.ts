import type { MarketId } from '@karat/contract';
import type { Price } from '@karat/money';
import type { Context } from '@karat/platform/context';
import type { Signer } from '@karat/platform/crypto';
import { DAY_S } from '@karat/rules';
import { bookQuotes } from './book-price.ts';
import { genesisHash, headText, nextHash, quotesText } from './chain.ts';
import { inSession } from './instruments.ts';
import type { Instruments } from './instruments.ts';
import { STALE_MS, breakerFor, disagree, indexOf, rescaled } from './rules.ts';
import { forgetTicks, headBefore, insertHeads, insertTicks, newestTick, readTicks } from './tick-store.ts';
import type { Head } from './tick-store.ts';
import { indexTicked, marketChanged } from './topics.ts';
import type {
  BookTop,
  Breaker,
  IndexPrice,
  Market,
  PricedPair,
  ShareActions,
  Source,
  SourceKind,
  Tick,
} from './types.ts';

/** State of an instrument's chain. */
interface Chain {
  hash: string;
  /** Unix second of the last tick. */
  time: number;
  /** Unix second of the last signed head. */
  signed: number;
}

interface Deps {
  readonly ctx: Context;
  readonly instruments: Instruments;
  readonly sources: readonly Source[];
  readonly signer: Signer;
  /** Days that single ticks are stored; heads are stored permanently. */
  readonly keepDays: number;
  /** Limits that suspend an index; the default depends on the kind of the sources. */
  readonly breaker?: Breaker;
  readonly actions?: ShareActions | undefined;
  /** Best prices and last trade of a market; undefined while no engine runs. */
  readonly topOf: (id: MarketId) => BookTop | undefined;
}

const PAGE = 3_600;
const MINUTE_S = 60;

/** The chain from the rows: the last signed head and the ticks after it. */
async function readChain({ db }: Context, market: Market): Promise<Chain> {
  const head = await headBefore(db, market.id, Number.MAX_SAFE_INTEGER);
  const chain: Chain = {
    hash: head?.hash ?? genesisHash(market.id, market.symbol),
    time: head?.time ?? 0,
    signed: head?.time ?? 0,
  };
  for (;;) {
    const ticks = await readTicks(db, market.id, chain.time, Number.MAX_SAFE_INTEGER, PAGE);
    for (const tick of ticks) {
      chain.hash = nextHash(chain.hash, tick);
      chain.time = tick.time;
    }
    if (ticks.length < PAGE) return chain;
  }
}

/** The published index: a tick per second and instrument, durable before it is published. */
export class IndexTicks {
  /** Whether prices are live or simulated. */
  readonly kind: SourceKind;
  readonly #deps: Deps;
  readonly #breaker: Breaker;
  readonly #chains = new Map<MarketId, Chain>();
  readonly #latest = new Map<MarketId, Tick>();
  /** Markets whose sources disagree. */
  readonly #broken = new Set<MarketId>();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.kind = deps.sources.some((source) => source.kind === 'simulated') ? 'simulated' : 'live';
    this.#breaker = deps.breaker ?? breakerFor(this.kind);
  }

  /** Continues the chains of markets that it does not follow yet from the rows. */
  async load(): Promise<void> {
    const { ctx, instruments } = this.#deps;
    for (const market of instruments.all()) {
      if (this.#chains.has(market.id)) continue;
      this.#chains.set(market.id, await readChain(ctx, market));
      const newest = await newestTick(ctx.db, market.id);
      if (newest) this.#latest.set(market.id, newest);
    }
  }

  /** Takes the ticks of one second (unix ms), makes them durable, then publishes them. */
  async take(at: number): Promise<void> {
    const { ctx, instruments } = this.#deps;
    // A market may have been listed since the last second.
    await this.load();
    const ticks = instruments
      .all()
      .flatMap((market) => (this.#due(market, at) && this.#tick(market, at)) || []);
    const heads = this.#unsigned(at / 1000);
    await this.#write(ticks, heads);
    if (ticks.length > 0) ctx.bus.publish(indexTicked, { time: at, ticks });
  }

  /** Signs the unsigned heads. */
  async sign(): Promise<void> {
    await this.#write([], this.#unsigned(Number.MAX_SAFE_INTEGER));
  }

  /** Deletes single ticks after their retention. */
  async forget(at: number): Promise<void> {
    const { ctx, instruments, keepDays } = this.#deps;
    const before = Math.floor(at / 1000) - keepDays * DAY_S;
    for (const { id } of instruments.all()) await forgetTicks(ctx.db, id, before);
  }

  latest(id: MarketId): Tick | undefined {
    return this.#latest.get(id);
  }

  price(id: MarketId, now: number): IndexPrice | undefined {
    const tick = this.#latest.get(id);
    const market = this.#deps.instruments.find(id);
    if (!tick || !market) return undefined;
    const time = tick.time * 1000;
    const broken = this.#broken.has(id);
    // A tick from the future - the clock was set back - is not a present price either.
    const stale = broken || (inSession(market, now) && Math.abs(now - time) > STALE_MS);
    // A tick from before a split counts in shares of another size.
    const price = rescaled(tick.price, this.#deps.actions?.rescales(id) ?? [], time, now);
    return { price, time, stale, broken, source: tick.source };
  }

  /** Whether enough sources quote the instrument for its index; one without outside sources has its own order book. */
  priced(market: Market): boolean {
    if (market.pricing === 'book') return true;
    return this.covering(market).length >= this.#breaker.sourcesMin;
  }

  /**
   * Prices that outside sources have for a pair at a time (unix ms), and the index that they would make: undefined if they are too few
   * or disagree. For a pair that is not priced by them yet.
   */
  trial(
    pair: PricedPair & Pick<Market, 'indexDecimals'>,
    now: number,
  ): { readonly quotes: readonly (readonly [string, Price])[]; readonly price: Price | undefined } {
    const quotes = this.#quotes(pair, Math.floor(now / 1000) * 1000);
    const prices = quotes.map(([, price]) => price);
    const price = disagree(prices, this.#breaker) ? undefined : indexOf(prices, pair.indexDecimals);
    return { quotes, price };
  }

  /** Minimum number of sources of an index. */
  get sourcesMin(): number {
    return this.#breaker.sourcesMin;
  }

  /** Names of the sources that have a name for a pair. */
  covering(pair: PricedPair): readonly string[] {
    return this.#deps.sources.filter((source) => source.covers(pair)).map(({ name }) => name);
  }

  #quotes(pair: PricedPair, at: number): (readonly [string, Price])[] {
    return this.#deps.sources.flatMap((source) => {
      const quote = source.quote(pair, at);
      return quote && at - quote.time <= STALE_MS ? [[source.name, quote.price] as const] : [];
    });
  }

  /** Outside its hours a stock's index stays at its last tick; the very first tick is taken at any hour. */
  #due(market: Market, at: number): boolean {
    if (at / 1000 <= (this.#chains.get(market.id)?.time ?? 0)) return false;
    if (this.#deps.actions?.paused(market.id, at) === true) return false;
    return inSession(market, at) || !this.#latest.has(market.id);
  }

  #tick(market: Market, at: number): Tick | undefined {
    if (market.pricing === 'book') return this.#bookTick(market, at);
    const quotes = this.#quotes(market, at);
    const prices = quotes.map(([, value]) => value);
    if (this.#suspended(market, prices)) return undefined;
    const price = indexOf(prices, market.indexDecimals);
    if (price === undefined) return undefined;
    return { marketId: market.id, time: at / 1000, price, source: this.kind, quotes: quotesText(quotes) };
  }

  /** The tick of a market without outside sources; none while no engine runs. */
  #bookTick({ id, reference, indexDecimals }: Market, at: number): Tick | undefined {
    const top = this.#deps.topOf(id);
    if (!top || reference === undefined) return undefined;
    const quotes = bookQuotes(top, reference);
    const price = indexOf(
      quotes.map(([, value]) => value),
      indexDecimals,
    );
    if (price === undefined) return undefined;
    return { marketId: id, time: at / 1000, price, source: 'book', quotes: quotesText(quotes) };
  }

  /** Whether the breaker suspends the index this second; a change is published and logged. */
  #suspended({ id, symbol }: Market, prices: readonly Price[]): boolean {
    const { ctx } = this.#deps;
    // Silence of all sources is staleness and leaves the breaker unchanged.
    const broken = prices.length === 0 ? this.#broken.has(id) : disagree(prices, this.#breaker);
    if (broken !== this.#broken.has(id)) {
      if (broken) this.#broken.add(id);
      else this.#broken.delete(id);
      ctx.log.warn({ symbol, broken }, broken ? 'price sources disagree' : 'price sources agree again');
      ctx.bus.publish(marketChanged, { marketId: id });
    }
    return broken;
  }

  /** Heads of the chains whose last tick lies in a minute before this second and is not signed. */
  #unsigned(before: number): Head[] {
    const { signer } = this.#deps;
    const minute = Math.floor(before / MINUTE_S);
    return [...this.#chains].flatMap(([marketId, { hash, time, signed }]) => {
      if (time <= signed || Math.floor(time / MINUTE_S) >= minute) return [];
      const signature = signer.sign(Buffer.from(headText(marketId, time, hash))).toString('base64');
      return [{ marketId, time, hash, signature, publicKey: signer.publicKey.toString('base64') }];
    });
  }

  async #write(ticks: readonly Tick[], heads: readonly Head[]): Promise<void> {
    const { db } = this.#deps.ctx;
    if (heads.length > 0) {
      await db.transact(async (tx) => {
        await insertHeads(tx, heads);
        if (ticks.length > 0) await insertTicks(tx, ticks);
      });
    } else if (ticks.length > 0) await insertTicks(db, ticks);
    for (const head of heads) {
      const chain = this.#chains.get(head.marketId);
      if (chain) chain.signed = head.time;
    }
    for (const tick of ticks) {
      const chain = this.#chains.get(tick.marketId);
      if (!chain) continue;
      chain.hash = nextHash(chain.hash, tick);
      chain.time = tick.time;
      this.#latest.set(tick.marketId, tick);
    }
  }
}
