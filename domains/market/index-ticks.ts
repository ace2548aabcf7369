import type { MarketId } from '@karat/contract';
import type { Context } from '@karat/platform/context';
import type { Signer } from '@karat/platform/crypto';
import { genesisHash, headText, nextHash, quotesText } from './chain.ts';
import { inSession } from './instruments.ts';
import type { Instruments } from './instruments.ts';
import { STALE_MS, indexOf } from './rules.ts';
import { forgetTicks, headBefore, insertHeads, insertTicks, newestTick, readTicks } from './tick-store.ts';
import type { Head } from './tick-store.ts';
import { indexTicked } from './topics.ts';
import type { IndexPrice, Market, Source, SourceKind, Tick } from './types.ts';

/** Where an instrument's chain stands. */
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
  /** Days that single ticks are kept; heads are kept for good. */
  readonly keepDays: number;
}

export interface IndexTicks {
  /** Continues the chains from the rows. */
  load(): Promise<void>;
  /** Takes the ticks of one second (unix ms), makes them durable, then tells. */
  take(at: number): Promise<void>;
  /** Signs what has not been signed yet. */
  sign(): Promise<void>;
  forget(at: number): Promise<void>;
  latest(id: MarketId): Tick | undefined;
  price(id: MarketId, now: number): IndexPrice | undefined;
  /** Whether any source ever quotes the instrument. */
  priced(market: Market): boolean;
  kind(): SourceKind;
}

const TICKS_A_MINUTE = 60;
const DAY_S = 86_400;

/** The chain after the rows: from the last signed head over the ticks that came after it. */
async function chainOf(ctx: Context, market: Market): Promise<{ chain: Chain; last: Tick | undefined }> {
  const head = await headBefore(ctx.db, market.id, Number.MAX_SAFE_INTEGER);
  const chain: Chain = {
    hash: head?.hash ?? genesisHash(market.id, market.symbol),
    time: head?.time ?? 0,
    signed: head?.time ?? 0,
  };
  const newest = await newestTick(ctx.db, market.id);
  const page = TICKS_A_MINUTE * 60;
  for (;;) {
    const ticks = await readTicks(ctx.db, market.id, chain.time, Number.MAX_SAFE_INTEGER, page);
    for (const tick of ticks) {
      chain.hash = nextHash(chain.hash, tick);
      chain.time = tick.time;
    }
    if (ticks.length < page) return { chain, last: newest };
  }
}

export function createIndexTicks({ ctx, instruments, sources, signer, keepDays }: Deps): IndexTicks {
  const chains = new Map<MarketId, Chain>();
  const latest = new Map<MarketId, Tick>();
  const kind: SourceKind = sources.some((source) => source.kind === 'simulated') ? 'simulated' : 'live';

  const tickOf = (market: Market, at: number): Tick | undefined => {
    const quotes = sources.flatMap((source) => {
      const quote = source.quote(market, at);
      return quote && at - quote.time <= STALE_MS ? [[source.name, quote.price] as const] : [];
    });
    const price = indexOf(
      quotes.map(([, value]) => value),
      market.indexDecimals,
    );
    if (price === undefined) return undefined;
    return { marketId: market.id, time: at / 1000, price, source: kind, quotes: quotesText(quotes) };
  };

  const headOf = (id: MarketId, chain: Chain): Head => ({
    marketId: id,
    time: chain.time,
    hash: chain.hash,
    signature: signer.sign(Buffer.from(headText(id, chain.time, chain.hash))).toString('base64'),
    publicKey: signer.publicKey.toString('base64'),
  });
  const unsigned = (before: number): Head[] =>
    [...chains].flatMap(([id, chain]) => {
      const over = Math.floor(chain.time / 60) < Math.floor(before / 60);
      return chain.time > chain.signed && over ? [headOf(id, chain)] : [];
    });
  const write = async (ticks: readonly Tick[], heads: readonly Head[]): Promise<void> => {
    if (heads.length === 0 && ticks.length === 0) return;
    if (heads.length === 0) return void (await insertTicks(ctx.db, ticks));
    await ctx.db.transact(async (tx) => {
      await insertHeads(tx, heads);
      if (ticks.length > 0) await insertTicks(tx, ticks);
    });
  };
  const settle = (ticks: readonly Tick[], heads: readonly Head[]): void => {
    for (const head of heads) {
      const chain = chains.get(head.marketId);
      if (chain) chain.signed = head.time;
    }
    for (const tick of ticks) {
      const chain = chains.get(tick.marketId);
      if (!chain) continue;
      chain.hash = nextHash(chain.hash, tick);
      chain.time = tick.time;
      latest.set(tick.marketId, tick);
    }
  };

  return {
    async load() {
      for (const market of instruments.all()) {
        const { chain, last } = await chainOf(ctx, market);
        chains.set(market.id, chain);
        if (last) latest.set(market.id, last);
      }
    },
    async take(at) {
      // Outside its hours a stock's index rests at its last tick; the very first tick is taken at any hour.
      const ticks = instruments.all().flatMap((market) => {
        if (at / 1000 <= (chains.get(market.id)?.time ?? 0)) return [];
        if (!inSession(market, at) && latest.has(market.id)) return [];
        return tickOf(market, at) ?? [];
      });
      const heads = unsigned(at / 1000);
      await write(ticks, heads);
      settle(ticks, heads);
      if (ticks.length > 0) ctx.bus.publish(indexTicked, { time: at, ticks });
    },
    async sign() {
      const heads = unsigned(Number.MAX_SAFE_INTEGER);
      await write([], heads);
      settle([], heads);
    },
    async forget(at) {
      for (const market of instruments.all())
        await forgetTicks(ctx.db, market.id, Math.floor(at / 1000) - keepDays * DAY_S);
    },
    latest: (id) => latest.get(id),
    price(id, now) {
      const tick = latest.get(id);
      const market = instruments.find(id);
      if (!tick || !market) return undefined;
      const time = tick.time * 1000;
      return {
        price: tick.price,
        time,
        stale: inSession(market, now) && now - time > STALE_MS,
        source: tick.source,
      };
    },
    priced: (market) => sources.some((source) => source.covers(market)),
    kind: () => kind,
  };
}
