import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract, userId, wireTime } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Notification } from '@karat/domains/messages';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import { keyRing } from '@karat/platform/crypto';
import { createFiles } from '@karat/platform/files';
import type { Files } from '@karat/platform/files';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { callHandler, pageAt } from '@karat/platform/testing';
import { MINUTE_MS } from '@karat/rules';
import { createTestDatabase, messagesInto, png } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createVerification } from './index.ts';
import type { Verification } from './index.ts';

const [ANN, BEA, CHO] = [userId(100_001), userId(100_002), userId(100_003)];
const START = Date.parse('2026-03-01T12:00:00Z');
const at = (minutes: number): number => START + minutes * MINUTE_MS;
const clock = virtualClock(START);
const minute = (minutes: number) => clock.set(at(minutes));
const PEOPLE = new Map([
  [ANN, { nickname: 'Annie', status: 'active', demo: false, email: 'ann@people.example', phone: '+852 1' }],
  [BEA, { nickname: 'Bee', status: 'frozen', demo: true, email: null, phone: '+33 2' }],
] as const);
const LIMITS = [
  { level: 0, withdrawal_btc: '0', fiat_usdt: '0' },
  { level: 1, withdrawal_btc: '200', fiat_usdt: '2000' },
  { level: 2, withdrawal_btc: '500', fiat_usdt: '1000000' },
];

let database: TestDatabase;
let files: Files;
let directory: string;
let verification: Verification;
/** Ids of the requests: Ann's refused and passed data and her photos, and Bea's data. */
let [refused, passed, photos, beas] = [0, 0, 0, 0];
const states: unknown[] = [];

const as = <Path extends keyof typeof contract.verification>(path: Path, who: UserId, fields = {}) =>
  callHandler(contract.verification, verification.handlers, path, { who, fields });
const console_ = <Path extends keyof typeof contract.verification>(path: Path, fields = {}) =>
  callHandler(contract.verification, verification.handlers, path, { login: 'risk', fields });
const newest = async (who: UserId) =>
  (await console_('console/verifications', { uid: who })).data[0]?.id ?? 0;

/** A request of each kind and state, each step in a minute of its own. */
async function sendIn(): Promise<void> {
  await as('user/real', ANN, { real_type: 1, id_type: 1, name: 'Ann Lee', card_id: 'K1234567X' });
  refused = await newest(ANN);
  minute(1);
  const reason = { decision: 'reject', reason: 'data_mismatch', note: 'See page 2' };
  states.push(await console_('console/verification_decide', { id: refused, ...reason }));
  states.push(await as('real/state', ANN));
  minute(2);
  await as('user/real', ANN, { real_type: 1, id_type: 2, name: 'Ann Leigh', card_id: 'B7654321' });
  passed = await newest(ANN);
  minute(3);
  states.push(await console_('console/verification_decide', { id: passed, decision: 'approve' }));
  minute(4);
  const picture = (shade: number) =>
    database.db.transact((tx) =>
      files.keep(tx, {
        ...{ owner: ANN, visibility: 'private', mime: 'image/png' },
        bytes: png(600, 500, shade),
      }),
    );
  const sides = { front_pic: await picture(20), reverse_pic: await picture(220) };
  await as('user/real', ANN, { real_type: 2, ...sides });
  photos = await newest(ANN);
  minute(6);
  await as('user/real', BEA, { real_type: 1, id_type: 2, name: 'Bea Dorn', card_id: 'B7654321' });
  beas = await newest(BEA);
}

beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'karat-verification-'));
  const [bus, random] = [createBus(() => undefined), seededRandom('verification')];
  const ctx = { db: database.db, clock, bus, log: silentLog, random, demo: true };
  files = createFiles(ctx, { directory });
  verification = createVerification({
    ...{ ctx, files, keys: keyRing(Buffer.alloc(32, 3)), receivers: 'either' },
    messages: messagesInto<Notification>([]),
    people: (_, users) =>
      Promise.resolve(
        users.flatMap((id) => {
          const one = PEOPLE.get(id);
          return one === undefined ? [] : [{ id, ...one, createdMs: START - id }];
        }),
      ),
    setRealState: () => Promise.resolve(),
    sameBank: (_, user) => Promise.resolve(user === BEA ? [CHO] : []),
    provider: {
      ...{ name: 'checker', simulated: true },
      check: (sent) => Promise.resolve(sent.level === 1 && sent.name === 'Ann Leigh' ? ['name_unusual'] : []),
    },
  });
  await sendIn();
});
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

const sent = (minutes: number) => ({ sent_at: wireTime(at(minutes)), sent_ms: at(minutes) });
const unsent = {
  ...{ state: 0, reason_code: null, reason: '', note: '', id_type: null, name: null, card_id: null },
  ...{ sent_at: null, sent_ms: null, decided_ms: null },
};
const undecided = { decided_ms: null, decided_by: null };
const refusedRow = () => ({
  ...{
    id: refused,
    uid: ANN,
    level: 1,
    state: 'failed',
    name: 'Ann Lee',
    demo: false,
    remarks: [],
    tries: 1,
  },
  ...{ created_ms: START, decided_ms: at(1), decided_by: 'risk' },
});
const passedRow = () => ({
  ...{ id: passed, uid: ANN, level: 1, state: 'verified', name: 'Ann Leigh', demo: false },
  ...{ remarks: ['name_unusual'], tries: 2, created_ms: at(2), decided_ms: at(3), decided_by: 'risk' },
});
const photosRow = () => ({
  ...{ id: photos, uid: ANN, level: 2, state: 'auditing', name: null, demo: false, remarks: [], tries: 3 },
  ...{ created_ms: at(4), ...undecided },
});
const beasRow = () => ({
  ...{ id: beas, uid: BEA, level: 1, state: 'auditing', name: 'Bea Dorn', demo: true, tries: 1 },
  ...{ remarks: ['document_elsewhere'], created_ms: at(6), ...undecided },
});

test('a refusal and a pass are replied as they are stored, and the sender reads why', async () => {
  const text = 'The data do not match the document.';
  const step = {
    ...{ level: 1, state: 3, reason_code: 'data_mismatch', reason: text, note: 'See page 2', id_type: 1 },
    ...{ name: 'Ann Lee', card_id: 'K1*****7X', ...sent(0), decided_ms: at(1) },
  };
  expect(states).toEqual([
    { ...refusedRow(), approval: null },
    {
      ...{ real_status: 3, review_status: 3, advanced_review_status: 0, reason: `${text} See page 2` },
      ...{ level: 0, missing: [], steps: [step, { ...unsent, level: 2 }], limits: LIMITS },
    },
    { ...passedRow(), approval: null },
  ]);
});

test('the own state with data that passed and photos under audit', async () => {
  const data = { ...unsent, state: 2, level: 1, id_type: 2, name: 'Ann Leigh', card_id: 'B7****21' };
  expect(await as('real/state', ANN)).toEqual({
    ...{ real_status: 2, review_status: 2, advanced_review_status: 1, reason: '', level: 1, missing: [] },
    steps: [
      { ...data, ...sent(2), decided_ms: at(3) },
      { ...unsent, level: 2, state: 1, ...sent(4) },
    ],
    limits: LIMITS,
  });
});

test('requests by state, level and user: those under audit the oldest first, else the newest', async () => {
  const list = (fields: object) => console_('console/verifications', fields);
  const all = [beasRow(), photosRow(), passedRow(), refusedRow()];
  expect(await list({ limit: 3 })).toEqual(pageAt({ page: 1, limit: 3, total: 4 }, all.slice(0, 3)));
  expect(await list({ limit: 3, page: 2 })).toEqual(pageAt({ page: 2, limit: 3, total: 4 }, all.slice(3)));
  const found = async (fields: object) => {
    const { data, total } = await list(fields);
    expect(total).toBe(data.length);
    return data.map(({ id }) => id);
  };
  expect(await found({ state: 'auditing' })).toEqual([photos, beas]);
  expect(await found({ state: 'verified' })).toEqual([passed]);
  expect(await found({ state: 'failed' })).toEqual([refused]);
  expect(await found({ level: 2 })).toEqual([photos]);
  expect(await found({ uid: BEA })).toEqual([beas]);
});

test('a review of photos: the account, the level that it has and what was sent before', async () => {
  const account = { uid: ANN, email: 'ann@people.example', phone: '+852 1', nickname: 'Annie' };
  const request = { id_type: null, card_id: null, pictures: true, reason: null, note: '' };
  expect(await console_('console/verification', { id: photos })).toEqual({
    request: { ...photosRow(), ...request, provider: 'checker', simulated: true },
    account: { ...account, status: 'active', demo: false, level: 1, created_ms: START - ANN },
    identity: { id_type: 2, name: 'Ann Leigh', card_id: 'B7654321' },
    history: [
      {
        ...{ id: passed, level: 1, state: 'verified', reason: null, note: '', decided_by: 'risk' },
        created_ms: at(2),
      },
      {
        ...{ id: refused, level: 1, state: 'failed', reason: 'data_mismatch', note: 'See page 2' },
        ...{ decided_by: 'risk', created_ms: START },
      },
    ],
    duplicates: [{ uid: BEA, by: 'document', id: beas, state: 'auditing', created_ms: at(6) }],
  });
});

test('a review of data that another account has sent too', async () => {
  const account = { uid: BEA, email: null, phone: '+33 2', nickname: 'Bee', status: 'frozen', demo: true };
  const request = { id_type: 2, card_id: 'B7654321', pictures: false, reason: null, note: '' };
  expect(await console_('console/verification', { id: beas })).toEqual({
    request: { ...beasRow(), ...request, provider: 'checker', simulated: true },
    account: { ...account, level: 0, created_ms: START - BEA },
    ...{ identity: null, history: [] },
    duplicates: [
      { uid: ANN, by: 'document', id: passed, state: 'verified', created_ms: at(2) },
      { uid: CHO, by: 'bank', id: null, state: null, created_ms: null },
    ],
  });
});

test('of pairs those are found whose first and second user sent in one document', async () => {
  const found = (...pairs: (readonly [UserId, UserId])[]) =>
    verification.pairsWithOneDocument(database.db, pairs);
  expect(await found([ANN, BEA], [CHO, BEA], [ANN, CHO])).toEqual([BEA]);
  expect(await found([BEA, ANN])).toEqual([ANN]);
  expect(await found([CHO, BEA], [ANN, CHO])).toEqual([]);
});
