import { Refusal, operatorId, refuse, sessionId, userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { seedDemoOperators } from '@karat/domains/operators';
import type { Payload } from '@karat/domains/operators';
import { amount } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { sql } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { createWorker } from '@karat/platform/work';
import { HOUR_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createCompliance } from '../index.ts';
import type { Cause, Compliance, ComplianceDeps, Fact } from '../index.ts';
import { noFacts, testFacts } from '../testing/facts.ts';
import type { TestFacts } from '../testing/facts.ts';
import { RULE_CHANGE } from './change.ts';
import { hitCounts } from './hit-store.ts';

const clock = virtualClock(Date.parse('2026-03-01T12:00:00Z'));
let database: TestDatabase;
let ctx: Context;
let compliance: Compliance;
let operators: ReadonlyMap<string, OperatorCaller>;
const facts: TestFacts = noFacts();
let users = 710_000;
const newUser = (): UserId => userId(++users);
let references = 0;

beforeAll(async () => {
  database = await createTestDatabase({ connections: 14 });
  const bus = createBus(() => undefined);
  ctx = { db: database.db, clock, bus, log: silentLog, random: seededRandom('monitoring'), demo: true };
  const deps: ComplianceDeps = {
    ctx,
    settings: { path: undefined, threshold: 90 },
    facts: testFacts(facts),
    userExists: async () => true,
    verifiedAfter: async () => [],
    isRecordOf: async () => true,
    decidedBy: async () => [],
    operators: async () => ['risk', 'admin'],
  };
  compliance = createCompliance(deps);
  await seedDemoOperators(ctx, {
    hash: async () => 'none',
    verify: async () => false,
    pretend: async () => undefined,
  });
  const rows = await database.db.rows<{ id: number; login: string }>(
    sql`select id, login from operators_accounts`,
  );
  operators = new Map(
    rows.map(({ id, login }) => [
      login,
      { operatorId: operatorId(id), login, role: 'risk', sessionId: sessionId(id) },
    ]),
  );
});
beforeEach(() => {
  Object.assign(facts, noFacts());
  clock.advance(1_000 * HOUR_MS);
});
afterAll(() => database.drop());

const as = (login = 'risk') => ({
  lang: 'en' as const,
  request: { id: 'r', address: '127.0.0.1', userAgent: 'test', idempotencyKey: undefined },
  tx: undefined,
  file: undefined,
  caller: operators.get(login) ?? refuse('not_found'),
});
const outcome = (work: unknown): Promise<string> =>
  Promise.resolve(work).then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );
const runDue = () => createWorker(ctx, compliance.work, { batch: 1 }).runDue();

const causeOf = ({ user, reference: id, at }: Fact, payee?: string): Cause => ({
  ...{ kind: 'outflow', id, user, at, payee },
});
/** A withdrawal of a user now. */
function withdrawal(user: UserId, usdt: string, payee?: string): Fact {
  const fact: Fact = {
    ...{ kind: 'withdrawal', reference: ++references, user, at: clock.now(), note: `${usdt} USDT` },
    usdt: amount(usdt),
  };
  facts.outflows.push(fact);
  if (payee !== undefined) facts.payees.set(payee, [...(facts.payees.get(payee) ?? []), fact]);
  return fact;
}
const watch = (fact: Fact, payee?: string) =>
  ctx.db.transact((tx) => compliance.monitoring.watch(tx, causeOf(fact, payee)));
async function withdraw(user: UserId, usdt: string, payee?: string): Promise<Fact> {
  const fact = withdrawal(user, usdt, payee);
  await watch(fact, payee);
  await runDue();
  clock.advance(60_000);
  return fact;
}
const casesOf = async (user: UserId) =>
  (
    await compliance.handlers['console/cases']({
      ...as(),
      input: {
        ...{ status: undefined, kind: undefined, assigned: undefined, older_than_days: undefined },
        ...{ uid: user, page: 1, limit: 50 },
      },
    })
  ).data;
const detail = (id: number) => compliance.handlers['console/case']({ ...as(), input: { id } });
async function onlyCase(user: UserId) {
  const found = await casesOf(user);
  expect(found).toHaveLength(1);
  return detail(found[0]?.id ?? 0);
}
async function close(id: number): Promise<void> {
  await compliance.handlers['console/case_take']({ ...as(), input: { id } });
  await compliance.handlers['console/case_close']({
    ...as(),
    input: { id, outcome: 'no_action', reason: 'salary of a family' },
  });
}

type ChangeInput = Parameters<Compliance['handlers']['console/rule_change']>[0]['input'];
const NONE = {
  enabled: undefined,
  hold: undefined,
  threshold_usdt: undefined,
  near_percent: undefined,
  amount_usdt: undefined,
  out_percent: undefined,
  score_percent: undefined,
  count: undefined,
  accounts: undefined,
  hours: undefined,
  age_hours: undefined,
  change_hours: undefined,
};
const ask = (rule: ChangeInput['rule'], version: number, values: Partial<ChangeInput>) =>
  compliance.handlers['console/rule_change']({
    ...as(),
    input: { ...NONE, rule, version, reason: 'a reason', ...values },
  });
async function approve(id: number): Promise<void> {
  const { payload } = await ctx.db.one<{ payload: Payload }>(
    sql`select payload from operators_approvals where id = ${id}`,
  );
  const kind = compliance.approvals[RULE_CHANGE] ?? refuse('approval_unknown');
  const decision = { approval: id, reason: 'a reason', askedBy: 'risk', approvedBy: 'admin' };
  await ctx.db.transact((tx) => kind.execute(tx, payload, decision));
}
const ruleNow = async (rule: string) =>
  (await compliance.handlers['console/rules']({ ...as(), input: {} })).find((each) => each.rule === rule);

test('a rule opens one case that names its facts, and more facts join it', async () => {
  const user = newUser();
  for (const usdt of ['900', '950']) await withdraw(user, usdt);
  expect(await casesOf(user)).toEqual([]);
  const third = await withdraw(user, '999');
  const found = await onlyCase(user);
  expect(found).toMatchObject({ kind: 'suspicious_withdrawal', severity: 'medium', opened_by: 'rules' });
  expect(found.hits).toMatchObject([
    {
      rule: 'structuring_small',
      version: 0,
      explanation:
        '3 outflows within 24 hours, each below 1000 USDT and at least 80 % of it, together 2849 USDT',
    },
  ]);
  expect(found.hits[0]?.facts.map(({ usdt }) => usdt)).toEqual(['900', '950', '999']);
  expect(found.links).toContainEqual({ kind: 'withdrawal', reference: third.reference });
  await withdraw(user, '901');
  const after = await onlyCase(user);
  expect(after.hits).toHaveLength(1);
  expect(after.hits[0]?.facts).toHaveLength(4);
  expect(after.hits[0]?.explanation).toContain('4 outflows');
});

test('a hundred evaluations at once open one case with each fact once', async () => {
  const user = newUser();
  const found = Array.from({ length: 100 }, () => withdrawal(user, '900'));
  await Promise.all(found.map((fact) => watch(fact)));
  await Promise.all(Array.from({ length: 8 }, () => runDue()));
  const one = await onlyCase(user);
  expect(one.hits).toHaveLength(1);
  expect(one.hits[0]?.facts).toHaveLength(100);
  expect((await ruleNow('structuring_small'))?.open_cases).toBeGreaterThanOrEqual(1);
});

test('a process killed after its findings leaves none of them, and the next one finds them once', async () => {
  const user = newUser();
  const facts3 = ['900', '901', '902'].map((usdt) => withdrawal(user, usdt));
  const last = facts3[2] ?? refuse('not_found');
  await watch(last);
  const { work } = compliance;
  const item = {
    ...{
      id: 1,
      kind: 'compliance:monitor',
      subject: `outflow:${last.reference}`,
      dueAt: last.at,
      attempt: 1,
    },
    payload: { cause: 'outflow', id: last.reference, user, at: last.at, payee: null },
  };
  const killed = ctx.db.transact(async (tx) => {
    await work['compliance:monitor']?.(tx, item);
    throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
  expect(await casesOf(user)).toEqual([]);
  await runDue();
  // The acknowledgement was lost: the same work again.
  await ctx.db.transact(async (tx) => work['compliance:monitor']?.(tx, item));
  const one = await onlyCase(user);
  expect(one.hits).toHaveLength(1);
  expect(one.hits[0]?.facts).toHaveLength(3);
  expect(one.events.filter(({ kind }) => kind === 'joined')).toEqual([]);
});

test('facts of a closed case count no more: new ones must meet the rule by themselves', async () => {
  const user = newUser();
  for (const usdt of ['900', '901', '902']) await withdraw(user, usdt);
  await close((await onlyCase(user)).id);
  for (const usdt of ['903', '904']) await withdraw(user, usdt);
  expect(await casesOf(user)).toHaveLength(1);
  await withdraw(user, '905');
  const found = await casesOf(user);
  expect(found.map(({ status }) => status)).toEqual(['open', 'closed']);
  const second = await detail(found[0]?.id ?? 0);
  expect(second.hits[0]?.facts.map(({ usdt }) => usdt)).toEqual(['903', '904', '905']);
});

test('a later window of an open case is another hit of it', async () => {
  const user = newUser();
  for (const usdt of ['900', '901', '902']) await withdraw(user, usdt);
  clock.advance(48 * HOUR_MS);
  for (const usdt of ['910', '911', '912']) await withdraw(user, usdt);
  const one = await onlyCase(user);
  expect(one.hits.map((hit) => hit.facts.length)).toEqual([3, 3]);
});

test('accounts that pay one payee at once are one case of the first of them', async () => {
  const ring = [newUser(), newUser(), newUser(), newUser()];
  const payee = 'ab'.repeat(32);
  const paid = ring.map((user) => withdrawal(user, '50', payee));
  await Promise.all(paid.map((fact) => watch(fact, payee)));
  await Promise.all(Array.from({ length: 4 }, () => runDue()));
  const counts = await Promise.all(ring.map(async (user) => (await casesOf(user)).length));
  expect(counts).toEqual([1, 0, 0, 0]);
  const one = await onlyCase(ring[0] ?? refuse('not_found'));
  expect(one).toMatchObject({ kind: 'account_ring', severity: 'high' });
  expect(one.hits[0]?.facts.map(({ uid }) => uid)).toEqual(ring);
  // Records of other users are facts and no links: only the case's own user has records here.
  expect(one.links).toEqual([{ kind: 'withdrawal', reference: paid[0]?.reference }]);
});

test('a rule sees as far back as its own window, also if another one has a shorter window', async () => {
  const ring = [newUser(), newUser(), newUser(), newUser()];
  const payee = '9a'.repeat(32);
  for (const user of ring) {
    await withdraw(user, '50', payee);
    clock.advance(40 * HOUR_MS);
  }
  const [first = refuse('not_found')] = ring;
  expect(await casesOf(first)).toMatchObject([{ kind: 'account_ring' }]);
});

test('after a decision the next case of a payee is about an account that pays it anew', async () => {
  const payee = 'ef'.repeat(32);
  const [earlier, later] = [
    [newUser(), newUser(), newUser(), newUser()],
    [newUser(), newUser(), newUser(), newUser()],
  ];
  for (const user of earlier) await withdraw(user, '50', payee);
  const [first = refuse('not_found')] = earlier;
  await close((await onlyCase(first)).id);
  for (const user of later) await withdraw(user, '50', payee);
  expect(await casesOf(first)).toHaveLength(1);
  const [next = refuse('not_found')] = later;
  expect(await casesOf(next)).toMatchObject([{ kind: 'account_ring', status: 'open' }]);
});

test('money that passes through, and a large first withdrawal, are found with what came in', async () => {
  const user = newUser();
  facts.inflows.push({
    ...{ kind: 'deposit', reference: 41, user, usdt: amount('20000'), at: clock.now(), note: '20000 USDT' },
  });
  facts.account = { openedAt: clock.now() - HOUR_MS, heldUntil: undefined };
  clock.advance(HOUR_MS);
  await withdraw(user, '19000');
  const one = await onlyCase(user);
  expect(one.severity).toBe('high');
  expect(one.hits.map(({ rule }) => rule).toSorted()).toEqual(['early_withdrawal', 'pass_through']);
  const through = one.hits.find(({ rule }) => rule === 'pass_through');
  expect(through?.facts.map(({ kind, reference }) => [kind, reference])).toContainEqual(['deposit', 41]);
});

test('a purchase paid by another name, and a document of two accounts, open cases', async () => {
  const user = newUser();
  facts.names.set(user, 'Jane Doe');
  facts.payments.push({
    ...{ kind: 'fiat_order', reference: 77, user, usdt: amount('5000'), at: clock.now(), note: 'RF1' },
    payer: 'Northwind Holdings',
  });
  const at = clock.now();
  await ctx.db.transact((tx) => compliance.monitoring.watch(tx, { kind: 'payment', id: 77, user, at }));
  await runDue();
  expect((await onlyCase(user)).hits[0]?.explanation).toContain("payer's name resembles the verified name");
  const [one, two] = [newUser(), newUser()];
  const use = (reference: number, owner: UserId): Fact => ({
    ...{ kind: 'verification', reference, user: owner, usdt: null, at, note: '' },
  });
  facts.documents.set(5, [use(4, one), use(5, two)]);
  await ctx.db.transact((tx) => compliance.monitoring.watch(tx, { kind: 'document', id: 5, user: two, at }));
  await runDue();
  expect((await onlyCase(one)).hits[0]?.facts.map(({ uid }) => uid)).toEqual([one, two]);
});

test('two operators add a version after a dry run; it counts from then on, and nobody changes it', async () => {
  const user = newUser();
  for (const usdt of ['100', '110', '120']) await withdraw(user, usdt);
  expect(await casesOf(user)).toEqual([]);
  const tried = await compliance.handlers['console/rule_try']({
    ...as(),
    input: { ...NONE, rule: 'structuring_small', threshold_usdt: amount('125') },
  });
  expect(tried).toMatchObject({ cases: 1, cases_now: 0, subjects: 1, complete: true });
  expect(tried.examples).toMatchObject([{ uid: user }]);
  expect(await casesOf(user)).toEqual([]);
  const asked = await ask('structuring_small', 0, { threshold_usdt: amount('125') });
  expect(asked.changes).toContainEqual({ label: 'Threshold (USDT)', before: '1000', after: '125' });
  expect(asked.changes).toContainEqual({
    label: 'Cases of a dry run over 30 days',
    before: '0 now, 1 after the change',
    after: '0 now, 1 after the change',
  });
  const rival = await ask('structuring_small', 0, { hours: 48 });
  await approve(asked.id);
  expect(await outcome(approve(rival.id))).toBe('approval_stale');
  const now = await ruleNow('structuring_small');
  expect(now).toMatchObject({ version: 1, asked_by: 'risk', approved_by: 'admin' });
  expect(now?.parameters).toContainEqual({ name: 'threshold_usdt', value: '125' });
  await withdraw(user, '124');
  expect((await onlyCase(user)).hits[0]).toMatchObject({ version: 1 });
  for (const statement of [
    sql`update compliance_rule_versions set enabled = false`,
    sql`delete from compliance_rule_versions`,
    sql`delete from compliance_hits`,
    sql`update compliance_facts set note = ''`,
  ])
    await expect(ctx.db.run(statement)).rejects.toThrow('append-only');
  await approve((await ask('structuring_small', 1, { threshold_usdt: amount('1000') })).id);
});

test('what another version of a rule finds is a hit of its own, also within the window of the last one', async () => {
  const user = newUser();
  const { version: before = 0 } = (await ruleNow('structuring_small')) ?? {};
  for (const usdt of ['900', '901', '902']) await withdraw(user, usdt);
  await approve((await ask('structuring_small', before, { threshold_usdt: amount('950') })).id);
  await withdraw(user, '903');
  const { hits } = await onlyCase(user);
  expect(hits.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual([before, before + 1]);
  await approve((await ask('structuring_small', before + 1, { threshold_usdt: amount('1000') })).id);
});

test('a parameter of another rule, a hold that a rule cannot do, and no change are refused', async () => {
  expect(await outcome(ask('pass_through', 0, { accounts: 3 }))).toBe('value_invalid');
  expect(await outcome(ask('payer_mismatch', 0, { hold: true }))).toBe('value_invalid');
  expect(await outcome(ask('pass_through', 0, {}))).toBe('no_change');
  expect(await outcome(ask('pass_through', 3, { hours: 3 }))).toBe('approval_stale');
});

test('only a rule with a hold holds a withdrawal, and a rule that is off finds nothing', async () => {
  const user = newUser();
  const payee = 'cd'.repeat(32);
  const earlier = ['900', '901'].map((usdt) => withdrawal(user, usdt));
  const next: Fact = { ...(earlier[0] ?? refuse('not_found')), reference: ++references };
  const holds = () => ctx.db.transact((tx) => compliance.monitoring.mustHold(tx, next, payee));
  expect(await holds()).toBe(false);
  const { version } = (await ruleNow('structuring_small')) ?? refuse('not_found');
  await approve((await ask('structuring_small', version, { hold: true })).id);
  expect(await holds()).toBe(true);
  expect(await casesOf(user)).toEqual([]);
  const small = { ...next, usdt: amount('10') };
  expect(await ctx.db.transact((tx) => compliance.monitoring.mustHold(tx, small, payee))).toBe(false);
  await approve((await ask('structuring_small', version + 1, { enabled: false })).id);
  expect(await holds()).toBe(false);
  await withdraw(user, '902');
  expect(await casesOf(user)).toEqual([]);
  await approve((await ask('structuring_small', version + 2, { enabled: true, hold: false })).id);
});

test('hits of a rule are counted in all, and those since a moment', async () => {
  for (const usdt of ['900', '950', '999']) await withdraw(newUser(), usdt);
  const user = newUser();
  for (const usdt of ['900', '950', '999']) await withdraw(user, usdt);
  const countsSince = async (since: number) =>
    (await hitCounts(ctx.db, since)).get('structuring_small') ?? expect.fail('no hits');
  const all = await countsSince(0);
  expect(all.recent).toBe(all.hits);
  expect(await countsSince(clock.now() + 1)).toEqual({ ...all, recent: 0 });
});
