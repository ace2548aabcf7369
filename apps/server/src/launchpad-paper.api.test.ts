import { createHash } from 'node:crypto';
import { demoLogins } from '@karat/domains/operators';
import { DAY_MS, MINUTE_MS } from '@karat/rules';
import { png } from '@karat/testkit';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { Path, ReplyAt } from './testing/api-client.ts';
import type { TestServer } from './testing/boot.ts';
import { SATURDAY, clockAt } from './testing/hours.ts';

const clock = clockAt(SATURDAY);
let database: PreparedDatabase;
let server: TestServer;
let alice: string;
let risk: string;
let finance: string;
let admin: string;

type Body = Readonly<Record<string, string | number>>;
const ask = (path: string, body: Body, token: string) => server.ask(path, { token, body });
const reply = <P extends Path>(path: P, body: Body, token: string) =>
  server.reply(path, { token, body }) as Promise<ReplyAt<P>>;

beforeAll(async () => {
  database = await createDemoDatabase(SATURDAY);
  server = await startTestServer(database, {}, { clock });
  alice = await server.login('alice');
  risk = await server.loginOperator('risk');
  finance = await server.loginOperator('finance');
  admin = await server.loginOperator('admin');
  while ((await reply('market/index', { match_id: 1 }, alice)).stale);
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n');
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function upload(token: string, bytes: Buffer): Promise<{ error?: string; message: unknown }> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'paper.pdf');
  const answer = await fetch(`${server.url}/api/console/project_paper`, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  });
  return (await answer.json()) as { error?: string; message: unknown };
}
const uploaded = async (token: string, bytes: Buffer) =>
  (await upload(token, bytes)).message as ReplyAt<'console/project_paper'>;
const download = (id: number | string) => fetch(`${server.url}/api/project/paper?project_id=${id}`);

const project = (code: string, paper: string): Body => ({
  kind: 'token',
  code,
  decimals: 2,
  texts: JSON.stringify({ en: { title: 'Papers', summary: 'A token with a paper.' } }),
  paper,
  supply: '1000',
  price: '2',
  pay_currencies: '3',
  save_min: '1',
  user_max: '1000',
  start_ms: clock.now(),
  end_ms: clock.now() + DAY_MS,
  reason: 'a token with a paper',
});

test('a file that is no PDF, a large one, and callers without the right are refused', async () => {
  const large = Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024), PDF]);
  for (const bytes of [png(4, 4), Buffer.from('<html>%PDF-1.7 %%EOF'), PDF.subarray(0, 20), Buffer.alloc(0)])
    expect(await upload(risk, bytes)).toMatchObject({ error: 'project_paper_invalid' });
  expect(await upload(risk, large)).toMatchObject({ error: 'body_too_large' });
  expect(await upload(finance, PDF)).toMatchObject({ error: 'forbidden' });
  expect(await upload(alice, PDF)).toMatchObject({ type: '999' });
});

test('two people approve a paper by its hash; users download these bytes, never shown inline; others’ addresses are refused', async () => {
  const { file, sha256, bytes } = await uploaded(risk, PDF);
  expect({ sha256, bytes }).toEqual({ sha256: hashOf(PDF), bytes: PDF.length });
  expect((await fetch(`${server.url}${file}`)).status).toBe(404);
  expect((await fetch(`${server.url}${file}`, { headers: { authorization: alice } })).status).toBe(404);
  expect((await fetch(`${server.url}${file}`, { headers: { authorization: admin } })).status).toBe(200);

  for (const [paper, token] of [
    [file, admin],
    ['/files/AAAAAAAAAAAAAAAAAAAAAA', risk],
  ] as const)
    expect(await ask('console/project_add', project('OTHERS', paper), token)).toMatchObject({
      error: 'project_paper_invalid',
    });
  expect(await ask('console/project_add', project('OTHERS', 'https://x.example/a.pdf'), risk)).toMatchObject({
    error: 'parameter_error',
  });
  await reply('console/project_add', project('PAPERS', file), risk);
  const [asked] = (await reply('console/approvals', { state: 'asked' }, admin)).data;
  const rows = asked?.changes.map(({ label, after }) => [label, after]);
  expect(rows).toContainEqual(['White paper, document', file]);
  expect(rows).toContainEqual(['SHA-256 of the document', sha256]);
  clock.turn(MINUTE_MS);
  const { password = '', totp = '' } = demoLogins(clock.now()).find(({ login }) => login === 'admin') ?? {};
  await reply('console/approve', { id: asked?.id ?? 0, digest: asked?.digest ?? '', password, totp }, admin);

  const { list } = await reply('project', { kind: 'token', status: 'open' }, alice);
  const own = list.find(({ currency_name: name }) => name === 'PAPERS') ?? expect.fail('no project');
  expect((await reply('project/detail', { project_id: own.id }, alice)).paper).toEqual({ sha256, bytes });
  const served = await download(own.id);
  expect(Object.fromEntries(served.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="PAPERS-white-paper.pdf"',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'") as string,
  });
  expect(hashOf(Buffer.from(await served.arrayBuffer()))).toBe(sha256);
});

test('every demo project has a paper of its own with the hash that its page shows', async () => {
  const { list } = await reply('project', {}, alice);
  const demos = list.filter(({ demo }) => demo);
  const hashes = new Set<string>();
  for (const { id } of demos) {
    const { paper } = await reply('project/detail', { project_id: id }, alice);
    const body = Buffer.from(await (await download(id)).arrayBuffer());
    expect(hashOf(body)).toBe(paper?.sha256);
    expect(body.toString('latin1')).toContain('White paper of a demonstration');
    hashes.add(hashOf(body));
  }
  expect(hashes.size).toBe(5);
  expect(await (await download(9_999)).json()).toMatchObject({ error: 'project_unknown' });
});
