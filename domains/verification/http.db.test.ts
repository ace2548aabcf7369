import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract, userId } from '@karat/contract';
import type { Contract, UserId } from '@karat/contract';
import type { Notification } from '@karat/domains/messages';
import { seedDemoOperators } from '@karat/domains/operators';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { keyRing } from '@karat/platform/crypto';
import { createFiles } from '@karat/platform/files';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { ASKED, callConsole, callHandler, plainPasswords } from '@karat/platform/testing';
import { HOUR_MS } from '@karat/rules';
import { createTestDatabase, messagesInto } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createVerification } from './index.ts';
import type { Verification } from './index.ts';

const START = Date.parse('2026-11-20T02:00:00Z');
const [ANN, BEN] = [userId(800_001), userId(800_002)];
let database: TestDatabase;
let directory: string;
let verification: Verification;
const clock = virtualClock(START);

type Calls = Contract['verification'];
const call = <Path extends Extract<keyof Calls, `console/${string}`>>(path: Path, fields = {}) =>
  callConsole(contract.verification, verification.handlers, path, { login: 'risk', fields });
const send = (who: UserId, fields: Readonly<Record<string, unknown>>) => {
  clock.advance(HOUR_MS);
  return callHandler(contract.verification, verification.handlers, 'user/real', { who, fields });
};

beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'karat-reviews-'));
  const bus = createBus(() => undefined);
  const ctx: Context = {
    db: database.db,
    clock,
    bus,
    log: silentLog,
    random: seededRandom('reviews'),
    demo: true,
  };
  verification = createVerification({
    ctx,
    files: createFiles(ctx, { directory }),
    keys: keyRing(Buffer.alloc(32, 3)),
    messages: messagesInto<Notification>([]),
    people: async (_db, users) =>
      users.map((id) => ({
        ...{ id, nickname: `K${id}`, demo: id === BEN, email: `u${id}@example.com`, phone: `+852${id}` },
        status: id === BEN ? ('frozen' as const) : ('active' as const),
        createdMs: START - id,
      })),
    setRealState: () => Promise.resolve(),
    screening: {
      screen: async () => 'clear',
      refuseMatch: () => Promise.resolve(),
      isHeld: async () => false,
    },
  });
  await seedDemoOperators(ctx, plainPasswords);
});
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

test('requests by state, level and user, in pages, and one with account, history and equal numbers', async () => {
  const data = { real_type: '1', id_type: '1', name: 'Ann Lee', card_id: 'P1234567' };
  await send(ANN, data);
  const first = (await call('console/verifications', { uid: ANN })).data[0]?.id ?? expect.fail('no request');
  clock.advance(HOUR_MS);
  expect(
    await call('console/verification_decide', {
      id: first,
      decision: 'reject',
      reason: 'unreadable',
      note: 'too dark',
    }),
  ).toEqual({
    approval: null,
    created_ms: START + HOUR_MS,
    decided_by: 'risk',
    decided_ms: START + 2 * HOUR_MS,
    demo: false,
    id: 1,
    level: 1,
    name: 'Ann Lee',
    remarks: ['number_repeats'],
    state: 'failed',
    tries: 1,
    uid: ANN,
  });
  await send(ANN, { ...data, name: 'Ann M Lee' });
  await send(BEN, { ...data, id_type: '2', name: 'Ben Roe' });
  expect(await call('console/verifications', { limit: '2' })).toEqual({
    current_page: 1,
    data: [
      {
        created_ms: START + 4 * HOUR_MS,
        decided_by: null,
        decided_ms: null,
        demo: true,
        id: 3,
        level: 1,
        name: 'Ben Roe',
        remarks: ['number_repeats', 'document_elsewhere'],
        state: 'auditing',
        tries: 1,
        uid: BEN,
      },
      {
        created_ms: START + 3 * HOUR_MS,
        decided_by: null,
        decided_ms: null,
        demo: false,
        id: 2,
        level: 1,
        name: 'Ann M Lee',
        remarks: ['number_repeats'],
        state: 'auditing',
        tries: 2,
        uid: ANN,
      },
    ],
    last_page: 2,
    per_page: 2,
    total: 3,
  });
  expect(await call('console/verifications', { limit: '2', page: '2' })).toEqual({
    current_page: 2,
    data: [
      {
        created_ms: START + HOUR_MS,
        decided_by: 'risk',
        decided_ms: START + 2 * HOUR_MS,
        demo: false,
        id: 1,
        level: 1,
        name: 'Ann Lee',
        remarks: ['number_repeats'],
        state: 'failed',
        tries: 1,
        uid: ANN,
      },
    ],
    last_page: 2,
    per_page: 2,
    total: 3,
  });
  const ids = async (fields: object) =>
    (await call('console/verifications', fields)).data.map(({ id }) => id);
  expect([
    await ids({ state: 'auditing' }),
    await ids({ state: 'failed' }),
    await ids({ uid: BEN }),
    await ids({ level: '2' }),
  ]).toEqual([[2, 3], [1], [3], []]);
  const [second] = await ids({ uid: ANN, state: 'auditing' });
  expect(await call('console/verification', { id: second ?? 0 })).toEqual({
    account: {
      created_ms: START - 800_001,
      demo: false,
      email: 'u800001@example.com',
      level: 0,
      nickname: 'K800001',
      phone: '+852800001',
      status: 'active',
      uid: ANN,
    },
    duplicates: [{ by: 'document', created_ms: START + 4 * HOUR_MS, id: 3, state: 'auditing', uid: BEN }],
    history: [
      {
        created_ms: START + HOUR_MS,
        decided_by: 'risk',
        id: 1,
        level: 1,
        note: 'too dark',
        reason: 'unreadable',
        state: 'failed',
      },
    ],
    identity: null,
    request: {
      card_id: 'P1234567',
      created_ms: START + 3 * HOUR_MS,
      decided_by: null,
      decided_ms: null,
      demo: false,
      id: 2,
      id_type: 1,
      level: 1,
      name: 'Ann M Lee',
      note: '',
      pictures: false,
      provider: 'simulator',
      reason: null,
      remarks: ['number_repeats'],
      simulated: true,
      state: 'auditing',
      tries: 2,
      uid: ANN,
    },
  });
  clock.advance(HOUR_MS);
  expect(await call('console/verification_decide', { id: second ?? 0, decision: 'approve' })).toEqual({
    approval: 1,
    created_ms: START + 3 * HOUR_MS,
    decided_by: null,
    decided_ms: null,
    demo: false,
    id: 2,
    level: 1,
    name: 'Ann M Lee',
    remarks: ['number_repeats'],
    state: 'auditing',
    tries: 2,
    uid: ANN,
  });
  expect(
    await call('console/verification_override', { uid: ANN, level: '2', reason: 'seen in person' }),
  ).toEqual({
    asked_by: 'risk',
    changes: [
      { after: '2: photos', before: '0: not verified', label: 'Level' },
      { after: '–', before: '–', label: 'Verified name' },
      { after: 'nobody', before: 'nobody', label: 'Shared with' },
      { after: '500 BTC', before: '0 BTC', label: 'Withdrawals in 24 h' },
    ],
    created_ms: START + 5 * HOUR_MS,
    digest: expect.any(String) as unknown,
    id: 2,
    kind: 'verification:level',
    ...ASKED,
    reason: 'seen in person',
    subject: 'UID 800001',
    title: 'Set a verification level',
    uid: ANN,
  });
});
