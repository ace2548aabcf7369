import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { sql } from '@karat/platform/db';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkCanaries, keepCanaries, replaceCanary, signerFromSeed } from './index.ts';
import type { CanarySource } from './index.ts';

const OWN = Buffer.alloc(32, 1);
const OTHER = Buffer.alloc(32, 2);
const NOW = 1_700_000_000_000;

let own: TestDatabase;
let directory: string;
beforeEach(async () => {
  own = await createTestDatabase();
  directory = mkdtempSync(join(tmpdir(), 'karat-canary-'));
});
afterEach(async () => {
  await own.drop();
  rmSync(directory, { recursive: true });
});

const source = (name: 'hash' | 'signing', secret?: Buffer): CanarySource => ({
  name,
  configured: secret?.toString('hex'),
  variable: name === 'hash' ? 'KARAT_HASH_KEY' : 'KARAT_SIGNING_KEY',
  directory,
  demo: true,
});
const keep = (...names: string[]) =>
  keepCanaries(
    own.db,
    names.map((name) => ({ name, secret: OWN })),
    NOW,
  );

test('a database without canaries accepts any key, and from then on only that one', async () => {
  await checkCanaries(own.db, [source('hash', OTHER), source('signing', OTHER)]);
  await keep('hash', 'signing');
  await checkCanaries(own.db, [source('hash', OWN), source('signing', OWN)]);
  await expect(checkCanaries(own.db, [source('hash', OTHER), source('signing', OWN)])).rejects.toThrow(
    'KARAT_HASH_KEY is not the key that belongs to this database',
  );
  await expect(checkCanaries(own.db, [source('hash', OWN), source('signing', OTHER)])).rejects.toThrow(
    'KARAT_SIGNING_KEY is not the key that belongs to this database',
  );
});

test('a lost key file is named and not replaced by a new one', async () => {
  await keep('hash');
  await expect(checkCanaries(own.db, [source('hash')])).rejects.toThrow('hash.key is missing');
  expect(readdirSync(directory)).toEqual([]);
  writeFileSync(join(directory, 'hash.key'), OTHER);
  await expect(checkCanaries(own.db, [source('hash')])).rejects.toThrow('hash.key is not the key');
  writeFileSync(join(directory, 'hash.key'), OWN);
  await checkCanaries(own.db, [source('hash')]);
});

test('canaries are stored once and reveal nothing of the key', async () => {
  await keep('hash', 'signing');
  await keepCanaries(own.db, [{ name: 'hash', secret: OTHER }], NOW + 1);
  await checkCanaries(own.db, [source('hash', OWN)]);
  const rows = await own.db.rows<{ canary: Buffer }>(sql`select canary from platform_key_canaries`);
  expect(new Set(rows.map(({ canary }) => canary.toString('hex'))).size).toBe(2);
  expect(rows.every(({ canary }) => !canary.equals(OWN))).toBe(true);
});

test('a database from before canaries recognises its signing key by the public half', async () => {
  const { keyId, publicKey } = signerFromSeed(OWN);
  await own.db.run(sql`
    insert into platform_signing_keys (id, purpose, public_key, first_used_at)
    values (${keyId}, 'index-ticks', ${publicKey}, now())`);
  await checkCanaries(own.db, [source('signing', OWN)]);
  await expect(checkCanaries(own.db, [source('signing', OTHER)])).rejects.toThrow('KARAT_SIGNING_KEY');
});

test('a replaced key is the only valid one', async () => {
  await keep('signing');
  expect(await own.db.transact((tx) => replaceCanary(tx, 'signing', OWN, NOW))).toBe(false);
  expect(await own.db.transact((tx) => replaceCanary(tx, 'signing', OTHER, NOW))).toBe(true);
  await checkCanaries(own.db, [source('signing', OTHER)]);
  await expect(checkCanaries(own.db, [source('signing', OWN)])).rejects.toThrow('KARAT_SIGNING_KEY');
});
