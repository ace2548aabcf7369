import { bech32 } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import type { BitcoinNetwork } from './networks.ts';
import type { Outpoint } from './port.ts';

/**
 * Parser of Bitcoin's serialisation, as far as deposits need it: outputs of a block that pay to P2WPKH addresses.
 * Amounts are integer satoshi, where the JSON of a node has decimals.
 */

export interface Header {
  readonly hash: string;
  readonly parent: string;
  /** Unix ms. */
  readonly time: number;
}

export interface Transaction {
  readonly id: string;
  readonly inputs: readonly Outpoint[];
  readonly outputs: readonly { readonly script: Uint8Array; readonly units: bigint }[];
}

const HEADER_BYTES = 80;
const HASH_BYTES = 32;
const MS_PER_S = 1_000;

const hash256 = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));
/** Hashes are displayed with their bytes reversed. */
const shown = (hash: Uint8Array): string => Buffer.from(hash).reverse().toString('hex');

/** Parses a block header. */
export function readHeader(bytes: Buffer): Header {
  if (bytes.length < HEADER_BYTES) throw new RangeError('a header has 80 bytes');
  return {
    hash: shown(hash256(bytes.subarray(0, HEADER_BYTES))),
    parent: shown(bytes.subarray(4, 4 + HASH_BYTES)),
    time: bytes.readUInt32LE(68) * MS_PER_S,
  };
}

/** A cursor over bytes. Reading past the end throws RangeError. */
class Cursor {
  at = 0;
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
  take(count: number): Buffer {
    if (count > this.bytes.length - this.at) throw new RangeError('unexpected end of data');
    return this.bytes.subarray(this.at, (this.at += count));
  }
  /** Reads Bitcoin's variable-length integer. */
  size(): number {
    const first = this.take(1).readUInt8();
    if (first < 0xfd) return first;
    if (first === 0xfd) return this.take(2).readUInt16LE();
    if (first === 0xfe) return this.take(4).readUInt32LE();
    return Number(this.take(8).readBigUInt64LE());
  }
  skip(count: number): void {
    this.take(count);
  }
}

function readInputs(cursor: Cursor): Outpoint[] {
  const inputs: Outpoint[] = [];
  for (let left = cursor.size(); left > 0; left--) {
    inputs.push({ transaction: shown(cursor.take(HASH_BYTES)), output: cursor.take(4).readUInt32LE() });
    cursor.skip(cursor.size() + 4);
  }
  return inputs;
}

function readOutputs(cursor: Cursor): Transaction['outputs'] {
  const outputs: { script: Uint8Array; units: bigint }[] = [];
  for (let left = cursor.size(); left > 0; left--) {
    const units = cursor.take(8).readBigUInt64LE();
    outputs.push({ units, script: cursor.take(cursor.size()) });
  }
  return outputs;
}

/** The id is the hash without witness data. */
function readTransactionAt(cursor: Cursor): Transaction {
  const version = cursor.take(4);
  const witnessed = cursor.bytes[cursor.at] === 0 && cursor.bytes[cursor.at + 1] === 1;
  if (witnessed) cursor.skip(2);
  const from = cursor.at;
  const inputs = readInputs(cursor);
  const outputs = readOutputs(cursor);
  const middle = cursor.bytes.subarray(from, cursor.at);
  if (witnessed) {
    for (const _ of inputs) for (let left = cursor.size(); left > 0; left--) cursor.skip(cursor.size());
  }
  const lockTime = cursor.take(4);
  return { id: shown(hash256(Buffer.concat([version, middle, lockTime]))), inputs, outputs };
}

/** Parses one transaction. */
export const readTransaction = (bytes: Buffer): Transaction => readTransactionAt(new Cursor(bytes));

/** Parses all transactions of a block. */
export function readBlock(bytes: Buffer): Transaction[] {
  const cursor = new Cursor(bytes);
  cursor.skip(HEADER_BYTES);
  const transactions: Transaction[] = [];
  for (let left = cursor.size(); left > 0; left--) transactions.push(readTransactionAt(cursor));
  return transactions;
}

const KEY_HASH_BYTES = 20;

/**
 * Returns the P2WPKH address that a script pays to; undefined for other script forms, which the platform does not
 * issue.
 */
export function addressOfScript(network: BitcoinNetwork, script: Uint8Array): string | undefined {
  if (script.length !== KEY_HASH_BYTES + 2 || script[0] !== 0 || script[1] !== KEY_HASH_BYTES)
    return undefined;
  return bech32.encode(network.prefix, [0, ...bech32.toWords(script.subarray(2))]);
}
