import { contract, get, post } from '@karat/contract';
import { identityMessages } from '@karat/domains/identity';
import { ledgerMessages } from '@karat/domains/ledger';
import { operatorMessages } from '@karat/domains/operators';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import type { Caller, Http } from '@karat/platform/http';
import { commonMessages, createHttp } from '@karat/platform/http';
import { createMetrics } from '@karat/platform/metrics';
import * as z from 'zod';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { credentialsMessages } from './index.ts';
import { signatureOf } from './signed.ts';
import { KEEP_MS } from './used-signatures.ts';
import { PASSWORD, PAY, clearTables, openCredentials } from './testing/harness.ts';
import type { CredentialsHarness } from './testing/harness.ts';
import { ANN, openStorage } from './testing/set-up.ts';
import type { TestStorage } from './testing/set-up.ts';
import { inject } from '@karat/platform/testing';

/** This server mounts no product that adds calls for API keys. */
const own = {
  'own/echo': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'Says who asks for what.',
    input: z.object({ word: z.string().optional() }),
    reply: z.object({ user: z.number(), word: z.string().optional() }),
  }),
  'own/write': post({
    who: 'user',
    effect: 'write',
    right: 'read',
    summary: 'Counts.',
    input: z.object({ word: z.string().optional() }),
    reply: z.object({ times: z.number() }),
  }),
};
let times = 0;
let storage: TestStorage;
let harness: CredentialsHarness;
let http: Http;
let ann: Caller;
let pair: { readonly key: string; readonly secret: string };

beforeAll(async () => {
  storage = await openStorage(6);
  harness = openCredentials(storage.db, storage.directory);
  http = await createHttp({
    ...harness.ctx,
    contract: { identity: contract.identity, credentials: contract.credentials, own },
    handlers: {
      identity: harness.identity.handlers,
      credentials: harness.credentials.handlers,
      own: {
        'own/echo': ({ input, caller }) => ({ user: caller.userId, word: input.word }),
        'own/write': () => ({ times: (times += 1) }),
      },
    },
    authenticate: harness.identity.authenticate,
    programs: harness.credentials.programs,
    authenticateOperator: () => undefined,
    messages: {
      ...commonMessages,
      ...ledgerMessages,
      ...operatorMessages,
      ...identityMessages,
      ...credentialsMessages,
    },
    metrics: createMetrics(),
    limits: { accountPerMinute: 1e6, addressPerMinute: 1e6, unknownTokensPerMinute: 3, factor: 1 },
    checkReplies: true,
    ready: async () => ({}),
    version: '1.0.0',
    origins: [],
    proxies: 0,
    uploadBytesMax: 1024,
    pages: [],
    mounts: [],
  });
});
afterAll(async () => {
  await http.close();
  await storage.close();
});
beforeEach(async () => {
  await clearTables(storage.db);
  // A minute later the rate limit of wrong keys is free again.
  harness.clock.advance(60_000);
  ann = await harness.open(ANN);
  await harness.setPay(ANN, ann);
  const form = { label: 'bot', trade: false, withdraw: false, pay_password: PAY };
  pair = (await harness.call('api_keys/create', form, ann)) as typeof pair;
});

interface Change {
  readonly method?: 'GET' | 'POST';
  readonly signed?: string;
  readonly timestamp?: number;
  readonly secret?: string;
  readonly body?: string;
}

/** Sends a request with a key; `signed` is the signed address, if it differs from the requested one. */
async function ask(
  path: string,
  change: Change = {},
): Promise<{ type: string; error?: string; message: unknown }> {
  const { method = 'GET', timestamp = harness.clock.now(), secret = pair.secret, body = '' } = change;
  const payload = `${timestamp}\n${method}\n${change.signed ?? path}\n${body}`;
  const reply = await inject(http, {
    url: path,
    method,
    headers: {
      'x-karat-key': pair.key,
      'x-karat-timestamp': String(timestamp),
      'x-karat-signature': signatureOf(secret, payload),
      ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(method === 'POST' ? { payload: body } : {}),
  });
  return reply.json<{ type: string; error?: string; message: unknown }>();
}

test('a signed request reads the data of its owner, and nothing personal', async () => {
  expect(await ask('/api/own/echo?word=hi')).toMatchObject({
    type: 'ok',
    message: { user: ann.userId, word: 'hi' },
  });
  for (const path of ['safe/state', 'safe/anti_phishing', 'api_keys', 'user/info', 'user/logins']) {
    expect(await ask(`/api/${path}`), path).toMatchObject({ error: 'forbidden' });
    harness.clock.advance(60_000);
  }
});

test('a changed address, body, secret or time is refused', async () => {
  expect(await ask('/api/own/echo?word=a', { signed: '/api/own/echo?word=b' })).toMatchObject({
    error: 'signature_wrong',
  });
  expect(await ask('/api/own/echo', { secret: 'another' })).toMatchObject({ error: 'signature_wrong' });
  const old = { timestamp: harness.clock.now() - 5_001 };
  expect(await ask('/api/own/echo', old)).toMatchObject({ error: 'timestamp_outside' });
});

test('a signed write is accepted once until its window ends, then its row is deleted', async () => {
  const write = (body: string) => ask('/api/own/write', { method: 'POST', body });
  expect(await write('word=a')).toMatchObject({ type: 'ok' });
  expect(await write('word=a')).toMatchObject({ error: 'signature_used' });
  expect(await write('word=b')).toMatchObject({ type: 'ok' });
  await storage.db.transact((tx) => runSweep(tx));
  expect(await write('word=a')).toMatchObject({ error: 'signature_used' });
  harness.clock.advance(KEEP_MS + 1);
  await storage.db.transact((tx) => runSweep(tx));
  const { n } = await storage.db.one<{ n: number }>(
    sql`select count(*) as n from credentials_used_signatures`,
  );
  expect(n).toBe(0);
});

test('ten concurrent times in two processes is one write', async () => {
  const second = openCredentials(storage.db, storage.directory);
  const signature = 'ab'.repeat(32);
  const signed = { key: '', payload: '', signature, timestamp: 0, windowMs: undefined, address: '' };
  const attempts = Array.from({ length: 10 }, (_, n) =>
    harness.outcome((n % 2 === 0 ? harness : second).credentials.programs.takeOnce(signed)),
  );
  const outcomes = await Promise.all(attempts);
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'signature_used')).toHaveLength(9);
});

async function runSweep(tx: Tx): Promise<void> {
  const [handler] = Object.values(harness.credentials.work);
  const dueAt = harness.clock.now();
  await handler?.(tx, { id: 1, kind: 'credentials:sweep', subject: 'all', dueAt, payload: {}, attempt: 1 });
}

test('a key changes nothing about its owner, whatever its rights', async () => {
  const body = `password=${PASSWORD}`;
  expect(await ask('/api/safe/freeze', { method: 'POST', body })).toMatchObject({ error: 'forbidden' });
  expect(await ask(`/api/console/user_security?uid=${ann.userId}`)).toMatchObject({ error: 'forbidden' });
});

test('after a few wrong signatures an address causes no more lookups', async () => {
  for (let n = 0; n < 3; n++) {
    expect(await ask('/api/own/echo', { secret: 'another' })).toMatchObject({ error: 'signature_wrong' });
  }
  expect(await ask('/api/own/echo', { secret: 'another' })).toMatchObject({ error: 'too_many_requests' });
});
