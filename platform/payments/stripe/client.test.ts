import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ProviderUnavailable } from '../port.ts';
import { StripeRefusal, createStripeClient } from './client.ts';
import type { StripeClient } from './client.ts';

interface Reply {
  readonly status: number;
  readonly retry?: 'true' | 'false';
  readonly body?: string;
}

const MIB = 1024 * 1024;
const DONE: Reply = { status: 200, body: '"done"' };
let replies: Reply[] = [];
const keys: (string | undefined)[] = [];
const server = createServer((request, response) => {
  const key = request.headers['idempotency-key'];
  keys.push(typeof key === 'string' ? key : undefined);
  const { status, retry, body = '{}' } = replies.shift() ?? DONE;
  response.writeHead(status, retry === undefined ? {} : { 'stripe-should-retry': retry }).end(body);
});
let client: StripeClient;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  client = createStripeClient({ baseUrl: `http://127.0.0.1:${port}`, secretKey: 'sk', pauseMs: 1 });
});
afterAll(() => void server.close());
beforeEach(() => {
  replies = [];
  keys.length = 0;
});

const pay = (): Promise<unknown> => client.post('/pay', {}, 'order 7');

test.each([
  ['a request under way with the same key', { status: 409 }],
  ['a rate limit', { status: 429 }],
  ['a failure of the server', { status: 503 }],
  ['what the server asks to have repeated', { status: 400, retry: 'true' }],
] as const)('%s is tried again with the same key, three times in all', async (_, temporary: Reply) => {
  replies = [temporary, temporary];
  expect(await pay()).toBe('done');
  expect(keys).toEqual(['order 7', 'order 7', 'order 7']);
  replies = [temporary, temporary, temporary];
  await expect(pay()).rejects.toBeInstanceOf(ProviderUnavailable);
  expect(keys).toHaveLength(6);
});

test.each([
  ['an invalid request', { status: 400 }, 'unknown'],
  ['a rate limit that is not to be repeated', { status: 429, retry: 'false' }, 'unknown'],
  [
    'a declined card',
    { status: 402, body: '{"error":{"type":"card_error","code":"card_declined"}}' },
    'card_declined',
  ],
  ['a refusal without a code', { status: 402, body: '{"error":{"type":"card_error"}}' }, 'card_error'],
] as const)('%s is refused at the first time', async (_, refused: Reply, code) => {
  replies = [refused];
  const failure: unknown = await pay().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StripeRefusal);
  expect(failure).toMatchObject({ status: refused.status, code });
  expect(keys).toHaveLength(1);
});

test('a reply of a mebibyte is read, and a longer one is not', async () => {
  const text = (bytes: number): string => JSON.stringify('a'.repeat(bytes - 2));
  replies = [{ status: 200, body: text(MIB) }];
  expect(await pay()).toHaveLength(MIB - 2);
  const long = { status: 200, body: text(MIB + 1) };
  replies = [long, long, long];
  await expect(pay()).rejects.toThrow('too long');
});
