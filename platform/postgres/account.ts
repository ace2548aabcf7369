import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { StartRefused } from './refusal.ts';

/** How to launch a PostgreSQL program: the words before it, and the user it runs as. */
export interface LaunchPlan {
  readonly prefix: readonly string[];
  /** Set when Node itself changes the user; otherwise the prefix does, or nobody needs to. */
  readonly identity: { readonly uid: number; readonly gid: number } | undefined;
  /** Who must own the cluster. */
  readonly owner: { readonly uid: number; readonly gid: number } | undefined;
}

/**
 * PostgreSQL refuses to run as root, so root lends it another user. Where that user may not enter the
 * directories above (a clone under /root, say), it gets the one capability that lets it pass and read, no more.
 * `setpriv` also ties the database's life to ours: when Node is killed, the kernel stops PostgreSQL.
 */
export function launchFor(program: string, directory: string, existingOwner: number | undefined): LaunchPlan {
  const setpriv = onPath('setpriv');
  const tie = setpriv === undefined ? [] : [setpriv, '--pdeathsig', 'INT'];
  if (process.getuid?.() !== 0) return { prefix: tie, identity: undefined, owner: undefined };

  const owner = accountFor(existingOwner);
  const open = [program, directory].every((path) => mayEnter(dirname(path), owner.uid, owner.gid));
  if (setpriv === undefined) {
    if (!open) throw closedDirectory(directory);
    return { prefix: [], identity: owner, owner };
  }
  const change = [...tie, '--reuid', String(owner.uid), '--regid', String(owner.gid), '--clear-groups'];
  if (open) return { prefix: change, identity: undefined, owner };
  for (const capability of ['+dac_read_search', '+dac_override']) {
    const prefix = [
      ...change,
      // Without this, access(2) forgets the capability and initdb believes its programs missing.
      '--securebits=+no_setuid_fixup',
      `--inh-caps=-all,${capability}`,
      `--ambient-caps=-all,${capability}`,
      `--bounding-set=-all,${capability}`,
    ];
    if (
      spawnSync(setpriv, [...prefix.slice(1), program, '--version'], { cwd: '/', stdio: 'ignore' }).status ===
      0
    ) {
      return { prefix, identity: undefined, owner };
    }
  }
  throw closedDirectory(directory);
}

function closedDirectory(directory: string): StartRefused {
  return new StartRefused(
    `PostgreSQL may not run as root and no other user may enter ${directory}: start as an ordinary user, or move the project elsewhere.`,
  );
}

function accountFor(existingOwner: number | undefined): { readonly uid: number; readonly gid: number } {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  const chosen =
    existingOwner !== undefined && existingOwner !== 0
      ? accounts.find(({ uid }) => uid === existingOwner)
      : (accounts.find(({ name }) => name === 'postgres') ?? accounts.find(({ name }) => name === 'nobody'));
  if (chosen !== undefined) return { uid: chosen.uid, gid: chosen.gid };
  const made = spawnSync('useradd', [
    '--system',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    'postgres',
  ]);
  if (existingOwner === undefined && made.status === 0) return accountFor(undefined);
  throw new StartRefused(
    'PostgreSQL may not run as root and there is no user "postgres" or "nobody": start as an ordinary user.',
  );
}

function mayEnter(directory: string, uid: number, gid: number): boolean {
  const { mode, uid: owner, gid: group } = statSync(directory);
  const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  return dirname(directory) === directory || mayEnter(dirname(directory), uid, gid);
}

function onPath(program: string): string | undefined {
  for (const directory of (process.env['PATH'] ?? '').split(delimiter)) {
    try {
      accessSync(join(directory, program), constants.X_OK);
      return join(directory, program);
    } catch {
      // Not in this directory.
    }
  }
  return undefined;
}
