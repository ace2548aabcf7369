import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract } from '@karat/contract';
import type { Contract } from '@karat/contract';
import { seedDemoOperators } from '@karat/domains/operators';
import { sql } from '@karat/platform/db';
import { callConsole, plainPasswords } from '@karat/platform/testing';
import { HOUR_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCredentials } from './testing/harness.ts';
import type { CredentialsHarness } from './testing/harness.ts';

const ANN = 'ann@mail.example';
let database: TestDatabase;
let directory: string;
let harness: CredentialsHarness;

type Calls = Contract['credentials'];
const call = <Path extends Extract<keyof Calls, `console/${string}`>>(path: Path, fields = {}) =>
  callConsole(contract.credentials, harness.credentials.handlers, path, { login: 'support', fields });
/** The presentation of the newest request. */
const asked = () =>
  database.db.one<{ kind: string; subject: string; presentation: object; reason: string }>(
    sql`select kind, subject, presentation, reason from operators_approvals order by id desc limit 1`,
  );

beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'karat-people-'));
  harness = openCredentials(database.db, directory);
  await seedDemoOperators(harness.ctx, plainPasswords);
});
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

test('the security of an account, its logins, contacts and request to unfreeze, and what approvals will change', async () => {
  const START = harness.clock.now();
  const ann = await harness.open(ANN);
  harness.clock.advance(HOUR_MS);
  await harness.linkPhone(ANN, ann);
  harness.clock.advance(HOUR_MS);
  await harness.setPay(ANN, ann);
  harness.clock.advance(HOUR_MS);
  const { secret } = await harness.setTotp(ann);
  harness.clock.advance(HOUR_MS);
  await harness.outcome(harness.call('user/login', { user_string: ANN, password: 'wrong-one-5' }));
  harness.clock.advance(HOUR_MS);
  await harness.login(ANN, harness.totp(secret));
  /** Times as hours after the beginning. */
  const times = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value).replaceAll(
        /"(\w+_ms)":(\d+)/g,
        (_, name: string, ms: string) => `"${name}":${(Number(ms) - START) / HOUR_MS}`,
      ),
    ) as unknown;
  expect(times(await call('console/user_security', { uid: ann.userId }))).toEqual({
    anti_phishing: false,
    api_keys: 0,
    backup_codes: 10,
    contact_wait_hours: 72,
    email: 'a***n@mail.example',
    email_recovers_ms: null,
    frozen_by: null,
    hold_reason: null,
    hold_until: null,
    hold_until_ms: null,
    passkeys: 0,
    pay_password: true,
    pay_password_ms: 2,
    phone: '+852***67',
    phone_recovers_ms: 73,
    score: 80,
    status: 'active',
    totp: true,
    totp_ms: 3,
    unfreeze_ms: null,
  });
  expect(times(await call('console/user_logins', { uid: ann.userId }))).toEqual({
    current_page: 1,
    data: [
      {
        address: '203.0.113.7',
        created_at: '2023-11-15 03:13:20',
        created_ms: 5,
        device: 'Chrome · Android',
        id: 3,
        new_device: false,
        outcome: 'ok',
        way: 'password',
      },
      {
        address: '203.0.113.7',
        created_at: '2023-11-15 02:13:20',
        created_ms: 4,
        device: 'Chrome · Android',
        id: 2,
        new_device: false,
        outcome: 'password_wrong',
        way: 'password',
      },
      {
        address: '203.0.113.7',
        created_at: '2023-11-14 22:13:20',
        created_ms: 0,
        device: 'Chrome · Android',
        id: 1,
        new_device: false,
        outcome: 'ok',
        way: 'password',
      },
    ],
    last_page: 1,
    per_page: 10,
    total: 3,
  });
  expect(times(await call('console/user_logins', { uid: ann.userId, failed: 'true' }))).toEqual({
    current_page: 1,
    data: [
      {
        address: '203.0.113.7',
        created_at: '2023-11-15 02:13:20',
        created_ms: 4,
        device: 'Chrome · Android',
        id: 2,
        new_device: false,
        outcome: 'password_wrong',
        way: 'password',
      },
    ],
    last_page: 1,
    per_page: 10,
    total: 1,
  });
  const changes = await call('console/contact_changes', { uid: ann.userId });
  expect(times(changes)).toEqual([
    {
      address: '203.0.113.7',
      changed_ms: 1,
      contact: '+85251234567',
      current: true,
      device: 'Chrome · Android',
      id: 1,
      kind: 'phone',
      previous: null,
      proof: 'code',
      reported_ms: null,
    },
  ]);
  await call('console/totp_reset', { uid: ann.userId, reason: 'lost phone' });
  expect(await asked()).toEqual({
    kind: 'user:totp_reset',
    presentation: {
      changes: [
        { after: 'off', before: 'on', label: 'Authenticator' },
        { after: '0', before: '0', label: 'Passkeys' },
        {
          after: 'a***n@mail.example, +852***67',
          before: 'a***n@mail.example, +852***67',
          label: 'Contacts',
        },
      ],
      subject: 'UID 100001',
      title: 'Remove a lost authenticator',
      user: 100001,
    },
    reason: 'lost phone',
    subject: 'user 100001',
  });
  await call('console/contact_restore', { uid: ann.userId, id: changes[0]?.id, reason: 'not hers' });
  expect(await asked()).toEqual({
    kind: 'user:contact_restore',
    presentation: {
      changes: [
        { after: null, before: '+85251234567', label: 'Phone' },
        { after: '2023-11-14T23:13:20.000Z', before: '2023-11-14T23:13:20.000Z', label: 'Changed' },
        { after: 'code', before: 'code', label: 'Proof' },
        { after: 'no', before: 'no', label: 'Reported as not the owner' },
      ],
      subject: 'UID 100001',
      title: 'Undo the change of a contact',
      user: 100001,
    },
    reason: 'not hers',
    subject: 'user 100001',
  });
  await database.db.transact((tx) => harness.identity.operators.freeze(tx, ann.userId, 'operator'));
  await database.db.run(
    sql`update identity_users set unfreeze_asked_at = to_timestamp(${(START + 9 * HOUR_MS) / 1_000}) where id = ${ann.userId}`,
  );
  expect(times(await call('console/unfreeze_requests'))).toEqual({
    current_page: 1,
    data: [{ asked_ms: 9, frozen_by: 'operator', nickname: 'K100001', uid: 100001 }],
    last_page: 1,
    per_page: 10,
    total: 1,
  });
});
