import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { AUDIT_KEY } from '@karat/platform/audit';
import { derivedSigner } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import { bundleProgram, createTestDatabase, programEnvironment } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from './testing/boot.ts';

const SIGNING_KEY = '3c'.repeat(32);
let database: TestDatabase;
let dataDir: string;
let heads: string;
let healthChecks: readonly unknown[];

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'karat-audit-'));
  heads = join(dataDir, 'audit-heads.log');
  const server = await startTestServer(database, {
    KARAT_DATA: dataDir,
    KARAT_SIGNING_KEY: SIGNING_KEY,
  });
  const risk = await server.loginOperator('risk');
  healthChecks = (await server.reply('console/health', { token: risk })).checks;
  await server.close();
});
afterAll(async () => {
  rmSync(dataDir, { recursive: true });
  await database.drop();
});

test('the health report of a server includes its audit log', () => {
  expect(healthChecks).toContainEqual(expect.objectContaining({ name: 'audit log', state: 'ok' }));
});

async function audit(settings: Record<string, string>, ...args: string[]) {
  const program = await bundleProgram(join(import.meta.dirname, '../audit.ts'));
  const child = spawn(process.execPath, [program, ...args], {
    env: programEnvironment({ DATABASE_URL: database.url, KARAT_DATA: dataDir, ...settings }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, errors, ended] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { out, errors, code: (ended as [number | null])[0] };
}
const own = { KARAT_SIGNING_KEY: SIGNING_KEY };
/** Number of heads in the file: one per signing, at intervals and at shutdown. */
const headsSigned = (): number => readFileSync(heads, 'utf8').trim().split('\n').length;
const entries = async (): Promise<number> =>
  (await database.db.one<{ count: number }>(sql`select count(*) as count from platform_audit`)).count;
/** A line for each head. */
const ofHeads = (difference: string): string =>
  Array.from({ length: headsSigned() }, (_, at) => `DIFFERENCE head ${at + 1} ${difference}\n`).join('');

test('a server signs the audit log at shutdown, and the command line checks it', async () => {
  expect(headsSigned()).toBeGreaterThan(0);
  expect(await audit(own, '--log')).toEqual({
    out: `OK (${await entries()} entries, ${headsSigned()} heads, 0 not signed yet)\n`,
    errors: '',
    code: 0,
  });
  const publicKey = derivedSigner(Buffer.from(SIGNING_KEY, 'hex'), AUDIT_KEY).publicKey.toString('hex');
  expect(await audit({}, '--log', '--key', publicKey)).toMatchObject({ code: 0 });
});

test('a wrong key, a heads file without its heads and a changed entry are differences', async () => {
  const wrong = await audit({ KARAT_SIGNING_KEY: '4d'.repeat(32) }, '--log');
  expect(wrong).toMatchObject({
    errors: ofHeads('is signed by a key that is not trusted'),
    code: 1,
  });
  const empty = join(dataDir, 'copy.log');
  writeFileSync(empty, '');
  expect(await audit(own, '--log', '--heads', empty)).toMatchObject({
    errors: ofHeads('is missing in the heads file'),
    code: 1,
  });
  await database.db.transact(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`update platform_audit set actor = 'nobody' where id = 1`);
  });
  const changed = await audit(own, '--log');
  expect(changed.errors).toContain('DIFFERENCE the chain breaks at entry 1\n');
  expect(changed.code).toBe(1);
});

test('without a trusted key it prints the remedy in one line', async () => {
  expect(await audit({}, '--log')).toMatchObject({
    errors:
      'karat: KARAT_SIGNING_KEY is not set: set it, or name the public key of audit-heads with --key.\n',
    code: 2,
  });
});
