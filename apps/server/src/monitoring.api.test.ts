import type { Payload } from '@karat/domains/operators';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
let database: TestDatabase;
let server: TestServer;
let risk: string;
const people = new Map<string, { readonly token: string; readonly uid: number }>();
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database);
  risk = await server.loginOperator('risk');
  for (const name of ['alice', 'bruno']) {
    const token = await server.login(name);
    people.set(name, { token, uid: (await server.reply('user/info', { token })).uid });
  }
  // Of the demo users only alice has a pay password: bruno gets the same.
  await database.db.run(sql`
    insert into credentials_accounts (user_id, pay_hash, pay_changed_at)
    select ${person('bruno').uid}, pay_hash, pay_changed_at from credentials_accounts where user_id = ${person('alice').uid}`);
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

const person = (name: string) => people.get(name) ?? expect.fail(name);
const out = (name: string, number: number, address = ADDRESS) =>
  server.reply('wallet/out', {
    token: person(name).token,
    body: { ...{ address, currency: 3, number, type: 0, network: 'ethereum' }, pay_password: '274951' },
  });
const casesOf = async (name: string, kind: string) =>
  (await server.reply('console/cases', { token: risk, body: { uid: person(name).uid, kind } })).data;
/** The rules judge after the transaction of a cause, so a case comes a moment later. */
async function caseOf(name: string, kind: string) {
  await expect.poll(async () => (await casesOf(name, kind)).length).toBe(1);
  const [found] = await casesOf(name, kind);
  return server.reply('console/case', { token: risk, body: { id: found?.id ?? 0 } });
}
/** Changes a rule as two operators do; a second factor would need the clock, and with it fresh prices. */
async function changeRule(rule: string, version: number, values: Readonly<Record<string, string | number>>) {
  const body = { rule, version, reason: 'a test', ...values };
  const { id } = await server.reply('console/rule_change', { token: risk, body });
  const { payload } = await database.db.one<{ payload: Payload }>(
    sql`select payload from operators_approvals where id = ${id}`,
  );
  const { ctx, container } = server.server;
  const decision = { approval: id, reason: 'a test', askedBy: 'risk', approvedBy: 'admin' };
  await ctx.db.transact(async (tx) =>
    container.compliance.approvals['compliance:rule']?.execute(tx, payload, decision),
  );
}

test('withdrawals just below the travel rule open one case that names each of them', async () => {
  const ids = [];
  for (const number of [900, 950, 980]) ids.push((await out('alice', number)).id);
  const found = await caseOf('alice', 'suspicious_withdrawal');
  expect(found).toMatchObject({ opened_by: 'rules', severity: 'medium' });
  const [hit] = found.hits.filter(({ rule }) => rule === 'structuring_small');
  expect(hit?.facts.map(({ kind, reference, usdt, note }) => [kind, reference, usdt, note])).toEqual(
    ids.map((id, index) => {
      const number = String([900, 950, 980][index]);
      return ['withdrawal', id, number, `${number} USDT`];
    }),
  );
  expect(found.links.map(({ reference }) => reference)).toEqual(ids);
});

test('accounts that withdraw to one address are a ring; the dry run finds the same', async () => {
  await changeRule('shared_payee', 0, { accounts: 2 });
  await out('bruno', 40);
  const ring = await caseOf('alice', 'account_ring');
  const uids = new Set(ring.hits[0]?.facts.map(({ uid }) => uid));
  expect(uids).toEqual(new Set(['alice', 'bruno'].map((name) => person(name).uid)));
  expect(ring.hits[0]?.facts.at(-1)?.note).toBe(`40 USDT to ${ADDRESS}`);
  const tried = (body: Readonly<Record<string, string | number>>) =>
    server.reply('console/rule_try', { token: risk, body });
  expect(await tried({ rule: 'shared_payee', accounts: 3 })).toMatchObject({ cases: 0, cases_now: 1 });
  expect(await tried({ rule: 'structuring_small', count: 2 })).toMatchObject({ cases: 1, cases_now: 1 });
  expect(await tried({ rule: 'pass_through' })).toMatchObject({ cases: 0 });
});

test('a rule that holds has a withdrawal reviewed, and its owner reads no more than that', async () => {
  const other = '0xde709f2102306220921060314715629080e2fb77';
  const free = await out('bruno', 30, other);
  await changeRule('structuring_small', 0, { hold: 1, threshold_usdt: 31, count: 2 });
  const held = await out('bruno', 30, other);
  const read = (id: number) =>
    server.reply('withdrawal/detail', { token: person('bruno').token, body: { id } });
  expect(await read(held.id)).toMatchObject({ state: 'requested', status: 1, waits: 'review', reason: null });
  expect(JSON.stringify(await read(held.id))).not.toContain('monitoring');
  const notes = async (id: number) =>
    (await server.reply('console/withdrawal', { token: risk, body: { id } })).notes;
  expect(await notes(held.id)).toContain('monitoring_rule');
  expect(await notes(free.id)).not.toContain('monitoring_rule');
  const rule = (await server.reply('console/rules', { token: risk })).find(
    (each) => each.rule === 'structuring_small',
  );
  expect(rule).toMatchObject({ version: 1, hold: true, asked_by: 'risk', approved_by: 'admin' });
  const versions = await server.reply('console/rule_versions', {
    token: risk,
    body: { rule: 'structuring_small' },
  });
  expect(versions).toMatchObject([{ version: 1, hold: true, enabled: true }]);
});

test('only risk and admin read rules, try them and ask for changes', async () => {
  for (const login of ['support', 'finance']) {
    const token = await server.loginOperator(login);
    for (const path of ['console/rules', 'console/rule_versions', 'console/rule_try'])
      expect(
        (await server.ask(path, { method: 'GET', token, body: { rule: 'pass_through' } })).error,
        path,
      ).toBe('forbidden');
    const body = { rule: 'pass_through', version: 0, hours: 3, reason: 'a test' };
    expect((await server.ask('console/rule_change', { token, body })).error).toBe('forbidden');
  }
});

test('a document of two accounts is found when the second one sends it', async () => {
  const data = { real_type: 1, id_type: 1, card_id: '12AB34567' };
  for (const [name, phone] of [
    ['alice', '+85251237771'],
    ['bruno', '+85251237772'],
  ] as const) {
    const { token, uid } = person(name);
    await database.db.run(sql`update identity_users set phone = ${phone} where id = ${uid}`);
    await database.db.run(sql`delete from verification_levels where user_id = ${uid}`);
    await server.reply('user/real', { token, body: { ...data, name: 'Anna Lindqvist' } });
  }
  await expect
    .poll(
      async () =>
        (await server.reply('console/rules', { token: risk })).find(({ rule }) => rule === 'shared_document')
          ?.hits,
      { timeout: 15_000 },
    )
    .toBe(1);
});
