import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { sql } from '@karat/platform/db';
import { seededRandom, systemRandom } from '@karat/platform/random';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  checkHashKeys,
  hashKeyId,
  keepCanaries,
  keyedHash,
  knownHashKeys,
  lastingSecretRows,
  openKeyRing,
  openLastingSecret,
  readKeyRing,
  resealAll,
} from './index.ts';
import type { HashKeySource, KeyRing } from './index.ts';

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const OTHER = Buffer.alloc(32, 3);
const NOW = 1_700_000_000_000;

let own: TestDatabase;
let directory: string;
beforeEach(async () => {
  own = await createTestDatabase();
  directory = mkdtempSync(join(tmpdir(), 'karat-ring-'));
});
afterEach(async () => {
  await own.drop();
  rmSync(directory, { recursive: true });
});

const source = (current: Buffer | undefined, accepted: readonly Buffer[] = []): HashKeySource => ({
  ...{
    name: 'hash',
    configured: current?.toString('hex'),
    variable: 'KARAT_HASH_KEY',
    directory,
    demo: true,
  },
  accepted: accepted.map((key) => key.toString('hex')),
  acceptedVariable: 'KARAT_ACCEPTED_HASH_KEYS',
});
const open = async (current: Buffer, accepted: readonly Buffer[] = [], at = NOW) =>
  openKeyRing(own.db, { ...source(current, accepted), random: systemRandom }, at);
const check = (current: Buffer | undefined, accepted: readonly Buffer[] = [], rows = 0) =>
  checkHashKeys(own.db, source(current, accepted), async () => rows);
const states = async () =>
  (await knownHashKeys(own.db)).map(({ id, isFirst, retiredMs }) => [id, isFirst, retiredMs !== null]);

test('a rotation in four steps: announced, current, resealed, dropped', async () => {
  await open(OLD);
  await check(OLD, [NEW]);
  expect((await open(OLD, [NEW])).retired).toEqual([]);
  // A process of the step before starts again.
  await check(OLD);
  await check(NEW, [OLD]);
  const { ring } = await open(NEW, [OLD], NOW + 1);
  expect(ring.current.mark).toBe(hashKeyId(NEW));
  // So does one of this step.
  await check(OLD, [NEW]);
  expect((await open(OLD, [NEW], NOW + 2)).ring.current.mark).toBeNull();
  await expect(check(OLD, [], 5)).rejects.toThrow(
    `KARAT_ACCEPTED_HASH_KEYS lacks the hash key ${hashKeyId(NEW)}, which 5 rows need`,
  );
  await expect(check(NEW, [], 12)).rejects.toThrow(
    `KARAT_ACCEPTED_HASH_KEYS lacks the hash key ${hashKeyId(OLD)}, which 12 rows need`,
  );
  await check(NEW);
  expect((await open(NEW, [], NOW + 3)).retired).toEqual([hashKeyId(OLD)]);
  expect(await states()).toEqual([
    [hashKeyId(OLD), true, true],
    [hashKeyId(NEW), false, false],
  ]);
  expect((await open(NEW)).ring.current.mark).toBe(hashKeyId(NEW));
});

test('a wrong key, a lost one and a retired one are refused, and nothing changes', async () => {
  await check(OTHER);
  await open(OLD);
  await open(NEW, [OLD], NOW + 1);
  await open(NEW, [], NOW + 2);
  const before = await states();
  await expect(check(OTHER)).rejects.toThrow('KARAT_HASH_KEY is not the key that belongs to this database');
  await expect(check(OTHER, [OLD])).rejects.toThrow('KARAT_HASH_KEY is not the key that belongs');
  await expect(check(OLD, [NEW])).rejects.toThrow('KARAT_HASH_KEY is a hash key that was retired');
  await expect(check(undefined)).rejects.toThrow('hash.key is missing');
  await check(NEW, [OLD]);
  expect(await states()).toEqual(before);
  expect(readdirSync(directory)).toEqual([]);
});

test('a database from before key rings knows its key by the canary, whichever is current', async () => {
  await own.db.run(sql`delete from platform_hash_keys`);
  await keepCanaries(own.db, [{ name: 'hash', secret: OLD }], NOW);
  await expect(check(NEW)).rejects.toThrow('KARAT_HASH_KEY is not the key that belongs');
  await check(NEW, [OLD]);
  expect((await open(NEW, [OTHER, OLD])).ring.keys.map(({ mark }) => mark)).toEqual([
    hashKeyId(NEW),
    hashKeyId(OTHER),
    null,
  ]);
  expect(await states()).toContainEqual([hashKeyId(OLD), true, false]);
  const canary = () => own.db.one(sql`select canary from platform_key_canaries where name = 'hash'`);
  // The version before starts with the old key until it is dropped.
  expect(await canary()).toEqual({ canary: keyedHash(OLD, 'karat-key-canary', 'hash') });
  await open(NEW);
  expect(await canary()).toEqual({ canary: keyedHash(NEW, 'karat-key-canary', 'hash') });
});

test('processes that start at once agree about the first key', async () => {
  const rings = await Promise.all([open(OLD, [NEW]), open(NEW, [OLD]), open(OLD, [NEW]), open(NEW, [OLD])]);
  const firsts = rings.map(({ ring }) => ring.keys.find(({ mark }) => mark === null)?.id);
  expect(new Set(firsts).size).toBe(1);
  expect((await states()).filter(([, isFirst]) => isFirst)).toHaveLength(1);
  expect(await states()).toHaveLength(2);
});

test('a command refuses a key that no server has started with', async () => {
  await open(OLD);
  await expect(readKeyRing(own.db, source(NEW, [OLD]))).rejects.toThrow('no server has started with this');
  await open(NEW, [OLD]);
  expect((await readKeyRing(own.db, source(NEW, [OLD]))).current.id).toBe(hashKeyId(NEW));
});

test('a lasting secret is derived once, resealed, and the same under the new key alone', async () => {
  const random = seededRandom('lasting');
  const secret = (ring: KeyRing) => openLastingSecret(own.db, ring, random, 'tags');
  const { ring: old } = await open(OLD);
  const first = await secret(old);
  expect(first).toEqual(keyedHash(OLD, 'tags'));
  const { ring: both } = await open(NEW, [OLD]);
  expect(await secret(both)).toEqual(first);
  await resealAll(own.db, [lastingSecretRows(both, random)], ({ resealed }) => expect(resealed).toBe(1));
  const { ring: alone } = await open(NEW);
  expect(await secret(alone)).toEqual(first);
  expect(await Promise.all([1, 2, 3].map(() => openLastingSecret(own.db, alone, random, 'other')))).toEqual(
    Array.from({ length: 3 }, (): unknown => expect.any(Buffer)),
  );
  const { count } = await own.db.one<{ count: number }>(
    sql`select count(*) as count from platform_lasting_secrets`,
  );
  expect(count).toBe(2);
});
