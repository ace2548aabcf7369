import { contract } from '@karat/contract';
import { identityMessages } from '@karat/domains/identity';
import { ledgerMessages } from '@karat/domains/ledger';
import { operatorMessages } from '@karat/domains/operators';
import type { Caller, Http } from '@karat/platform/http';
import { commonMessages, createHttp } from '@karat/platform/http';
import { createMetrics } from '@karat/platform/metrics';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { credentialsMessages } from './index.ts';
import { signatureOf } from './signed.ts';
import { PASSWORD, PAY, emptyHouse, openDesk } from './testing/desk.ts';
import type { Desk } from './testing/desk.ts';
import { ANN, openGround } from './testing/set-up.ts';
import type { Ground } from './testing/set-up.ts';
import { inject } from '@karat/platform/testing';

let ground: Ground;
let desk: Desk;
let http: Http;
let ann: Caller;
let pair: { readonly key: string; readonly secret: string };

beforeAll(async () => {
  ground = await openGround(6);
  desk = openDesk(ground.db, ground.directory);
  http = await createHttp({
    ...desk.ctx,
    contract: { identity: contract.identity, credentials: contract.credentials },
    handlers: { identity: desk.identity.handlers, credentials: desk.credentials.handlers },
    authenticate: desk.identity.authenticate,
    authenticateSigned: desk.credentials.authenticateSigned,
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
  await ground.close();
});
beforeEach(async () => {
  await emptyHouse(ground.db);
  // A minute fills the bucket of wrong keys again.
  desk.clock.advance(60_000);
  ann = await desk.open(ANN);
  await desk.setPay(ANN, ann);
  const form = { label: 'bot', trade: false, withdraw: false, pay_password: PAY };
  pair = (await desk.call('api_keys/create', form, ann)) as typeof pair;
});

interface Change {
  readonly method?: 'GET' | 'POST';
  readonly signed?: string;
  readonly timestamp?: number;
  readonly secret?: string;
  readonly body?: string;
}

/** Makes a request with a key; `signed` is the address that was signed, where another one is asked for. */
async function ask(
  path: string,
  change: Change = {},
): Promise<{ type: string; error?: string; message: unknown }> {
  const { method = 'GET', timestamp = desk.clock.now(), secret = pair.secret, body = '' } = change;
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

test('a signed request reads what its owner may read', async () => {
  expect(await ask('/api/user/info')).toMatchObject({ type: 'ok', message: { uid: ann.userId, email: ANN } });
  expect(await ask('/api/user/logins?page=1&limit=5')).toMatchObject({
    type: 'ok',
    message: { per_page: 5 },
  });
});

test('another address, body, secret or time than the signed one is refused', async () => {
  expect(await ask('/api/user/logins?limit=5', { signed: '/api/user/logins?limit=6' })).toMatchObject({
    error: 'signature_wrong',
  });
  expect(await ask('/api/user/info', { secret: 'another' })).toMatchObject({ error: 'signature_wrong' });
  const old = { timestamp: desk.clock.now() - 5_001 };
  expect(await ask('/api/user/info', old)).toMatchObject({ error: 'timestamp_outside' });
});

test('a key changes nothing about its owner, whatever its rights', async () => {
  const body = `password=${PASSWORD}`;
  expect(await ask('/api/safe/freeze', { method: 'POST', body })).toMatchObject({ error: 'forbidden' });
  expect(await ask(`/api/console/user_security?uid=${ann.userId}`)).toMatchObject({ error: 'forbidden' });
});

test('wrong signatures from an address are no longer looked up after a few', async () => {
  for (let n = 0; n < 3; n++) {
    expect(await ask('/api/user/info', { secret: 'another' })).toMatchObject({ error: 'signature_wrong' });
  }
  expect(await ask('/api/user/info', { secret: 'another' })).toMatchObject({ error: 'too_many_requests' });
});
