import { demoLogins } from '@karat/domains/operators';
import { DAY_MS, MINUTE_MS } from '@karat/rules';
import { png } from '@karat/testkit';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { Path, ReplyAt } from './testing/api-client.ts';
import type { TestServer } from './testing/boot.ts';
import { SATURDAY, clockAt } from './testing/hours.ts';
import { verifyByDocs } from './testing/verify-by-docs.ts';

const USDT = 3;
const clock = clockAt(SATURDAY);
let database: PreparedDatabase;
let server: TestServer;
let alice: string;
let chloe: string;
let risk: string;
let finance: string;
let admin: string;
type Project = ReplyAt<'project/detail'>;
let launch: Project;

type Body = Readonly<Record<string, string | number>>;
interface Asking {
  readonly token?: string;
  readonly lang?: string;
  readonly key?: string;
  readonly method?: string;
}
const ask = (path: string, body: Body, more: Asking = {}) =>
  server.ask(path, { token: alice, body, ...more });
const reply = <P extends Path>(path: P, body: Body = {}, more: Asking = {}) =>
  server.reply(path, { token: alice, body, ...more }) as Promise<ReplyAt<P>>;

async function fresh(): Promise<void> {
  while ((await reply('market/index', { match_id: 1 })).stale);
}
const balance = async (currency: number, token = alice): Promise<string | undefined> => {
  const { change_wallet: wallet } = await reply('wallet/list', {}, { token });
  const row = wallet.balance.find(({ id }) => id === currency);
  return row && `${row.change_balance} ${row.lock_change_balance}`;
};

/** Approves the newest request as the admin, with a fresh code. */
async function approve(): Promise<string> {
  const [asked] = (await reply('console/approvals', { state: 'asked' }, { token: admin })).data;
  if (!asked) return expect.fail('nothing was asked');
  clock.turn(MINUTE_MS);
  const proof = demoLogins(clock.now()).find(({ login }) => login === 'admin');
  const { password = '', totp = '' } = proof ?? {};
  const answer = await ask(
    'console/approve',
    { id: asked.id, digest: asked.digest, password, totp },
    { token: admin },
  );
  return answer.error ?? 'ok';
}

beforeAll(async () => {
  database = await createDemoDatabase(SATURDAY);
  server = await startTestServer(database, {}, { clock });
  alice = await server.login('alice');
  chloe = await server.login('chloe');
  risk = await server.loginOperator('risk');
  finance = await server.loginOperator('finance');
  admin = await server.loginOperator('admin');
  await fresh();
  const { list } = await reply('project', { kind: 'token', status: 'open' });
  launch = await reply('project/detail', { project_id: list[0]?.id ?? 0 });
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

test('a visitor sees projects of every state with honest labels, in their language', async () => {
  const asked = { method: 'GET', body: {}, lang: 'vn' };
  const { message } = await server.ask('project', asked);
  const { list, total } = message as ReplyAt<'project'>;
  expect(total).toBe(5);
  expect(new Set(list.map(({ status }) => status))).toEqual(new Set(['open', 'warmup', 'listed']));
  expect(
    list.every(
      ({ demo, summary }) => demo && summary.startsWith('Dự án minh họa') !== summary.startsWith('Quỹ'),
    ),
  ).toBe(true);
  expect(
    list
      .map(({ time_status: status }) => String(status))
      .toSorted()
      .join(''),
  ).toBe('12233');
  const [first] = list;
  expect(first).toMatchObject({ status: 'open', time_status: 2, listed_ms: null });
  expect(first?.pay_currencies[0]).toMatchObject({ currency_name: 'USDT', available: null });
  const funds = await reply('project', { kind: 'fund', status: 'open' });
  expect(funds.list.map(({ currency_name: name }) => name)).toEqual(['HARBR']);
  expect(launch).toMatchObject({ own_applied: '0', own_remaining: launch.user_max, lock_day: 30 });
});

test('an application is held once per key, shows in the lists and the bills, and is cancelled with all of its money', async () => {
  expect(await balance(USDT)).toBe('10000 0');
  const body = { project_id: launch.id, amount: '1000', pay_currency: 'USDT', price: launch.price };
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => ask('project/order', body, { key: 'hundred' })),
  );
  const done = answers.filter(({ error }) => error === undefined);
  expect(new Set(done.map(({ message }) => (message as { id: number }).id)).size).toBe(1);
  expect(await balance(USDT)).toBe('9980 20');
  const [order] = (await reply('user/project/order', { status: 1 }, { method: 'GET' })).data;
  expect(order).toMatchObject({
    coin_amount: '1000',
    give_amount: null,
    amount: '20',
    status: 1,
    receipt: null,
  });
  const id = order?.id ?? 0;
  expect(await reply('user/project/order_detail', { id })).toMatchObject({ id, pay_currency_name: 'USDT' });
  expect(await reply('project/detail', { project_id: launch.id })).toMatchObject({ own_applied: '1000' });
  const bills = await reply('wallet/bills', {});
  expect(bills.data[0]).toMatchObject({ kind: 'launchpad:application', value: '-20', held: '20' });
  expect(await reply('project/order/cancel', { id }, { key: 'cancel' })).toMatchObject({ status: 0 });
  expect(await ask('project/order/cancel', { id })).toMatchObject({ error: 'project_order_ended' });
  expect(await balance(USDT)).toBe('10000 0');
});

test.each([
  ['project_unknown', { project_id: 9_999 }],
  ['project_price_changed', { price: '0.021' }],
  ['project_pay_currency', { pay_currency: 'BTC' }],
  ['project_minimum', { amount: '99.99' }],
  ['project_maximum', { amount: '250000.01' }],
  ['amount_too_precise', { amount: '100.001' }],
  ['parameter_error', { amount: '0' }],
  ['parameter_error', { price: '' }],
] as const)('an application is refused with %s in the language of the caller', async (code, wrong) => {
  const texts = new Set<unknown>();
  const body = { project_id: launch.id, amount: '1000', pay_currency: 'USDT', price: launch.price, ...wrong };
  for (const lang of ['en', 'vn', 'kor']) {
    const answer = await ask('project/order', body, { lang });
    expect(answer.error).toBe(code);
    texts.add(answer.message);
  }
  expect(texts.size).toBe(3);
  expect(await balance(USDT)).toBe('10000 0');
});

test('a project before its start, an empty balance, an unknown order and a visitor are refused', async () => {
  const [coming] = (await reply('project', { status: 'warmup' })).list;
  const body = { amount: '1000', pay_currency: 'USDT', price: coming?.price ?? '' };
  expect(await ask('project/order', { ...body, project_id: coming?.id ?? 0 })).toMatchObject({
    error: 'project_not_open',
  });
  const dear = { project_id: launch.id, amount: '1000', pay_currency: 'ETH' };
  const price = launch.pay_currencies.find(({ currency_name: name }) => name === 'ETH')?.price ?? '';
  expect(await ask('project/order', { ...dear, amount: '250000', price })).toMatchObject({
    error: 'insufficient_balance',
  });
  const unknown = { method: 'GET', body: { id: 9_999 } };
  expect(await ask('user/project/order_detail', unknown.body, unknown)).toMatchObject({
    error: 'project_order_unknown',
  });
  expect(await ask('project/detail', { project_id: 9_999 }, { method: 'GET' })).toMatchObject({
    error: 'project_unknown',
  });
  expect((await server.ask('project/order', { body: { ...body, project_id: 1 } })).type).toBe('999');
});

test('the demonstration is settled: allotted pro rata, with a receipt that a stranger can verify, listed, and a dividend', async () => {
  const holdings = () => reply('user/project/holdings', {}, { token: chloe });
  await expect
    .poll(async () => (await holdings()).filter(({ status }) => status === 'listed').length)
    .toBe(2);
  const nimbo = (await holdings()).find(({ currency_name: name }) => name === 'NIMBO');
  expect(nimbo).toMatchObject({ allotted: '10000', locked: false, applied: '0' });
  const settled = (await reply('user/project/order', { status: 3 }, { token: chloe })).data;
  const own = settled.filter(({ currency_name: name }) => name === 'NIMBO');
  expect(own.map(({ give_amount: tokens, refund }) => [tokens, refund])).toEqual([
    ['4000', '100'],
    ['6000', '150'],
  ]);
  const id = own[0]?.id ?? 0;
  const receipt = async () => (await reply('user/project/order_detail', { id }, { token: chloe })).receipt;
  clock.turn(MINUTE_MS);
  await expect.poll(receipt).not.toBeNull();
  const address = `${server.url}/api/proofs/receipt?hash=${await receipt()}`;
  expect(await verifyByDocs(address)).toMatchObject({ status: 0 });
  clock.turn(3 * MINUTE_MS);
  const dividends = async () => (await reply('user/project/dividends', {}, { token: chloe })).data;
  await expect
    .poll(dividends)
    .toMatchObject([{ amount: '45', currency_name: 'USDT', holding: '60', token_name: 'LINDN' }]);
});

/** Uploads bytes as a project picture; returns the reply. */
async function uploadPicture(token: string, bytes: Buffer): Promise<{ error?: string; message: string }> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'logo.png');
  const headers = { authorization: token };
  const answer = await fetch(`${server.url}/api/console/project_image`, {
    method: 'POST',
    headers,
    body: form,
  });
  return (await answer.json()) as { error?: string; message: string };
}

/** A project that is right in every field. */
const project = (): Record<string, string | number> => ({
  kind: 'fund',
  code: 'NEWFUND',
  decimals: 2,
  texts: JSON.stringify({
    en: { title: 'New fund', summary: 'A fund.' },
    fra: { title: 'Fonds', summary: 'Un fonds.' },
  }),
  white_paper: 'https://example.com/paper.pdf',
  supply: '1000',
  price: '2',
  pay_currencies: '3,1',
  save_min: '1',
  user_max: '1000',
  start_ms: clock.now(),
  end_ms: clock.now() + DAY_MS,
  reason: 'a new fund',
});

test('two people add a project with its currency; wrong terms, strangers and taken codes are refused', async () => {
  await fresh();
  const refusals = [
    [{ end_ms: clock.now() - 1 }, 'value_invalid'],
    [{ listing_ms: clock.now() + 1 }, 'value_invalid'],
    [{ user_max: '1001' }, 'value_invalid'],
    [{ save_min: '1000.5', user_max: '1000' }, 'value_invalid'],
    [{ supply: '1000.001' }, 'amount_too_precise'],
    [{ pay_currencies: '3,3' }, 'value_invalid'],
    [{ pay_currencies: '21' }, 'value_invalid'],
    [{ pay_currencies: '999' }, 'currency_unknown'],
    [{ code: 'BTC' }, 'currency_code_taken'],
    [{ code: 'low' }, 'parameter_error'],
    [{ logo: '/files/AAAAAAAAAAAAAAAAAAAAAA' }, 'image_invalid'],
    [{ white_paper: 'javascript:alert(1)' }, 'parameter_error'],
    [{ texts: '{"fra":{"title":"a","summary":"b"}}' }, 'parameter_error'],
    [{ texts: '{' }, 'parameter_error'],
    [{ reason: '' }, 'parameter_error'],
  ] as const;
  for (const [wrong, error] of refusals)
    expect(
      await ask('console/project_add', { ...project(), ...wrong }, { token: risk }),
      JSON.stringify(wrong),
    ).toMatchObject({ error });
  expect(await ask('console/project_add', project())).toMatchObject({ type: '999' });
  expect(await ask('console/project_add', project(), { token: finance })).toMatchObject({
    error: 'forbidden',
  });
  await fresh();
  expect(await uploadPicture(risk, Buffer.from('no picture'))).toMatchObject({ error: 'image_invalid' });
  const { message: logo } = await uploadPicture(risk, png(64, 64));
  expect(
    await ask('console/project_add', { ...project(), logo }, { token: admin }),
    'a picture of another operator',
  ).toMatchObject({ error: 'image_invalid' });
  await reply('console/project_add', { ...project(), logo }, { token: risk });
  expect(await approve()).toBe('ok');
  expect((await fetch(`${server.url}${logo}`)).headers.get('content-type')).toBe('image/webp');
  const [added] = (await reply('project', { kind: 'fund', status: 'open' }, { lang: 'fra' })).list.filter(
    ({ currency_name: name }) => name === 'NEWFUND',
  );
  expect(added).toMatchObject({ title: 'Fonds', amount: '1000', demo: false, logo });
  expect(added?.pay_currencies.map(({ currency_name: name }) => name)).toEqual(['USDT', 'BTC']);
  await fresh();
  expect(await ask('console/project_add', project(), { token: risk })).toMatchObject({
    error: 'currency_code_taken',
  });
});

/** The project that the test before added. */
async function added(): Promise<ReplyAt<'console/projects'>['data'][number]> {
  const { data } = await reply('console/projects', {}, { token: risk });
  return data.find(({ currency_name: name }) => name === 'NEWFUND') ?? expect.fail('no project');
}

test('two people withdraw a project, every application is refunded', async () => {
  await fresh();
  await reply('console/project_add', { ...project(), code: 'GONE' }, { token: risk });
  expect(await approve()).toBe('ok');
  const { data } = await reply('console/projects', {}, { token: risk });
  const id = data.find(({ currency_name: name }) => name === 'GONE')?.id ?? 0;
  const before = await balance(USDT);
  await reply('project/order', { project_id: id, amount: '10', pay_currency: '3', price: '2' });
  const reason = 'the issuer withdrew';
  await reply('console/project_cancel', { id, reason }, { token: risk });
  expect(await approve()).toBe('ok');
  await expect.poll(() => balance(USDT)).toBe(before);
  expect(await ask('console/project_cancel', { id, reason }, { token: risk })).toMatchObject({
    error: 'project_state',
  });
  expect(await ask('console/project_listing', { id: 9_999, reason }, { token: risk })).toMatchObject({
    error: 'project_unknown',
  });
});

test('the console previews the allotment, changes times, lists and pays a dividend by two people; a stopped product takes no application', async () => {
  const { id, end_ms: end, start_ms: start } = await added();
  const body = { project_id: id, pay_currency: 'USDT', price: '2' };
  await reply('project/order', { ...body, amount: '1000' });
  await reply('project/order', { ...body, amount: '1000' }, { token: chloe });
  const preview = await reply('console/project_allotment', { id }, { token: risk });
  expect(preview).toMatchObject({ supply: '1000', applied: '2000', tokens: '1000' });
  expect(preview.sums[0]).toMatchObject({
    currency_name: 'USDT',
    orders: 2,
    held: '4000',
    paid: '2000',
    refund: '2000',
  });
  const orders = await reply('console/project_orders', { project_id: id, status: 1 }, { token: risk });
  expect(orders).toMatchObject({ total: 2 });
  const reason = 'a test of times';
  const times = { id, start_ms: start, end_ms: end + DAY_MS, listing_ms: end + 9 * DAY_MS, reason };
  expect(
    await ask('console/project_times', { ...times, start_ms: start + 1 }, { token: risk }),
  ).toMatchObject({
    error: 'project_state',
  });
  expect(await ask('console/project_times', { ...times, listing_ms: end }, { token: risk })).toMatchObject({
    error: 'value_invalid',
  });
  expect(
    await ask('console/project_times', { id, start_ms: start, end_ms: end, reason }, { token: risk }),
  ).toMatchObject({ error: 'no_change' });
  await reply('console/project_times', times, { token: risk });
  expect(await approve()).toBe('ok');
  expect(await added()).toMatchObject({ end_ms: end + DAY_MS, listing_ms: end + 9 * DAY_MS });
  expect(await ask('console/project_listing', { id, reason }, { token: risk })).toMatchObject({
    error: 'project_state',
  });
  clock.turn(2 * DAY_MS + MINUTE_MS);
  await server.login('alice').then((token) => (alice = token));
  chloe = await server.login('chloe');
  risk = await server.loginOperator('risk');
  finance = await server.loginOperator('finance');
  admin = await server.loginOperator('admin');
  await expect.poll(async () => (await added()).open_orders).toBe(0);
  expect(await ask('console/project_cancel', { id, reason }, { token: risk })).toMatchObject({
    error: 'project_state',
  });
  const money = { id, amount: '10', currency_id: USDT, reason: 'rent of November' };
  const record = () => ({ record_ms: clock.now() + 2 * MINUTE_MS });
  expect(await ask('console/dividend', { ...money, ...record() }, { token: finance })).toMatchObject({
    error: 'project_state',
  });
  await reply('console/project_listing', { id, reason }, { token: risk });
  expect(await approve()).toBe('ok');
  await expect.poll(async () => (await added()).status).toBe('listed');
  await reply('console/dividend_income', { ...money, document: 'rent 2026-11' }, { token: finance });
  expect(await approve()).toBe('ok');
  expect(
    await ask('console/dividend', { ...money, amount: '100000', ...record() }, { token: finance }),
  ).toMatchObject({ type: 'ok' });
  expect(await approve()).toBe('dividend_uncovered');
  expect(await ask('console/dividend', { ...money, record_ms: 5 }, { token: finance })).toMatchObject({
    error: 'value_invalid',
  });
  await reply('console/dividend', { ...money, ...record() }, { token: finance });
  expect(await approve()).toBe('ok');
  clock.turn(3 * MINUTE_MS);
  const list = async () => (await reply('console/dividends', {}, { token: finance })).data[0];
  await expect.poll(list).toMatchObject({ state: 'done', amount: '10', holders: 2, paid: 2 });
  const stop = { target: 'product', subject: 'launchpad', level: 'halt', reason: 'a test of stopping' };
  await reply('console/stop', stop, { token: risk });
  const stopped = { ...body, project_id: launch.id, price: launch.price };
  expect(await ask('project/order', { ...stopped, amount: '1000' })).toMatchObject({
    error: 'product_halted',
  });
}, 60_000);
