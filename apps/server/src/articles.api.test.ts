import { CATEGORIES } from '@karat/contract';
import { demoLogins } from '@karat/domains/operators';
import { LANGS } from '@karat/i18n';
import { png } from '@karat/testkit';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';

const STEP_MS = 30_000;
let database: PreparedDatabase;
let server: TestServer;
let support: string;
let risk: string;

beforeAll(async () => {
  database = await createDemoDatabase();
  server = await startTestServer(database);
  support = await server.loginOperator('support');
  risk = await server.loginOperator('risk');
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

/** The code after the one that the login has used. */
const nextCode = (login: string): string =>
  demoLogins(Date.now() + STEP_MS).find((each) => each.login === login)?.totp ?? '';

/** Uploads bytes as a picture of an article; returns the reply. */
async function upload(token: string, bytes: Buffer): Promise<{ error?: string; message: string }> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'banner.png');
  const answer = await fetch(`${server.url}/api/console/article_picture`, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  });
  return (await answer.json()) as { error?: string; message: string };
}

test('a banner is shown with its uploaded picture once a second operator has approved it', async () => {
  const { message: picture } = await upload(support, png(640, 320));
  expect(picture).toMatch(/^\/files\//);
  const text = { title: 'Zero fees this weekend', abstract: '', content: '' };
  const texts = Object.fromEntries(LANGS.map((lang) => [lang, text]));
  const save = await fetch(`${server.url}/api/console/article_save`, {
    method: 'POST',
    headers: { authorization: support, 'content-type': 'application/json' },
    body: JSON.stringify({ id: 0, c_id: CATEGORIES.banners, position: 0, thumbnail: picture, texts }),
  });
  const { message: saved } = (await save.json()) as { message: { id: number; version: number } };
  const asked = await server.reply('console/article_publish', {
    token: support,
    body: { version: saved.version, reason: 'The weekend begins' },
  });
  const { id, digest } = asked;
  const proof = { password: 'karat-risk', totp: nextCode('risk') };
  await server.reply('console/approve', { token: risk, body: { id, digest, ...proof } });
  const { data } = await server.reply('news/list', { body: { c_id: CATEGORIES.banners } });
  expect(data).toContainEqual(expect.objectContaining({ id: saved.id, thumbnail: picture }));
  const shown = await fetch(new URL(picture, server.url));
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
});

test('only editors upload pictures of articles, and only pictures', async () => {
  expect(await upload(risk, png(64, 64))).toMatchObject({ error: 'forbidden' });
  expect(await upload(support, Buffer.from('<svg/>'))).toMatchObject({ error: 'image_invalid' });
});
