import { virtualClock } from '@karat/platform/clock';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLoginThrottle } from './login-throttle.ts';
import type { LoginSubject, LoginThrottle } from './login-throttle.ts';
import type { LoginLimits } from './rules.ts';

const HOUR_MS = 3_600_000;
const wait = { firstMs: 30_000, maxMs: 900_000, forgetMs: HOUR_MS };
/** Unequal limits, so that each counter is known by its number. */
const LIMITS: LoginLimits = {
  device: { free: 2, ...wait },
  accountAtNetwork: { free: 3, ...wait },
  network: { free: 5, ...wait },
  account: { free: 7, forgetMs: HOUR_MS, verificationsPerMinute: 20 },
};
const ANN: LoginSubject = {
  what: 'login',
  name: 'ann',
  address: '203.0.113.7',
  source: 'stranger',
  device: undefined,
};
const OWN: LoginSubject = { ...ANN, source: 'known_device', device: 4 };

let database: TestDatabase;
const clock = virtualClock();
let throttle: LoginThrottle;
beforeAll(async () => {
  database = await createTestDatabase({ connections: 4 });
});
beforeEach(async () => {
  await database.db.run(sql`truncate identity_attempts`);
  throttle = createLoginThrottle(clock, LIMITS);
});
afterAll(() => database.drop());

const end = (subject: LoginSubject, how: 'fail' | 'succeed') =>
  database.db.transact(async (tx) => {
    const locked = await throttle.lock(tx, subject);
    await locked[how]();
    return locked.verdict.kind;
  });
const fails = async (times: number, subject: LoginSubject) => {
  for (let time = 0; time < times; time += 1) await end(subject, 'fail');
};
const verdict = async (subject: LoginSubject) => (await throttle.mayVerify(database.db, subject)).kind;

test('each counter has its own number of free failures', async () => {
  await fails(2, ANN);
  expect(await verdict(ANN)).toBe('verify');
  await fails(1, ANN);
  expect(await verdict(ANN)).toBe('wait');
  expect(await verdict({ ...ANN, address: '203.0.113.8' })).toBe('verify');
  expect(await verdict({ ...ANN, name: 'ben' })).toBe('verify');
  await fails(1, { ...ANN, name: 'ben' });
  expect(await verdict({ ...ANN, name: 'dana' })).toBe('verify');
  await fails(1, { ...ANN, name: 'cleo' });
  expect(await verdict({ ...ANN, name: 'dana' })).toBe('wait');
  expect(await verdict({ ...ANN, what: 'console' })).toBe('verify');
});

test('the addresses of one subscriber are one network', async () => {
  for (const end of [1, 2, 3, 4]) await fails(1, { ...ANN, address: `2001:db8:7:8::${end}` });
  expect(await verdict({ ...ANN, address: '2001:db8:7:8::9' })).toBe('wait');
  expect(await verdict({ ...ANN, address: '2001:db8:7:9::9' })).toBe('verify');
  await fails(1, { ...ANN, name: 'ben', address: '2001:db8:7:8::5' });
  expect(await verdict({ ...ANN, name: 'cleo', address: '2001:db8:7:8::6' })).toBe('wait');
});

test('failures of a device count for this device alone, and strangers never for it', async () => {
  await fails(1, OWN);
  expect(await verdict(OWN)).toBe('verify');
  await fails(1, OWN);
  expect(await verdict(OWN)).toBe('wait');
  expect(await verdict({ ...OWN, device: 5 })).toBe('verify');
  expect(await verdict(ANN)).toBe('verify');
  await fails(7, ANN);
  expect(await verdict({ ...OWN, device: 5 })).toBe('verify');
  expect(await verdict(ANN)).toBe('step_up');
});

test('a right password resets its device, or its account on its network, and no counter of the network or account', async () => {
  await fails(3, OWN);
  await end(OWN, 'succeed');
  expect(await verdict(OWN)).toBe('verify');
  await fails(3, ANN);
  await end(ANN, 'succeed');
  expect(await verdict(ANN)).toBe('verify');
  await fails(3, ANN);
  expect(await verdict(ANN)).toBe('wait');
  expect(await verdict({ ...ANN, name: 'ben' })).toBe('wait');
  await fails(1, { ...ANN, address: '203.0.113.8' });
  expect(await verdict({ ...ANN, address: '203.0.113.9' })).toBe('step_up');
});

test('the proof of an owner resets what strangers did to the account, here and elsewhere, but not their network', async () => {
  await fails(7, ANN);
  expect(await verdict(ANN)).toBe('step_up');
  await database.db.transact((tx) => throttle.forget(tx, ANN));
  expect(await verdict({ ...ANN, address: '203.0.113.8' })).toBe('verify');
  expect(await verdict({ ...ANN, name: 'ben' })).toBe('wait');
  clock.advance(900_000);
  expect(await verdict(ANN)).toBe('verify');
});

test('the proof of an owner ends the wait of the account in the own network, also where the network itself does not wait', async () => {
  await fails(3, ANN);
  expect(await verdict(ANN)).toBe('wait');
  expect(await verdict({ ...ANN, name: 'ben' })).toBe('verify');
  await database.db.transact((tx) => throttle.forget(tx, ANN));
  expect(await verdict(ANN)).toBe('verify');
});

test('of strangers a number of passwords is compared for an account each minute; a known device is not among them', async () => {
  const asked = async (subject: LoginSubject) => {
    const kinds = [];
    for (let time = 0; time < 21; time += 1) kinds.push(await verdict(subject));
    return kinds.filter((kind) => kind === 'verify').length;
  };
  expect(await asked({ ...ANN, address: '203.0.113.8' })).toBe(20);
  expect(await verdict({ ...ANN, address: '203.0.113.9' })).toBe('step_up');
  expect(await verdict({ ...ANN, name: 'ben' })).toBe('verify');
  expect(await asked(OWN)).toBe(21);
});

test('the verdict with locked counters is the same, and two failures at once are two', async () => {
  await fails(2, ANN);
  const both = await Promise.all([end(ANN, 'fail'), end({ ...ANN, address: '203.0.113.7' }, 'fail')]);
  expect(both.toSorted()).toEqual(['verify', 'wait']);
  expect(await end({ ...ANN, source: 'proved' }, 'fail')).toBe('verify');
  const counts = await database.db.rows<{ key: string; count: number }>(
    sql`select key, count from identity_attempts where count > 0 order by key collate "C"`,
  );
  expect(counts).toEqual([
    { key: 'login:ann', count: 4 },
    { key: 'login:ann@203.0.113.7', count: 3 },
    { key: 'login@203.0.113.7', count: 4 },
  ]);
});
