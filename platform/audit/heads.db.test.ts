import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { VirtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { signerFromSeed } from '@karat/platform/crypto';
import type { Signer } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { entryHash } from './chain.ts';
import { headLine, readHeadLine, signHead } from './head.ts';
import { append, createAuditHeads, readHeadsFile, verifyAudit } from './index.ts';
import type { AuditHeads } from './index.ts';
import type { AuditRow } from './index.ts';

const START = 1_700_000_000_000;
const KEY = signerFromSeed(new Uint8Array(32).fill(5));
const OTHER = signerFromSeed(new Uint8Array(32).fill(6));

let own: TestDatabase;
let directory: string;
let file: string;
let clock: VirtualClock;
let lines: string[];
beforeEach(async () => {
  own = await createTestDatabase();
  directory = mkdtempSync(join(tmpdir(), 'karat-audit-'));
  file = join(directory, 'data', 'audit-heads.log');
  clock = virtualClock(START);
  lines = [];
});
afterEach(async () => {
  await own.drop();
  rmSync(directory, { recursive: true });
});

function headsOf(signer: Signer = KEY, path = file): AuditHeads {
  const note = (fields: object, message: string): void =>
    void lines.push(`${message} ${JSON.stringify(fields)}`);
  const ctx: Context = {
    db: own.db,
    clock,
    random: seededRandom('audit'),
    bus: createBus(() => undefined),
    log: { ...silentLog, warn: note, error: note },
    demo: true,
  };
  return createAuditHeads(ctx, { signer, file: path });
}
const write = (subject: string): Promise<number> =>
  own.db.transact((tx) =>
    append(tx, { actor: 'risk', action: 'halt', subject, detail: {}, at: clock.now() }),
  );
/** Appends entries and signs a head for each, a minute apart. */
async function signed(...subjects: string[]): Promise<AuditHeads> {
  const heads = headsOf();
  for (const subject of subjects) {
    await write(subject);
    await heads.sign();
    clock.advance(60_000);
  }
  return heads;
}
const verify = (trusted: readonly Signer[] = [KEY]) =>
  verifyAudit({
    db: own.db,
    file: readHeadsFile(file),
    trusted: trusted.map(({ publicKey }) => publicKey),
    now: clock.now(),
  });

/** Runs a statement behind all triggers, as the owner of the database can. */
const forge = (...statements: string[]): Promise<unknown> =>
  own.db.transact(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    for (const statement of statements) await tx.run(sql([statement]));
  });

/** Rewrites an entry and recomputes all later hashes, so that the chain alone is valid. */
async function rewriteChain(from: number): Promise<void> {
  const rows = await own.db.rows<AuditRow>(
    sql`select id, actor, action, subject, detail, at, previous, hash from platform_audit where id >= ${from} order by id`,
  );
  let previous = rows[0]?.previous ?? Buffer.alloc(32);
  const statements: string[] = [];
  for (const row of rows) {
    const actor = row.id === from ? 'somebody' : row.actor;
    const hash = entryHash(previous, { ...row, actor });
    statements.push(
      `update platform_audit set actor = '${actor}', previous = '\\x${previous.toString('hex')}', hash = '\\x${hash.toString('hex')}' where id = ${row.id}`,
    );
    previous = hash;
  }
  statements.push(`update platform_audit_head set hash = '\\x${previous.toString('hex')}'`);
  await forge(...statements);
}

test('the end of the chain is signed when it moves: in the file, the log and the database', async () => {
  const heads = headsOf();
  await heads.start();
  expect(existsSync(file)).toBe(false);
  await write('market:1');
  await write('market:2');
  clock.advance(60_000);
  await heads.sign();
  await heads.sign();
  await write('market:3');
  await heads.stop();
  expect(readHeadsFile(file).heads).toMatchObject([
    { number: 1, entry: 2 },
    { number: 2, entry: 3 },
  ]);
  const text = readFileSync(file, 'utf8').trim().split('\n');
  expect(lines).toEqual(text.map((line) => `audit head signed ${JSON.stringify({ head: line })}`));
  expect(await verify()).toEqual({ entries: 3, heads: 2, unsigned: 0, faults: [] });
});

test('a rewritten chain with valid hashes is found by its heads and not signed', async () => {
  const heads = await signed('market:1', 'market:2', 'market:3');
  await rewriteChain(2);
  expect((await verify()).faults).toEqual([
    'head 2: entry 2 is not the one that was signed',
    'head 3: entry 3 is not the one that was signed',
  ]);
  await write('market:4');
  await heads.sign();
  expect(heads.status().broken).toBe('audit entry 3 is not the one that was signed');
  expect(lines.at(-1)).toContain('audit chain broken, signing stopped');
  expect(readHeadsFile(file).heads).toHaveLength(3);
  const restarted = headsOf();
  await restarted.start();
  expect(restarted.status().broken).toBeDefined();
});

test('entries rewritten before their signature are not signed', async () => {
  const heads = await signed('market:1');
  await write('market:2');
  await write('market:3');
  await forge(`update platform_audit set actor = 'somebody' where id = 2`);
  await heads.sign();
  expect(heads.status().broken).toBe('the audit entries after 1 do not follow from it');
});

test('a chain cut off together with its heads in the database is found by the file', async () => {
  await signed('market:1', 'market:2', 'market:3');
  await forge(
    'delete from platform_audit where id > 2',
    'update platform_audit_head set id = 2, hash = (select hash from platform_audit where id = 2)',
    'delete from platform_audit_heads where number > 2',
  );
  expect((await verify()).faults).toEqual([
    'head 3 is missing in the database',
    'head 3: entry 3 was cut off',
  ]);
});

test('heads removed from the file, also from its middle, are found', async () => {
  await signed('market:1', 'market:2', 'market:3');
  const [one = '', two = '', three = ''] = readFileSync(file, 'utf8').trim().split('\n');
  writeFileSync(file, `${one}\n${three}\n`);
  expect((await verify()).faults).toEqual(['head 2 is missing in the heads file']);
  writeFileSync(file, `${one}\n${two}\n`);
  expect((await verify()).faults).toEqual(['head 3 is missing in the heads file']);
  await forge('delete from platform_audit_heads where number = 2');
  writeFileSync(file, `${one}\n${three}\n`);
  expect((await verify()).faults).toEqual(['head 3 does not follow the one before it']);
});

test('after the newest heads are removed everywhere, their entries are reported as unsigned', async () => {
  await signed('market:1', 'market:2', 'market:3');
  const [one = ''] = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, `${one}\n`);
  await forge('delete from platform_audit_heads where number > 1');
  clock.advance(300_000);
  expect((await verify()).faults).toEqual([
    expect.stringMatching(/^entry 2 of .* and what follows is not signed$/),
  ]);
});

test('a chain rewritten and signed with another key is found', async () => {
  await signed('market:1');
  await rewriteChain(1);
  await forge('truncate platform_audit_heads');
  rmSync(file);
  await headsOf(OTHER).sign();
  expect((await verify()).faults).toEqual(['head 1 is not signed by a known key']);
  await own.db.run(sql`
    insert into platform_signing_keys (id, purpose, public_key, first_used_at)
    values (${OTHER.keyId}, 'audit-heads', ${OTHER.publicKey}, now())`);
  expect((await verify()).faults).toEqual(['head 1 is signed by a key that is not trusted']);
});

test('after a key change earlier heads count, because later heads refer to them', async () => {
  await signed('market:1');
  await own.db.run(sql`
    insert into platform_signing_keys (id, purpose, public_key, first_used_at)
    values (${KEY.keyId}, 'audit-heads', ${KEY.publicKey}, now())`);
  await write('market:2');
  await headsOf(OTHER).sign();
  expect((await verify([OTHER])).faults).toEqual([]);
});

test('a line cut short by a crash is written again, and heads missing on one side are copied from the other', async () => {
  await signed('market:1', 'market:2');
  const whole = readFileSync(file, 'utf8');
  writeFileSync(file, whole.slice(0, -20));
  await headsOf().start();
  expect(readFileSync(file, 'utf8')).toBe(whole);
  await forge('delete from platform_audit_heads where number = 2');
  await headsOf().start();
  expect((await verify()).faults).toEqual([]);
  const elsewhere = join(directory, 'other', 'audit-heads.log');
  await headsOf(KEY, elsewhere).start();
  expect(readFileSync(elsewhere, 'utf8')).toBe(whole);
});

test('a file edited by hand is not signed further', async () => {
  await signed('market:1');
  appendFileSync(file, 'not a head\n');
  const heads = headsOf();
  await heads.start();
  expect(heads.status().broken).toContain('line 2');
  expect((await verify()).faults).toEqual(['line 2 of the heads file is no head']);
});

test('published form of a head', () => {
  const facts = { number: 1, entry: 7, hash: 'ab'.repeat(32), at: START, previous: '00'.repeat(32) };
  const line = headLine(signHead(KEY, facts));
  expect(line).toBe(
    `karat-audit-head-v1|1|7|${'ab'.repeat(32)}|${START}|${'00'.repeat(32)}|${KEY.keyId}|${KEY.sign(Buffer.from(`karat-audit-head-v1|1|7|${'ab'.repeat(32)}|${START}|${'00'.repeat(32)}`)).toString('base64')}`,
  );
  expect(readHeadLine(line)).toMatchObject(facts);
  expect(readHeadLine(`${line} `)).toBeUndefined();
});
