import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal, operatorId, refuse, sessionId, userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { seedDemoOperators } from '@karat/domains/operators';
import type { Payload } from '@karat/domains/operators';
import { listAudit } from '@karat/platform/audit';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { sql } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { createWorker } from '@karat/platform/work';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openCase } from './open-case.ts';
import { caseCounts, readCases } from './case-store.ts';
import { readRun } from './list-store.ts';
import { SLICE, checkFile } from './list-work.ts';
import { noFacts, testFacts } from './testing/facts.ts';
import { createCompliance } from './index.ts';
import { createScreening } from './screening.ts';
import type { CaseLink, Compliance, ComplianceDeps, VerifiedUser } from './index.ts';

const LISTED = 'Viktor Drazhenko';
let database: TestDatabase;
let ctx: Context;
let directory: string;
let deps: ComplianceDeps;
let compliance: Compliance;
let operators: ReadonlyMap<string, OperatorCaller>;
const clock = virtualClock(Date.parse('2026-03-01T12:00:00Z'));
let verified: VerifiedUser[] = [];
let deciders: readonly string[] = [];
let users = 700_000;
const newUser = (): UserId => userId(++users);

const listFile = (...names: string[]): string =>
  ['id,name', ...names.map((name, index) => `${index + 1},${name}`)].join('\n');
let changes = 0;
async function writeListFile(text: string): Promise<void> {
  const path = deps.settings.path ?? '';
  await writeFile(path, text);
  changes += 1;
  await utimes(path, new Date(), new Date(Date.UTC(2026, 0, 1) + changes * 1_000));
}
/** Due work of a process of its own: what it keeps in memory is gone with it. */
const processOf = () => createWorker(ctx, createCompliance(deps).work, { batch: 1 });
async function checkList(): Promise<void> {
  clock.advance(60_000);
  await processOf().runDue();
}

beforeAll(async () => {
  database = await createTestDatabase({ connections: 12 });
  directory = await mkdtemp(join(tmpdir(), 'karat-compliance-'));
  const bus = createBus(() => undefined);
  ctx = { db: database.db, clock, bus, log: silentLog, random: seededRandom('compliance'), demo: true };
  deps = {
    ctx,
    settings: { path: join(directory, 'list.csv'), threshold: 90 },
    facts: testFacts(noFacts()),
    userExists: async (_db, user) => user > 700_000,
    verifiedAfter: async (_db, after, limit) => verified.filter(({ user }) => user > after).slice(0, limit),
    isRecordOf: async (_db, user, { reference }) => reference === user,
    decidedBy: async () => deciders,
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
  await writeListFile(listFile(LISTED, 'Ysolde Quillfeather'));
  await compliance.start();
});
beforeEach(() => {
  verified = [];
  deciders = [];
});
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

const as = (login: 'risk' | 'admin' | 'support') => ({
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
const screen = (user: UserId, name: string, link?: CaseLink) =>
  ctx.db.transact((tx) => compliance.screening.screen(tx, { user, name, origin: 'Test', link }));
const casesOf = async (user: UserId) =>
  (
    await compliance.handlers['console/cases']({
      ...as('risk'),
      input: {
        ...{ status: undefined, kind: undefined, assigned: undefined, older_than_days: undefined },
        ...{ uid: user, page: 1, limit: 50 },
      },
    })
  ).data;
const caseOf = async (user: UserId): Promise<number> =>
  (await casesOf(user))[0]?.id ?? refuse('case_unknown');
const detail = (id: number) => compliance.handlers['console/case']({ ...as('risk'), input: { id } });
const take = (id: number, login: 'risk' | 'admin' = 'risk') =>
  compliance.handlers['console/case_take']({ ...as(login), input: { id } });
const close = (
  id: number,
  end: 'false_positive' | 'confirmed' | 'no_action' | 'action_taken',
  login: 'risk' | 'admin' = 'risk',
) =>
  compliance.handlers['console/case_close']({
    ...as(login),
    input: { id, outcome: end, reason: 'looked at it' },
  });
const open = (user: UserId, reference?: number) =>
  compliance.handlers['console/case_open']({
    ...as('support'),
    input: {
      ...{ uid: user, kind: 'suspicious_withdrawal', severity: 'medium', text: 'moves money in circles' },
      ...{ link: reference === undefined ? undefined : 'withdrawal', reference },
    },
  });
/** Approves the request about a case as the second operator. */
async function approveClear(id: number, approvedBy = 'admin'): Promise<void> {
  const row = await ctx.db.one<{ id: number; payload: Payload; kind: string }>(sql`
    select id, payload, kind from operators_approvals where subject = ${`case:${id}`} order by id desc limit 1`);
  const kind = compliance.approvals[row.kind] ?? refuse('approval_unknown');
  await ctx.db.transact((tx) =>
    kind.execute(tx, row.payload, {
      approval: row.id,
      reason: 'same name only',
      askedBy: 'risk',
      approvedBy,
    }),
  );
}

test('a match opens one case, joins it when repeated, holds the user, and keeps matches and history', async () => {
  const user = newUser();
  const link = { kind: 'verification', reference: 5 } as const;
  expect(await screen(user, 'Anna Lindqvist')).toBe('clear');
  expect(await screen(user, 'DRAZHENKO Víktor', link)).toBe('match');
  expect(await screen(user, 'Viktor Drajenko')).toBe('match');
  expect(await casesOf(user)).toMatchObject([
    { kind: 'sanction_match', severity: 'critical', status: 'open', opened_by: 'rules', assignee: null },
  ]);
  expect(await compliance.screening.isHeld(ctx.db, user)).toBe(true);
  const found = await detail(await caseOf(user));
  expect(found.links).toEqual([{ kind: 'verification', reference: 5 }]);
  expect(found.matches.map(({ name, score }) => [name, score])).toEqual([
    ['DRAZHENKO Víktor', 100],
    ['Viktor Drajenko', expect.any(Number)],
  ]);
  expect(found.events.map(({ kind }) => kind)).toEqual(['opened', 'linked', 'matched', 'joined', 'matched']);
});

test('a hundred findings at once are one case', async () => {
  const user = newUser();
  await Promise.all(Array.from({ length: 100 }, () => screen(user, LISTED)));
  expect(await casesOf(user)).toHaveLength(1);
});

test('of two operators who take a case at once one has it, and only that one sets its status or closes it', async () => {
  const user = newUser();
  const { id } = await open(user);
  const results = await Promise.all([outcome(take(id, 'risk')), outcome(take(id, 'admin'))]);
  expect(results.toSorted()).toEqual(['case_assigned', 'ok']);
  const owner = results[0] === 'ok' ? 'risk' : 'admin';
  const other = owner === 'risk' ? 'admin' : 'risk';
  expect(await casesOf(user)).toMatchObject([{ assignee: owner, status: 'in_review' }]);
  expect(await outcome(close(id, 'no_action', other))).toBe('case_assigned');
  const status = (login: 'risk' | 'admin') =>
    compliance.handlers['console/case_status']({
      ...as(login),
      input: { id, status: 'waiting', text: 'asked for papers' },
    });
  expect(await outcome(status(other))).toBe('case_assigned');
  expect(await status(owner)).toMatchObject({ status: 'waiting' });
  expect(await outcome(close(id, 'false_positive', owner))).toBe('case_outcome');
  expect(await close(id, 'no_action', owner)).toMatchObject({ status: 'closed', outcome: 'no_action' });
  expect(await outcome(take(id, owner))).toBe('case_closed');
});

test('a case that is handed on keeps its status, one that is handed back is open, and nobody unknown gets one', async () => {
  const { id } = await open(newUser());
  const hand = async (login: string | undefined) =>
    compliance.handlers['console/case_assign']({ ...as('risk'), input: { id, login } });
  expect(await outcome(hand('stranger'))).toBe('case_operator_unknown');
  expect(await hand('admin')).toMatchObject({ assignee: 'admin', status: 'in_review' });
  const input = { id, status: 'waiting', text: 'asked for papers' } as const;
  await compliance.handlers['console/case_status']({ ...as('admin'), input });
  expect(await hand('risk')).toMatchObject({ assignee: 'risk', status: 'waiting' });
  expect(await hand(undefined)).toMatchObject({ assignee: null, status: 'open' });
});

test('an operator reads own cases, those of others and those of nobody apart, and counts the own ones', async () => {
  const before = await caseCounts(ctx.db, 'admin');
  const [mine, others, free] = [newUser(), newUser(), newUser()];
  for (const user of [mine, others, free]) await open(user);
  await take(await caseOf(mine), 'admin');
  await take(await caseOf(others), 'risk');
  const usersIn = async (assigned: 'me' | 'nobody' | 'others') => {
    const filter = { status: 'active', kind: undefined, user: undefined, openedBefore: undefined } as const;
    const about = { ...filter, assigned, login: 'admin' };
    const { rows } = await readCases(ctx.db, about, { page: 1, limit: 200 });
    return rows.map(({ user }) => user).filter((user) => user >= mine);
  };
  expect([await usersIn('me'), await usersIn('others'), await usersIn('nobody')]).toEqual([
    [mine],
    [others],
    [free],
  ]);
  expect(await caseCounts(ctx.db, 'admin')).toEqual({ active: before.active + 3, mine: before.mine + 1 });
});

test('of equally severe cases the oldest comes first', async () => {
  const opened: number[] = [];
  for (const hours of [2, 3, 1]) {
    const user = newUser();
    const at = clock.now() - hours * 3_600_000;
    await ctx.db.transact((tx) =>
      openCase(tx, { user, kind: 'account_ring', severity: 'high', text: 'x', by: 'rules', at }),
    );
    opened.push(user);
  }
  const filter = { status: 'active', assigned: undefined, login: 'risk', user: undefined } as const;
  const about = { ...filter, kind: 'account_ring', openedBefore: undefined } as const;
  const { rows } = await readCases(ctx.db, about, { page: 1, limit: 50 });
  const [two, three, one] = opened;
  expect(rows.map(({ user }) => user)).toEqual([three, two, one]);
});

test('a case is opened once per kind by hand too, and only with records of its user', async () => {
  const user = newUser();
  expect(await outcome(open(userId(1)))).toBe('not_found');
  expect(await outcome(open(user, 99))).toBe('not_found');
  const first = await open(user, user);
  expect(first.joined).toBe(false);
  expect(await open(user)).toEqual({ id: first.id, joined: true });
  const link = (reference: number) =>
    outcome(
      compliance.handlers['console/case_link']({
        ...as('risk'),
        input: { id: first.id, link: 'deposit', reference },
      }),
    );
  expect(await link(99)).toBe('not_found');
  expect(await link(user)).toBe('ok');
  expect((await detail(first.id)).links).toHaveLength(2);
});

test('an operator who decided about a linked record cannot close the case, alone or as the second', async () => {
  const user = newUser();
  const { id } = await open(user, user);
  await take(id);
  deciders = ['risk'];
  expect(await outcome(close(id, 'no_action'))).toBe('case_own_decision');
  deciders = ['admin'];
  expect(await outcome(close(id, 'no_action'))).toBe('ok');
  const second = newUser();
  await screen(second, LISTED, { kind: 'withdrawal', reference: 3 });
  const match = await caseOf(second);
  await take(match);
  await close(match, 'false_positive');
  expect(await outcome(approveClear(match))).toBe('case_own_decision');
  deciders = [];
  expect(await outcome(approveClear(match))).toBe('ok');
});

test('a false positive needs a second operator, frees the user, and does not match again until the entry changes', async () => {
  const user = newUser();
  await screen(user, LISTED);
  const id = await caseOf(user);
  await take(id);
  expect(await close(id, 'false_positive')).toMatchObject({ status: 'in_review', closing: true });
  expect(await outcome(close(id, 'false_positive'))).toBe('case_closing');
  expect(await compliance.screening.isHeld(ctx.db, user)).toBe(true);
  await approveClear(id);
  expect(await outcome(approveClear(id))).toBe('approval_stale');
  expect(await casesOf(user)).toMatchObject([
    { status: 'closed', outcome: 'false_positive', closed_by: 'risk, admin' },
  ]);
  expect(await compliance.screening.isHeld(ctx.db, user)).toBe(false);
  expect(await screen(user, LISTED)).toBe('clear');
  expect(await screen(newUser(), LISTED)).toBe('match');
});

test('what is cleared is one name of one user: another name that resembles the same entry matches again', async () => {
  const user = newUser();
  await screen(user, LISTED);
  const id = await caseOf(user);
  await take(id);
  await close(id, 'false_positive');
  await approveClear(id);
  expect(await screen(user, LISTED)).toBe('clear');
  expect(await screen(user, 'Viktor Drajenko')).toBe('match');
  expect(await compliance.screening.isHeld(ctx.db, user)).toBe(true);
});

test('a case becomes more severe by what joins it, never less', async () => {
  const user = newUser();
  const joining = (severity: 'low' | 'medium' | 'critical') =>
    ctx.db.transact((tx) =>
      openCase(tx, {
        user,
        kind: 'suspicious_withdrawal',
        severity,
        text: severity,
        by: 'rules',
        at: clock.now(),
      }),
    );
  const seen: (string | undefined)[] = [];
  for (const severity of ['medium', 'low', 'critical', 'medium'] as const) {
    await joining(severity);
    seen.push((await casesOf(user))[0]?.severity);
  }
  expect(seen).toEqual(['medium', 'medium', 'critical', 'critical']);
});

test('a match that came after the request makes it stale', async () => {
  const user = newUser();
  await screen(user, LISTED);
  const id = await caseOf(user);
  await take(id);
  await close(id, 'false_positive');
  await screen(user, 'Ysolde Quillfeather');
  expect(await outcome(approveClear(id))).toBe('approval_stale');
  expect(await compliance.screening.isHeld(ctx.db, user)).toBe(true);
});

test('a confirmed match holds the user', async () => {
  const user = newUser();
  await screen(user, LISTED);
  await take(await caseOf(user));
  await close(await caseOf(user), 'confirmed');
  expect(await compliance.screening.isHeld(ctx.db, user)).toBe(true);
});

test('a refused name leaves its case though the transaction is undone', async () => {
  const user = newUser();
  const refused = ctx.db.transact((tx) =>
    compliance.screening.refuseMatch(tx, { user, name: LISTED, origin: 'Payer' }),
  );
  expect(await outcome(refused)).toBe('case_screening');
  await expect.poll(() => casesOf(user)).toHaveLength(1);
  const clear = ctx.db.transact((tx) =>
    compliance.screening.refuseMatch(tx, { user: newUser(), name: 'Anna Lindqvist', origin: 'Payer' }),
  );
  expect(await outcome(clear)).toBe('ok');
});

test('a user who is held begins nothing, under whatever name', async () => {
  const user = newUser();
  await screen(user, LISTED);
  const begun = ctx.db.transact((tx) =>
    compliance.screening.refuseMatch(tx, { user, name: 'Anna Lindqvist', origin: 'Payer' }),
  );
  expect(await outcome(begun)).toBe('case_screening');
});

test('while the configured list was never readable no name passes', async () => {
  const unread = createScreening(deps, async () => undefined);
  const refused = ctx.db.transact((tx) =>
    unread.refuseMatch(tx, { user: newUser(), name: 'Anna Lindqvist', origin: 'Payer' }),
  );
  expect(await outcome(refused)).toBe('case_screening');
});

test('history and closed cases cannot be changed', async () => {
  const { id } = await open(newUser());
  await expect(
    ctx.db.run(sql`update compliance_events set text = '' where case_id = ${id}`),
  ).rejects.toThrow();
  await expect(ctx.db.run(sql`delete from compliance_events where case_id = ${id}`)).rejects.toThrow();
  await take(id);
  await close(id, 'action_taken');
  await expect(
    ctx.db.run(sql`update compliance_cases set outcome = 'no_action' where id = ${id}`),
  ).rejects.toThrow();
});

test('every step and look is in the audit log', async () => {
  const { id } = await open(newUser());
  await take(id);
  await detail(id);
  await close(id, 'no_action');
  const actions = (await listAudit(ctx.db, { limit: 20 }))
    .filter(({ subject }) => subject === `case:${id}`)
    .map(({ action, actor }) => `${actor} ${action}`);
  expect(actions.toReversed()).toEqual([
    'support case:open',
    'risk case:taken',
    'risk look at case',
    'risk case:closed',
  ]);
});

test('the queue is ordered by severity and age and filtered', async () => {
  const old = newUser();
  await ctx.db.transact((tx) =>
    openCase(tx, {
      ...{ user: old, kind: 'other', severity: 'low', text: 'old one', by: 'rules' },
      at: clock.now() - 8 * 86_400_000,
    }),
  );
  const list = (change: object) =>
    compliance.handlers['console/cases']({
      ...as('risk'),
      input: {
        ...{ status: 'active', kind: undefined, assigned: undefined, older_than_days: undefined },
        ...{ uid: undefined, page: 1, limit: 200 },
        ...change,
      },
    });
  expect((await list({ older_than_days: 7 })).data.map(({ uid }) => uid)).toEqual([old]);
  expect((await list({ kind: 'other', assigned: 'nobody' })).data.map(({ uid }) => uid)).toEqual([old]);
  const weights = { low: 1, medium: 2, high: 3, critical: 4 };
  const order = (await list({})).data.map(({ severity }) => weights[severity]);
  expect(order).toEqual(order.toSorted((a, b) => b - a));
});

const run = () => compliance.handlers['console/screening']({ ...as('risk'), input: {} });

test('a changed file is a new version, and every verified user is screened once, over kills between slices', async () => {
  verified = Array.from({ length: 2 * SLICE + 3 }, (_, index) => ({
    user: newUser(),
    name: index % 40 === 0 ? 'Osmund Blackthorne' : `Person ${'abcdefghij'[index % 10]}qzx`,
  }));
  await writeListFile(listFile('Osmund Blackthorne'));
  const before = (await run()).list?.id ?? 0;
  clock.advance(60_000);
  const item = { id: 1, kind: 'compliance:screen', dueAt: clock.now(), payload: {}, attempt: 1 };
  const checker = createWorker(
    ctx,
    { 'compliance:list': createCompliance(deps).work['compliance:list'] ?? refuse('not_found') },
    { batch: 1 },
  );
  await checker.runDue();
  const list = (await run()).list?.id ?? 0;
  expect(list).toBeGreaterThan(before);
  // A process that is killed inside a slice leaves nothing of it.
  const killed = ctx.db.transact(async (tx) => {
    await createCompliance(deps).work['compliance:screen']?.(tx, { ...item, subject: `${list}:0` });
    throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
  expect((await run()).run).toMatchObject({ users: 0, matched: 0, finished_ms: null });
  // One process commits a slice and dies before anything else; another one continues, whose claim begins at the start.
  await ctx.db.transact(async (tx) => {
    await createCompliance(deps).work['compliance:screen']?.(tx, { ...item, subject: `${list}:0` });
  });
  expect((await run()).run).toMatchObject({ users: SLICE, matched: 2, finished_ms: null });
  await processOf().runDue();
  expect((await run()).run).toMatchObject({ users: verified.length, matched: 3 });
  expect((await run()).run?.finished_ms).not.toBeNull();
  // The same slice once more, as after a lost acknowledgement: the run is finished.
  await ctx.db.transact(async (tx) => {
    await createCompliance(deps).work['compliance:screen']?.(tx, { ...item, subject: `${list}:0` });
  });
  expect((await run()).run).toMatchObject({ users: verified.length, matched: 3 });
  await checkList();
  expect((await run()).list?.id).toBe(list);
});

test('the screening of an older list ends when a newer one is there', async () => {
  verified = [{ user: newUser(), name: 'Osmund Blackthorne' }];
  const older = (await run()).list?.id ?? 0;
  await ctx.db.run(
    sql`update compliance_runs set finished_at = null, users = 0, matched = 0 where list_id = ${older}`,
  );
  await writeListFile(listFile('Osmund Blackthorne', 'Somebody New'));
  await ctx.db.transact((tx) => checkFile(deps, tx));
  const newer = (await run()).list?.id ?? 0;
  expect(newer).toBeGreaterThan(older);
  const item = { id: 1, kind: 'compliance:screen', dueAt: clock.now(), payload: {}, attempt: 1 };
  await ctx.db.transact(async (tx) => {
    await createCompliance(deps).work['compliance:screen']?.(tx, { ...item, subject: `${older}:0` });
  });
  const ended = await ctx.db.transact((tx) => readRun(tx, older));
  expect(ended).toMatchObject({ users: 0, matched: 0, finishedMs: clock.now() });
  verified = [];
  await processOf().runDue();
});

test('a broken file keeps the last list and says why, and a good one ends that', async () => {
  const before = (await run()).list;
  await writeListFile('id,name\n1,"half');
  await checkList();
  expect(await run()).toMatchObject({ list: before, error: 'line 2: not comma-separated values' });
  expect(await screen(newUser(), 'Osmund Blackthorne')).toBe('match');
  await rm(deps.settings.path ?? '');
  await checkList();
  expect(await run()).toMatchObject({ list: before, error: 'cannot be read: ENOENT' });
  await writeListFile(listFile(LISTED));
  await checkList();
  expect(await run()).toMatchObject({ error: null, list: { entries: 1 } });
  expect(await screen(newUser(), 'Osmund Blackthorne')).toBe('clear');
});

test('two processes that read a file at once store one version', async () => {
  await writeListFile(listFile(LISTED, 'Somebody Else'));
  const count = async () =>
    (await ctx.db.one<{ n: number }>(sql`select count(*) as n from compliance_lists`)).n;
  const before = await count();
  await Promise.all([createCompliance(deps).start(), createCompliance(deps).start()]);
  expect(await count()).toBe(before + 1);
});

test('without a list nobody is screened, and the console says so', async () => {
  const none = createCompliance({ ...deps, settings: { ...deps.settings, path: undefined } });
  const user = newUser();
  expect(
    await ctx.db.transact((tx) => none.screening.screen(tx, { user, name: LISTED, origin: 'Test' })),
  ).toBe('off');
  expect(await none.handlers['console/screening']({ ...as('risk'), input: {} })).toMatchObject({
    configured: false,
    list: null,
    run: null,
  });
});
