import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { basename, join as joinPath } from 'node:path';
import { isLockTimeout } from './errors.ts';
import type { Database } from './types.ts';
import { raw, sql } from './sql.ts';

export interface Migration {
  /** File name, `0101_ledger_accounts.sql`; its number gives the order over all domains. */
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
  /** Oldest version that works on the tables after it; undefined if only its own version and later ones do. */
  readonly worksWith: string | undefined;
}

/** A migration that cannot be applied; the message names the remedy. */
export class MigrationError extends Error {}

/** First line of a migration with which earlier versions work too: `-- Works with 1.9.0 and later.` */
const WORKS_WITH = /^-- Works with (\d+\.\d+\.\d+) and later\.$/m;
const worksWithOf = (text: string): string | undefined => WORKS_WITH.exec(text.split('\n', 1)[0] ?? '')?.[1];

/** Whether a version is the other one or a later one. */
function isFrom(version: string, oldest: string): boolean {
  const [a, b] = [version, oldest].map((each) => each.split('.').map(Number)) as [number[], number[]];
  const at = b.findIndex((part, index) => part !== a[index]);
  return at === -1 || (a[at] ?? 0) > (b[at] ?? 0);
}

const FILE = /^\d{4}_[a-z0-9_]+\.sql$/;

/** Returns the names of the files in a folder; a missing folder has none, an unreadable one throws. */
async function filesIn(path: string): Promise<string[]> {
  return existsSync(path) ? readdir(path) : [];
}

/** Reads `<root>/<domain>/migrations/*.sql` of several roots, ordered by number. */
export async function findMigrations(roots: readonly string[]): Promise<Migration[]> {
  const found: Migration[] = [];
  for (const root of roots) {
    for (const folder of await readdir(root, { withFileTypes: true })) {
      if (!folder.isDirectory()) continue;
      const path = joinPath(root, folder.name, 'migrations');
      for (const file of await filesIn(path)) {
        if (!FILE.test(file))
          throw new MigrationError(`${joinPath(path, file)}: name it NNNN_what_it_does.sql`);
        const text = await readFile(joinPath(path, file), 'utf8');
        found.push({
          name: basename(file),
          text,
          checksum: createHash('sha256').update(text).digest('hex'),
          worksWith: worksWithOf(text),
        });
      }
    }
  }
  found.sort((a, b) => (a.name < b.name ? -1 : 1));
  found.forEach((migration, index) => {
    if (found[index + 1]?.name.slice(0, 4) === migration.name.slice(0, 4)) {
      throw new MigrationError(`two migrations carry the number of ${migration.name}`);
    }
  });
  return found;
}

async function prepare(db: Database): Promise<void> {
  await db.run(sql`
    create table if not exists platform_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now(), works_with text
    )`);
  // Looked up first: the statement would wait for a running backup also where the column exists.
  const column = await db.maybe(sql`
    select 1 from pg_attribute where attrelid = to_regclass('platform_migrations') and attname = 'works_with'`);
  if (!column) await db.run(sql`alter table platform_migrations add column if not exists works_with text`);
  await db.run(sql`
    create table if not exists platform_migration_lease (only_row boolean primary key check (only_row))`);
  await db.run(sql`insert into platform_migration_lease values (true) on conflict do nothing`);
}

const LOCK_TIMEOUT_MS = 5_000;

function explainLock(failure: unknown, name: string): never {
  if (!isLockTimeout(failure)) throw failure;
  throw new MigrationError(
    `${name} waits for a table that another session has locked; end long transactions, backups too, and start again`,
  );
}

export interface MigrateOptions {
  /** The running version, `1.9.0`; without it no newer database is accepted. */
  readonly version?: string;
  readonly lockTimeoutMs?: number;
}

interface AppliedRow {
  readonly name: string;
  readonly checksum: string;
  readonly worksWith: string | null;
}

/** Refuses applied migrations that were changed, and those of a newer version on whose tables this one does not work. */
function checkApplied(
  rows: readonly AppliedRow[],
  migrations: readonly Migration[],
  version: string | undefined,
): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum, worksWith } of rows) {
    const file = known.get(name);
    if (!file) {
      // Rolled back by one version: the newer one only added what this one does not use.
      if (worksWith !== null && version !== undefined && isFrom(version, worksWith)) continue;
      throw new MigrationError(
        `the database has migration ${name}, which this version does not know; use a newer version`,
      );
    }
    if (file.checksum !== checksum)
      throw new MigrationError(
        `${name} was changed after it was applied; restore it and add a new migration`,
      );
  }
}

/**
 * Applies pending migrations, each file with its record in one transaction. Takes the migration lock (a locked row),
 * so that concurrent processes run one at a time. A table that stays locked by others for five seconds is refused. Refuses if an applied file
 * was changed or deleted, unless it belongs to a newer version whose migration says that the running one works with it.
 */
export async function migrate(
  db: Database,
  migrations: readonly Migration[],
  { version, lockTimeoutMs = LOCK_TIMEOUT_MS }: MigrateOptions = {},
): Promise<string[]> {
  // Concurrent creation of the tables fails in all but one process; they exist then.
  await prepare(db).catch(() => prepare(db));
  const applied: string[] = [];
  checkApplied(
    await db.rows<AppliedRow>(sql`select name, checksum, works_with as "worksWith" from platform_migrations`),
    migrations,
    version,
  );
  for (const migration of migrations) {
    const done = await db.transact(async (tx) => {
      await tx.run(sql`select 1 from platform_migration_lease for update`);
      const seen = await tx.maybe(sql`select 1 from platform_migrations where name = ${migration.name}`);
      if (seen) return false;
      // A statement that waits for a table would hold up everyone who comes after it.
      await tx.run(sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`);
      await tx.run(sql`set local statement_timeout = 0`);
      // Raw text is safe here: the files belong to the program.
      await tx.run(raw(migration.text)).catch((failure: unknown) => explainLock(failure, migration.name));
      await tx.run(
        sql`insert into platform_migrations (name, checksum, works_with)
          values (${migration.name}, ${migration.checksum}, ${migration.worksWith ?? null})`,
      );
      return true;
    });
    if (done) applied.push(migration.name);
  }
  return applied;
}
