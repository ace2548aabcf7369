import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Context } from '@karat/platform/context';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import { uploadPath } from '@karat/platform/files';
import type { WalArchive } from './commands.ts';
import { uploadFolder } from './names.ts';
import { readSealed, writeSealed } from './sealed.ts';

/** Archives uploads as the database archives its log, so that a recovery finds the files of its rows. */
export interface UploadArchive {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Archives what is new; a second call meanwhile waits for the first. */
  archiveNow(): Promise<void>;
}

const EVERY_MS = 60_000;
/** Rows are dated before they are committed: each pass begins this long before the one before. */
const OVERLAP_MS = 600_000;

/** `files` is the folder of the store. A pass that fails is logged and made again. */
export function createUploadArchive(
  ctx: Context,
  files: string,
  { directory, recipients }: WalArchive,
): UploadArchive {
  let sinceMs = 0;
  let running: Promise<void> | undefined;
  let stopTimer = (): void => {};

  async function pass(): Promise<void> {
    const beganMs = ctx.clock.now();
    const target = uploadFolder(directory, await systemIdentifier(ctx.db));
    for (const sha256 of await uploadsSince(ctx.db, sinceMs - OVERLAP_MS)) {
      const path = `${uploadPath(target, sha256)}.age`;
      const source = uploadPath(files, sha256);
      if (existsSync(path) || !existsSync(source)) continue;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeSealed(dirname(path), `${sha256}.age`, await readFile(source), recipients);
    }
    sinceMs = beganMs;
  }
  const archiveNow = (): Promise<void> =>
    (running ??= pass()
      .catch((failure: unknown) => {
        const reason = failure instanceof Error ? failure.message : String(failure);
        ctx.log.error({ reason }, 'uploads are not archived, retrying');
      })
      .finally(() => (running = undefined)));
  return {
    archiveNow,
    async start() {
      stopTimer = ctx.clock.every(EVERY_MS, () => void archiveNow());
    },
    async stop() {
      stopTimer();
      await running;
      await archiveNow();
    },
  };
}

const systemIdentifier = async (db: Queries): Promise<string> =>
  (await db.one<{ system: string }>(sql`select system_identifier::text as system from pg_control_system()`))
    .system;

/** Returns the hashes of uploads since a time (unix ms), hex. */
async function uploadsSince(db: Queries, ms: number): Promise<string[]> {
  const rows = await db.rows<{ sha256: string }>(
    sql`select distinct encode(sha256, 'hex') as sha256 from platform_files where created_at >= to_timestamp(${ms / 1_000})`,
  );
  return rows.map(({ sha256 }) => sha256);
}

/** Takes uploads from an archive into the folder of the store; returns those that it does not have either. */
export async function fetchUploads(
  { archive, system, key }: { readonly archive: string; readonly system: string; readonly key: string },
  wanted: readonly string[],
  files: string,
): Promise<string[]> {
  const missing: string[] = [];
  for (const sha256 of wanted) {
    const sealed = `${uploadPath(uploadFolder(archive, system), sha256)}.age`;
    if (!existsSync(sealed)) {
      missing.push(sha256);
      continue;
    }
    const path = uploadPath(files, sha256);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await readSealed(sealed, key, sha256, path);
  }
  return missing;
}
