import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { VirtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { signerFromSeed } from '@karat/platform/crypto';
import type { Database } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { amount, mulDown, price } from '@karat/money';
import type { Price } from '@karat/money';
import type { MarketId } from '@karat/contract';
import type { PublicTrade, Source, SourceKind, TradeLog } from '../types.ts';

export interface TestContext extends Context {
  readonly clock: VirtualClock;
  readonly errors: unknown[];
}

export function testContext(db: Database, start: number): TestContext {
  const errors: unknown[] = [];
  const log = { ...silentLog, error: (fields: object) => void errors.push(fields) };
  const bus = createBus((error) => errors.push(error));
  return { db, clock: virtualClock(start), random: seededRandom('market'), bus, log, demo: true, errors };
}

export const testSigner = signerFromSeed(new Uint8Array(32).fill(7));

/** A source whose prices a test sets. */
export interface TestSource extends Source {
  say(symbol: string, text: string): void;
  hush(): void;
}

export function testSource(name: string, kind: SourceKind): TestSource {
  const prices = new Map<string, Price>();
  return {
    name,
    kind,
    covers: () => true,
    quote(market, at) {
      const known = prices.get(market.symbol);
      return known === undefined ? undefined : { price: known, time: at };
    },
    start: () => undefined,
    stop: () => undefined,
    say: (symbol, text) => void prices.set(symbol, price(text)),
    hush: () => prices.clear(),
  };
}

export function trade(id: number, time: number, at: string, quantity = '1', house = false): PublicTrade {
  const p = price(at);
  const q = amount(quantity);
  return { id, price: p, quantity: q, quote: mulDown(q, p), side: 'buy', house, time };
}

/** The engine's durable trades. */
export function testTrades(): TradeLog & { readonly rows: Map<MarketId, PublicTrade[]> } {
  const rows = new Map<MarketId, PublicTrade[]>();
  return {
    rows,
    since: async (id, after, limit) => (rows.get(id) ?? []).filter((row) => row.id > after).slice(0, limit),
    latest: async (id, limit) => (rows.get(id) ?? []).toReversed().slice(0, limit),
  };
}
