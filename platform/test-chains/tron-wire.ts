import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

/** A TRC-20 transfer as a node reads it; addresses are 21 bytes in hexadecimal. */
export interface TronTransfer {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly contract: string;
  readonly units: bigint;
  /** What it burns, in sun. */
  readonly fee: bigint;
  /** Unix ms. */
  readonly expiration: number;
  readonly reference: { readonly bytes: string; readonly hash: string };
}

type Fields = ReadonlyMap<number, Buffer | bigint>;

/** Reads the fields of a Protocol Buffers message: numbers and byte strings, the last one of each number. */
function fieldsOf(bytes: Buffer): Fields {
  const fields = new Map<number, Buffer | bigint>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError('the message ends within a number');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    if (tag % 8 === 0) fields.set(tag >> 3, varint());
    else {
      const length = Number(varint());
      fields.set(tag >> 3, bytes.subarray(at, at + length));
      at += length;
    }
  }
  return fields;
}

const bytesOf = (fields: Fields, field: number): Buffer => {
  const value = fields.get(field);
  return Buffer.isBuffer(value) ? value : Buffer.alloc(0);
};
const numberOf = (fields: Fields, field: number): bigint => {
  const value = fields.get(field);
  return typeof value === 'bigint' ? value : 0n;
};

/** Returns the address whose key made the signature. */
function signerOf(digest: Uint8Array, signature: Buffer): string {
  const [last] = signature.subarray(64);
  const key = secp256k1.Signature.fromBytes(signature.subarray(0, 64))
    .addRecoveryBit((last ?? 27) - 27)
    .recoverPublicKey(digest)
    .toBytes(false);
  return `41${Buffer.from(keccak_256(key.subarray(1)).subarray(-20)).toString('hex')}`;
}

/** Returns the transfer of a signed transaction; undefined if the sender did not sign it. */
export function readTransaction(hex: string, energyFee: bigint): TronTransfer | undefined {
  const transaction = fieldsOf(Buffer.from(hex, 'hex'));
  const raw = bytesOf(transaction, 1);
  const digest = sha256(raw);
  const data = fieldsOf(raw);
  const call = fieldsOf(bytesOf(fieldsOf(bytesOf(fieldsOf(bytesOf(data, 11)), 2)), 2));
  const from = bytesOf(call, 1).toString('hex');
  if (signerOf(digest, bytesOf(transaction, 2)) !== from) return undefined;
  const input = bytesOf(call, 4).toString('hex');
  return {
    id: Buffer.from(digest).toString('hex'),
    from,
    to: `41${input.slice(32, 72)}`,
    contract: bytesOf(call, 2).toString('hex'),
    units: BigInt(`0x${input.slice(72)}`),
    fee: energyFee < numberOf(data, 18) ? energyFee : numberOf(data, 18),
    expiration: Number(numberOf(data, 8)),
    reference: { bytes: bytesOf(data, 1).toString('hex'), hash: bytesOf(data, 4).toString('hex') },
  };
}
