import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export const ROOT = resolve(import.meta.dirname, '../..');
/** Links to the parts of this repository, which each checkout has of its own. */
const OWN_SCOPE = '@karat';
const REMOVE_ATTEMPTS_MAX = 60;
const REMOVE_PAUSE_MS = 250;

/** A second checkout of the repository in a temporary directory. */
export interface Checkout {
  readonly root: string;
  /** Directory for the temporary files of benches. */
  readonly temporary: string;
  readonly commit: string;
  /** Removes the checkout and the temporary files. */
  remove(): Promise<void>;
}

/** Checks out a commit beside this checkout, with the packages installed here. Throws if git does not know `ref`. */
export async function checkOut(ref: string): Promise<Checkout> {
  const commit = git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`);
  const directory = mkdtempSync(join(tmpdir(), 'karat-compare-'));
  const root = join(directory, 'checkout');
  const temporary = join(directory, 'tmp');
  const remove = async (): Promise<void> => {
    await removeDirectory(directory);
    git('worktree', 'prune');
  };
  try {
    mkdirSync(temporary);
    git('worktree', 'add', '--quiet', '--detach', root, commit);
    linkPackages(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  } catch (error) {
    await remove();
    throw error;
  }
  return { root, temporary, commit, remove };
}

/** Programs of an interrupted bench may still write into the directory while they end. */
async function removeDirectory(directory: string): Promise<void> {
  for (let attempt = 0; attempt < REMOVE_ATTEMPTS_MAX; attempt++) {
    try {
      rmSync(directory, { recursive: true, force: true });
    } catch {
      // A file has come meanwhile.
    }
    await pause(REMOVE_PAUSE_MS);
    if (!existsSync(directory)) return;
  }
  throw new Error(`${directory} could not be removed`);
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
}

/** Links each installed package. One link to the whole directory would lead back to the code of this checkout. */
function linkPackages(from: string, to: string): void {
  mkdirSync(join(to, OWN_SCOPE), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== OWN_SCOPE && (!name.startsWith('.') || name === '.bin'))
      symlinkSync(join(from, name), join(to, name));
  }
  for (const name of readdirSync(join(from, OWN_SCOPE)))
    symlinkSync(readlinkSync(join(from, OWN_SCOPE, name)), join(to, OWN_SCOPE, name));
}
