import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, sql } from '@karat/platform/db';
import { startEmbedded } from '@karat/platform/postgres';
import type { TestProject } from 'vitest/node';
import { migrateAll } from './migrations.ts';
import { TEMPLATE } from './template.ts';

interface RunningPostgres {
  readonly url: string;
  readonly preparedFiles: string;
  stop(): Promise<void>;
}

/** Vitest loads this file once for each ring; state shared by all rings is a property of the process. */
interface Shared {
  postgres?: Promise<RunningPostgres>;
  users: number;
}

const shared = globalThis as typeof globalThis & { karatTestPostgres?: Shared };

/** Runs before any test with a database: starts one PostgreSQL for the whole run, with a migrated template. */
export async function setup(project: TestProject): Promise<void> {
  const ours = (shared.karatTestPostgres ??= { users: 0 });
  ours.users += 1;
  ours.postgres ??= start();
  const { url, preparedFiles } = await ours.postgres;
  project.provide('postgresUrl', url);
  project.provide('preparedFiles', preparedFiles);
}

/** Runs after the last test of the last ring. */
export async function teardown(): Promise<void> {
  const ours = shared.karatTestPostgres;
  if (ours === undefined) return;
  ours.users -= 1;
  if (ours.users > 0) return;
  delete shared.karatTestPostgres;
  const postgres = await ours.postgres?.catch(() => undefined);
  await postgres?.stop();
}

async function start(): Promise<RunningPostgres> {
  const directory = await mkdtemp(join(tmpdir(), 'karat-test-'));
  const clear = (): Promise<void> => rm(directory, { recursive: true, force: true });
  try {
    const postgres = await startEmbedded({ dataDir: directory, durable: false });
    await migrateTemplate(postgres.url).catch(async (failure: unknown) => {
      await postgres.stop();
      throw failure;
    });
    return {
      url: postgres.url,
      preparedFiles: join(directory, 'prepared'),
      stop: () => postgres.stop().then(clear),
    };
  } catch (failure) {
    await clear();
    throw failure;
  }
}

async function migrateTemplate(url: string): Promise<void> {
  const admin = openDatabase({ url, connections: 1 });
  await admin.run(sql([`create database ${TEMPLATE}`]));
  await admin.close();
  const template = openDatabase({ url: templateUrl(url), connections: 2 });
  try {
    await migrateAll(template);
  } finally {
    await template.close();
  }
}

function templateUrl(url: string): string {
  const address = new URL(url);
  address.pathname = TEMPLATE;
  return address.href;
}
