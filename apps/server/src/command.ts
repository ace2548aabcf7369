import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { runningOn, startEmbedded } from '@karat/platform/postgres';
import { ConfigError, readConfig } from './config.ts';
import type { Config } from './config.ts';
import { embeddedOptions, reach } from './database.ts';
import { operatorMessageOf } from './operator-errors.ts';

const FAILED = 2;

/** Opens the configured database, the embedded one of a running server, or starts the embedded one. */
async function database(config: Config): Promise<{ url: string; stop(): Promise<void> }> {
  const directory = join(config.dataDir, 'database');
  const url = config.databaseUrl ?? runningOn(directory);
  if (url !== undefined) return { url, stop: async () => undefined };
  if (!existsSync(directory))
    throw new ConfigError(`${directory} holds no database: nothing has been started there yet.`);
  return startEmbedded(embeddedOptions(config));
}

type Command = (db: Database, config: Config, url: string) => Promise<number>;

async function ask(command: Command): Promise<number> {
  const config = readConfig(process.env);
  const source = await database(config);
  const db = openDatabase({ url: source.url, connections: 1 });
  try {
    await reach(db, source.url);
    return await command(db, config, source.url);
  } finally {
    await db.close();
    await source.stop();
  }
}

/** Runs a shell command on the server's database; it returns the exit code, 2 for a failure. */
export const onDatabase = (command: Command): Promise<void> => runCommand(() => ask(command));

/** Runs a shell command; it returns the exit code, 2 for a failure, whose reason is one line. */
export async function runCommand(command: () => Promise<number>): Promise<void> {
  process.exitCode = await command().catch((failure: unknown) => {
    const trace = failure instanceof Error ? failure.stack : String(failure);
    process.stderr.write(`karat: ${operatorMessageOf(failure) ?? notMigrated(failure) ?? trace}\n`);
    return FAILED;
  });
}

/** A database on which no server of this version has started yet (42P01, 42703: no such table or column). */
const notMigrated = (failure: unknown): string | undefined =>
  failure instanceof Error && 'code' in failure && ['42P01', '42703'].includes(String(failure.code))
    ? 'the database has not the tables of this version: start the server on it once.'
    : undefined;
