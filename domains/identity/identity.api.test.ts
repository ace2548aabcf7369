import { contract } from '@karat/contract';
import type { Envelope } from '@karat/contract';
import { LANGS } from '@karat/i18n';
import { sql } from '@karat/platform/db';
import { commonMessages, createHttp } from '@karat/platform/http';
import type { Http } from '@karat/platform/http';
import { createMetrics } from '@karat/platform/metrics';
import { ledgerMessages } from '@karat/domains/ledger';
import { createTestDatabase, png } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { identityMessages } from './index.ts';
import { PASSWORD, clearTables, openIdentity } from './testing/harness.ts';
import type { IdentityHarness } from './testing/harness.ts';
import { inject } from '@karat/platform/testing';

const ANN = 'ann@example.com';
/** This server mounts identity only: other domains add no fields, but their refusals are known. */
const messages = { ...commonMessages, ...ledgerMessages, ...identityMessages };

let own: TestDatabase;
let harness: IdentityHarness;
let http: Http;

beforeAll(async () => {
  own = await createTestDatabase({ connections: 12 });
  harness = await openIdentity(own.db);
  http = await createHttp({
    ...harness.ctx,
    contract: { identity: contract.identity },
    handlers: { identity: harness.identity.handlers },
    authenticate: harness.identity.authenticate,
    authenticateOperator: () => undefined,
    messages,
    metrics: createMetrics(),
    limits: { accountPerMinute: 1e6, addressPerMinute: 1e6, unknownTokensPerMinute: 1e6, factor: 1e6 },
    checkReplies: true,
    ready: async () => ({}),
    version: '1.0.0',
    origins: [],
    proxies: 0,
    uploadBytesMax: 6 * 1024 * 1024,
    pages: [],
    mounts: [],
  });
});
afterAll(async () => {
  await http.close();
  await harness.close();
  await own.drop();
});
beforeEach(async () => {
  await clearTables(own.db);
});

type Answer = {
  readonly type: string;
  readonly message: unknown;
  readonly error?: string;
  readonly status: number;
};

async function ask(
  path: keyof typeof contract.identity,
  fields: object = {},
  as: { readonly token?: string; readonly lang?: string; readonly json?: boolean } = {},
): Promise<Answer> {
  const { method } = contract.identity[path];
  const headers: Record<string, string> = { lang: as.lang ?? 'en' };
  if (as.token !== undefined) headers['authorization'] = as.token;
  // A form carries strings only; other values travel in JSON bodies.
  const query = as.json ? '' : new URLSearchParams(fields as Record<string, string>).toString();
  if (method === 'POST')
    headers['content-type'] = as.json ? 'application/json' : 'application/x-www-form-urlencoded';
  const reply = await inject(http, {
    method,
    url: method === 'GET' ? `/api/${path}?${query}` : `/api/${path}`,
    headers,
    ...(method === 'POST' ? { payload: as.json ? JSON.stringify(fields) : query } : {}),
  });
  return { ...reply.json<Envelope<unknown>>(), status: reply.statusCode };
}

async function enter(email = ANN): Promise<string> {
  await ask('sms_mail', { user_string: email, type: 'register' });
  const code = await harness.codeFor(email);
  const reply = await ask('user/register', {
    user_string: email,
    code,
    password: PASSWORD,
    re_password: PASSWORD,
    type: 'email',
    extension_code: '',
  });
  expect(reply).toMatchObject({ type: 'ok', code: 1, status: 200 });
  return String(reply.message);
}

test('register, read the account, log out and log in over form fields', async () => {
  const token = await enter();
  const info = await ask('user/info', {}, { token });
  expect(info).toMatchObject({ type: 'ok', message: { email: ANN, lang: 'en' } });
  expect(await ask('user/logout', {}, { token })).toMatchObject({ type: 'ok', message: 'ok' });
  expect(await ask('user/info', {}, { token })).toMatchObject({
    type: '999',
    code: 0,
    error: 'unauthenticated',
  });
  const login = await ask('user/login', { user_string: ANN, password: PASSWORD });
  expect(await ask('user/info', {}, { token: String(login.message) })).toMatchObject({ type: 'ok' });
});

test('two different passwords are refused in the language of the caller', async () => {
  for (const lang of LANGS) {
    const fields = {
      user_string: ANN,
      code: '123456',
      password: PASSWORD,
      re_password: 'other-one-9',
      type: 'email',
    };
    expect(await ask('user/register', fields, { lang })).toMatchObject({
      type: 'error',
      error: 'passwords_differ',
      message: identityMessages.passwords_differ[lang],
    });
  }
});

test('a code request for a known and for an unknown account gets the same reply', async () => {
  await enter();
  for (const type of ['register', 'forget']) {
    const there = await ask('sms_mail', { user_string: ANN, type });
    const unknown = await ask('sms_mail', { user_string: 'nobody@example.com', type });
    expect(unknown).toEqual(there);
  }
});

test('a picture is uploaded and becomes the avatar', async () => {
  const token = await enter();
  const picture = png(40, 40);
  const send = (bytes: Buffer, name: string) => {
    const edge = 'edge';
    const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
    return inject(http, {
      method: 'POST',
      url: '/api/upload',
      headers: { authorization: token, 'content-type': `multipart/form-data; boundary=${edge}` },
      payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)]),
    });
  };
  const stored = (await send(picture, 'a.png')).json<{ type: string; message: string }>();
  expect(stored.type).toBe('ok');
  const profile = await ask('user/uploadHeadPortrait', { head_portrait: stored.message }, { token });
  expect(profile).toMatchObject({
    type: 'ok',
    message: { head_portrait: expect.stringMatching(/^\/files\//) as string },
  });
  const refused = (
    await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.png')
  ).json<object>();
  expect(refused).toMatchObject({ type: 'error', error: 'image_invalid' });
});

test('areas come in the language of the header', async () => {
  const { message } = await ask('areas', {}, { lang: 'kor' });
  expect(message).toContainEqual({ id: 'JP', name: '일본', area_code: '81' });
});

const ODD = [
  '',
  ' ',
  '0',
  '-1',
  '1e5',
  'NaN',
  'null',
  '\u0000',
  '\ud800',
  '\u202e',
  '__proto__',
  "' or 1=1 --",
  'x'.repeat(5_000),
  '999999',
  '[object Object]',
  '../..',
  '<svg>',
];
const FIELDS = [
  'user_string',
  'area_code',
  'area_code_id',
  'email_code',
  'code',
  'type',
  'scene',
  'password',
  're_password',
  'extension_code',
  'country_code',
  'id',
  'nickname',
  'signature',
  'head_portrait',
  'language',
  'fiat',
  '__proto__',
  'unknown',
];

test('no field of any call makes the server fail or opens a session', async () => {
  const token = await enter();
  const paths = Object.keys(contract.identity) as (keyof typeof contract.identity)[];
  const value = fc.oneof(
    fc.constantFrom(...ODD, ANN, '+85251234567', 'register', 'forget', 'email', 'mobile', PASSWORD),
    fc.jsonValue(),
    fc.string({ unit: 'binary', maxLength: 40 }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths.filter((path) => path !== 'user/logout' && path !== 'user/session/revoke')),
      fc.dictionary(fc.constantFrom(...FIELDS), value),
      fc.boolean(),
      async (path, fields, json) => {
        const answer = await ask(path, json ? fields : textsOf(fields), { token, json });
        expect(answer.status).toBeLessThan(500);
        expect(['ok', 'error', '999', '998']).toContain(answer.type);
        if (answer.type !== 'ok') expect(answer.message).not.toBe('');
      },
    ),
    { numRuns: 600 },
  );
  const { count } = await own.db.one<{ count: number }>(sql`select count(*) as count from identity_users`);
  expect(count).toBe(1);
});

/** A form has strings only and cannot carry lone surrogates. */
const textsOf = (fields: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed(),
    ]),
  );
