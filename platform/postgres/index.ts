import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  statfsSync,
  truncateSync,
  closeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { launchFor, type Launch } from './account.ts';
import { findBinaries, type Binaries } from './binaries.ts';
import {
  NAME,
  checkVersion,
  createCluster,
  environment,
  layoutOf,
  ownDirectory,
  ownerOf,
  type Layout,
} from './cluster.ts';
import { takeLock } from './lock.ts';
import { beginningOf, processesIn, signal, until } from './processes.ts';
import { StartRefused, explain } from './refusal.ts';
import { settingsFor } from './settings.ts';

export { StartRefused };
export { runningOn } from './running.ts';

export interface EmbeddedOptions {
  /** Everything the database keeps lies here; made when missing. */
  readonly dataDir: string;
  /** Also listens on 127.0.0.1 at this port, for tools; without it only the socket is there. */
  readonly port?: number;
  /** False only in tests: a crash may then lose everything. */
  readonly durable: boolean;
}

export interface Embedded {
  /** For any PostgreSQL client; carries the password. */
  readonly url: string;
  /** Ends connections, writes everything out and releases the directory. Calling it again does nothing more. */
  stop(): Promise<void>;
}

/** Without a TCP port, the number only names the socket. */
const PORT_DEFAULT = 5432;
/** The longest socket address the kernel takes is 107 bytes; the name in the directory needs 16. */
const SOCKET_DIRECTORY_BYTES_MAX = 90;
const LOG_BYTES_MAX = 5_000_000;
const SPACE_BYTES_MIN = 100_000_000;
const SPACE_NEW_BYTES_MIN = 500_000_000;
const START_MS_MAX = 120_000;
const STOP_FAST_MS_MAX = 60_000;

/**
 * Starts PostgreSQL 18 on a directory and returns when it takes connections: a new cluster in about a second,
 * an existing one in a tenth. A server left over from a killed process is stopped first, so that none of its
 * unfinished transactions can commit after the new one has begun to read.
 * Refuses with StartRefused: directory in use, disk full, no permission, another version, port taken.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const directory = resolve(options.dataDir);
  try {
    mkdirSync(directory, { recursive: true, mode: 0o711 });
    const layout = layoutOf(realpathSync(directory));
    const lock = takeLock(layout.directory);
    try {
      const stop = await start(layout, options);
      let stopping: Promise<void> | undefined;
      return {
        url: stop.url,
        stop: () => (stopping ??= stop.stop().finally(() => lock.release())),
      };
    } catch (failure) {
      lock.release();
      throw failure;
    }
  } catch (failure) {
    throw explain(failure, directory);
  }
}

/**
 * Stops a server that was left over on this directory, if there is one. Refuses while a live process holds it.
 * For whoever wants to delete the directory.
 */
export async function stopLeftOver(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  const layout = layoutOf(realpathSync(dataDir));
  const lock = takeLock(layout.directory);
  try {
    await stopOrphan(layout);
  } finally {
    lock.release();
  }
}

async function start(
  layout: Layout,
  options: EmbeddedOptions,
): Promise<{ url: string; stop(): Promise<void> }> {
  checkSpace(layout);
  const binaries = findBinaries();
  await stopOrphan(layout);
  const launch = launchFor(binaries.postgres, layout.cluster, ownerOf(layout));
  if (existsSync(layout.cluster)) checkVersion(layout);
  else await createCluster(layout, launch, binaries, options.durable);
  const sockets = socketDirectory(layout, launch);
  const pid = await launchPostmaster(layout, launch, binaries, sockets, options);
  const password = readFileSync(layout.password, 'utf8').trim();
  return {
    url: `postgresql://${NAME}:${password}@localhost:${options.port ?? PORT_DEFAULT}/${NAME}?host=${encodeURIComponent(sockets)}`,
    stop: async () => {
      await stopPostmaster(pid);
      if (sockets !== layout.run) rmSync(sockets, { recursive: true, force: true });
    },
  };
}

/** A database that runs full stops in the middle of its work: better not to begin. */
function checkSpace(layout: Layout): void {
  const { bavail, bsize } = statfsSync(layout.directory);
  const needed = existsSync(layout.cluster) ? SPACE_BYTES_MIN : SPACE_NEW_BYTES_MIN;
  if (bavail * bsize < needed) throw new Error('ENOSPC');
}

/** Beside the data, or in a directory with an unguessable name where that path is too long. */
function socketDirectory(layout: Layout, launch: Launch): string {
  const long = Buffer.byteLength(layout.run) > SOCKET_DIRECTORY_BYTES_MAX;
  const path = long ? mkdtempSync(join(tmpdir(), 'karat-')) : layout.run;
  ownDirectory(path, launch);
  return path;
}

async function launchPostmaster(
  layout: Layout,
  launch: Launch,
  binaries: Binaries,
  sockets: string,
  options: EmbeddedOptions,
): Promise<number> {
  if (existsSync(layout.log) && statSync(layout.log).size > LOG_BYTES_MAX) truncateSync(layout.log);
  const log = openSync(layout.log, 'a', 0o600);
  const before = statSync(layout.log).size;
  const settings = {
    ...settingsFor(options.durable),
    unix_socket_directories: sockets,
    listen_addresses: options.port === undefined ? '' : '127.0.0.1',
    port: String(options.port ?? PORT_DEFAULT),
  };
  const [first = '', ...rest] = [
    ...launch.prefix,
    binaries.postgres,
    '-D',
    layout.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  // Its own session: Ctrl-C reaches the server alone, which then stops its database last.
  const child = spawn(first, rest, {
    ...launch.identity,
    cwd: '/',
    env: environment(),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let failure: Error | undefined;
  child.on('error', (error) => (failure = error));
  child.unref();
  const ended = (): boolean => failure !== undefined || child.exitCode !== null || child.signalCode !== null;
  const settled = await until(() => ended() || isReady(layout, child.pid), START_MS_MAX);
  if (settled && !ended() && child.pid !== undefined) return child.pid;
  if (child.pid !== undefined && !ended()) signal(child.pid, 'SIGQUIT');
  throw failure ?? new Error(readFileSync(layout.log).subarray(before).toString());
}

/** PostgreSQL writes its state into the eighth line of its pid file. */
function isReady(layout: Layout, pid: number | undefined): boolean {
  const lines = pidFile(layout);
  return lines?.[0] === String(pid) && lines[7]?.trim() === 'ready';
}

function pidFile(layout: Layout): readonly string[] | undefined {
  try {
    return readFileSync(join(layout.cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
}

/** Stops what a killed server left running; forgets a pid file whose number names something else by now. */
async function stopOrphan(layout: Layout): Promise<void> {
  const claimed = Number(pidFile(layout)?.[0]);
  const found = processesIn(layout.cluster, Number.isInteger(claimed) ? claimed : undefined);
  if (found.includes(claimed)) await stopPostmaster(claimed);
  const left = processesIn(layout.cluster, undefined);
  for (const pid of left) signal(pid, 'SIGQUIT');
  if (!(await until(() => left.every((pid) => beginningOf(pid) === undefined), 10_000))) {
    for (const pid of left) signal(pid, 'SIGKILL');
  }
  rmSync(join(layout.cluster, 'postmaster.pid'), { force: true });
  // Nobody listens there any more. PostgreSQL would refuse its own socket while the number of a killed server is still
  // known to the system, or names something else by now.
  for (const socket of existsSync(layout.run) ? readdirSync(layout.run) : []) {
    if (socket.startsWith('.s.PGSQL.')) rmSync(join(layout.run, socket), { force: true });
  }
}

/** Fast: ends connections and writes a checkpoint. When that takes too long, at once: the log then repairs at the next start. */
async function stopPostmaster(pid: number): Promise<void> {
  const began = beginningOf(pid);
  const gone = (): boolean => began === undefined || beginningOf(pid) !== began;
  if (gone()) return;
  signal(pid, 'SIGINT');
  if (await until(gone, STOP_FAST_MS_MAX)) return;
  signal(pid, 'SIGQUIT');
  if (await until(gone, 10_000)) return;
  signal(pid, 'SIGKILL');
  await until(gone, 10_000);
}
