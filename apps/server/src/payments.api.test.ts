import { sql } from '@karat/platform/db';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';

let database: PreparedDatabase;
let server: TestServer;
let token: string;

beforeAll(async () => {
  database = await createDemoDatabase();
  server = await startTestServer(database);
  token = await server.login('alice');
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const request = {
  country: 'US',
  currency: 'USD',
  method: 'card',
  amount: '150',
  first_name: 'Alice',
  last_name: 'L',
  full_name: 'Alice L',
  email: 'a@mail.example',
  phone: '+1 212 555 0100',
};
const ordered = () => server.reply('otc/order', { body: request, token });
const balance = async (): Promise<number> => {
  const { balance: text } = await server.reply('wallet/detail', { body: { currency: 3 }, token });
  return Number(text);
};

test('the simulated page credits a card payment once however often it is pressed', async () => {
  const before = await balance();
  const { id } = await ordered();
  const { url } = await server.reply('otc/pay', { body: { id }, token });
  const page = new URL(url, server.url);
  const shown = await fetch(page);
  expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await shown.text()).toContain('Simulated payment page');
  const press = () =>
    fetch(page, { method: 'POST', body: new URLSearchParams({ outcome: 'succeeded' }), redirect: 'manual' });
  const answers = await Promise.all([press(), press(), press()]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(await balance()).toBe(before + 150);
  expect((await fetch(`${page.href.slice(0, -3)}AAA`)).status).toBe(404);
});

test('a webhook without a valid signature is refused and leaves nothing', async () => {
  const { reference } = await ordered();
  const body = JSON.stringify({
    id: 'x',
    kind: 'succeeded',
    payment: 'p',
    reference,
    amount: '150',
    currency: 'USD',
  });
  for (const signature of ['', 't=1,v1=00', `t=${Math.floor(Date.now() / 1_000)},v1=${'0'.repeat(64)}`]) {
    const headers = { 'content-type': 'application/json', 'karat-signature': signature };
    const answer = await fetch(new URL('/hooks/payments', server.url), { method: 'POST', headers, body });
    expect(answer.status).toBe(400);
  }
  const { count } = await database.db.one<{ count: number }>(
    sql`select count(*) as count from fiat_events where event_id = 'x'`,
  );
  expect(count).toBe(0);
});

test('bills are a file with a session, and nothing without one', async () => {
  const ask = (format: string, authorization?: string) =>
    fetch(new URL(`/api/wallet/bills_export?format=${format}`, server.url), {
      headers: authorization === undefined ? {} : { authorization },
    });
  const file = await ask('xlsx', token);
  expect(file.headers.get('content-disposition')).toMatch(/attachment; filename="karat-bills-.*\.xlsx"/);
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  expect(await (await ask('koinly', token)).text()).toMatch(/^Date,Sent Amount/);
  expect(await (await ask('csv')).json()).toMatchObject({ type: '999' });
  expect(await (await ask('exe', token)).json()).toMatchObject({ error: 'parameter_error' });
});
