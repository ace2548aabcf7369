import { sql } from '@karat/platform/db';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from './calls.ts';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';

let database: PreparedDatabase;
let server: TestServer;
let alice: string;
beforeAll(async () => {
  database = await createDemoDatabase();
  server = await startTestServer(database);
  alice = await server.login('alice');
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const titleIn = async (token: string | undefined, lang?: string): Promise<string> => {
  const { message } = await server.ask('faq', {
    method: 'GET',
    token,
    ...(lang === undefined ? {} : { lang }),
  });
  return (message as { title: string }[])[0]?.title ?? '';
};
const refusalIn = async (token: string, lang?: string): Promise<unknown> =>
  (await server.ask('coin/cancel', { token, body: { id: '1' }, ...(lang === undefined ? {} : { lang }) }))
    .message;

test('a request without a language uses that of its account, at once after a change', async () => {
  expect(await refusalIn(alice)).toBe(messages.order_unknown.en);
  await server.ask('user/preferences', { token: alice, body: { language: 'jp' } });
  expect(await refusalIn(alice)).toBe(messages.order_unknown.jp);
  expect(await titleIn(alice)).toBe(await titleIn(undefined, 'jp'));
  expect(await refusalIn(alice, 'fra')).toBe(messages.order_unknown.fra);
  expect(await refusalIn(alice, 'xx')).toBe(messages.order_unknown.en);
});

test('a visitor without a language gets the default one, with an unknown one English', async () => {
  const { message } = await server.ask('getSetting', { method: 'GET', body: { keyword: 'default_lang' } });
  expect(message).toBe('zh');
  expect(await titleIn(undefined)).toBe(await titleIn(undefined, 'zh'));
  expect(await titleIn(undefined, 'xx')).toBe(await titleIn(undefined, 'en'));
  expect((await server.ask('user/info', { method: 'GET' })).message).toBe(messages.unauthenticated.zh);
});

test('a code without a language is mailed in the default one, and to an account in its own', async () => {
  const { email } = (await server.reply('user/info', { token: alice })) as { email: string };
  await server.ask('user/preferences', { token: alice, body: { language: 'jp' } });
  for (const [receiver, type, lang] of [
    ['stranger@people.example', 'register', 'zh'],
    [email, 'forget', 'jp'],
  ] as const) {
    const asked = await server.ask('sms_mail', { body: { user_string: receiver, type } });
    expect(asked.type).toBe('ok');
    const mail = await database.db.one(
      sql`select lang from platform_dev_outbox where receiver = ${receiver} order by id desc limit 1`,
    );
    expect(mail, receiver).toEqual({ lang });
  }
});
