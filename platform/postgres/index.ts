import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { launchFor, type LaunchPlan } from './account.ts';
import { findBinaries } from './binaries.ts';
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
import { DirectoryLost, StartRefused, explain } from './refusal.ts';
import { settingsFor } from './settings.ts';
import { supervise, type Watch } from './supervise.ts';

export { StartRefused, directoryInUse, lockHolder, takeLock };
export type { Lock };
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

/** One that is started again on the same directory, at the same address, when it ends by itself. */
export interface Supervised extends Embedded {
  /** Resolves when that has failed as often as it is tried: with a line that says what to do. */
  readonly lost: Promise<StartRefused>;
  /** Whoever ends it from now on means it: it is not started again, and a start under way is broken off. */
  letGo(): void;
}

/** Without a TCP port, the number only names the socket. */
const PORT_DEFAULT = 5432;
/** The longest socket address the kernel takes is 107 bytes; the name in the directory needs 16. */
const SOCKET_DIRECTORY_BYTES_MAX = 90;
const SPACE_BYTES_MIN = 100_000_000;
const SPACE_NEW_BYTES_MIN = 500_000_000;

/**
 * Starts PostgreSQL 18 on a directory and returns when it takes connections: a new cluster in about a second,
 * an existing one in a tenth. A server left over from a killed process is stopped first, so that none of its
 * unfinished transactions can commit after the new one has begun to read.
 * Refuses with StartRefused: directory in use, disk full, no permission, another version, port taken.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const place = await acquireDirectory(options);
  return { url: place.url, stop: stopOf(place, () => place.first.stop()) };
}

/**
 * The same for as long as a server runs: the database is started again when it ends by itself. The directory stays locked
 * meanwhile, and what the ended one left at work is stopped before.
 */
export async function superviseEmbedded(options: EmbeddedOptions, watch: Watch): Promise<Supervised> {
  const place = await acquireDirectory(options);
  const supervision = supervise(place.first, (broken) => place.again(broken), watch);
  return {
    url: place.url,
    lost: supervision.lost.then((trouble) => failureReason(place.layout, trouble)),
    letGo: () => supervision.letGo(),
    stop: stopOf(place, () => supervision.stop()),
  };
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

/** A directory that is locked for us, with the database that runs on it. */
interface ClusterLocation {
  readonly layout: Layout;
  readonly url: string;
  readonly first: Postmaster;
  /** Starts the database anew, after one that has ended. Refuses with StartRefused. */
  again(broken: AbortSignal): Promise<Postmaster>;
  /** Leaves nothing of it running and unlocks the directory. */
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
  const binaries = findBinaries();
  await stopOrphan(layout);
  const launch = launchFor(binaries.postgres, layout.cluster, ownerOf(layout));
  if (existsSync(layout.cluster)) checkVersion(layout);
  else await createCluster(layout, launch, binaries, options.durable);
  const sockets = socketDirectory(layout, launch);
  const port = String(options.port ?? PORT_DEFAULT);
  const settings = {
    ...settingsFor(options.durable),
    unix_socket_directories: sockets,
    listen_addresses: options.port === undefined ? '' : '127.0.0.1',
    port,
  };
  const setup = { layout, launch, binaries, settings };
  const first = await launchPostmaster(setup);
  const password = readFileSync(layout.password, 'utf8').trim();
  return {
    layout,
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

/** Somebody may have removed the directory, and another server may have made it its own since. */
function checkHeld(lock: Lock, { directory }: Layout): void {
  if (lock.isHeld()) return;
  throw new DirectoryLost(`${directory} was removed, or another server has taken it.`);
}

/** A database that runs full stops in the middle of its work: better not to begin. */
function checkSpace(layout: Layout): void {
  const { bavail, bsize } = statfsSync(layout.directory);
  const needed = existsSync(layout.cluster) ? SPACE_BYTES_MIN : SPACE_NEW_BYTES_MIN;
  if (bavail * bsize < needed) throw new Error('ENOSPC');
}

/** Beside the data, or in a directory with an unguessable name where that path is too long. */
function socketDirectory(layout: Layout, launch: LaunchPlan): string {
  const long = Buffer.byteLength(layout.run) > SOCKET_DIRECTORY_BYTES_MAX;
  const path = long ? mkdtempSync(join(tmpdir(), 'karat-')) : layout.run;
  ownDirectory(path, launch);
  return path;
}
