import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { incomingRequestOf } from './incoming-request.ts';

const context = {
  id: '1',
  lang: undefined,
  defaultLang: 'en',
  address: '203.0.113.7',
  body: '',
  origins: new Set(['https://friend.example']),
} as const;
const read = (headers: Record<string, string>) =>
  incomingRequestOf(
    {
      method: 'POST',
      url: '/api/shop/echo',
      socket: new Socket(),
      headers: { host: 'shop:3000', ...headers },
    },
    context,
  );

test.each([
  ['http://shop:3000', 'http://shop:3000'],
  ['https://friend.example', 'https://friend.example'],
  ['https://evil.example', undefined],
  ['http://shop', undefined],
  ['http://shop:3000.evil.example', undefined],
  ['null', undefined],
])('a page of %s signs as one of %s', (origin, known) => {
  expect(read({ origin }).request.origin).toBe(known);
});

test('a device token has at most 200 characters', () => {
  const [fitting, long] = ['x'.repeat(200), 'x'.repeat(201)];
  expect(read({ 'x-karat-device': fitting }).request.device).toBe(fitting);
  expect(read({ 'x-karat-device': long }).request.device).toBeUndefined();
});

test('an empty token is none, and keys and parents are read', () => {
  expect(read({ authorization: '' }).token).toBeUndefined();
  expect(read({ authorization: 'alice', 'idempotency-key': 'k1', traceparent: '00-1' })).toMatchObject({
    token: 'alice',
    request: { idempotencyKey: 'k1' },
    traceparent: '00-1',
    signed: undefined,
  });
});
