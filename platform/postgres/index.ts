import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { launchFor, type LaunchPlan } from './account.ts';
import {
  NAME,
  checkVersion,
  createCluster,
  layoutOf,
  ownDirectory,
  ownerOf,
  type Layout,
} from './cluster.ts';
import { directoryInUse, lockHolder, takeLock, type Lock } from './lock.ts';
import { launchPostmaster, stopOrphan, type Postmaster } from './postmaster.ts';
import { choosePrograms, PROGRAM_SOURCES } from './programs.ts';
import { DirectoryLost, StartRefused, explain } from './refusal.ts';
import { RECOVERY_MS_MAX, type Recovery } from './recovery.ts';
import { archiveSettings, recoverySettings, settingsFor, type Archiving } from './settings.ts';
import { supervise, type Watch } from './supervise.ts';

export { PROGRAM_SOURCES, StartRefused, directoryInUse, lockHolder, takeLock };
export { prepareRecovery } from './recovery.ts';
export type { Archiving, Lock, Recovery };
export { runningOn } from './running.ts';

export interface EmbeddedOptions {
  /** Data directory; created when missing. */
  readonly dataDir: string;
  /** Also listens on 127.0.0.1 at this port, for tools; by default only on the socket. */
  readonly port?: number;
  /** False only in tests: a crash may then lose everything. */
  readonly durable: boolean;
  /** Archives the log. Once it is archived, a start must say how, or `off`: one without it would break the archived log. */
  readonly archiving?: Archiving | 'off';
  /** The first start after `prepareRecovery`: it reads the log from an archive, which may take hours. */
  readonly recovery?: Recovery;
}

export interface Embedded {
  /** For any PostgreSQL client; contains the password. */
  readonly url: string;
  /** Ends connections, writes everything to disk and unlocks the directory. A second call has no effect. */
  stop(): Promise<void>;
}

/** A database that is restarted on the same directory, at the same address, when it ends unexpectedly. */
export interface Supervised extends Embedded {
  /** Resolves when the last restart has failed, with a line that names the remedy. */
  readonly lost: Promise<StartRefused>;
  /** Stops supervising: the database is not restarted when it ends, and a running restart is aborted. */
  detach(): void;
}

/** Without a TCP port, the number only names the socket. */
const PORT_DEFAULT = 5432;
/** The kernel accepts socket addresses of at most 107 bytes; the file name needs 16. */
const SOCKET_DIRECTORY_BYTES_MAX = 90;
const SPACE_BYTES_MIN = 100_000_000;
const SPACE_NEW_BYTES_MIN = 500_000_000;

/**
 * Starts PostgreSQL 18 on a directory and returns when it accepts connections: a new cluster in about a second, an
 * existing one in a tenth. A server left over from a killed process is stopped first, so that none of its unfinished
 * transactions can commit after the new one has started. Refuses with StartRefused: directory in use, disk full, no
 * permission, another version, port taken. `KARAT_POSTGRES` names the server to use.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const place = await acquireDirectory(options);
  return { url: place.url, stop: stopOf(place, () => place.first.stop()) };
}

/**
 * The same with supervision: the database is restarted when it ends unexpectedly. The directory stays locked
 * meanwhile, and leftover processes are stopped first.
 */
export async function superviseEmbedded(options: EmbeddedOptions, watch: Watch): Promise<Supervised> {
  const place = await acquireDirectory(options);
  if (place.fallback !== undefined)
    watch.log.warn({ reason: place.fallback }, 'fast PostgreSQL cannot run here, default used');
  const supervision = supervise(place.first, (broken) => place.again(broken), watch);
  return {
    url: place.url,
    lost: supervision.lost.then((trouble) => failureReason(place.layout, trouble)),
    detach: () => supervision.detach(),
    stop: stopOf(place, () => supervision.stop()),
  };
}

/**
 * Stops a server left over on this directory, if there is one. Refuses while a live process holds it. For callers that
 * delete the directory.
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

/** A locked directory with its running database. */
interface ClusterLocation {
  readonly layout: Layout;
  /** Why the server is not the one that `KARAT_POSTGRES` names; undefined if it is. */
  readonly fallback: string | undefined;
  readonly url: string;
  readonly first: Postmaster;
  /** Starts the database again after it has ended. Refuses with StartRefused. */
  again(broken: AbortSignal): Promise<Postmaster>;
  /** Stops all its processes and unlocks the directory. */
  leave(): Promise<void>;
}

async function acquireDirectory(options: EmbeddedOptions): Promise<ClusterLocation> {
  const directory = resolve(options.dataDir);
  try {
    mkdirSync(directory, { recursive: true, mode: 0o711 });
    const layout = layoutOf(realpathSync(directory));
    const lock = takeLock(layout.directory);
    try {
      return await settle(layout, lock, options);
    } catch (failure) {
      lock.release();
      throw failure;
    }
  } catch (failure) {
    throw explain(failure, directory);
  }
}

async function settle(layout: Layout, lock: Lock, options: EmbeddedOptions): Promise<ClusterLocation> {
  checkSpace(layout);
  const { binaries, fallback } = choosePrograms();
  await stopOrphan(layout);
  const { recovery } = options;
  const archiving = archivingOf(layout, options);
  const used = archiving === undefined ? [] : [archiving.directory, archiving.command[1] ?? ''];
  const launch = launchFor(binaries.postgres, [layout.cluster, ...used], ownerOf(layout));
  if (existsSync(layout.cluster)) checkVersion(layout);
  else await createCluster(layout, launch, binaries, options.durable);
  const sockets = socketDirectory(layout, launch);
  const port = String(options.port ?? PORT_DEFAULT);
  if (archiving !== undefined) ownDirectory(archiving.directory, launch);
  const settings = {
    ...settingsFor(options.durable),
    ...(archiving === undefined ? {} : archiveSettings(archiving)),
    ...(recovery === undefined ? {} : recoverySettings(recovery.command, recovery.untilMs)),
    unix_socket_directories: sockets,
    listen_addresses: options.port === undefined ? '' : '127.0.0.1',
    port,
  };
  const setup = {
    layout,
    launch,
    binaries,
    settings,
    ...(recovery && { secrets: recovery.secrets, startMsMax: RECOVERY_MS_MAX }),
  };
  const first = await launchPostmaster(setup);
  const password = readFileSync(layout.password, 'utf8').trim();
  return {
    layout,
    fallback,
    url: `postgresql://${NAME}:${password}@localhost:${port}/${NAME}?host=${encodeURIComponent(sockets)}`,
    first,
    async again(broken) {
      try {
        checkHeld(lock, layout);
        checkSpace(layout);
        await stopOrphan(layout, sockets);
        return await launchPostmaster(setup, broken);
      } catch (failure) {
        throw explain(failure, layout.directory);
      }
    },
    async leave() {
      if (lock.isHeld()) await stopOrphan(layout, sockets);
      if (sockets !== layout.run) rmSync(sockets, { recursive: true, force: true });
      lock.release();
    },
  };
}

/** Records that the log is archived. Refuses a start that would end that without saying so. */
function archivingOf({ archived, directory }: Layout, { archiving }: EmbeddedOptions): Archiving | undefined {
  if (archiving === undefined && existsSync(archived))
    throw new StartRefused(
      `the log of ${directory} is archived to ${readFileSync(archived, 'utf8')}: set KARAT_WAL_ARCHIVE to it, or to off to end the archive.`,
    );
  if (archiving === undefined) return undefined;
  if (archiving === 'off') {
    rmSync(archived, { force: true });
    return undefined;
  }
  try {
    mkdirSync(archiving.directory, { recursive: true, mode: 0o711 });
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    throw new StartRefused(
      `the folder of KARAT_WAL_ARCHIVE cannot be made (${reason}): make it, or name another one.`,
    );
  }
  writeFileSync(archived, archiving.directory, { mode: 0o600 });
  return archiving;
}

function stopOf(place: ClusterLocation, stop: () => Promise<void>): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  const stopAndLeave = async (): Promise<void> => {
    try {
      await stop();
    } finally {
      await place.leave();
    }
  };
  return () => (stopping ??= stopAndLeave());
}

const failureReason = ({ log }: Layout, trouble: string): StartRefused =>
  new StartRefused(
    `The embedded database has ended and could not be started again (${trouble.replace(/\.$/, '')}): mend that, see ${log}, then start again.`,
  );

/** The directory may have been removed, and another server may use it since. */
function checkHeld(lock: Lock, { directory }: Layout): void {
  if (lock.isHeld()) return;
  throw new DirectoryLost(`${directory} was removed, or another server has taken it.`);
}

/** A database on a full disk stops in the middle of its work: refuse to start. */
function checkSpace(layout: Layout): void {
  const { bavail, bsize } = statfsSync(layout.directory);
  const needed = existsSync(layout.cluster) ? SPACE_BYTES_MIN : SPACE_NEW_BYTES_MIN;
  if (bavail * bsize < needed) throw new Error('ENOSPC');
}

/** Beside the data, or in a directory with an unguessable name if that path is too long. */
function socketDirectory(layout: Layout, launch: LaunchPlan): string {
  const long = Buffer.byteLength(layout.run) > SOCKET_DIRECTORY_BYTES_MAX;
  const path = long ? mkdtempSync(join(tmpdir(), 'karat-')) : layout.run;
  ownDirectory(path, launch);
  return path;
}
