import { copyFile, mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract, userId } from '@karat/contract';
import type { Contract, OperatorRole } from '@karat/contract';
import { seedDemoOperators } from '@karat/domains/operators';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { callConsole, plainPasswords } from '@karat/platform/testing';
import { createWorker } from '@karat/platform/work';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCompliance } from './index.ts';
import type { Compliance } from './index.ts';
import { noFacts, testFacts } from './testing/facts.ts';

const START = Date.parse('2026-03-01T12:00:00Z');
const [ANN, BEN, CARL] = [userId(700_001), userId(700_002), userId(700_003)];
const clock = virtualClock(START);
let database: TestDatabase;
let directory: string;
let ctx: Context;
let compliance: Compliance;

type Calls = Contract['compliance'];
const call = <Path extends Extract<keyof Calls, `console/${string}`>>(
  path: Path,
  fields = {},
  login: OperatorRole = 'risk',
) => callConsole(contract.compliance, compliance.handlers, path, { login, fields });

beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'karat-cases-'));
  const path = join(directory, 'list.csv');
  await copyFile(new URL('example/fictitious-list.csv', import.meta.url), path);
  await utimes(path, START / 1_000, START / 1_000 - 90);
  const bus = createBus(() => undefined);
  ctx = { db: database.db, clock, bus, log: silentLog, random: seededRandom('cases'), demo: true };
  compliance = createCompliance({
    ctx,
    settings: { path, threshold: 87 },
    facts: testFacts(noFacts()),
    userExists: async () => true,
    verifiedAfter: async (_db, after) =>
      [
        { user: ANN, name: 'Viktor Drazhenko' },
        { user: BEN, name: 'Ben Nobody' },
        { user: CARL, name: 'Carl Nobody' },
      ].filter(({ user }) => user > after),
    isRecordOf: async () => true,
    decidedBy: async () => [],
    operators: async () => ['admin', 'finance', 'risk'],
  });
  await seedDemoOperators(ctx, plainPasswords);
});
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

test('the list and its last run, and the case that a match opened', async () => {
  expect(await call('console/screening')).toEqual({
    checked_ms: null,
    configured: true,
    error: null,
    list: null,
    run: null,
    threshold: 87,
  });
  await compliance.start();
  clock.advance(MINUTE_MS);
  await createWorker(ctx, compliance.work, { batch: 1 }).runDue();
  expect(await call('console/screening')).toEqual({
    checked_ms: START + MINUTE_MS,
    configured: true,
    error: null,
    list: {
      entries: 5,
      file_ms: START - 90_000,
      format: 'csv',
      id: 1,
      loaded_ms: START,
      names: 11,
      sha256: 'b3aceb59dae66bcffcc6d360f66fb2f0b9a41a8dd9f69615e194405466b67698',
      title: '',
    },
    run: { finished_ms: START + MINUTE_MS, matched: 1, started_ms: START, users: 3 },
    threshold: 87,
  });
});

test('cases by status, kind, operator, user and age, in pages, with counts and their history', async () => {
  const open = (uid: number, kind: string, severity: string, more = {}) =>
    call('console/case_open', { uid, kind, severity, text: `about ${uid}`, ...more }, 'support');
  clock.advance(DAY_MS);
  const ring = await open(BEN, 'account_ring', 'high');
  clock.advance(HOUR_MS);
  const other = await open(CARL, 'other', 'low', { link: 'withdrawal', reference: '77' });
  clock.advance(HOUR_MS);
  const payment = await open(BEN, 'chargeback', 'critical');
  expect(payment).toEqual({ id: 4, joined: false });
  expect(await open(BEN, 'chargeback', 'low')).toEqual({ id: 4, joined: true });
  clock.advance(MINUTE_MS);
  expect(await call('console/case_take', { id: ring.id })).toEqual({
    assignee: 'risk',
    changed_ms: START + 1562 * MINUTE_MS,
    closed_by: null,
    closed_ms: null,
    closing: false,
    id: 2,
    kind: 'account_ring',
    opened_by: 'support',
    opened_ms: START + 1441 * MINUTE_MS,
    outcome: null,
    reason: '',
    severity: 'high',
    status: 'in_review',
    summary: 'about 700002',
    uid: BEN,
  });
  clock.advance(MINUTE_MS);
  expect(await call('console/case_assign', { id: other.id, login: 'admin' })).toEqual({
    assignee: 'admin',
    changed_ms: START + 1563 * MINUTE_MS,
    closed_by: null,
    closed_ms: null,
    closing: false,
    id: 3,
    kind: 'other',
    opened_by: 'support',
    opened_ms: START + 1501 * MINUTE_MS,
    outcome: null,
    reason: '',
    severity: 'low',
    status: 'in_review',
    summary: 'about 700003',
    uid: CARL,
  });
  expect(await call('console/case_note', { id: other.id, text: 'asked the bank' }, 'admin')).toEqual({
    assignee: 'admin',
    changed_ms: START + 1563 * MINUTE_MS,
    closed_by: null,
    closed_ms: null,
    closing: false,
    id: 3,
    kind: 'other',
    opened_by: 'support',
    opened_ms: START + 1501 * MINUTE_MS,
    outcome: null,
    reason: '',
    severity: 'low',
    status: 'in_review',
    summary: 'about 700003',
    uid: CARL,
  });
  clock.advance(MINUTE_MS);
  expect(
    await call('console/case_status', { id: other.id, status: 'waiting', text: 'for the bank' }, 'admin'),
  ).toEqual({
    assignee: 'admin',
    changed_ms: START + 1564 * MINUTE_MS,
    closed_by: null,
    closed_ms: null,
    closing: false,
    id: 3,
    kind: 'other',
    opened_by: 'support',
    opened_ms: START + 1501 * MINUTE_MS,
    outcome: null,
    reason: '',
    severity: 'low',
    status: 'waiting',
    summary: 'about 700003',
    uid: CARL,
  });
  expect(
    await call('console/case_link', { id: other.id, link: 'deposit', reference: '78' }, 'admin'),
  ).toEqual({
    assignee: 'admin',
    changed_ms: START + 1564 * MINUTE_MS,
    closed_by: null,
    closed_ms: null,
    closing: false,
    id: 3,
    kind: 'other',
    opened_by: 'support',
    opened_ms: START + 1501 * MINUTE_MS,
    outcome: null,
    reason: '',
    severity: 'low',
    status: 'waiting',
    summary: 'about 700003',
    uid: CARL,
  });
  clock.advance(MINUTE_MS);
  expect(
    await call('console/case_close', { id: ring.id, outcome: 'action_taken', reason: 'frozen both' }),
  ).toEqual({
    assignee: 'risk',
    changed_ms: START + 1565 * MINUTE_MS,
    closed_by: 'risk',
    closed_ms: START + 1565 * MINUTE_MS,
    closing: false,
    id: 2,
    kind: 'account_ring',
    opened_by: 'support',
    opened_ms: START + 1441 * MINUTE_MS,
    outcome: 'action_taken',
    reason: 'frozen both',
    severity: 'high',
    status: 'closed',
    summary: 'about 700002',
    uid: BEN,
  });
  expect(await call('console/case', { id: other.id })).toEqual({
    assignee: 'admin',
    changed_ms: START + 1564 * MINUTE_MS,
    closed_by: null,
    closed_ms: null,
    closing: false,
    events: [
      { by: 'support', created_ms: START + 1501 * MINUTE_MS, id: 4, kind: 'opened', text: 'about 700003' },
      { by: 'support', created_ms: START + 1501 * MINUTE_MS, id: 5, kind: 'linked', text: 'withdrawal 77' },
      { by: 'risk', created_ms: START + 1563 * MINUTE_MS, id: 9, kind: 'assigned', text: 'admin' },
      { by: 'admin', created_ms: START + 1563 * MINUTE_MS, id: 10, kind: 'noted', text: 'asked the bank' },
      {
        by: 'admin',
        created_ms: START + 1564 * MINUTE_MS,
        id: 11,
        kind: 'status',
        text: 'waiting: for the bank',
      },
      { by: 'admin', created_ms: START + 1564 * MINUTE_MS, id: 12, kind: 'linked', text: 'deposit 78' },
    ],
    hits: [],
    id: 3,
    kind: 'other',
    links: [
      { kind: 'deposit', reference: 78 },
      { kind: 'withdrawal', reference: 77 },
    ],
    matches: [],
    opened_by: 'support',
    opened_ms: START + 1501 * MINUTE_MS,
    outcome: null,
    reason: '',
    severity: 'low',
    status: 'waiting',
    summary: 'about 700003',
    uid: CARL,
  });
  expect(await call('console/cases', { limit: '2' }, 'admin')).toEqual({
    counts: { active: 3, mine: 1 },
    current_page: 1,
    data: [
      {
        assignee: null,
        changed_ms: START + MINUTE_MS,
        closed_by: null,
        closed_ms: null,
        closing: false,
        id: 1,
        kind: 'sanction_match',
        opened_by: 'rules',
        opened_ms: START + MINUTE_MS,
        outcome: null,
        reason: '',
        severity: 'critical',
        status: 'open',
        summary: 'Verified name, list 1: resembles entry FICTITIOUS-1 of list 1 by 100 %',
        uid: ANN,
      },
      {
        assignee: null,
        changed_ms: START + 1561 * MINUTE_MS,
        closed_by: null,
        closed_ms: null,
        closing: false,
        id: 4,
        kind: 'chargeback',
        opened_by: 'support',
        opened_ms: START + 1561 * MINUTE_MS,
        outcome: null,
        reason: '',
        severity: 'critical',
        status: 'open',
        summary: 'about 700002',
        uid: BEN,
      },
    ],
    last_page: 2,
    per_page: 2,
    total: 4,
  });
  expect(await call('console/cases', { limit: '2', page: '2' })).toEqual({
    counts: { active: 3, mine: 0 },
    current_page: 2,
    data: [
      {
        assignee: 'admin',
        changed_ms: START + 1564 * MINUTE_MS,
        closed_by: null,
        closed_ms: null,
        closing: false,
        id: 3,
        kind: 'other',
        opened_by: 'support',
        opened_ms: START + 1501 * MINUTE_MS,
        outcome: null,
        reason: '',
        severity: 'low',
        status: 'waiting',
        summary: 'about 700003',
        uid: CARL,
      },
      {
        assignee: 'risk',
        changed_ms: START + 1565 * MINUTE_MS,
        closed_by: 'risk',
        closed_ms: START + 1565 * MINUTE_MS,
        closing: false,
        id: 2,
        kind: 'account_ring',
        opened_by: 'support',
        opened_ms: START + 1441 * MINUTE_MS,
        outcome: 'action_taken',
        reason: 'frozen both',
        severity: 'high',
        status: 'closed',
        summary: 'about 700002',
        uid: BEN,
      },
    ],
    last_page: 2,
    per_page: 2,
    total: 4,
  });
  const ids = async (fields: object) =>
    (await call('console/cases', fields, 'admin')).data.map(({ id }) => id);
  expect([
    await ids({ status: 'closed' }),
    await ids({ status: 'waiting' }),
    await ids({ kind: 'chargeback' }),
    await ids({ assigned: 'me' }),
    await ids({ assigned: 'nobody' }),
    await ids({ uid: BEN }),
    await ids({ older_than_days: '1' }),
  ]).toEqual([[2], [3], [4], [3], [1, 4], [4, 2], [1]]);
  expect(await call('console/case_operators')).toEqual([
    { active: 1, login: 'admin' },
    { active: 0, login: 'finance' },
    { active: 0, login: 'risk' },
  ]);
  const [match] = (await call('console/cases', { kind: 'sanction_match' })).data;
  expect(await call('console/case', { id: match?.id ?? 0 })).toEqual({
    assignee: null,
    changed_ms: START + MINUTE_MS,
    closed_by: null,
    closed_ms: null,
    closing: false,
    events: [
      {
        by: 'rules',
        created_ms: START + MINUTE_MS,
        id: 1,
        kind: 'opened',
        text: 'Verified name, list 1: resembles entry FICTITIOUS-1 of list 1 by 100 %',
      },
      { by: 'rules', created_ms: START + MINUTE_MS, id: 2, kind: 'matched', text: '1 matches' },
    ],
    hits: [],
    id: 1,
    kind: 'sanction_match',
    links: [],
    matches: [
      {
        entry: 'FICTITIOUS-1',
        list: 1,
        listed_name: 'Viktor Drazhenko',
        name: 'Viktor Drazhenko',
        note: 'born 1961-04-02; ZZ',
        score: 100,
      },
    ],
    opened_by: 'rules',
    opened_ms: START + MINUTE_MS,
    outcome: null,
    reason: '',
    severity: 'critical',
    status: 'open',
    summary: 'Verified name, list 1: resembles entry FICTITIOUS-1 of list 1 by 100 %',
    uid: ANN,
  });
});
