import { demoLogins } from '@karat/domains/operators';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';
import { clockAt } from './testing/hours.ts';

/** Below the idle limit of an operator's session. */
const JUMP = 1_200_000;
const STEP_MS = 30_000;
/** Running, and expired but not settled. */
const OPEN: readonly number[] = [1, 2];
const VOID = 4;
const clock = clockAt(Date.now());
let database: PreparedDatabase;
let server: TestServer;
let alice: string;
let risk: string;
let admin: string;

beforeAll(async () => {
  database = await createDemoDatabase();
  server = await startTestServer(database, { KARAT_CLOCK_JUMP_MS: '5000' }, { clock });
  alice = await server.login('alice');
  risk = await server.loginOperator('risk');
  admin = await server.loginOperator('admin');
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const post = (path: string, body: Readonly<Record<string, string | number>>, token = alice) =>
  server.ask(path, { token, body });
const halted = async (): Promise<string | undefined> =>
  (await server.reply('console/health', { token: risk })).clock_halt?.reason;
/** The code after the one that the login has used. */
const nextCode = (login: string): string =>
  demoLogins(clock.now() + STEP_MS).find((each) => each.login === login)?.totp ?? '';
const approve = async (): Promise<string | undefined> => {
  const { data } = await server.reply('console/approvals', { token: admin, body: { state: 'asked' } });
  const [asked] = data;
  if (!asked) return expect.fail('nothing was asked');
  expect(asked).toMatchObject({ title: 'Resume what settles by time' });
  const proof = { password: 'karat-admin', totp: nextCode('admin') };
  const answer = await post('console/approve', { id: asked.id, digest: asked.digest, ...proof }, admin);
  return answer.error;
};

test('a clock that jumps voids no option; it settles by its own ticks once two operators have resumed', async () => {
  await post('wallet/change', { currency_id: 3, number: '100', from_field: 'change', to_field: 'micro' });
  await post('microtrade/quiz_answer', { answers: '1:2,2:3,3:1,4:2', country: 'JP' });
  const request = { match_id: 1, currency_id: 3, type: 1, seconds: 30, number: '10' };
  const taken = await server.reply('microtrade/submit', { token: alice, body: request });
  expect(await halted()).toBeUndefined();
  const reason = 'the time is right again';
  expect((await post('console/clock_resume', { reason }, risk)).error).toBe('no_change');

  clock.turn(JUMP);
  const { settler } = server.server.container.options;
  expect(await settler.runDue()).toBe(0);
  await expect.poll(halted).toBe('database_differs');
  expect(await settler.runDue()).toBe(0);
  const result = () => server.reply('microtrade/get_result', { token: alice, body: { id: taken.id } });
  expect(OPEN).toContain((await result()).status);
  expect((await post('microtrade/submit', request)).type).toBe('error');
  const { checks } = await server.reply('console/health', { token: risk });
  await expect
    .poll(async () =>
      (await server.reply('console/health', { token: risk })).checks.find(({ name }) => name === 'clock'),
    )
    .toMatchObject({ state: 'down' });
  expect(checks.map(({ name }) => name)).toContain('clock');

  // One operator requests; while the clock is wrong nobody can resume.
  expect((await post('console/clock_resume', { reason }, risk)).error).toBeUndefined();
  clock.turn(-JUMP);
  expect(await halted()).toBe('database_differs');
  expect((await post('microtrade/submit', request)).error).toBe('market_halted');
  expect(await approve()).toBeUndefined();
  await expect.poll(halted).toBeUndefined();
  expect(OPEN).toContain((await result()).status);
  await expect.poll(async () => OPEN.includes((await result()).status), { timeout: 60_000 }).toBe(false);
  // Not void: the seconds before its expiry were ticked at the right time.
  expect((await result()).status).not.toBe(VOID);
}, 120_000);
