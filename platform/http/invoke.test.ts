import { Refusal, post, sessionId, userId } from '@karat/contract';
import { virtualClock } from '@karat/platform/clock';
import type { Database, Tx } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Caller } from './handlers.ts';
import { createInvoker } from './invoke.ts';
import type { InvokerOptions } from './invoke.ts';
import type { Mounted } from './mount.ts';
import { commonMessages } from './messages.ts';

const db = { transact: async (work: (tx: Tx) => unknown) => work({} as Tx) } as unknown as Database;
const invokerWith = (more: Partial<InvokerOptions> = {}) =>
  createInvoker({
    ...{ db, log: silentLog, clock: virtualClock(), messages: commonMessages, checkReplies: false },
    limits: { accountPerMinute: 99, addressPerMinute: 99, unknownTokensPerMinute: 9, factor: 1 },
    authenticate: () => undefined,
    authenticateOperator: () => undefined,
    ...more,
  });
const [ann, ben]: readonly [Caller, Caller] = [
  { userId: userId(7), sessionId: sessionId(1), verified: true },
  { userId: userId(8), sessionId: sessionId(2), verified: true },
];
const asking = {
  token: undefined,
  lang: 'en',
  request: { id: '1', address: '203.0.113.7', userAgent: '', idempotencyKey: undefined },
} as const;
const paying = (path: string, handler: () => unknown): Mounted => ({
  path,
  call: post({
    ...{ who: 'user', effect: 'money', summary: '', input: z.object({ n: z.string() }), reply: z.null() },
  }),
  handler,
});

test('a caller moves money with one call at a time, whichever it is, and waits for nobody else', async () => {
  const invoker = invokerWith();
  const first = Promise.withResolvers<null>();
  const begun: string[] = [];
  const slow = paying('slow', () => (begun.push('slow'), first.promise));
  const pay = (): null => (begun.push('quick'), null);
  const quick = paying('quick', pay);
  const waits = invoker.run(slow, asking, ann, { n: '1' });
  const after = invoker.run(quick, asking, ann, { n: '1' });
  for (const each of [quick, paying('slow', pay)]) await invoker.run(each, asking, ben, { n: '1' });
  expect(begun).toEqual(['slow', 'quick', 'quick']);
  first.resolve(null);
  await Promise.all([waits, after]);
  expect(begun).toEqual(['slow', 'quick', 'quick', 'quick']);
});

test('a stopped call is refused before its input is read, and no other one', async () => {
  const invoker = invokerWith({
    admitCall: (path) => {
      if (path === 'stopped') throw new Refusal('forbidden');
    },
  });
  const answer = (path: string, fields: Readonly<Record<string, string>>) =>
    invoker.run(
      paying(path, () => null),
      asking,
      ann,
      fields,
    );
  expect((await answer('stopped', {})).refused).toBe('forbidden');
  expect((await answer('open', {})).refused).toBe('parameter_error');
  expect((await answer('open', { n: '1' })).refused).toBeUndefined();
});
