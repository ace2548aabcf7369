import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase, sql } from '@karat/platform/db';
import { inject } from 'vitest';
import { copyDatabase } from './database.ts';
import type { TestDatabase } from './database.ts';
import { ServerProcess } from './server-process.ts';

const run = promisify(execFile);
/** How long the others wait for the first: a whole start on a busy machine. */
const PREPARATION_MS_MAX = 120_000;

/** A copy of a database with rows, and of the folder with the files that belong to them. */
export interface PreparedDatabase extends TestDatabase {
  readonly directory: string;
}

/** Fills a migrated, empty database and an empty folder. It must have closed its connections when it returns. */
export type Preparation = (url: string, directory: string) => Promise<void>;

/**
 * Creates a database copied from the one that `prepare` has filled: the first caller of a run that names it runs `prepare`,
 * the others of all test processes wait for it. Filling it costs seconds, a copy some ten milliseconds.
 */
export async function createPreparedDatabase(name: string, prepare: Preparation): Promise<PreparedDatabase> {
  const template = `prepared_${name}`;
  const files = await prepareOnce(name, async (unfinished) => {
    const empty = await copyDatabase();
    await prepare(empty.url, unfinished);
    await empty.rename(template);
  });
  const copy = await copyDatabase(template);
  const directory = await mkdtemp(join(tmpdir(), 'karat-prepared-'));
  await copyInto(files, directory);
  const drop = async (): Promise<void> => {
    await copy.drop();
    await rm(directory, { recursive: true, force: true });
  };
  return { ...copy, directory, drop, [Symbol.asyncDispose]: drop };
}

/**
 * Fills an empty data directory with that of a demonstration which a server process with an embedded database has started
 * and stopped, once for all tests of a run: the next start on it costs half of the first.
 */
export async function placeDemo(dataDir: string): Promise<void> {
  const demo = await prepareOnce('demo_directory', async (directory) => {
    const server = await ServerProcess.start(directory);
    await server.stop();
  });
  await copyInto(demo, dataDir);
}

/** With owners: those of an embedded database may be of another account. */
const copyInto = (from: string, to: string): Promise<unknown> => run('cp', ['-a', `${from}/.`, to]);

/** Returns the folder that `prepare` has filled. It runs once for all test processes, one at a time. */
async function prepareOnce(name: string, prepare: (directory: string) => Promise<void>): Promise<string> {
  const directory = join(inject('preparedFiles'), name);
  if (existsSync(directory)) return directory;
  const admin = openDatabase({
    url: inject('postgresUrl'),
    connections: 1,
    statementTimeoutMs: PREPARATION_MS_MAX,
  });
  try {
    await admin.transact(async (tx) => {
      await tx.run(sql`select pg_advisory_xact_lock(hashtext(${name}))`);
      if (existsSync(directory)) return;
      const unfinished = `${directory}.unfinished`;
      await mkdir(unfinished, { recursive: true, mode: 0o711 });
      await prepare(unfinished);
      await rename(unfinished, directory);
    });
  } finally {
    await admin.close();
  }
  return directory;
}
