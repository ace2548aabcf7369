import { join } from 'node:path';
import { findMigrations, migrate, openDatabase, sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { startEmbedded } from '@karat/platform/postgres';
import { ConfigError } from './config.ts';
import type { Config } from './config.ts';

/** The database with what has to be stopped after it. */
export interface OpenDatabase {
  readonly db: Database;
  readonly url: string;
  close(): Promise<void>;
}

const root = join(import.meta.dirname, '../../..');

/** The configured database, or the embedded one, migrated and found safe. */
export async function openMigrated(config: Config): Promise<OpenDatabase> {
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbedded({ dataDir: join(config.dataDir, 'database'), durable: true })
      : undefined;
  const url = embedded?.url ?? config.databaseUrl ?? '';
  const db = openDatabase({
    url,
    connections: config.databaseConnections,
    guarded: config.checkReplies,
  });
  const close = async (): Promise<void> => {
    await db.close();
    await embedded?.stop();
  };
  try {
    await reach(db, url);
    if (!config.demo) await checkDurability(db);
    await migrate(db, await findMigrations([join(root, 'platform'), join(root, 'domains')]));
    return { db, url, close };
  } catch (failure) {
    await close();
    throw failure;
  }
}

async function reach(db: Database, url: string): Promise<void> {
  try {
    await db.one(sql`select 1 as one`);
  } catch (failure) {
    const { host } = new URL(url);
    const reason = failure instanceof Error ? failure.message || failure.name : String(failure);
    throw new ConfigError(
      `the database at ${host} cannot be used (${reason}): check DATABASE_URL and that it runs.`,
    );
  }
}

/** What a commit promises must hold through a loss of power. */
const DURABLE = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' } as const;

async function checkDurability(db: Database): Promise<void> {
  for (const [name, wanted] of Object.entries(DURABLE)) {
    const { value } = await db.one<{ value: string }>(sql`select current_setting(${name}) as value`);
    if (value !== wanted && !(name === 'synchronous_commit' && value.startsWith('remote_'))) {
      throw new ConfigError(
        `production refuses to start: the database has ${name} = ${value}; set it to ${wanted}.`,
      );
    }
  }
}
