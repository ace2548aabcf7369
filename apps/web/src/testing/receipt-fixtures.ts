import { generateKeyPairSync, sign } from 'node:crypto';
import {
  bytesOf,
  chainHash,
  genesisOf,
  keyIdOf,
  ownerHash,
  receiptHash,
  receiptText,
  signedBytes,
  textOfHead,
} from '@karat/evidence';
import type { Facts, Formula, Receipt, ReceiptTick, SignedReceipt } from '@karat/evidence';
import { price } from '@karat/money';

/** A key that signs as the exchange does. */
interface SigningKey {
  readonly id: string;
  readonly publicKey: string;
  readonly sign: (data: Uint8Array) => string;
}

const RAW_KEY_BYTES = 32;

function signingKey(): SigningKey {
  const pair = generateKeyPairSync('ed25519');
  const raw = pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(-RAW_KEY_BYTES);
  return {
    id: keyIdOf(Uint8Array.from(raw)),
    publicKey: raw.toString('base64'),
    sign: (data) => sign(null, data, pair.privateKey).toString('base64'),
  };
}
export const receiptKey = signingKey();
export const tickKey = signingKey();
export const strangerKey = signingKey();

export const T0 = 1_774_094_400;
export const SALT = '000102030405060708090a0b0c0d0e0f';
export const UID = 100_001;

interface Line {
  readonly time: number;
  readonly price: string;
}
interface Chain {
  readonly market: number;
  readonly symbol: string;
  readonly decimals: number;
  readonly lines: readonly Line[];
}

function ticksOf({ market, symbol, lines }: Chain): ReceiptTick[] {
  let previous = genesisOf(market, symbol);
  return lines.map((line) => {
    const facts = {
      market,
      time: line.time,
      source: 'simulated' as const,
      quotes: `simulated=${line.price}`,
    };
    const tick = {
      ...facts,
      price: line.price,
      previous,
      hash: chainHash(previous, { ...facts, price: price(line.price) }),
    };
    previous = tick.hash;
    return tick;
  });
}

/** The published file of a chain, with a signed head after its last tick. */
export function fileOf(chain: Chain, key = tickKey): string {
  const { market, symbol, decimals } = chain;
  const ticks = ticksOf(chain);
  const last = ticks.at(-1);
  if (!last) throw new Error('a chain without ticks');
  const start = { type: 'start', version: 1, market, symbol, algorithm: 'sha256', decimals };
  const signature = key.sign(bytesOf(textOfHead(market, last.time, last.hash)));
  const head = { market, time: last.time, hash: last.hash, public_key: key.publicKey, signature };
  const rows = [
    { ...start, previous: genesisOf(market, symbol), public_key: key.publicKey },
    ...ticks.map(({ previous: _previous, ...tick }) => ({ type: 'tick', ...tick })),
    { type: 'head', ...head },
  ];
  return `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
}

/** Two minutes of rising prices of BTC/USDT. */
export const simulated: Chain = {
  market: 1,
  symbol: 'BTC/USDT',
  decimals: 3,
  lines: Array.from({ length: 120 }, (_, second) => ({ time: T0 + second, price: String(92_000 + second) })),
};
const TICKS = ticksOf(simulated);

/** A receipt as a settlement issues it: with the ticks that its formula chooses, about the account of `UID`. */
export function settled(formula: Formula, subject: string, order: Facts): Receipt {
  const within = formula
    .ranges(order)
    .flatMap(({ from, to }) => TICKS.filter(({ time }) => time >= from && time <= to));
  const ticks = formula.choose(order, within);
  return {
    type: 'karat-receipt',
    version: 1,
    kind: formula.id.split('/')[0] ?? '',
    subject,
    owner: ownerHash(SALT, UID),
    issued: (T0 + 150) * 1000,
    order,
    ticks,
    formula: { id: formula.id, text: formula.text },
    result: formula.result(order, ticks),
  };
}

export function signed(receipt: Receipt, key = receiptKey): SignedReceipt {
  const text = receiptText(receipt);
  return {
    receipt,
    hash: receiptHash(text),
    key: key.id,
    public_key: key.publicKey,
    signature: key.sign(signedBytes(text)),
  };
}

/** The order of an option on a rise, from and to a second after `T0`. */
export const optionOrder = (from: number, to: number): Facts => ({
  market: '1',
  symbol: 'BTC/USDT',
  currency: 'USDT',
  decimals: '6',
  direction: 'up',
  stake: '100.000001',
  ratio: '0.85',
  accepted_ms: String(Math.round((T0 + from) * 1000)),
  expires_ms: String(Math.round((T0 + to) * 1000)),
});

/** The order of a fill of a contract in a second after `T0`. */
export const contractOrder = (second: number, action: 'open' | 'close'): Facts => ({
  market: '1',
  symbol: 'BTC/USDT',
  side: 'long',
  mode: 'isolated',
  action,
  multiple: '7',
  quantity: '0.0130000001',
  spread: '10',
  fee_rate: '0.0005',
  funds: action === 'open' ? '5000' : '171.5',
  tick_second: String(T0 + second),
  ...(action === 'open' ? {} : { open_price: '92030.12', reason: 'user' }),
});
