import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchFor } from './account.ts';
import { checkVersion, layoutOf } from './cluster.ts';
import { choosePrograms } from './programs.ts';

/** Reads the log from an archive at the first start on a restored cluster. */
export interface Recovery {
  /** Program and arguments; it gets name and target of each file as further arguments. */
  readonly command: readonly string[];
  /** Unix ms; undefined: to the end of the log. */
  readonly untilMs: number | undefined;
  /** Environment variables for the command. */
  readonly secrets: Readonly<Record<string, string>>;
}

export const RECOVERY_MS_MAX = 24 * 3_600_000;

/**
 * Prepares the files of a base backup in `dataDir` for a start with `recovery`: empty folders, owner, and the file that makes
 * PostgreSQL read the archive. Refuses with StartRefused a cluster of another version.
 */
export function prepareRecovery(dataDir: string, folders: readonly string[]): void {
  const layout = layoutOf(dataDir);
  checkVersion(layout);
  for (const folder of folders) mkdirSync(join(layout.cluster, folder), { recursive: true, mode: 0o700 });
  writeFileSync(join(layout.cluster, 'recovery.signal'), '', { mode: 0o600 });
  chmodSync(dataDir, 0o711);
  const { owner } = launchFor(choosePrograms().binaries.postgres, [layout.cluster], undefined);
  if (owner === undefined || !existsSync(layout.cluster)) return;
  const all = readdirSync(layout.cluster, { recursive: true, encoding: 'utf8' });
  for (const path of ['', ...all]) chownSync(join(layout.cluster, path), owner.uid, owner.gid);
}
