import { fileURLToPath } from 'node:url';
import { findMigrations, migrate } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';

const ROOTS = ['platform', 'domains'].map((folder) =>
  fileURLToPath(new URL(`../../../${folder}`, import.meta.url)),
);

/** Brings a database to the newest schema. */
export async function migrateAll(db: Database): Promise<void> {
  await migrate(db, await findMigrations(ROOTS));
}
