import { del, get, post, refuse, sessionId, userId, operatorId } from '@karat/contract';
import { commonMessages, createHttp } from '@karat/platform/http';
import type { Caller, Handlers, Http, HttpOptions, OperatorCaller } from '@karat/platform/http';
import { virtualClock } from '@karat/platform/clock';
import type { Database } from '@karat/platform/db';
import { openDatabase, sql } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { createMetrics } from '@karat/platform/metrics';
import { seededRandom } from '@karat/platform/random';
import lightMyRequest from 'light-my-request';
import type { InjectOptions, Response } from 'light-my-request';
import * as z from 'zod';

export { ASKED, callConsole, plainPasswords } from './call-console.ts';
export { FrameReader } from './frame-reader.ts';
export { callHandler, pageAt } from './call-handler.ts';

const amount = z.string().regex(/^[0-9]+$/);
const done = z.literal('ok');

/** A small contract with one call of every kind. */
export const shopContract = {
  shop: {
    'shop/hello': get({
      who: 'visitor',
      effect: 'read',
      summary: 'Greets.',
      input: z.object({ name: z.string().max(50).optional() }),
      reply: z.object({ hello: z.string(), lang: z.string() }),
    }),
    'shop/echo': post({
      who: 'visitor',
      effect: 'read',
      summary: 'Says it again.',
      input: z.object({ word: z.string() }),
      reply: z.object({ word: z.string() }),
    }),
    'shop/basket': post({
      who: 'user',
      effect: 'write',
      summary: 'Own basket.',
      input: z.object({}),
      reply: z.object({ user: z.number() }),
    }),
    'shop/basket/empty': del({
      who: 'user',
      effect: 'write',
      summary: 'Empties it.',
      input: z.object({ id: z.string() }),
      reply: done,
    }),
    'shop/vault': post({
      who: 'verified',
      effect: 'read',
      summary: 'For the verified.',
      input: z.object({}),
      reply: done,
    }),
    'shop/pay': post({
      who: 'user',
      effect: 'money',
      summary: 'Pays.',
      input: z.object({ amount, pay_password: z.string().optional() }),
      proofs: ['pay_password'],
      right: 'trade',
      reply: z.object({ paid: z.string(), times: z.number() }),
      refusals: ['insufficient_balance'],
    }),
    'shop/rare': post({
      who: 'visitor',
      effect: 'read',
      summary: 'Twice a minute.',
      perMinute: 2,
      rateClass: 'rare',
      input: z.object({}),
      reply: done,
    }),
    'shop/rare/also': post({
      who: 'visitor',
      effect: 'read',
      summary: 'Twice a minute, together with the other.',
      perMinute: 2,
      rateClass: 'rare',
      input: z.object({}),
      reply: done,
    }),
    'shop/broken': post({
      who: 'visitor',
      effect: 'read',
      summary: 'Fails.',
      input: z.object({ how: z.enum(['throw', 'reply', 'more', 'database']) }),
      reply: z.object({ a: z.string() }),
    }),
    'shop/receipt': get({
      who: 'visitor',
      effect: 'read',
      summary: 'A file.',
      replyKind: 'file',
      input: z.object({}),
      reply: z.object({ name: z.string(), type: z.string(), body: z.string() }),
    }),
    'shop/diary': get({
      who: 'user',
      effect: 'read',
      summary: 'A file without an end.',
      replyKind: 'file',
      input: z.object({}),
      reply: z.object({ name: z.string(), type: z.string(), body: z.unknown() }),
    }),
    'shop/picture': post({
      who: 'user',
      effect: 'write',
      summary: 'Takes a file.',
      upload: 'file',
      input: z.object({ title: z.string().optional() }),
      reply: z.object({ bytes: z.number(), name: z.string(), title: z.string() }),
    }),
    'shop/poster': post({
      who: 'user',
      effect: 'write',
      summary: 'Takes a larger file.',
      upload: 'file',
      uploadBytesMax: 3_000,
      input: z.object({}),
      reply: done,
    }),
  },
  office: {
    'office/desk': post({
      who: { operator: ['support'] },
      effect: 'read',
      summary: 'For support.',
      input: z.object({ note: z.string().optional() }),
      reply: z.object({ login: z.string() }),
    }),
    'office/badge': post({
      who: { operator: ['support'] },
      enrolment: true,
      effect: 'write',
      summary: 'For who begins at support.',
      input: z.object({}),
      reply: z.object({ login: z.string() }),
    }),
  },
};

export const ALICE: Caller = { userId: userId(100_001), sessionId: sessionId(1), verified: false };
export const BEA: Caller = { userId: userId(100_002), sessionId: sessionId(2), verified: true };
const users = new Map([
  ['alice', ALICE],
  ['bea', BEA],
]);
const operators = new Map<string, OperatorCaller>([
  ['support', { operatorId: operatorId(1), login: 'sue', role: 'support', sessionId: sessionId(3) }],
  [
    'novice',
    {
      operatorId: operatorId(3),
      login: 'nia',
      role: 'support',
      sessionId: sessionId(5),
      mustEnrol: true,
    },
  ],
  ['risk', { operatorId: operatorId(2), login: 'rob', role: 'risk', sessionId: sessionId(4) }],
]);

async function* endless() {
  for (;;) yield await Promise.resolve('x'.repeat(64 * 1024));
}

const shop: Handlers<(typeof shopContract)['shop']> = {
  'shop/hello': ({ input, lang }) => ({ hello: input.name ?? 'you', lang }),
  'shop/echo': ({ input }) => ({ word: input.word }),
  'shop/basket': ({ caller }) => ({ user: caller.userId }),
  'shop/basket/empty': () => 'ok',
  'shop/vault': () => 'ok',
  async 'shop/pay'({ input, caller, tx }) {
    await tx.run(sql`insert into shop_payments (uid, amount) values (${caller.userId}, ${input.amount})`);
    if (input.amount === '666') refuse('insufficient_balance', { currency: 'USDT' });
    if (input.amount === '500') throw new Error('the till is on fire');
    const { n } = await tx.one<{ n: number }>(
      sql`select count(*) as n from shop_payments where uid = ${caller.userId}`,
    );
    return { paid: input.amount, times: n };
  },
  'shop/rare': () => 'ok',
  'shop/rare/also': () => 'ok',
  'shop/broken'({ input }) {
    if (input.how === 'throw') throw new Error('secret detail of the inside');
    if (input.how === 'database')
      throw Object.assign(new Error('connect ECONNREFUSED'), { syscall: 'connect' });
    const wrong: object = input.how === 'more' ? { a: 'x', password_hash: 'y' } : { a: 5 };
    return wrong as { a: string };
  },
  'shop/receipt': () => ({ name: 'a "b"\r\n.txt', type: 'text/plain', body: 'né' }),
  'shop/diary': () => ({ name: 'diary.txt', type: 'text/plain', body: endless() }),
  'shop/picture': ({ input, file }) => ({
    bytes: file?.bytes.length ?? 0,
    name: file?.name ?? '',
    title: input.title ?? '',
  }),
  'shop/poster': () => 'ok',
};

export const clock = virtualClock();

/** Serves the test contract over HTTP; without a database the calls that need one fail. */
export function openShop(
  db: Database = openDatabase({ url: 'postgresql://127.0.0.1:1/none' }),
  more: Partial<HttpOptions<typeof shopContract>> = {},
): Promise<Http> {
  return createHttp({
    contract: shopContract,
    handlers: {
      shop,
      office: {
        'office/desk': ({ caller }) => ({ login: caller.login }),
        'office/badge': ({ caller }) => ({ login: caller.login }),
      },
    },
    authenticate: (token) => users.get(token),
    authenticateOperator: async (token) => operators.get(token),
    deviceKey: (token) => (['phone', 'tablet'].includes(token) ? `device ${token}` : undefined),
    messages: commonMessages,
    db,
    clock,
    random: seededRandom('shop'),
    log: silentLog,
    metrics: createMetrics(),
    limits: { accountPerMinute: 1_000, addressPerMinute: 1_000, unknownTokensPerMinute: 5, factor: 1 },
    checkReplies: true,
    ready: async () => ({ till: true }),
    version: '1.0.0',
    origins: [],
    proxies: 1,
    uploadBytesMax: 1_000,
    pages: [],
    mounts: [],
    ...more,
  });
}

/** Handles a request without a socket and returns the reply. */
export const inject = (http: Http, request: string | InjectOptions): Promise<Response> =>
  lightMyRequest(http.listener, request);
export { openOtlpReceiver } from './otlp-receiver.ts';
export type { OtlpReceiver, ReceivedSpan } from './otlp-receiver.ts';
export { openPushReceiver } from './push-receiver.ts';
export type { PushReceiver, ReceivedPush } from './push-receiver.ts';
export { FORM, headText, openWire, postText } from './wire-client.ts';
export type { WireClient, WireReply } from './wire-client.ts';
export { openStripeServer } from './stripe/server.ts';
export type { StripeServer, StripeTrouble } from './stripe/server.ts';
export type { StripeEvent } from './stripe/account.ts';
