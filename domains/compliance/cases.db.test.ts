import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract, userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { seedDemoOperators } from '@karat/domains/operators';
import { amount } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { sha256 } from '@karat/platform/crypto';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { callHandler, pageAt } from '@karat/platform/testing';
import { createWorker } from '@karat/platform/work';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCompliance } from './index.ts';
import type { Compliance } from './index.ts';
import { insertVersion } from './monitoring/versions.ts';
import { noFacts, testFacts } from './testing/facts.ts';

const [ANN, BEA, CHO] = [userId(700_001), userId(700_002), userId(700_003)];
const START = Date.parse('2026-03-01T12:00:00Z');
/** The users are screened a minute after the start. */
const CHECKED = START + MINUTE_MS;
const FILE_MS = Date.UTC(2026, 0, 2);
const LIST = JSON.stringify({
  title: 'Names of a test',
  entries: [
    {
      ...{ id: 'F-1', name: 'Viktor Drazhenko', aliases: ['Viktor Drajenko'] },
      ...{ birth_dates: ['1961-04-02'], countries: ['ZZ'] },
    },
    { id: 'F-2', name: 'Ysolde Quillfeather' },
  ],
});
/** Minutes of the day on which the rules find something, eight days after the first case. */
const at = (minutes: number): number => START + 8 * DAY_MS + minutes * MINUTE_MS;
const clock = virtualClock(START);
const facts = noFacts();

let database: TestDatabase;
let ctx: Context;
let directory: string;
let compliance: Compliance;
const cases = { match: 0, ring: 0, closed: 0, small: 0 };
const replies: unknown[] = [];

const call = <Path extends keyof typeof contract.compliance>(path: Path, fields = {}, login = 'risk') =>
  callHandler(contract.compliance, compliance.handlers, path, { login, fields });
const runDue = () => createWorker(ctx, compliance.work, { batch: 1 }).runDue();

/** A withdrawal to one payee, which the rules judge. */
async function withdraw(user: UserId, reference: number, usdt: string, minutes: number): Promise<void> {
  clock.set(at(minutes));
  const fact = { kind: 'withdrawal', reference, user, at: at(minutes), usdt: amount(usdt) } as const;
  facts.payees.set('P', [...(facts.payees.get('P') ?? []), { ...fact, note: `to ${reference}` }]);
  const cause = { kind: 'outflow', id: reference, user, at: at(minutes), payee: 'P' } as const;
  await ctx.db.transact((tx) => compliance.monitoring.watch(tx, cause));
  await runDue();
}

/** A case of each origin: of the list, of an operator, of the rules; each step at its own time. */
async function work(): Promise<void> {
  clock.set(START + HOUR_MS);
  const small = { uid: CHO, kind: 'other', severity: 'low', text: 'asks too much' };
  cases.small = (await call('console/case_open', small, 'support')).id;
  clock.set(START + 2 * HOUR_MS);
  const link = { kind: 'verification', reference: 5 } as const;
  const named = { user: ANN, name: 'Viktor Drazhenkov', origin: 'Verification 5', link };
  await ctx.db.transact((tx) => compliance.screening.screen(tx, named));
  const opened = { uid: BEA, kind: 'suspicious_withdrawal', severity: 'medium', text: 'moves in circles' };
  clock.set(START + 3 * HOUR_MS);
  replies.push(await call('console/case_open', { ...opened, link: 'withdrawal', reference: 61 }, 'support'));
  clock.set(START + 4 * HOUR_MS);
  replies.push(await call('console/case_open', { ...opened, severity: 'high', text: 'again' }, 'support'));
  const { data } = await call('console/cases');
  for (const { id, uid } of data) {
    if (uid === ANN) cases.match = id;
    if (uid === BEA) cases.closed = id;
  }
  for (const [rule, version, hours] of [
    ['shared_payee', 1, '720'],
    ['shared_payee', 2, '48'],
  ] as const)
    await database.db.transact((tx) =>
      insertVersion(tx, {
        ...{ rule, version, enabled: version === 2, hold: version === 1, values: { accounts: '3', hours } },
        ...{ askedBy: 'risk', approvedBy: 'admin', at: START + version * MINUTE_MS },
      }),
    );
  await withdraw(ANN, 71, '500', 1);
  await withdraw(BEA, 72, '700', 2);
  await withdraw(CHO, 73, '900', 3);
  cases.ring = (await call('console/cases', { kind: 'account_ring' })).data[0]?.id ?? 0;
  clock.set(at(5));
  replies.push(await call('console/case_take', { id: cases.closed }, 'admin'));
  await call('console/case_take', { id: cases.match });
  clock.set(at(6));
  const waiting = { id: cases.closed, status: 'waiting', text: 'asked the bank' };
  replies.push(await call('console/case_status', waiting, 'admin'));
  clock.set(at(7));
  const end = { id: cases.closed, outcome: 'no_action', reason: 'a salary' };
  replies.push(await call('console/case_close', end, 'admin'));
  replies.push(await call('console/case_note', { id: cases.ring, text: 'look tomorrow' }));
}

beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'karat-compliance-'));
  const path = join(directory, 'list.json');
  await writeFile(path, LIST);
  await utimes(path, new Date(), new Date(FILE_MS));
  const [bus, random] = [createBus(() => undefined), seededRandom('compliance')];
  ctx = { db: database.db, clock, bus, log: silentLog, random, demo: true };
  compliance = createCompliance({
    ...{ ctx, settings: { path, threshold: 90 }, facts: testFacts(facts) },
    userExists: () => Promise.resolve(true),
    verifiedAfter: (_, after, limit) =>
      Promise.resolve(
        [
          { user: ANN, name: 'Ann Lee' },
          { user: CHO, name: 'Ysolde Quillfeather' },
        ]
          .filter(({ user }) => user > after)
          .slice(0, limit),
      ),
    isRecordOf: () => Promise.resolve(true),
    decidedBy: () => Promise.resolve([]),
    operators: () => Promise.resolve(['risk', 'admin', 'nobody']),
  });
  await seedDemoOperators(ctx, {
    hash: () => Promise.resolve('none'),
    verify: () => Promise.resolve(false),
    pretend: () => Promise.resolve(),
  });
  await compliance.start();
  clock.set(CHECKED);
  await runDue();
  await work();
});
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

const active = { outcome: null, reason: '', closed_by: null, closed_ms: null, closing: false };
const matchRow = () => ({
  ...{ id: cases.match, kind: 'sanction_match', uid: ANN, severity: 'critical', status: 'in_review' },
  ...{ assignee: 'risk', opened_by: 'rules', opened_ms: START + 2 * HOUR_MS, changed_ms: at(5), ...active },
  summary: expect.stringContaining('Verification 5: resembles entry F-1') as string,
});
const closedRow = () => ({
  ...{ id: cases.closed, kind: 'suspicious_withdrawal', uid: BEA, severity: 'high', status: 'closed' },
  ...{ assignee: 'admin', summary: 'moves in circles', opened_by: 'support' },
  ...{ opened_ms: START + 3 * HOUR_MS, changed_ms: at(7), outcome: 'no_action', reason: 'a salary' },
  ...{ closed_by: 'admin', closed_ms: at(7), closing: false },
});
const met = '3 accounts paid one payee within 48 hours, together 2100 USDT';
const ringRow = () => ({
  ...{ id: cases.ring, kind: 'account_ring', uid: ANN, severity: 'high', status: 'open', assignee: null },
  ...{ summary: `Many accounts pay one payee (rule shared_payee, version 2): ${met}`, opened_by: 'rules' },
  ...{ opened_ms: at(3), changed_ms: at(7), ...active },
});

/** Less severe than one that was opened later. */
const smallRow = () => ({
  ...{ id: cases.small, kind: 'other', uid: CHO, severity: 'low', status: 'open', assignee: null },
  ...{ summary: 'asks too much', opened_by: 'support', opened_ms: START + HOUR_MS },
  ...{ changed_ms: START + HOUR_MS, ...active },
});

test('each step is replied with the case as it is then', () => {
  const [, , , , , noted] = replies;
  const taken = { ...closedRow(), ...active, status: 'in_review', changed_ms: at(5) };
  expect(replies).toEqual([
    { id: cases.closed, joined: false },
    { id: cases.closed, joined: true },
    taken,
    { ...taken, status: 'waiting', changed_ms: at(6) },
    closedRow(),
    noted,
  ]);
  expect(noted).toEqual(ringRow());
});

test('cases, the most severe first, by status, kind, assignee, user and age', async () => {
  const counts = { active: 4, mine: 1 };
  const list = (fields: object, login?: string) => call('console/cases', fields, login);
  const all = await list({ limit: 2 });
  expect(all).toEqual({
    ...{ ...pageAt({ page: 1, limit: 2, total: 5 }, [all.data[0], matchRow()]), counts },
  });
  // Found when all verified users were screened against the list, before the other.
  expect(all.data[0]).toMatchObject({ uid: CHO, kind: 'sanction_match', status: 'open' });
  expect(await list({ limit: 2, page: 2 })).toEqual({
    ...{ ...pageAt({ page: 2, limit: 2, total: 5 }, [ringRow(), smallRow()]), counts },
  });
  expect((await list({ limit: 2, page: 3 })).data).toEqual([closedRow()]);
  const found = async (fields: object) => {
    const { data, total } = await list(fields);
    expect(total).toBe(data.length);
    return data.map(({ id }) => id);
  };
  const { match, ring, closed, small } = cases;
  const other = all.data[0]?.id;
  expect(await found({ status: 'active' })).toEqual([other, match, ring, small]);
  expect(await found({ status: 'closed' })).toEqual([closed]);
  expect(await found({ status: 'in_review' })).toEqual([match]);
  expect(await found({ kind: 'account_ring' })).toEqual([ring]);
  expect(await found({ assigned: 'me' })).toEqual([match]);
  expect(await found({ assigned: 'nobody' })).toEqual([other, ring, small]);
  expect(await found({ assigned: 'others' })).toEqual([closed]);
  expect(await found({ uid: ANN })).toEqual([match, ring]);
  expect(await found({ older_than_days: 7 })).toEqual([other, match, small, closed]);
  expect((await list({}, 'admin')).counts).toEqual({ active: 4, mine: 0 });
});

const event = (kind: string, by: string, text: unknown, created_ms: number) => ({
  ...{ id: expect.any(Number) as number, kind, by, text, created_ms },
});

test('a match with its entry of the list, its record and its history', async () => {
  const opened = START + 2 * HOUR_MS;
  const { matches, ...detail } = await call('console/case', { id: cases.match });
  expect(detail).toEqual({
    ...matchRow(),
    events: [
      event('opened', 'rules', matchRow().summary, opened),
      event('linked', 'rules', 'verification 5', opened),
      event('matched', 'rules', '1 matches', opened),
      event('taken', 'risk', 'risk', at(5)),
    ],
    ...{ links: [{ kind: 'verification', reference: 5 }], hits: [] },
  });
  const { score, list } = matches[0] ?? expect.fail('no match');
  const entry = { listed_name: 'Viktor Drazhenko', entry: 'F-1', note: 'born 1961-04-02; ZZ' };
  expect(matches).toEqual([{ name: 'Viktor Drazhenkov', ...entry, score, list }]);
  expect([score >= 90, score <= 100, list]).toEqual([
    ...[true, true, (await call('console/screening')).list?.id],
  ]);
});

test('a case of the rules with each fact that met them', async () => {
  const fact = (uid: UserId, reference: number, usdt: string, minutes: number) => ({
    ...{ kind: 'withdrawal', reference, uid, usdt, at_ms: at(minutes), note: `to ${reference}` },
  });
  const { summary } = ringRow();
  expect(await call('console/case', { id: cases.ring })).toEqual({
    ...{ ...ringRow(), matches: [], links: [{ kind: 'withdrawal', reference: 71 }] },
    events: [
      event('opened', 'rules', summary, at(3)),
      event('linked', 'rules', 'withdrawal 71', at(3)),
      event('noted', 'risk', 'look tomorrow', at(7)),
    ],
    hits: [
      {
        ...{ id: expect.any(Number) as number, rule: 'shared_payee', version: 2, explanation: met },
        ...{ from_ms: at(1), to_ms: at(1) + 48 * HOUR_MS },
        facts: [fact(ANN, 71, '500', 1), fact(BEA, 72, '700', 2), fact(CHO, 73, '900', 3)],
      },
    ],
  });
});

test('operators with their cases, and the list with its screening', async () => {
  expect(await call('console/case_operators')).toEqual([
    { login: 'risk', active: 1 },
    { login: 'admin', active: 0 },
    { login: 'nobody', active: 0 },
  ]);
  expect(await call('console/screening')).toEqual({
    ...{ configured: true, threshold: 90, error: null },
    list: {
      ...{ id: expect.any(Number) as number, title: 'Names of a test', format: 'json', file_ms: FILE_MS },
      ...{ loaded_ms: START, sha256: sha256(Buffer.from(LIST)).toString('hex'), entries: 2, names: 3 },
    },
    checked_ms: at(3),
    run: { started_ms: START, finished_ms: CHECKED, users: 2, matched: 1 },
  });
});

test('rules with their parameters and hits of all time, of thirty days and open', async () => {
  const none = { hits: 0, hits_30_days: 0, open_cases: 0 };
  const builtIn = { version: 0, enabled: true, asked_by: null, approved_by: null, changed_ms: null };
  const parameters = (values: object) =>
    Object.entries(values).map(([name, value]) => ({ name, value: String(value) }));
  const rule = (name: string, may_hold: boolean, values: object, more: object = {}) => ({
    ...{ rule: name, ...builtIn, hold: false, may_hold, parameters: parameters(values), ...none, ...more },
  });
  const near = { near_percent: 80 };
  const changed = { asked_by: 'risk', approved_by: 'admin' };
  const rules = (more: object) => [
    rule('structuring_small', true, { threshold_usdt: 1000, ...near, count: 3, hours: 24 }),
    rule('structuring_large', true, { threshold_usdt: 50000, ...near, count: 2, hours: 24 }),
    rule('pass_through', true, { amount_usdt: 10000, out_percent: 90, hours: 24 }),
    rule('early_withdrawal', true, { amount_usdt: 10000, age_hours: 72, change_hours: 24 }),
    rule(
      'shared_payee',
      true,
      { accounts: 3, hours: 48 },
      {
        ...{ version: 2, ...changed, changed_ms: START + 2 * MINUTE_MS, hits: 1, ...more },
      },
    ),
    rule('payer_mismatch', false, { amount_usdt: 1000, score_percent: 80, hours: 720 }),
    rule('shared_payer', false, { accounts: 2, hours: 720 }),
    rule('shared_document', false, { accounts: 2, hours: 8760 }),
  ];
  expect(await call('console/rules')).toEqual(rules({ hits_30_days: 1, open_cases: 1 }));
  const versions = [
    { version: 2, enabled: true, hold: false, parameters: parameters({ accounts: 3, hours: 48 }) },
    { version: 1, enabled: false, hold: true, parameters: parameters({ accounts: 3, hours: 720 }) },
  ];
  expect(await call('console/rule_versions', { rule: 'shared_payee' })).toEqual(
    versions.map((one) => ({ ...one, ...changed, changed_ms: START + one.version * MINUTE_MS })),
  );
  clock.set(at(8) + 30 * DAY_MS);
  expect(await call('console/rules')).toEqual(rules({ hits_30_days: 0, open_cases: 1 }));
});
