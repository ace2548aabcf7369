import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { LaunchPlan } from './account.ts';
import type { Binaries } from './binaries.ts';
import { StartRefused } from './refusal.ts';

/** Layout of the directory given to `startEmbedded`. */
export interface Layout {
  readonly directory: string;
  readonly cluster: string;
  readonly run: string;
  readonly password: string;
  readonly log: string;
  /** Exists while the log is archived. */
  readonly archived: string;
}

/** The user and database of the embedded server. */
export const NAME = 'karat';
export const VERSION = '18';

/** Returns the paths beneath a directory. */
export function layoutOf(directory: string): Layout {
  return {
    directory,
    cluster: join(directory, 'cluster'),
    run: join(directory, 'run'),
    password: join(directory, 'password'),
    log: join(directory, 'postgres.log'),
    archived: join(directory, 'archived'),
  };
}

/** Returns the owner of the existing cluster; undefined if there is none yet. */
export function ownerOf(layout: Layout): number | undefined {
  return existsSync(layout.cluster) ? statSync(layout.cluster).uid : undefined;
}

/** Refuses a cluster of another major version: this one cannot read its files. */
export function checkVersion(layout: Layout): void {
  const version = readFileSync(join(layout.cluster, 'PG_VERSION'), 'utf8').trim();
  if (version === VERSION) return;
  throw new StartRefused(
    `${layout.directory} was made by PostgreSQL ${version}, this is ${VERSION}: keep a copy and start with --reset.`,
  );
}

/**
 * Creates a cluster with its database in a temporary directory and renames it: an interrupted start leaves nothing
 * incomplete. Authentication uses a random password on a socket that only its owner can reach.
 */
export async function createCluster(
  layout: Layout,
  launch: LaunchPlan,
  binaries: Binaries,
  durable: boolean,
): Promise<void> {
  for (const left of readdirSync(layout.directory)) {
    if (left.startsWith('cluster.new'))
      rmSync(join(layout.directory, left), { recursive: true, force: true });
  }
  const nursery = join(layout.directory, 'cluster.new');
  ownDirectory(nursery, launch);
  const password = randomBytes(24).toString('base64url');
  writeFileSync(layout.password, password, { mode: 0o600 });
  const secret = join(nursery, 'password');
  const draft = join(nursery, 'cluster');
  writeFileSync(secret, password, { mode: 0o600 });
  if (launch.owner !== undefined) chownSync(secret, launch.owner.uid, launch.owner.gid);
  await run(launch, binaries.initdb, [
    '--pgdata',
    draft,
    '--username',
    NAME,
    '--pwfile',
    secret,
    '--auth',
    'scram-sha-256',
    '--encoding',
    'UTF8',
    '--locale',
    'C',
    '--locale-provider',
    'builtin',
    '--builtin-locale',
    'C.UTF-8',
    '--no-instructions',
    '--set',
    'scram_iterations=1',
    // The password has 192 random bits: key stretching would only slow down connecting.
    ...(durable ? [] : ['--no-sync', '--no-data-checksums']),
  ]);
  await run(launch, binaries.postgres, ['--single', '-D', draft, 'postgres'], `CREATE DATABASE ${NAME};\n`);
  renameSync(draft, layout.cluster);
  rmSync(nursery, { recursive: true, force: true });
}

/** Creates a directory that only the database user may enter. */
export function ownDirectory(path: string, launch: LaunchPlan): void {
  mkdirSync(path, { recursive: true });
  if (launch.owner !== undefined) chownSync(path, launch.owner.uid, launch.owner.gid);
  chmodSync(path, 0o700);
}

/** Runs a PostgreSQL program to its end; a failure carries its output. */
function run(launch: LaunchPlan, program: string, args: readonly string[], input = ''): Promise<void> {
  const [first = '', ...rest] = [...launch.prefix, program, ...args];
  const child = spawn(first, rest, { ...launch.identity, cwd: '/', env: environment(), stdio: 'pipe' });
  let printed = '';
  const keep = (text: Buffer): void => {
    printed = (printed + text.toString()).slice(-20_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(printed))));
  });
}

/** Messages of PostgreSQL in English, without the caller's PG* variables. */
export function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
}
