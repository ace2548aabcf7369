import { expect, test } from 'vitest';
import { signedRequest } from './signed.ts';
import type { SignatureFields } from './signed.ts';

const fields: SignatureFields = {
  key: 'k',
  timestamp: '1700000000000',
  nonce: undefined,
  signature: 'ab'.repeat(32),
};
const read = (more: Partial<SignatureFields> = {}) =>
  signedRequest(
    { ...fields, ...more },
    { method: 'POST', url: '/api/coin/trade?x=1', body: 'number=1\n', address: '203.0.113.7' },
  );

test('the signed text has the moment with nonce and idempotency key, the method, the path and the body', () => {
  const rest = 'POST\n/api/coin/trade?x=1\nnumber=1\n';
  expect(read().payload).toBe(`1700000000000\n${rest}`);
  expect(read({ nonce: 'n1' }).payload).toBe(`1700000000000.n1\n${rest}`);
  expect(read({ idempotencyKey: 'i1' }).payload).toBe(`1700000000000 i1\n${rest}`);
  expect(read({ nonce: 'n1', idempotencyKey: 'i1' }).payload).toBe(`1700000000000.n1 i1\n${rest}`);
  expect(read().address).toBe('203.0.113.7');
});

test('a signature in capitals is the same signature; anything but 64 hex digits is none', () => {
  expect(read({ signature: 'AB'.repeat(32) }).signature).toBe('ab'.repeat(32));
  for (const signature of ['', 'ab'.repeat(31), `${'ab'.repeat(32)}a`, `${'ab'.repeat(31)}xy`])
    expect(read({ signature }).signature, signature).toBe('');
});

test('a nonce has 1 to 64 plain characters', () => {
  for (const nonce of ['a', 'A-_9'.repeat(16)]) expect(read({ nonce }).signature).toBe(fields.signature);
  for (const nonce of ['', 'a'.repeat(65), 'a b', 'a.b']) expect(read({ nonce }).signature, nonce).toBe('');
});

test('moment and window are whole numbers of at most 15 digits', () => {
  expect(read().timestamp).toBe(1_700_000_000_000);
  for (const timestamp of ['', '1e12', '-1', '1'.repeat(16), '1.5'])
    expect(read({ timestamp }).timestamp, timestamp).toBeNaN();
  expect(read({ window: '5000' }).windowMs).toBe(5_000);
  expect([read().windowMs, read({ window: '-5' }).windowMs]).toEqual([undefined, undefined]);
});
