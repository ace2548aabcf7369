import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beginningOf } from './processes.ts';
import { StartRefused } from './refusal.ts';

const LOCK_FILE = 'server.lock';

/** Lock of one server per directory: held from before the database starts until after it has stopped. */
export interface Lock {
  /** Returns false if the directory has been removed or taken since. */
  isHeld(): boolean;
  release(): void;
}

/**
 * Locks the directory for this process. The file names pid and start time of its holder, so that neither a crash nor a
 * reused pid leaves the directory locked. `link` creates it with its contents in one step. Refuses if a live process
 * holds it.
 */
export function takeLock(directory: string): Lock {
  const path = join(directory, LOCK_FILE);
  const own = `${process.pid} ${beginningOf(process.pid) ?? ''}\n`;
  const draft = `${path}.${process.pid}`;
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      writeFileSync(draft, own);
      if (created(draft, path))
        return { isHeld: () => contents(path) === own, release: () => releaseIfOwn(path, own) };
      clearStale(path, directory);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  throw new StartRefused(`Another server is starting on ${directory}: wait for it, or stop it first.`);
}

function created(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && failure.code === 'EEXIST') return false;
    throw failure;
  }
}

/** Returns the process that holds a directory; undefined if there is none or it has ended. Changes nothing. */
export const lockHolder = (directory: string): number | undefined =>
  holderIn(contents(join(directory, LOCK_FILE)));

function holderIn(held: string | undefined): number | undefined {
  if (held === undefined) return undefined;
  const [pid = '', ...began] = held.trim().split(' ');
  const alive = beginningOf(Number(pid));
  return alive !== undefined && alive === began.join(' ') ? Number(pid) : undefined;
}

/** Returns the refusal of a directory that a live process holds. */
export const directoryInUse = (pid: number, directory: string): StartRefused =>
  new StartRefused(
    `Another Karat server (process ${pid}) is using ${directory}: stop it first, or give this one its own directory.`,
  );

function clearStale(path: string, directory: string): void {
  const held = contents(path);
  if (held === undefined) return;
  const holder = holderIn(held);
  if (holder !== undefined) throw directoryInUse(holder, directory);
  // Two processes may both find the same stale file. The one that moves a file other than the one it examined has
  // caught the winner's fresh lock and puts it back.
  const moved = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, moved);
  } catch {
    return;
  }
  if (contents(moved) !== held) created(moved, path);
  rmSync(moved, { force: true });
}

function releaseIfOwn(path: string, own: string): void {
  if (contents(path) === own) rmSync(path, { force: true });
}

function contents(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
