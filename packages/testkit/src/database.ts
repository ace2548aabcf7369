import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { openDatabase, sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { inject } from 'vitest';
import { TEMPLATE } from './template.ts';

export interface TestDatabase extends AsyncDisposable {
  /** For code that opens its own connections: a second pool, a server process. */
  readonly url: string;
  readonly db: Database;
  /** Closes the pool, ends every other connection and deletes the database. */
  drop(): Promise<void>;
}

/** Copying files is the fastest in memory; on a disk PostgreSQL would wait for it. */
const COPY = tmpdir() === '/dev/shm' ? 'file_copy' : 'wal_log';

/** Connections of the pool of a test. */
const CONNECTIONS = 8;

/**
 * Creates a migrated, empty database, copied from the template in some ten milliseconds. Call it in `beforeAll` and
 * `drop` in `afterAll`; only files named `*.db.test.ts` or `*.api.test.ts` have a PostgreSQL.
 *
 * Tests of races need `connected`, which opens all connections of the pool: of concurrent calls the first one has often ended
 * before the others have a connection, and then a missing lock changes nothing.
 */
export async function createTestDatabase({
  connected = false,
  ...options
}: { readonly connections?: number; readonly connected?: boolean } = {}): Promise<TestDatabase> {
  const database = await copyDatabase(TEMPLATE, options);
  if (connected) await openConnections(database.db, options.connections ?? CONNECTIONS);
  return database;
}

/** Opens connections of a pool: each is held until all are open. */
async function openConnections(db: Database, count: number): Promise<void> {
  const { promise: allOpen, resolve } = Promise.withResolvers<void>();
  let missing = count;
  const open = () =>
    db.transact(async () => {
      if (--missing === 0) resolve();
      await allOpen;
    });
  await Promise.all(Array.from({ length: count }, open));
}

/** Creates a copy of a template. `rename` closes the pool and makes the copy a template itself. */
export async function copyDatabase(
  template = TEMPLATE,
  options: { readonly connections?: number } = {},
): Promise<TestDatabase & { rename(name: string): Promise<void> }> {
  const server = inject('postgresUrl');
  if (server === undefined)
    throw new Error('no PostgreSQL here: name the file *.db.test.ts or *.api.test.ts');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(server, `create database ${name} template ${template} strategy ${COPY}`);
  const address = new URL(server);
  address.pathname = name;
  const db = openDatabase({ url: address.href, connections: options.connections ?? CONNECTIONS });
  const drop = async (): Promise<void> => {
    await db.close();
    await administer(server, `drop database if exists ${name} with (force)`);
  };
  const rename = async (to: string): Promise<void> => {
    await db.close();
    await administer(server, `alter database ${name} rename to ${to}`);
  };
  return { url: address.href, db, drop, rename, [Symbol.asyncDispose]: drop };
}

/** One connection of this process for all its databases: a third of all connections of a run created and dropped one. */
let admin: { readonly url: string; readonly db: Database } | undefined;

async function administer(url: string, statement: string): Promise<void> {
  if (admin?.url !== url) {
    await admin?.db.close();
    admin = { url, db: openDatabase({ url, connections: 1 }) };
  }
  await admin.db.run(sql([statement]));
}
