import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Returns the start time of a process from the operating system; undefined if there is none. A pid alone does not
 * identify a process: pids are reused.
 */
export function beginningOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // A zombie has ended: only its parent has not collected the result yet.
      if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
      return `${boot}/${fields[19] ?? ''}`;
    }
    const began = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return began === '' ? undefined : began;
  } catch {
    return undefined;
  }
}

/** Returns the PostgreSQL processes of a cluster: postmaster and children all have its working directory. */
export function processesIn(cluster: string, pidInFile: number | undefined): readonly number[] {
  if (process.platform === 'linux') return listProc(cluster);
  if (pidInFile === undefined) return [];
  try {
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pidInFile)], { encoding: 'utf8' });
    return command.includes('postgres') && command.includes(cluster) ? [pidInFile] : [];
  } catch {
    return [];
  }
}

function listProc(cluster: string): readonly number[] {
  const found: number[] = [];
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      if (readlinkSync(`/proc/${entry}/cwd`) !== cluster) continue;
      const pid = Number(entry);
      const program = readlinkSync(`/proc/${entry}/exe`);
      if (/\/postgres( \(deleted\))?$/.test(program) && beginningOf(pid) !== undefined) found.push(pid);
    } catch {
      // The process has ended meanwhile, or belongs to a user whose processes are hidden.
    }
  }
  return found;
}

/** Sends a signal; a process that has ended already counts as signalled. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (failure) {
    if (!(failure instanceof Error && 'code' in failure && failure.code === 'ESRCH')) throw failure;
  }
}

/** Polls `done` every `step_ms`; returns false after `limit_ms`. */
export async function until(done: () => boolean, limit_ms: number, step_ms = 5): Promise<boolean> {
  const end = performance.now() + limit_ms;
  while (!done()) {
    if (performance.now() > end) return false;
    await pause(step_ms);
  }
  return true;
}
