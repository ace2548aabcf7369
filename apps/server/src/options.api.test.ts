import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { Path, ReplyAt } from './testing/api-client.ts';
import type { TestServer } from './testing/boot.ts';
import { SATURDAY, clockAt } from './testing/hours.ts';
import { verifyByDocs } from './testing/verify-by-docs.ts';

const USDT = 3;
const BTC = 1;
const AAPL = 101;
const clock = clockAt(SATURDAY);
let database: PreparedDatabase;
let server: TestServer;
let alice: string;

type Body = Readonly<Record<string, string | number>>;
const post = (path: string, body: Body, more: { token?: string; lang?: string; key?: string } = {}) =>
  server.ask(path, { token: alice, body, ...more });
const reply = <P extends Path>(path: P, body: Body = {}, more: { key?: string } = {}): Promise<ReplyAt<P>> =>
  server.reply(path, { token: alice, body, ...more });
const request = (more: Body = {}): Body => ({
  match_id: BTC,
  currency_id: USDT,
  type: 1,
  seconds: 30,
  number: '10',
  ...more,
});
const free = async (): Promise<string | undefined> => {
  const payable = await reply('microtrade/payable_currencies');
  return payable.find(({ id }) => id === USDT)?.user_wallet.micro_balance;
};
async function fresh(): Promise<void> {
  while ((await reply('market/index', { match_id: BTC })).stale);
}

beforeAll(async () => {
  database = await createDemoDatabase(SATURDAY);
  server = await startTestServer(database, {}, { clock });
  alice = await server.login('alice');
  const moved = { currency_id: USDT, number: '100', from_field: 'change', to_field: 'micro' };
  if ((await post('wallet/change', moved)).type !== 'ok') throw new Error('no stakes');
  await fresh();
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

test('before the quiz is passed no option is accepted; a wrong answer is named without revealing the right one', async () => {
  expect(await post('microtrade/submit', request())).toMatchObject({ error: 'option_quiz_required' });
  const wrong = await post('microtrade/quiz_answer', { answers: '1:1,2:3,3:1,4:2', country: 'JP' });
  expect(wrong.message).toEqual({ passed: false, wrong: [1] });
  const right = await post('microtrade/quiz_answer', { answers: '1:2,2:3,3:1,4:2', country: 'JP' });
  expect(right.message).toEqual({ passed: true, wrong: [] });
});

test('an option holds its stake; without ticks before its expiry it is void, the stake is returned, and a receipt proves it', async () => {
  const before = await free();
  const taken = await reply('microtrade/submit', request(), { key: 'first' });
  expect(taken).toMatchObject({ status: 1, number: '10', receipt: null, profit_ratio: '60' });
  expect((await post('microtrade/submit', request(), { key: 'first' })).message).toMatchObject({
    id: taken.id,
  });
  expect(await free()).toBe(String(Number(before) - 10));
  const open = await reply('microtrade/lists', { status: 1, match_id: BTC });
  expect(open.data.map(({ id }) => id)).toEqual([taken.id]);

  // The clock jumps over the last seconds: there are no ticks in them.
  clock.turn(60_000);
  await expect
    .poll(() => reply('microtrade/get_result', { id: taken.id }))
    .toMatchObject({ status: 4, returned: '10', profit_result: 0 });
  expect(await free()).toBe(before);
  const [receipt] = await reply('proofs/mine', { kind: 'option', subject: taken.id });
  expect(receipt?.receipt).toMatchObject({ result: { outcome: 'void', returned: '10' } });
  const past = await reply('microtrade/lists', { status: 3 });
  expect(past.data).toMatchObject([{ id: taken.id, receipt: receipt?.hash }]);
  expect(await reply('microtrade/record')).toMatchObject({ voids: 1, wins: 0, losses: 0, net: '0' });

  clock.turn(60_000);
  await fresh();
  const address = `${server.url}/api/proofs/receipt?hash=${receipt?.hash}`;
  expect(await verifyByDocs(address)).toMatchObject({ status: 0 });
  const file = join(tmpdir(), `karat-${receipt?.hash}.json`);
  const tampered = (await (await fetch(address)).text()).replace('"outcome":"void"', '"outcome":"tie"');
  await writeFile(file, tampered);
  expect(await verifyByDocs(file, '--server', server.url)).toMatchObject({ status: 1 });
  await rm(file);
});

test.each([
  ['option_stake_limits', { number: '0.5' }],
  ['option_duration_unknown', { seconds: 31 }],
  ['option_hours', { match_id: AAPL }],
  ['market_unknown', { match_id: 9_999 }],
  ['insufficient_balance', { number: '101' }],
  ['option_currency', { currency_id: BTC }],
] as const)(
  "an order is refused with %s in the caller's language, and moves nothing",
  async (code, wrong) => {
    await fresh();
    const before = await free();
    const said = [];
    for (const lang of ['en', 'vn', 'kor']) {
      const answer = await post('microtrade/submit', request(wrong), { lang });
      expect(answer).toMatchObject({ type: 'error', error: code });
      said.push(answer.message);
    }
    expect(new Set(said).size).toBe(3);
    expect(await free()).toBe(before);
  },
);

test("a user's own limits apply at once, and nobody reads the option of another user", async () => {
  await fresh();
  const taken = await reply('microtrade/submit', request());
  const bruno = await server.login('bruno');
  const asked = { method: 'GET', token: bruno, body: { id: taken.id } };
  expect(await server.ask('microtrade/get_result', asked)).toMatchObject({ error: 'option_unknown' });
  expect((await post('microtrade/limit', { kind: 'daily_stake', amount: '15' })).type).toBe('ok');
  expect(await post('microtrade/submit', request())).toMatchObject({ error: 'option_daily_stake' });
  expect((await post('microtrade/cool_off', { hours: 24 })).type).toBe('ok');
  expect(await post('microtrade/submit', request({ number: '1' }))).toMatchObject({
    error: 'option_cooling_off',
  });
});
