// Runs before anything is installed: plain JavaScript without dependencies.
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { refuse, say } from './say.mjs';

const WAIT_MS = 500;

/** Returns the start time of a process, in the form of `platform/postgres`; undefined if there is none. */
function beginningOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()}/${fields[19]}`;
  } catch {
    return undefined;
  }
}

/** Returns true if there is such a process but its start time cannot be read. */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Returns the live process of a lock file. */
export function holderOf(path) {
  if (!existsSync(path)) return undefined;
  const [pid, ...began] = readFileSync(path, 'utf8').trim().split(' ');
  const alive = process.platform === 'linux' ? beginningOf(pid) === began.join(' ') : isAlive(Number(pid));
  return alive ? Number(pid) : undefined;
}

/** Refuses while another server uses the data directory: nothing has been installed, built or started by then. */
export function refuseSecond(root, env = process.env) {
  if (env.DATABASE_URL) return;
  const directory = join(resolve(env.KARAT_DATA || join(root, '.karat')), 'database');
  const pid = holderOf(join(directory, 'server.lock'));
  if (pid === undefined) return;
  refuse(
    `Another Karat server (process ${pid}) is using ${directory}: stop it first, or give this one its own directory.`,
  );
}

/** Runs a step that writes into the clone, one start at a time; others wait. */
export async function oneAtATime(root, step) {
  const path = join(root, '.karat-start.lock');
  const draft = `${path}.${process.pid}`;
  const own = `${process.pid} ${beginningOf(process.pid) ?? ''}\n`;
  let waiting = false;
  for (;;) {
    if (created(draft, path, own)) break;
    const pid = holderOf(path);
    if (pid === undefined) {
      clearStale(path);
      continue;
    }
    if (!waiting) say(`another start (process ${pid}) installs or builds here: waiting for it`);
    waiting = true;
    await pause(WAIT_MS);
  }
  const release = () => rmSync(path, { force: true });
  process.once('exit', release);
  try {
    return await step();
  } finally {
    release();
    process.removeListener('exit', release);
  }
}

/** Two processes may find the same stale lock: the one that moved a fresh one away puts it back. */
function clearStale(path) {
  const moved = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, moved);
  } catch {
    return;
  }
  if (holderOf(moved) !== undefined && !existsSync(path)) linkSync(moved, path);
  rmSync(moved, { force: true });
}

/** Writes the lock atomically; returns false if there is one. */
function created(draft, path, own) {
  writeFileSync(draft, own);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
