import { demoLogins } from '@karat/domains/operators';
import { MINUTE_MS } from '@karat/rules';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';
import { SATURDAY, clockAt } from './testing/hours.ts';

/** Settings that operators change in versions: requests about them are attacked in the same ways. */
const CHANGES = [
  ['console/loan_thresholds_change', { version: 0, min_usdt: '150' }],
  ['console/withdrawal_thresholds_change', { version: 0, delay_minutes: 61 }],
  ['console/rule_change', { rule: 'shared_payee', version: 0, accounts: 4 }],
  ['console/explorer_change', { network: 'bitcoin', version: 0, link: 'https://blocks.example/tx/{tx}' }],
  ['console/currency_change', { currency_id: 1, version: 0, title: 'Bitcoin core' }],
] as const;
const LOGINS = ['risk', 'admin', 'support', 'finance'] as const;
type Login = (typeof LOGINS)[number];

const clock = clockAt(SATURDAY);
let database: PreparedDatabase;
let server: TestServer;
const tokens = new Map<string, string>();

beforeAll(async () => {
  database = await createDemoDatabase(SATURDAY);
  server = await startTestServer(database, {}, { clock });
  for (const login of LOGINS) tokens.set(login, await server.loginOperator(login));
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

type Body = Readonly<Record<string, string | number>>;
const as = (login: Login, path: string, body: Body) => server.ask(path, { token: tokens.get(login), body });
const errorOf = async (answer: ReturnType<typeof as>): Promise<string> => (await answer).error ?? 'ok';

/** Ids and digests of open requests, newest first. */
const open = async () =>
  (await server.reply('console/approvals', { token: tokens.get('admin'), body: { state: 'asked' } })).data;
const proofOf = (login: Login) => {
  const { password = '', totp = '' } = demoLogins(clock.now()).find((each) => each.login === login) ?? {};
  return { password, totp };
};
const approve = (login: Login, id: number, digest: string) =>
  errorOf(as(login, 'console/approve', { id, digest, ...proofOf(login) }));

test.each(CHANGES)(
  '%s: of two equal requests one counts, and only with a second person',
  async (path, asked) => {
    const ask = (login: Login) => errorOf(as(login, path, { ...asked, reason: 'an attack' }));
    for (const login of ['support', 'finance'] as const) expect(await ask(login)).toBe('forbidden');
    // The same twice, at once.
    expect(await Promise.all([ask('risk'), ask('risk')])).toEqual(['ok', 'ok']);
    const [second, first] = await open();
    if (!first || !second) return expect.fail('not asked');
    clock.turn(MINUTE_MS);
    expect(await approve('risk', first.id, first.digest)).toBe('approval_own');
    expect(await approve('admin', first.id, 'f'.repeat(64))).toBe('approval_stale');
    expect(await approve('support', first.id, first.digest)).toBe('forbidden');
    // One operator, twice at once with the same proof: the request is executed once, and the code is used up.
    const outcomes = await Promise.all([1, 2].map(() => approve('admin', first.id, first.digest)));
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    clock.turn(MINUTE_MS);
    expect(await approve('admin', first.id, first.digest)).toBe('approval_decided');
    clock.turn(MINUTE_MS);
    expect(await approve('admin', second.id, second.digest)).toBe('approval_stale');
    expect(await ask('risk')).toBe('approval_stale');
    expect(await errorOf(as('admin', 'console/refuse', { id: second.id, reason: 'out of date' }))).toBe('ok');
  },
);

test('every change stands in the audit log once, with who asked and who approved', async () => {
  const { data } = await server.reply('console/audit', { token: tokens.get('admin'), body: { limit: 100 } });
  const approved = data.filter(({ action }) => action.startsWith('approve '));
  expect(approved).toHaveLength(CHANGES.length);
  expect(new Set(approved.map(({ operator }) => operator))).toEqual(new Set(['admin']));
});
