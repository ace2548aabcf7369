import { join } from 'node:path';
import type { Context } from '@karat/platform/context';
import { findMigrations, isLockTimeout, migrate, openDatabase, sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { addMonths } from '@karat/platform/partitions';
import { superviseEmbedded } from '@karat/platform/postgres';
import type { EmbeddedOptions, StartRefused } from '@karat/platform/postgres';
import { archivingTo, createUploadArchive } from '@karat/platform/wal-archive';
import type { UploadArchive } from '@karat/platform/wal-archive';
import { ConfigError } from './config.ts';
import type { Config } from './config.ts';
import type { HostEnvironment } from './host-environment.ts';
import { VERSION } from './version.ts';

/** The database with its stop function. */
export interface OpenDatabase {
  readonly db: Database;
  readonly url: string;
  /** Resolves when the embedded one has ended permanently; an external one never does. */
  readonly lost: Promise<StartRefused>;
  /** Stops supervising the embedded database. */
  detach(): void;
  close(): Promise<void>;
}

const root = join(import.meta.dirname, '../../..');
/** Folders whose subfolders have migrations. */
export const MIGRATION_ROOTS: readonly string[] = [join(root, 'platform'), join(root, 'domains')];

/** Start of the embedded database, the same for the server and for every command. */
export const embeddedOptions = ({ dataDir, backup }: Config): EmbeddedOptions => ({
  dataDir: join(dataDir, 'database'),
  durable: true,
  ...(backup.walArchive === 'off' && { archiving: backup.walArchive }),
  ...(typeof backup.walArchive === 'object' && {
    archiving: archivingTo({ ...backup.walArchive, recipients: backup.recipients }),
  }),
});

/** Archive of uploads beside that of the log; undefined without one. */
export const uploadArchive = ({ dataDir, backup }: Config, ctx: Context): UploadArchive | undefined =>
  typeof backup.walArchive === 'object'
    ? createUploadArchive(ctx, join(dataDir, 'files'), {
        ...backup.walArchive,
        recipients: backup.recipients,
      })
    : undefined;

/**
 * Opens the configured database, or the embedded one with supervision; migrates and checks it. `checkFirst` may refuse
 * before anything in it is changed.
 */
export async function openMigrated(
  config: Config,
  machine: HostEnvironment,
  checkFirst: (db: Database) => Promise<void>,
): Promise<OpenDatabase> {
  const embedded =
    config.databaseUrl === undefined ? await superviseEmbedded(embeddedOptions(config), machine) : undefined;
  const url = embedded?.url ?? config.databaseUrl ?? '';
  const db = openDatabase({
    url,
    connections: config.databaseConnections,
    guarded: config.checkReplies,
    tracer: machine.tracer,
  });
  const close = async (): Promise<void> => {
    await db.close();
    await embedded?.stop();
  };
  try {
    await reach(db, url);
    if (!config.demo) await checkDurability(db);
    await checkFirst(db);
    await migrate(db, await findMigrations(MIGRATION_ROOTS), { version: VERSION });
    await addMonthsNow(db, machine);
    return {
      db,
      url,
      lost: embedded?.lost ?? new Promise(() => undefined),
      detach: () => embedded?.detach(),
      close,
    };
  } catch (failure) {
    await close();
    throw failure;
  }
}

/** Adds the partitions of the months to come. A long reader, such as a backup, may keep the tables locked: due work tries again then. */
async function addMonthsNow(db: Database, { clock, log }: HostEnvironment): Promise<void> {
  try {
    await db.transact((tx) => addMonths(tx, clock.now()));
  } catch (failure) {
    if (!isLockTimeout(failure)) throw failure;
    log.warn({}, 'partitions of the months to come are not there yet: the tables are locked');
  }
}

/** Refuses a database that does not reply. */
export async function reach(db: Database, url: string): Promise<void> {
  try {
    await db.one(sql`select 1 as one`);
  } catch (failure) {
    if (failure instanceof URIError)
      throw new ConfigError(
        'DATABASE_URL cannot be read: write special characters of user and password as %XX (@ is %40, % is %25).',
      );
    const { host } = new URL(url);
    const reason = failure instanceof Error ? failure.message || failure.name : String(failure);
    throw new ConfigError(
      `the database at ${host} cannot be used (${reason}): check DATABASE_URL and that it runs.`,
    );
  }
}

/** Commits must survive a loss of power. */
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
