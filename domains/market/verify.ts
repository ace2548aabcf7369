import { parse, price } from '@karat/money';
import type { Price } from '@karat/money';
import { verifySignature } from '@karat/platform/crypto';
import { marketId } from '@karat/contract';
import * as z from 'zod';
import { followsFromQuotes, genesisHash, headText, nextHash } from './chain.ts';
import type { Tick } from './types.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const startLine = z.object({
  type: z.literal('start'),
  version: z.literal(1),
  market: z.number().int(),
  symbol: z.string(),
  algorithm: z.literal('sha256'),
  decimals: z.number().int().min(0).max(10),
  previous: hash,
  public_key: z.string(),
});
const tickLine = z.object({
  type: z.literal('tick'),
  market: z.number().int(),
  time: z.number().int(),
  price: z.string().refine((text) => parse(text) !== undefined),
  source: z.enum(['live', 'simulated', 'book']),
  quotes: z.string(),
  hash,
});
const headLine = z.object({
  type: z.literal('head'),
  market: z.number().int(),
  time: z.number().int(),
  hash,
  public_key: z.string(),
  signature: z.string(),
});
const line = z.discriminatedUnion('type', [startLine, tickLine, headLine]);

/** The result of checking a tick file. */
export type Verdict =
  | {
      readonly ok: true;
      readonly symbol: string;
      readonly ticks: number;
      readonly heads: number;
      /** Ticks after the last signed head. */
      readonly unsigned: number;
      /** The file contains the start of the chain. */
      readonly fromGenesis: boolean;
      /** Keys that signed the heads, base64. */
      readonly keys: readonly string[];
    }
  | { readonly ok: false; readonly line: number; readonly reason: string };

interface Progress {
  start: z.infer<typeof startLine> | undefined;
  hash: string;
  time: number;
  ticks: number;
  heads: number;
  unsigned: number;
  readonly keys: Set<string>;
}

function checkTick(state: Progress, row: z.infer<typeof tickLine>): string | undefined {
  if (!state.start) return 'a tick before the start line';
  if (row.market !== state.start.market) return `a tick of market ${row.market}`;
  if (row.time <= state.time) return `its second ${row.time} does not come after ${state.time}`;
  const tick: Tick = {
    marketId: marketId(row.market),
    time: row.time,
    price: price(row.price),
    source: row.source,
    quotes: row.quotes,
  };
  const expected = nextHash(state.hash, tick);
  if (expected !== row.hash) return `the hash should be ${expected}`;
  if (!followsFromQuotes(tick, state.start.decimals))
    return `the price ${row.price} does not follow from its sources ${row.quotes}`;
  state.hash = row.hash;
  state.time = row.time;
  state.ticks += 1;
  state.unsigned += 1;
  return undefined;
}

function checkHead(
  state: Progress,
  row: z.infer<typeof headLine>,
  trusted: readonly string[],
): string | undefined {
  if (!state.start || row.market !== state.start.market) return 'a head of another market';
  if (row.time !== state.time || row.hash !== state.hash)
    return 'the signed head is not the hash of the tick before it';
  if (trusted.length > 0 && !trusted.includes(row.public_key))
    return `signed by the key ${row.public_key}, which is not the one to trust`;
  const text = Buffer.from(headText(marketId(row.market), row.time, row.hash));
  const holds = verifySignature(
    Buffer.from(row.public_key, 'base64'),
    text,
    Buffer.from(row.signature, 'base64'),
  );
  if (!holds) return 'the signature does not hold';
  state.heads += 1;
  state.unsigned = 0;
  state.keys.add(row.public_key);
  return undefined;
}

function checkLine(state: Progress, text: string, trusted: readonly string[]): string | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return 'not JSON';
  }
  const read = line.safeParse(json);
  if (!read.success) return 'not a start, tick or head line';
  const row = read.data;
  switch (row.type) {
    case 'start':
      if (state.start) return 'a second start line';
      state.start = row;
      state.hash = row.previous;
      return undefined;
    case 'tick':
      return checkTick(state, row);
    case 'head':
      return checkHead(state, row, trusted);
  }
}

/** A tick line of a file with its instrument's symbol, for further checks of the prices. */
export interface PublishedTick {
  readonly line: number;
  readonly symbol: string;
  /** Unix seconds. */
  readonly time: number;
  readonly price: Price;
  readonly source: 'live' | 'simulated' | 'book';
}

/** The ticks of a verified file. */
export function ticksIn(file: string): PublishedTick[] {
  let symbol = '';
  return file.split('\n').flatMap((text, index) => {
    const read = line.safeParse(text === '' ? undefined : JSON.parse(text));
    if (!read.success) return [];
    if (read.data.type === 'start') ({ symbol } = read.data);
    if (read.data.type !== 'tick') return [];
    return [
      {
        line: index + 1,
        symbol,
        time: read.data.time,
        price: price(read.data.price),
        source: read.data.source,
      },
    ];
  });
}

/**
 * Checks a downloaded range of index ticks line by line: every hash follows from the previous one, every price from
 * its sources, seconds only grow, and every head is the chain's hash signed by its key - one of the `trusted` ones
 * (base64), if given. Returns the first wrong line.
 */
export function verifyTicks(file: string, trusted: readonly string[] = []): Verdict {
  const state: Progress = {
    start: undefined,
    hash: '',
    time: 0,
    ticks: 0,
    heads: 0,
    unsigned: 0,
    keys: new Set(),
  };
  const lines = file.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const [index, text] of lines.entries()) {
    const reason = checkLine(state, text, trusted);
    if (reason !== undefined) return { ok: false, line: index + 1, reason };
  }
  const { start, ticks, heads, unsigned, keys } = state;
  if (!start) return { ok: false, line: 1, reason: 'the file is empty' };
  const fromGenesis = start.previous === genesisHash(marketId(start.market), start.symbol);
  return { ok: true, symbol: start.symbol, ticks, heads, unsigned, fromGenesis, keys: [...keys] };
}
