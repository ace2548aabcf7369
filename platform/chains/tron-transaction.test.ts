import { expect, test } from 'vitest';
import { addressOf, tronNetwork } from './index.ts';
import { tronBytes, tronId, tronRaw, tronSigned, tronTransferData } from './tron-transaction.ts';
import { createBase58check } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const addressOfHex = (text: string): string =>
  createBase58check(sha256).encode(Uint8Array.from(Buffer.from(text, 'hex')));

// A transfer in a block of the Nile test network.
const mined = {
  id: 'c70b20da8cb8d96a99c1aceb283412acb9dea313a9e467178431a3c6ae8b9f08',
  raw: '0a028ad92208eaef69105495eb1540f09fc0cfcd335aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412740a1541495511a493d8c362be4267224e6d81013a6862ee121541eca9bc828a3005b9a3b909f2cc5c2a54794de05f2244a9059cbb00000000000000000000004150125bea243a640bf85348873b6c4f3c517aee7a00000000000000000000000000000000000000000000000000000000000000017090cbbccfcd33900180c2d72f',
  data: 'a9059cbb00000000000000000000004150125bea243a640bf85348873b6c4f3c517aee7a0000000000000000000000000000000000000000000000000000000000000001',
};
const call = {
  owner: addressOfHex('41495511a493d8c362be4267224e6d81013a6862ee'),
  contract: addressOfHex('41eca9bc828a3005b9a3b909f2cc5c2a54794de05f'),
  data: Uint8Array.from(Buffer.from(mined.data, 'hex')),
  reference: { height: 0x3_8ad9, hash: `${'0'.repeat(16)}eaef69105495eb15${'f'.repeat(32)}` },
  expiration: 1_773_182_914_544,
  timestamp: 1_773_182_854_544,
  feeLimit: 100_000_000n,
};

test('a call has the bytes and the id of the same transaction on the network', () => {
  expect(hex(tronRaw(call))).toBe(mined.raw);
  expect(hex(tronId(tronRaw(call)))).toBe(mined.id);
});

test('every field of a call is in its bytes', () => {
  const other = { ...call.reference, height: 0x3_8ada };
  const changes = [
    { owner: call.contract },
    { contract: call.owner },
    { data: call.data.subarray(1) },
    { reference: other },
    { reference: { ...call.reference, hash: 'ab'.repeat(32) } },
    { expiration: call.expiration + 1 },
    { timestamp: call.timestamp + 1 },
    { feeLimit: call.feeLimit + 1n },
  ];
  for (const change of changes) expect(hex(tronRaw({ ...call, ...change }))).not.toBe(mined.raw);
});

test.each([
  [1n, '01'],
  [0x7fn, '7f'],
  [0x80n, '8001'],
  [0x3fffn, 'ff7f'],
  [0x4000n, '808001'],
])('a number takes seven bits of each byte and no byte more: %i is %s', (feeLimit, bytes) => {
  expect(hex(tronRaw({ ...call, feeLimit }))).toBe(mined.raw.replace(/9001.{8}$/u, `9001${bytes}`));
});

test('a transfer names 20 bytes of the payee and the units in words of 32 bytes', () => {
  const payee = addressOf(tronNetwork, Uint8Array.of(2, ...new Uint8Array(31), 1));
  const data = hex(tronTransferData(payee, 25_500_000n));
  expect(data).toHaveLength(2 * (4 + 32 + 32));
  expect(data).toBe(
    `a9059cbb${'0'.repeat(24)}${hex(tronBytes(payee)).slice(2)}${(25_500_000).toString(16).padStart(64, '0')}`,
  );
});

test('a signed transaction is raw data and signature with their lengths', () => {
  const signature = Uint8Array.from({ length: 65 }, (_, place) => place);
  expect(tronSigned(Uint8Array.of(1, 2, 3), signature)).toBe(`0a03010203${'1241'}${hex(signature)}`);
});
