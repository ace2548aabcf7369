import { PRODUCTS, PRODUCT_CALLS, STOP_TARGETS, contract } from '@karat/contract';
import type { StopTarget } from '@karat/contract';
import { demoLogins } from '@karat/domains/operators';
import { MINUTE_MS } from '@karat/rules';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';
import { SATURDAY, clockAt } from './testing/hours.ts';

const clock = clockAt(SATURDAY);
let database: PreparedDatabase;
let server: TestServer;
let alice: string;
let support: string;
let risk: string;
let admin: string;

beforeAll(async () => {
  database = await createDemoDatabase(SATURDAY);
  server = await startTestServer(database, { KARAT_BOTS: '1' }, { clock });
  alice = await server.login('alice');
  support = await server.loginOperator('support');
  risk = await server.loginOperator('risk');
  admin = await server.loginOperator('admin');
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

type Body = Readonly<Record<string, string | number>>;
const post = (path: string, body: Body, token = alice) => server.ask(path, { token, body });
const reason = 'a look at it first';
const stop = async (target: StopTarget, subject: string, level = 'halt') =>
  (await post('console/stop', { target, subject, level, reason }, support)).error ?? 'ok';
const ask = async (target: StopTarget, subject: string) =>
  (await post('console/resume', { target, subject, reason }, support)).error ?? 'ok';
/** Approves the newest request, by an operator other than the requester. */
async function approve(login = 'admin', token = admin): Promise<string> {
  const { data } = await server.reply('console/approvals', { token, body: { state: 'asked' } });
  const [asked] = data;
  if (!asked) return expect.fail('nothing was asked');
  expect(asked.changes[0]).toMatchObject({ label: 'State', after: 'running' });
  clock.turn(MINUTE_MS);
  const proof = demoLogins(clock.now()).find((each) => each.login === login);
  const { password = '', totp = '' } = proof ?? {};
  const answer = await post('console/approve', { id: asked.id, digest: asked.digest, password, totp }, token);
  return answer.error ?? 'ok';
}
const stopped = async (target: StopTarget, subject: string) =>
  (await server.reply('console/stops', { token: risk })).stops.some(
    (each) => each.target === target && each.subject === subject,
  );

/** One subject of every target. */
const SUBJECTS: Readonly<Record<StopTarget, () => Promise<string>>> = {
  product: async () => 'options',
  market: async () => {
    const [market] = await server.reply('console/markets', { token: risk });
    return String(market?.match_id);
  },
  contract: async () => {
    const [market] = await server.reply('console/contracts', { token: risk });
    return String(market?.match_id);
  },
  network: async () => {
    const [network] = await server.reply('console/withdrawal_networks', { token: risk });
    return network?.network ?? '';
  },
  custody: async () => {
    const { networks } = await server.reply('console/custody', { token: risk });
    return networks[0]?.network ?? '';
  },
  sweeping: async () => 'ethereum',
  user: async () => String((await server.reply('user/info', { token: await server.login('bruno') })).id),
  currency: async () => 'USDT/deposit/tron',
  bot: async () => (await server.reply('console/bots', { token: risk }))[0]?.name ?? '',
  trader: async () => {
    const { data } = await server.reply('console/traders', { token: risk, body: { state: 'accepted' } });
    return String(data[0]?.uid);
  },
};

test.each(STOP_TARGETS)('one operator stops a %s at once, two resume it', async (target) => {
  const subject = await SUBJECTS[target]();
  expect(await stop(target, 'nowhere')).toBe('not_found');
  expect(await ask(target, subject)).toBe('no_change');
  const both = await Promise.all([stop(target, subject), stop(target, subject)]);
  expect(both.toSorted()).toEqual(['no_change', 'ok']);
  expect(await stopped(target, subject)).toBe(true);
  expect(await stop(target, subject)).toBe('no_change');

  expect(await ask(target, subject)).toBe('ok');
  expect(await stopped(target, subject)).toBe(true);
  expect(await approve()).toBe('ok');
  expect(await stopped(target, subject)).toBe(false);
  expect(await ask(target, subject)).toBe('no_change');
});

test('the requester of a resume cannot approve it, and a later stop makes the request stale', async () => {
  const subject = await SUBJECTS.market();
  expect(await stop('market', subject, 'reduce')).toBe('ok');
  const request = { target: 'market', subject, reason };
  expect((await post('console/resume', request, risk)).error).toBeUndefined();
  expect(await approve('risk', risk)).toBe('approval_own');
  expect(await stop('market', subject, 'halt')).toBe('ok');
  expect(await stop('market', subject, 'reduce')).toBe('no_change');
  expect(await approve()).toBe('approval_stale');
  const [market] = await server.reply('console/markets', { token: risk });
  expect(market?.state).toBe('halted');
});

test.each(PRODUCTS)('a stopped product accepts nothing new: %s', async (product) => {
  expect(await stop('product', product)).toBe('ok');
  for (const path of PRODUCT_CALLS[product]) {
    const token = path.startsWith('console/') ? admin : alice;
    expect((await post(path, {}, token)).error, path).toBe('product_halted');
  }
  // Closing, cancelling and reading continue.
  for (const path of ['coin/cancel_all', 'lever/close', 'withdrawal/cancel', 'otc/cancel', 'follow/cancel'])
    expect((await post(path, {})).error, path).not.toBe('product_halted');
});

test('every call of a product exists, and only this mechanism stops or resumes', () => {
  const paths = Object.values(contract).flatMap((group) => Object.keys(group));
  for (const path of Object.values(PRODUCT_CALLS).flat()) expect(paths).toContain(path);
  const turning = paths.filter((path) =>
    /^console\/.*(halt|resume|pause|freeze|lift|stop|suspend)/.test(path),
  );
  expect(turning.toSorted()).toEqual([
    'console/clock_resume',
    'console/resume',
    'console/stop',
    'console/stops',
    'console/unfreeze_requests',
  ]);
});
