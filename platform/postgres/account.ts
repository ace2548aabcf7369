import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { StartRefused } from './refusal.ts';

/** An existing account of the operating system. */
interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Launch of a PostgreSQL program: the command before it, and its user. */
export interface LaunchPlan {
  readonly prefix: readonly string[];
  /** Set when Node itself changes the user; otherwise the prefix does, or no change is needed. */
  readonly identity: Account | undefined;
  /** Owner of the cluster. */
  readonly owner: Account | undefined;
}

/**
 * PostgreSQL refuses to run as root, so root runs it as an existing unprivileged user. If that user may not enter the
 * directories above (a clone under /root, for example), it gets the one capability to pass and read. `setpriv` also
 * stops PostgreSQL when Node is killed. `directories`: that of the cluster, and others that it uses. No account of the machine is created or changed.
 */
export function launchFor(
  program: string,
  directories: readonly [string, ...string[]],
  existingOwner: number | undefined,
): LaunchPlan {
  const [directory] = directories;
  const setpriv = onPath('setpriv');
  const tie = setpriv === undefined ? [] : [setpriv, '--pdeathsig', 'INT'];
  if (process.getuid?.() !== 0) return { prefix: tie, identity: undefined, owner: undefined };

  const owner = accountFor(existingOwner, readFileSync('/etc/passwd', 'utf8'));
  const open = [program, ...directories].every((path) => mayEnter(dirname(path), owner.uid, owner.gid));
  if (setpriv === undefined) {
    if (!open) throw closedDirectory(directory);
    return { prefix: [], identity: owner, owner };
  }
  const change = [...tie, '--reuid', String(owner.uid), '--regid', String(owner.gid), '--clear-groups'];
  if (open) return { prefix: change, identity: undefined, owner };
  for (const capability of ['+dac_read_search', '+dac_override']) {
    const prefix = [
      ...change,
      // Without this, access(2) loses the capability and initdb reports its programs as missing.
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

/**
 * Returns the unprivileged account for PostgreSQL: the owner of an existing cluster, else `postgres`, else `nobody`.
 * `passwd` is the content of /etc/passwd. Never creates an account: refuses with StartRefused if there is none.
 */
export function accountFor(existingOwner: number | undefined, passwd: string): Account {
  const accounts = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => Number.isInteger(uid) && Number.isInteger(gid) && uid !== 0);
  if (existingOwner !== undefined && existingOwner !== 0) {
    const found = accounts.find(({ uid }) => uid === existingOwner);
    if (found) return { uid: found.uid, gid: found.gid };
    throw new StartRefused(
      `the database belongs to user ${existingOwner}, who does not exist: create that user, or give the data to another one with chown.`,
    );
  }
  const found =
    accounts.find(({ name }) => name === 'postgres') ?? accounts.find(({ name }) => name === 'nobody');
  if (found) return { uid: found.uid, gid: found.gid };
  throw new StartRefused(
    'PostgreSQL does not run as root and there is no user "postgres" or "nobody": start as an ordinary user, or create one with useradd --system postgres.',
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
