import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';
import type { Path, ReplyAt } from './testing/api-client.ts';

let database: TestDatabase;
let server: TestServer;
let alice: string;
let bruno: string;
let support: string;
let risk: string;

type Body = Readonly<Record<string, string | number>>;
const reply = <P extends Path>(token: string, path: P, body: Body = {}) =>
  server.reply(path, { token, body }) as Promise<ReplyAt<P>>;
const errorOf = async (token: string, path: Path, body: Body): Promise<string | undefined> =>
  (await server.ask(path, { token, body })).error;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database.url);
  alice = await server.login('alice');
  bruno = await server.login('bruno');
  support = await server.loginOperator('support');
  risk = await server.loginOperator('risk');
}, 120_000);
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

test('boot', async () => {
  expect(await reply(alice, 'support/status')).toMatchObject({ open: true, unread: 1 });
});
