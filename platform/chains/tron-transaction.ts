import { createBase58check } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { tokenTransferData } from './token-transfer.ts';

const base58check = createBase58check(sha256);

/** Returns the 21 bytes of a Tron address, its version byte included. */
export const tronBytes = (address: string): Uint8Array => base58check.decode(address);
/** Returns the address of 21 bytes. */
export const tronAddress = (bytes: Uint8Array): string => base58check.encode(bytes);

const ASCII = new TextEncoder();
const VERSION_BYTES = 1;
const NUMBER_BYTES = 8;
/** `TriggerSmartContract` of Tron's contract types. */
const TRIGGER = 31n;
const TRIGGER_URL = 'type.googleapis.com/protocol.TriggerSmartContract';

/** A call of a contract as its owner signs it. */
export interface TronCall {
  readonly owner: string;
  readonly contract: string;
  /** Selector and arguments. */
  readonly data: Uint8Array;
  /** A recent block: the transaction is valid only on a chain that has it. */
  readonly reference: { readonly height: number; readonly hash: string };
  /** Unix ms; no later block can include the transaction. */
  readonly expiration: number;
  /** Unix ms. */
  readonly timestamp: number;
  /** Maximum fee in sun. */
  readonly feeLimit: bigint;
}

/** Base-128 varint of Protocol Buffers, of a number that is not negative. */
function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  do {
    const more = rest > 0x7fn ? 0x80 : 0;
    bytes.push(Number(rest & 0x7fn) | more);
    rest >>= 7n;
  } while (rest > 0n);
  return Uint8Array.from(bytes);
}

const VARINT = 0;
const LENGTH_DELIMITED = 2;
const tag = (field: number, wire: number): Uint8Array => varint(BigInt(field * 8 + wire));
const numberField = (field: number, value: bigint): Uint8Array =>
  Buffer.concat([tag(field, VARINT), varint(value)]);
const bytesField = (field: number, value: Uint8Array): Uint8Array =>
  Buffer.concat([tag(field, LENGTH_DELIMITED), varint(BigInt(value.length)), value]);

/** Returns the call data of a TRC-20 `transfer` to an address, in the token's smallest units. */
export function tronTransferData(to: string, units: bigint): Uint8Array {
  const payee = Buffer.from(tronBytes(to).subarray(VERSION_BYTES)).toString('hex');
  return Buffer.from(tokenTransferData(`0x${payee}`, units).slice(2), 'hex');
}

/** Last two bytes of the height, and bytes 8 to 16 of the hash (TAPOS of the Tron protocol). */
function referenceOf({ height, hash }: TronCall['reference']) {
  const number = Buffer.alloc(NUMBER_BYTES);
  number.writeBigUInt64BE(BigInt(height));
  return { bytes: number.subarray(6, 8), hash: Buffer.from(hash, 'hex').subarray(8, 16) };
}

/**
 * Returns `Transaction.raw` of a call in the canonical Protocol Buffers form of Tron (protocol/core/Tron.proto): fields
 * in the order of their numbers, zero fields left out.
 */
export function tronRaw(call: TronCall): Uint8Array {
  const reference = referenceOf(call.reference);
  const trigger = Buffer.concat([
    bytesField(1, tronBytes(call.owner)),
    bytesField(2, tronBytes(call.contract)),
    bytesField(4, call.data),
  ]);
  const parameter = Buffer.concat([bytesField(1, ASCII.encode(TRIGGER_URL)), bytesField(2, trigger)]);
  const contract = Buffer.concat([numberField(1, TRIGGER), bytesField(2, parameter)]);
  return Buffer.concat([
    bytesField(1, reference.bytes),
    bytesField(4, reference.hash),
    numberField(8, BigInt(call.expiration)),
    bytesField(11, contract),
    numberField(14, BigInt(call.timestamp)),
    numberField(18, call.feeLimit),
  ]);
}

/** Returns the id of a transaction, which is also what its owner signs: SHA-256 of the raw data. */
export const tronId = (raw: Uint8Array): Uint8Array => sha256(raw);

/** Returns the signed transaction in hexadecimal, as nodes accept it. The signature is r, s and the recovery byte. */
export const tronSigned = (raw: Uint8Array, signature: Uint8Array): string =>
  Buffer.concat([bytesField(1, raw), bytesField(2, signature)]).toString('hex');
