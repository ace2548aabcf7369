import { demoLogins } from '@karat/domains/operators';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { Path, ReplyAt } from './testing/api-client.ts';
import type { TestServer } from './testing/boot.ts';
import { SATURDAY, clockAt } from './testing/hours.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const HUNDRED = 100;
const BTC = 1;
const USDT = 3;
/** The pay password of demo users. */
const pay = '274951';
const clock = clockAt(SATURDAY);
let database: PreparedDatabase;
let server: TestServer;
let alice: string;
let dana: string;
let finance: string;
let risk: string;
let admin: string;
let support: string;

type Body = Readonly<Record<string, string | number>>;
const ask = (path: string, body: Body, more: { token?: string; lang?: string; key?: string } = {}) =>
  server.ask(path, { token: dana, body, ...more });
const reply = <P extends Path>(path: P, body: Body = {}, more: { token?: string; key?: string } = {}) =>
  server.reply(path, { token: dana, body, ...more }) as Promise<ReplyAt<P>>;
const get = (path: string, body: Body, token: string | undefined = dana) =>
  server.ask(path, { method: 'GET', token, body });
type Loan = ReplyAt<'loan/detail'>;

async function fresh(): Promise<void> {
  while ((await reply('market/index', { match_id: 1 })).stale);
}
const application = (more: Body = {}): Body => ({
  currency_id: USDT,
  amount: 500_000,
  days: 30,
  purpose: 'Liquidity',
  collateral: '3:200000',
  pay_password: pay,
  ...more,
});
const held = async (currency: number): Promise<string> => {
  const { change_wallet: wallet } = await reply('wallet/list');
  const row = wallet.balance.find(({ id }) => id === currency);
  return `${row?.change_balance} ${row?.lock_change_balance}`;
};

/** Approves the newest request as the admin, with a fresh code. */
async function approveNewest(): Promise<string> {
  const [asked] = (await reply('console/approvals', { state: 'asked' }, { token: admin })).data;
  if (!asked) return expect.fail('nothing was asked');
  clock.turn(MINUTE_MS);
  await fresh();
  const { password = '', totp = '' } = demoLogins(clock.now()).find(({ login }) => login === 'admin') ?? {};
  const body = { id: asked.id, digest: asked.digest, password, totp };
  return (await ask('console/approve', body, { token: admin })).error ?? 'ok';
}

let running: Loan;

beforeAll(async () => {
  database = await createDemoDatabase(SATURDAY);
  server = await startTestServer(database, {}, { clock });
  alice = await server.login('alice');
  dana = await server.login('dana');
  finance = await server.loginOperator('finance');
  risk = await server.loginOperator('risk');
  admin = await server.loginOperator('admin');
  support = await server.loginOperator('support');
  await fresh();
  const { data } = await reply('loan/list', { limit: 50 });
  running = data.find(({ state }) => state === 'active') ?? expect.fail('no running loan');
}, 120_000);
afterAll(async () => {
  await server.close();
  await database.drop();
});

test('terms are public; the caller sees the own standing', async () => {
  const visitor = await get('loan/config', {}, '');
  expect(visitor.message).toMatchObject({ min: '500000', max: '10000000', leverage: 3, caller: null });
  const own = await reply('loan/config');
  expect(own.caller).toEqual({
    vip_level: 0,
    market_maker: true,
    eligible: false,
    hindrances: ['application_open'],
  });
  expect(own.currencies.map(({ name }) => name)).toEqual(['USDT', 'BTC', 'ETH', 'USDC']);
  expect((await reply('loan/config', {}, { token: alice })).caller?.hindrances).toEqual(['vip_level']);
});

test('who may not apply is refused, and nothing is set aside', async () => {
  expect(await ask('loan/apply', application(), { token: '' })).toMatchObject({ type: '999' });
  const chloe = await server.login('chloe');
  expect(await ask('loan/apply', application(), { token: chloe })).toMatchObject({ type: '998' });
  expect(await ask('loan/apply', application(), { token: alice })).toMatchObject({
    error: 'loan_not_eligible',
  });
  expect(await ask('loan/apply', application())).toMatchObject({ error: 'loan_application_open' });
  expect(await ask('loan/apply', application({ pay_password: '000000' }))).toMatchObject({
    error: 'pay_password_wrong',
  });
  for (const collateral of ['', '3', '3:', '3:0', '3:-1', '3:1e5', '3:1,3:2', '0:1', '3:1;1:1'])
    expect(await ask('loan/apply', application({ collateral })), collateral).toMatchObject({
      error: 'parameter_error',
    });
});

test('a rejected application frees its collateral, and the applicant reads the reason and the note', async () => {
  const { data } = await reply('console/loan_list', { state: 'pending' }, { token: finance });
  const [row] = data;
  if (!row) return expect.fail('the queue is empty');
  expect(row).toMatchObject({ amount: '1200000', leverage: '2.4', two_people: true, fresh: true });
  expect(row.applicant).toMatchObject({ market_maker: true, level: 2, active: 1, repaid: 1 });
  expect(row.decide_by_ms - row.created_ms).toBe(3 * DAY_MS);
  const no = { id: row.id, reason: 'purpose_unclear', note: 'Name the pair that you quote.' };
  expect(
    await ask('console/loan_reject', { ...no, note: 'n'.repeat(301) }, { token: finance }),
  ).toMatchObject({
    error: 'parameter_error',
  });
  expect(await ask('console/loan_reject', no, { token: support })).toMatchObject({ error: 'forbidden' });
  expect(await ask('console/loan_reject', { ...no, id: 9_999 }, { token: finance })).toMatchObject({
    error: 'loan_unknown',
  });
  await reply('console/loan_reject', no, { token: finance });
  expect(await ask('console/loan_reject', no, { token: finance })).toMatchObject({ error: 'loan_decided' });
  expect(await reply('loan/detail', { id: row.id })).toMatchObject({
    state: 'rejected',
    reason: 'purpose_unclear',
    note: no.note,
    assets: [],
  });
  expect(await ask('loan/cancel', { id: row.id })).toMatchObject({ error: 'loan_decided' });
  expect(await get('loan/schedule', { id: row.id })).toMatchObject({ error: 'loan_not_open' });
});

test('applications beyond limits, term, leverage and balance are refused', async () => {
  await fresh();
  const refusals = [
    [{ amount: 499_999 }, 'loan_amount'],
    [{ amount: 10_000_001 }, 'loan_amount'],
    [{ days: 6 }, 'loan_days'],
    [{ days: 366 }, 'loan_days'],
    [{ amount: 600_001 }, 'loan_leverage'],
    [{ collateral: '3:90000000' }, 'insufficient_balance'],
    [{ collateral: '4:1' }, 'loan_collateral'],
    [{ currency_id: 4 }, 'loan_collateral'],
    [{ collateral: '3:200000.0000001' }, 'amount_too_precise'],
    [{ purpose: 'x' }, 'parameter_error'],
  ] as const;
  for (const [wrong, error] of refusals)
    expect(await ask('loan/apply', application(wrong)), error).toMatchObject({ error });
});

test('a small loan is approved by one operator, a large one by two', async () => {
  await fresh();
  const small = await reply('loan/apply', application());
  const yes = { id: small.id, rate: '0.04', reason: 'known for years' };
  expect(await ask('console/loan_approve', yes, { token: support })).toMatchObject({
    error: 'forbidden',
  });
  expect(await ask('console/loan_approve', { ...yes, rate: '2' }, { token: finance })).toMatchObject({
    error: 'value_invalid',
  });
  expect(await ask('console/loan_approve', { ...yes, id: 9_999 }, { token: finance })).toMatchObject({
    error: 'loan_unknown',
  });
  expect(await reply('console/loan_approve', yes, { token: finance })).toEqual({
    approved: true,
    approval: null,
  });
  expect(await ask('console/loan_approve', yes, { token: finance })).toMatchObject({ error: 'loan_decided' });
  expect(await reply('loan/detail', { id: small.id })).toMatchObject({
    state: 'active',
    rate: '0.04',
    debt: '500200',
    charged_days: 1,
  });
  await reply('loan/repay', { id: small.id });
  const large = await reply('loan/apply', application({ amount: 1_000_000, collateral: '3:400000' }));
  const asked = await reply('console/loan_approve', { ...yes, id: large.id }, { token: finance });
  expect(asked).toMatchObject({ approved: false, approval: { state: 'asked' } });
  const queue = await reply('console/loan_list', { state: 'pending' }, { token: finance });
  expect(queue.data).toMatchObject([{ id: large.id, two_people: true, asked: true }]);
  expect(await reply('loan/detail', { id: large.id })).toMatchObject({ state: 'pending' });
  expect(await approveNewest()).toBe('ok');
  expect(await reply('loan/detail', { id: large.id })).toMatchObject({ state: 'active' });
  await reply('loan/repay', { id: large.id });
  const pool = (await reply('console/loans', {}, { token: finance })).pool.find(
    ({ currency_name: name }) => name === 'USDT',
  );
  expect(pool).toMatchObject({ lent: '600000' });
});

test('two operators list a market maker, who can apply then', async () => {
  const body = { uid: 100_001, enabled: 1, reason: 'quotes all day' };
  expect(await ask('console/loan_market_maker', body, { token: finance })).toMatchObject({
    error: 'forbidden',
  });
  expect(await ask('console/loan_market_maker', { ...body, uid: 9 }, { token: risk })).toMatchObject({
    error: 'not_found',
  });
  expect(await ask('console/loan_market_maker', { ...body, enabled: 0 }, { token: risk })).toMatchObject({
    error: 'no_change',
  });
  await reply('console/loan_market_maker', body, { token: risk });
  expect(await approveNewest()).toBe('ok');
  expect((await reply('loan/config', {}, { token: alice })).caller).toMatchObject({ eligible: true });
});

test('a hundred equal repayments with one key take the money once; the history says what happened', async () => {
  const before = await reply('loan/detail', { id: running.id });
  const body = { id: running.id, amount: 1_000, source: 'assets' };
  const replies = await Promise.all(
    Array.from({ length: HUNDRED }, () => ask('loan/repay', body, { key: 'repay-once' })),
  );
  expect(new Set(replies.map(({ error }) => error ?? 'ok'))).toEqual(new Set(['ok']));
  const after = await reply('loan/detail', { id: running.id });
  expect(Number(before.debt) - Number(after.debt)).toBe(1_000);
  expect(await ask('loan/repay', { ...body, amount: '0.0000001' })).toMatchObject({
    error: 'amount_too_precise',
  });
  expect(await ask('loan/repay', { ...body, amount: 590_000, source: 'balance' })).toMatchObject({ code: 1 });
  expect(await ask('loan/repay', { id: 9_999 })).toMatchObject({ error: 'loan_unknown' });
  const events = await reply('loan/events', { id: running.id, limit: 50 });
  expect(events.data.map(({ kind }) => kind)).toEqual([
    'repaid',
    'repaid',
    'converted',
    'interest',
    'approved',
    'applied',
  ]);
  const schedule = await reply('loan/schedule', { id: running.id, limit: 2 });
  expect(schedule).toMatchObject({
    total: 90,
    data: [
      { day: 1, charged: true },
      { day: 2, charged: false },
    ],
  });
});

test('collateral is added; assets are taken out within the release rate and converted at the index', async () => {
  await fresh();
  const id = running.id;
  await reply('loan/collateral/add', { id, currency_id: USDT, amount: 1_000 });
  expect(await ask('loan/collateral/add', { id, currency_id: 4, amount: 1 })).toMatchObject({
    error: 'loan_collateral',
  });
  expect(await ask('loan/collateral/add', { id, currency_id: BTC, amount: 900 })).toMatchObject({
    error: 'insufficient_balance',
  });
  const bitcoins = await held(BTC);
  await reply('loan/collateral/take', { id, currency_id: BTC, amount: 1 });
  expect(Number((await held(BTC)).split(' ')[0]) - Number(bitcoins.split(' ')[0])).toBeCloseTo(1, 8);
  expect(await ask('loan/collateral/take', { id, currency_id: BTC, amount: 900 })).toMatchObject({
    error: 'loan_release_limit',
  });
  await reply('loan/convert', { id, from_currency_id: BTC, to_currency_id: USDT, amount: '0.5' });
  expect(
    await ask('loan/convert', { id, from_currency_id: BTC, to_currency_id: BTC, amount: 1 }),
  ).toMatchObject({
    error: 'same_currency',
  });
  expect(
    await ask('loan/convert', { id, from_currency_id: BTC, to_currency_id: 4, amount: 1 }),
  ).toMatchObject({
    error: 'loan_collateral',
  });
  expect(
    await ask('loan/convert', { id, from_currency_id: BTC, to_currency_id: USDT, amount: 900 }),
  ).toMatchObject({ error: 'insufficient_balance' });
});

test('what secures a loan can neither be sent, moved nor converted outside of it', async () => {
  await fresh();
  const [free = '0', locked = '0'] = (await held(USDT)).split(' ');
  const beyond = String(Math.floor(Number(free)) + 1);
  expect(Number(locked)).toBeGreaterThan(1);
  const send = { to: '100001', currency_id: USDT, number: beyond, pay_password: pay, first_payment_ok: 1 };
  const attempts = [
    ['wallet/change', { currency_id: USDT, number: beyond, from_field: 'change', to_field: 'lever' }],
    ['user/Transfer', { from_currency_id: USDT, to_currency_id: BTC, number: beyond }],
  ] as const;
  for (const [path, body] of attempts)
    expect(await ask(path, body), path).toMatchObject({ error: 'insufficient_balance' });
  // The limit of payments to users may be lower than the balance.
  expect((await ask('wallet/send', send)).error).toMatch(/^(insufficient_balance|send_over_limit)$/);
});

test('a stopped product takes no application and releases nothing; a repayment is taken', async () => {
  const stop = { target: 'product', subject: 'loans', level: 'halt', reason: 'a test of stopping' };
  await reply('console/stop', stop, { token: risk });
  for (const [path, body] of [
    ['loan/apply', application()],
    ['loan/collateral/take', { id: running.id, currency_id: BTC, amount: 1 }],
    ['loan/convert', { id: running.id, from_currency_id: BTC, to_currency_id: USDT, amount: 1 }],
  ] as const)
    expect(await ask(path, body), path).toMatchObject({ error: 'product_halted' });
  await reply('loan/repay', { id: running.id, amount: 1 });
});

test('an overdue loan is charged by started days, and nothing leaves the account until it is repaid', async () => {
  const resume = { target: 'product', subject: 'loans', reason: 'the test is over' };
  await reply('console/resume', resume, { token: risk });
  expect(await approveNewest()).toBe('ok');
  const { id } = await reply('loan/apply', application({ days: 7 }));
  const yes = { id, rate: '0.04', reason: 'known for years' };
  await reply('console/loan_approve', yes, { token: finance });
  clock.turn(10 * DAY_MS + 60 * MINUTE_MS);
  dana = await server.login('dana');
  const due = { overdue_days: 4, charged_days: 11 };
  await expect.poll(() => reply('loan/detail', { id })).toMatchObject(due);
  const send = { to: '100001', currency_id: USDT, number: 1, pay_password: pay, first_payment_ok: 1 };
  expect(await ask('wallet/send', send)).toMatchObject({ error: 'loan_overdue' });
  expect(await ask('loan/collateral/take', { id, currency_id: USDT, amount: 1 })).toMatchObject({
    error: 'loan_overdue',
  });
  // 7 x 200 of interest, then 4 x 0.5 % of 501,400.
  expect(await reply('loan/detail', { id })).toMatchObject({ debt: '511428', overdue: '10028' });
  await reply('loan/repay', { id });
  expect(await ask('loan/repay', { id })).toMatchObject({ error: 'loan_not_open' });
  expect(await reply('loan/detail', { id })).toMatchObject({ state: 'repaid', debt: '0', assets: [] });
  expect((await ask('wallet/send', send)).error).not.toBe('loan_overdue');
}, 90_000);
