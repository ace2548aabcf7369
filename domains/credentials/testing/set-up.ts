import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@karat/platform/db';
import type { Caller } from '@karat/platform/http';
import { createTestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { emptyHouse, openDesk } from './desk.ts';
import type { Desk } from './desk.ts';

/** The user of most tests. */
export const ANN = 'ann@example.com';

/** Networks of the harnesses of a test file. */
export interface Ground {
  readonly db: Database;
  readonly directory: string;
  close(): Promise<void>;
}

export async function openGround(connections: number): Promise<Ground> {
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
export interface Beginning {
  readonly db: Database;
  readonly desk: Desk;
  readonly ann: Caller;
}

/** Creates one database for the file, and a harness before each test. */
export function beginEach(connections: number, begin: (beginning: Beginning) => void): void {
  let ground: Ground;
  beforeAll(async () => {
    ground = await openGround(connections);
  });
  afterAll(() => ground.close());
  beforeEach(async () => {
    const { db, directory } = ground;
    await emptyHouse(db);
    const desk = openDesk(db, directory);
    begin({ db, desk, ann: await desk.open(ANN) });
  });
}
