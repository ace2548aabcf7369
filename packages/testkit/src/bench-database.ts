import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeServer, openDatabase } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { startEmbedded } from '@karat/platform/postgres';
import { migrateAll } from './migrations.ts';

/** A PostgreSQL of its own that writes to the disk as in production, migrated and empty. */
export interface BenchDatabase extends AsyncDisposable {
  readonly url: string;
  readonly db: Database;
  /** Directory of the database's files. */
  readonly cluster: string;
}

/** Starts a database for measurements and prints which server it is; disposing it stops the server and deletes the files. */
export async function openBenchDatabase(
  options: { readonly connections?: number; readonly statementTimeoutMs?: number } = {},
): Promise<BenchDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'karat-bench-'));
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true });
  try {
    const postgres = await startEmbedded({ dataDir: directory, durable: true });
    const db = openDatabase({ connections: 8, statementTimeoutMs: 120_000, ...options, url: postgres.url });
    const close = async (): Promise<void> => {
      await db.close();
      await postgres.stop();
      await remove();
    };
    process.stdout.write(`${await describeServer(db)}\n`);
    await migrateAll(db);
    return { url: postgres.url, db, cluster: join(directory, 'cluster'), [Symbol.asyncDispose]: close };
  } catch (failure) {
    await remove();
    throw failure;
  }
}
