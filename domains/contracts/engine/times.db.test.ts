import { Refusal } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { amount } from '@karat/money';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BTC, ContractsFixture } from '../testing/contracts-fixture.ts';
import { FaultyDatabase } from '../testing/faulty-database.ts';
import type { BatchTimes } from './times.ts';

let database: TestDatabase;
let fixture: ContractsFixture;
let faulty: FaultyDatabase;
let users: readonly UserId[];
let batches: BatchTimes[];
let ticks: number[];

beforeEach(async () => {
  database = await createTestDatabase({ connections: 6 });
  fixture = new ContractsFixture(database.db);
  await fixture.funds();
  faulty = new FaultyDatabase(database.db);
  fixture.contracts = fixture.newProcess({ ctx: { ...fixture.ctx, db: faulty.db } });
  [batches, ticks] = [[], []];
  fixture.contracts.watchTimes({
    batch: (times) => void batches.push(times),
    tick: (seconds) => void ticks.push(seconds),
  });
  await fixture.contracts.start();
  await fixture.tick({ 1: '30000', 2: '2000' });
  users = await Promise.all([870_001, 870_002].map((id) => fixture.addUser(id, '9000')));
});
afterEach(async () => {
  await fixture.contracts.stop();
  await database.drop();
});

const open = (user: UserId, lots = '100') =>
  fixture.contracts.orders.open(user, {
    marketId: BTC,
    side: 'long',
    mode: 'isolated',
    lots: amount(lots),
    multiple: 10,
  });

test('a batch has one size, the wait of its first command and the time of its commit', async () => {
  const began = performance.now();
  await Promise.all(users.map((user) => open(user)));
  const passed = (performance.now() - began) / 1_000;
  expect(batches).toHaveLength(1);
  const [{ size, waited, commit }] = batches as [BatchTimes];
  expect(size).toBe(2);
  expect(waited).toBeGreaterThan(0);
  expect(commit).toBeGreaterThan(0);
  expect(waited + commit).toBeLessThanOrEqual(passed);
});

test('a batch that runs again is counted once, and a refused command counts as one', async () => {
  faulty.next = 'lose_connection';
  await Promise.all(users.map((user) => open(user)));
  expect(batches.map(({ size }) => size)).toEqual([2]);
  await expect(open(users[0] as UserId, '100000000')).rejects.toThrow(Refusal);
  expect(batches.map(({ size }) => size)).toEqual([2, 1]);
});

test('every second of ticks has one time, which includes what it settles', async () => {
  const before = ticks.length;
  await Promise.all(users.map((user) => open(user)));
  await fixture.tick({ 1: '29000' });
  await fixture.tick({ 1: '28000' });
  expect(ticks).toHaveLength(before + 2);
  expect(Math.min(...ticks)).toBeGreaterThan(0);
});
