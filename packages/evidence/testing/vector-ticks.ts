import { price } from '@karat/money';
import { bytesOf, chainHash, genesisOf, textOfHead } from '../src/index.ts';
import type { ReceiptTick } from '../src/index.ts';
import { T0, strangerKey, tickKey } from './vector-keys.ts';
import type { SigningKey } from './vector-keys.ts';

interface Line {
  readonly time: number;
  readonly price: string;
  readonly quotes: string;
}
export interface Chain<Source = 'live' | 'simulated' | 'book'> {
  readonly market: number;
  readonly symbol: string;
  readonly decimals: number;
  readonly source: Source;
  readonly lines: readonly Line[];
}

/** Ticks of a chain, each with the hash of its predecessor. */
export function ticksOf<Source extends Chain['source']>({
  market,
  symbol,
  source,
  lines,
}: Chain<Source>): (Omit<ReceiptTick, 'source'> & { readonly source: Source })[] {
  let previous = genesisOf(market, symbol);
  return lines.map((line) => {
    const facts = { market, time: line.time, price: price(line.price), source, quotes: line.quotes };
    const tick = { ...facts, price: line.price, previous, hash: chainHash(previous, facts) };
    previous = tick.hash;
    return tick;
  });
}

/** The file of a chain, with a head after the last tick of each minute; `key` signs the heads. */
export function fileOf(chain: Chain, key: SigningKey = tickKey): string {
  const { market, symbol, decimals } = chain;
  const ticks = ticksOf(chain);
  const start = { type: 'start', version: 1, market, symbol, algorithm: 'sha256', decimals };
  const rows: object[] = [{ ...start, previous: genesisOf(market, symbol), public_key: key.publicKey }];
  ticks.forEach(({ previous: _previous, ...tick }, at) => {
    rows.push({ type: 'tick', ...tick });
    const next = ticks[at + 1];
    if (next && Math.floor(next.time / 60) === Math.floor(tick.time / 60)) return;
    const signature = key.sign(bytesOf(textOfHead(market, tick.time, tick.hash)));
    const head = { market, time: tick.time, hash: tick.hash, public_key: key.publicKey, signature };
    rows.push({ type: 'head', ...head });
  });
  return `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
}

/** Two minutes: rising, level from second 60 to 75, missing from 86 to 94, then falling steeply. */
function priceAt(second: number): string {
  if (second >= 60 && second <= 75) return '92100.5';
  if (second > 94) return String(92_000 - (second - 94) * 500);
  return `${92_000 + second}.${String(100 + second).slice(-3)}`.replace(/0+$/, '').replace(/\.$/, '');
}
export const simulated: Chain<'simulated'> = {
  market: 1,
  symbol: 'BTC/USDT',
  decimals: 3,
  source: 'simulated',
  lines: Array.from({ length: 120 }, (_, second) => second)
    .filter((second) => second < 86 || second > 94)
    .map((second) => ({
      time: T0 + second,
      price: priceAt(second),
      quotes: `simulated=${priceAt(second)}`,
    })),
};
const live: Chain = {
  market: 2,
  symbol: 'ETH/USDT',
  decimals: 4,
  source: 'live',
  lines: [
    { time: T0, price: '3100.1667', quotes: 'a=3100;b=3100.25;c=3100.25' },
    // The last is clamped to 0.5 % above the median.
    { time: T0 + 1, price: '3105.1667', quotes: 'a=3100;b=3100;c=4000' },
    // Of an even number the median lies between the two in the middle.
    { time: T0 + 4, price: '3100.5', quotes: 'a=3100;b=3101;c=3099;d=3102' },
    { time: T0 + 5, price: '3100.0001', quotes: 'a=3100.00005;b=3100.0001' },
  ],
};
/** A market without outside sources: first at its reference price, then within its own order book. */
const book: Chain = {
  market: 1_001,
  symbol: 'TOK/USDT',
  decimals: 6,
  source: 'book',
  lines: [
    { time: T0, price: '0.1', quotes: 'reference=0.1' },
    { time: T0 + 1, price: '0.1101', quotes: 'bid=0.11;ask=0.1102;trade=0.1101' },
  ],
};
export const ticks = ticksOf(simulated);
/** Half an hour with a tick every other second: exactly as many as a dual order needs. */
const halfHour: Chain<'simulated'> = {
  ...simulated,
  lines: Array.from({ length: 900 }, (_, at) => {
    const shown = `${92_000 + (at % 3)}.5`;
    return { time: T0 + 600 + at * 2, price: shown, quotes: `simulated=${shown}` };
  }),
};
export const halfHourTicks = ticksOf(halfHour);
export const tickAt = (second: number): ReceiptTick => {
  const tick = ticks.find(({ time }) => time === T0 + second);
  if (!tick) throw new Error(`no tick at ${second}`);
  return tick;
};

const swapped = (text: string, from: string, to: string): string => {
  if (!text.includes(from)) throw new Error(`${from} is not in the text`);
  return text.replace(from, to);
};
/** A few ticks on either side of a minute, with two heads. */
const short: Chain = { ...simulated, lines: simulated.lines.slice(54, 66) };
export const ticksCases = () => {
  const file = fileOf(short);
  const rows = file.split('\n');
  const heads = rows.flatMap((row) => /"signature":"([^"]+)"/.exec(row)?.[1] ?? []);
  const [first = '', last = ''] = heads;
  const lines = (order: readonly Line[]): Chain => ({ ...short, lines: order });
  const head = short.lines.slice(0, 4);
  const tail = short.lines.slice(4);
  const invented = { time: T0 + 58, price: '92058.2', quotes: 'simulated=92058.158' };
  return [
    { name: 'simulated', body: fileOf(simulated), valid: true },
    { name: 'half an hour', body: fileOf(halfHour), valid: true },
    { name: 'live', body: fileOf(live), valid: true },
    { name: 'own order book', body: fileOf(book), valid: true },
    { name: 'short', body: file, valid: true },
    { name: 'price changed', body: swapped(fileOf(simulated), '92005.105', '92005.106'), valid: false },
    { name: 'heads signed with another key', body: fileOf(simulated, strangerKey), valid: false },
    { name: 'a tick is missing', body: rows.toSpliced(3, 1).join('\n'), valid: false },
    {
      name: 'price not from its quotes, signed',
      body: fileOf(lines([...head, invented, ...tail.slice(1)])),
      valid: false,
    },
    {
      name: 'ticks out of order, signed',
      body: fileOf(lines([...head.toReversed(), ...tail])),
      valid: false,
    },
    { name: 'head with the signature of another head', body: swapped(file, last, first), valid: false },
  ];
};
