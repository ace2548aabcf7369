import { parse, price } from '@karat/money';
import { chainHash, followsFrom, textOfHead } from './chain.ts';
import type { TickFacts } from './chain.ts';
import { verifyEd25519 } from './ed25519.ts';
import type { ReceiptTick } from './receipt.ts';
import { bytesFromBase64, bytesOf } from './sha256.ts';

/** A tick with its place in the chain; of a market without outside sources also one that no receipt may use. */
export type FileTick = Omit<ReceiptTick, 'source'> & Pick<TickFacts, 'source'>;

/** A verified file of ticks, or its first wrong line. */
export type TicksFile =
  | {
      readonly ok: true;
      readonly market: number;
      readonly symbol: string;
      readonly ticks: readonly FileTick[];
      /** Unix second of the last tick under a signed head; 0 without any. */
      readonly signedUpTo: number;
      /** Keys that signed heads, base64. */
      readonly keys: readonly string[];
    }
  | { readonly ok: false; readonly line: number; readonly reason: string };

type Row = Readonly<Record<string, unknown>>;
const LINES_MAX = 20_000;

interface Progress {
  readonly market: number;
  readonly symbol: string;
  readonly decimals: number;
  hash: string;
  time: number;
  signedUpTo: number;
  readonly ticks: FileTick[];
  readonly keys: Set<string>;
}

const num = (row: Row, name: string): number => (typeof row[name] === 'number' ? row[name] : Number.NaN);
const str = (row: Row, name: string): string => (typeof row[name] === 'string' ? row[name] : '');

function begin(row: Row): Progress | string {
  const previous = str(row, 'previous');
  const market = num(row, 'market');
  const decimals = num(row, 'decimals');
  if (row['type'] !== 'start' || row['version'] !== 1) return 'it does not begin with a start line';
  if (!/^[0-9a-f]{64}$/.test(previous) || !Number.isInteger(market) || !(decimals >= 0 && decimals <= 10))
    return 'the start line cannot be read';
  return {
    market,
    symbol: str(row, 'symbol'),
    decimals,
    hash: previous,
    time: 0,
    signedUpTo: 0,
    ticks: [],
    keys: new Set(),
  };
}

function takeTick(state: Progress, row: Row): string | undefined {
  const text = str(row, 'price');
  const source = str(row, 'source');
  const time = num(row, 'time');
  const value = parse(text);
  if (value === undefined || (source !== 'live' && source !== 'simulated' && source !== 'book'))
    return 'the tick cannot be read';
  if (num(row, 'market') !== state.market) return 'a tick of another market';
  if (!Number.isInteger(time) || time <= state.time) return 'its second does not come after the one before';
  const quotes = str(row, 'quotes');
  const tick: TickFacts = { market: state.market, time, price: price(value), source, quotes };
  const hash = chainHash(state.hash, tick);
  if (hash !== row['hash']) return `the hash should be ${hash}`;
  if (!followsFrom(tick, state.decimals)) return 'the price does not follow from its sources';
  state.ticks.push({ market: state.market, time, price: text, source, quotes, previous: state.hash, hash });
  state.hash = hash;
  state.time = time;
  return undefined;
}

async function takeHead(state: Progress, row: Row): Promise<string | undefined> {
  if (num(row, 'market') !== state.market) return 'a head of another market';
  if (num(row, 'time') !== state.time || str(row, 'hash') !== state.hash)
    return 'the signed head is not the hash of the tick before it';
  const key = bytesFromBase64(str(row, 'public_key'));
  const signature = bytesFromBase64(str(row, 'signature'));
  const text = bytesOf(textOfHead(state.market, state.time, state.hash));
  if (!key || !signature || !(await verifyEd25519(key, text, signature)))
    return 'the signature does not hold';
  state.signedUpTo = state.time;
  state.keys.add(str(row, 'public_key'));
  return undefined;
}

function rowOf(text: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

async function take(state: Progress, row: Row): Promise<string | undefined> {
  if (row['type'] === 'tick') return takeTick(state, row);
  return row['type'] === 'head' ? takeHead(state, row) : 'neither a tick nor a head';
}

/**
 * Verifies a downloaded range of ticks (`market/ticks`): every hash, price and signature. Stops at the first wrong
 * line.
 */
export async function readTicksFile(text: string): Promise<TicksFile> {
  const lines = text.split('\n').filter((line) => line !== '');
  if (lines.length > LINES_MAX) return { ok: false, line: LINES_MAX, reason: 'too long' };
  const started = begin(rowOf(lines[0] ?? '') ?? {});
  if (typeof started === 'string') return { ok: false, line: 1, reason: started };
  for (const [index, line] of lines.entries()) {
    if (index === 0) continue;
    const row = rowOf(line);
    const reason = row ? await take(started, row) : 'not JSON';
    if (reason !== undefined) return { ok: false, line: index + 1, reason };
  }
  const { market, symbol, ticks, signedUpTo, keys } = started;
  return { ok: true, market, symbol, ticks, signedUpTo, keys: [...keys] };
}
