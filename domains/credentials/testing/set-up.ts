import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@karat/platform/db';
import type { Caller } from '@karat/platform/http';
import { createTestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { clearTables, openCredentials } from './harness.ts';
import type { CredentialsHarness } from './harness.ts';

/** The user of most tests. */
export const ANN = 'ann@example.com';

/** Networks of the harnesses of a test file. */
export interface TestStorage {
  readonly db: Database;
  readonly directory: string;
  close(): Promise<void>;
}

export async function openStorage(connections: number): Promise<TestStorage> {
  const database = await createTestDatabase({ connections });
  const directory = await mkdtemp(join(tmpdir(), 'karat-credentials-'));
  return {
    db: database.db,
    directory,
    async close() {
      await database.drop();
      await rm(directory, { recursive: true });
    },
  };
}

/** Starts a test with Ann's account only. */
export interface TestSetup {
  readonly db: Database;
  /** Folder of files. */
  readonly directory: string;
  readonly desk: CredentialsHarness;
  readonly ann: Caller;
}

/** Creates one database for the file, and a harness before each test. */
export function setUpEach(connections: number, start: (setup: TestSetup) => unknown): void {
  let storage: TestStorage;
  beforeAll(async () => {
    storage = await openStorage(connections);
  });
  afterAll(() => storage.close());
  beforeEach(async () => {
    const { db, directory } = storage;
    await clearTables(db);
    const harness = openCredentials(db, directory);
    await start({ db, directory, desk: harness, ann: await harness.open(ANN) });
  });
}
