import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import type { LaunchPlan } from './account.ts';
import type { Binaries } from './binaries.ts';
import { environment, type Layout } from './cluster.ts';
import { beginningOf, processesIn, signal, until } from './processes.ts';

/** PostgreSQL's main process, accepting connections. */
export interface Postmaster {
  /** Resolves with the cause when it has ended. */
  readonly ended: Promise<string>;
  /** Ends connections and writes everything to disk. */
  stop(): Promise<void>;
}

/** Arguments of the postmaster. */
export interface Setup {
  readonly layout: Layout;
  readonly launch: LaunchPlan;
  readonly binaries: Binaries;
  readonly settings: Readonly<Record<string, string>>;
  /** Environment variables for its commands. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Longest time until it accepts connections, ms; two minutes when left out. */
  readonly startMsMax?: number;
}

const LOG_BYTES_MAX = 5_000_000;
const START_MS_MAX = 120_000;
const STOP_FAST_MS_MAX = 60_000;
const STOP_NOW_MS_MAX = 10_000;

/**
 * Returns when it accepts connections, after crash recovery. Throws PostgreSQL's output if it ends instead; after a
 * timeout or an abort no process is left.
 */
export async function launchPostmaster(setup: Setup, broken?: AbortSignal): Promise<Postmaster> {
  const { layout } = setup;
  if (existsSync(layout.log) && statSync(layout.log).size > LOG_BYTES_MAX) truncateSync(layout.log);
  const log = openSync(layout.log, 'a', 0o600);
  const before = statSync(layout.log).size;
  const child = spawnPostmaster(setup, log);
  closeSync(log);
  let failure: Error | undefined;
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  child.on('error', (error) => {
    failure = error;
    resolve(error.message);
  });
  child.on('exit', (code, name) => resolve(name === null ? `exit code ${code}` : `killed by ${name}`));
  child.unref();
  const hasEnded = (): boolean =>
    failure !== undefined || child.exitCode !== null || child.signalCode !== null;
  await until(
    () => hasEnded() || broken?.aborted === true || isReady(layout, child.pid),
    setup.startMsMax ?? START_MS_MAX,
  );
  const { pid } = child;
  if (pid !== undefined && !hasEnded() && broken?.aborted !== true && isReady(layout, pid))
    return { ended, stop: async () => void (hasEnded() || (await stopPostmaster(pid))) };
  if (pid !== undefined && !hasEnded()) {
    signal(pid, 'SIGQUIT');
    if (!(await until(hasEnded, STOP_NOW_MS_MAX))) signal(pid, 'SIGKILL');
  }
  throw failure ?? new Error(readFileSync(layout.log).subarray(before).toString());
}

function spawnPostmaster({ layout, launch, binaries, settings, secrets }: Setup, log: number) {
  const [first = '', ...rest] = [
    ...launch.prefix,
    binaries.postgres,
    '-D',
    layout.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  // A separate session: Ctrl-C reaches the server alone, which then stops its database last.
  return spawn(first, rest, {
    ...launch.identity,
    cwd: '/',
    env: { ...environment(), ...secrets },
    detached: true,
    stdio: ['ignore', log, log],
  });
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

/**
 * Stops processes left over from a killed server or postmaster; deletes a pid file whose number belongs to another
 * process now, and the sockets in `sockets`.
 */
export async function stopOrphan(layout: Layout, sockets = layout.run): Promise<void> {
  const claimed = Number(pidFile(layout)?.[0]);
  const found = processesIn(layout.cluster, Number.isInteger(claimed) ? claimed : undefined);
  if (found.includes(claimed)) await stopPostmaster(claimed);
  const left = processesIn(layout.cluster, undefined);
  for (const pid of left) signal(pid, 'SIGQUIT');
  if (!(await until(() => left.every((pid) => beginningOf(pid) === undefined), STOP_NOW_MS_MAX))) {
    for (const pid of left) signal(pid, 'SIGKILL');
  }
  rmSync(join(layout.cluster, 'postmaster.pid'), { force: true });
  // Nobody listens there any more. PostgreSQL would refuse its own socket while the killed server's pid is still in
  // use.
  for (const socket of existsSync(sockets) ? readdirSync(sockets) : []) {
    if (socket.startsWith('.s.PGSQL.')) rmSync(join(sockets, socket), { force: true });
  }
}

/**
 * Fast: ends connections and writes a checkpoint. After the timeout, immediate: the log then recovers at the next
 * start.
 */
async function stopPostmaster(pid: number): Promise<void> {
  const began = beginningOf(pid);
  const gone = (): boolean => began === undefined || beginningOf(pid) !== began;
  if (gone()) return;
  signal(pid, 'SIGINT');
  if (await until(gone, STOP_FAST_MS_MAX)) return;
  signal(pid, 'SIGQUIT');
  if (await until(gone, STOP_NOW_MS_MAX)) return;
  signal(pid, 'SIGKILL');
  await until(gone, STOP_NOW_MS_MAX);
}
