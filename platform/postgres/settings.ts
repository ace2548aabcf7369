import { totalmem } from 'node:os';

const MIB = 1024 * 1024;

/**
 * Settings for one server process on two cores. Durability keeps PostgreSQL's defaults: fsync, synchronous_commit and
 * full_page_writes are on.
 */
export function settingsFor(durable: boolean): Readonly<Record<string, string>> {
  const limit = process.constrainedMemory();
  const memory_mib = Math.floor((limit > 0 ? Math.min(limit, totalmem()) : totalmem()) / MIB);
  return { ...common, ...(durable ? durableSettings(memory_mib) : fastSettings) };
}

/** Archiving of the write-ahead log. */
export interface Archiving {
  /** Where the command writes to; created when missing, and given to the database's user. */
  readonly directory: string;
  /** Program and arguments. It gets path and name of a file of the log as further arguments; 0 says that the file is safe. */
  readonly command: readonly string[];
}

/** An incomplete segment is archived after this time, if something was written: at most so much is lost with the machine. */
const ARCHIVE_TIMEOUT_S = 60;

/** Settings that archive the log. A start without them breaks the archived log: a new base backup is needed then. */
export const archiveSettings = ({ command }: Archiving): Readonly<Record<string, string>> => ({
  wal_level: 'replica',
  archive_mode: 'on',
  archive_command: shellCommand(command, '%p', '%f'),
  archive_timeout: String(ARCHIVE_TIMEOUT_S),
});

/**
 * Settings of a recovery from an archive: it ends at `untilMs` (unix ms, undefined: at the end of the log) with a database that
 * can be written to, on a timeline of its own. `command` gets the name and the target of each file.
 */
export const recoverySettings = (
  command: readonly string[],
  untilMs: number | undefined,
): Readonly<Record<string, string>> => ({
  wal_level: 'replica',
  // Nobody may read before the end is reached.
  hot_standby: 'off',
  restore_command: shellCommand(command, '%f', '%p'),
  recovery_target_action: 'promote',
  ...(untilMs === undefined ? {} : { recovery_target_time: timeOf(untilMs) }),
});

/** PostgreSQL reads this setting before it knows names of zones: the offset in digits. */
const timeOf = (ms: number): string => new Date(ms).toISOString().replace('Z', '+00');

/** A command for PostgreSQL, which replaces %p and %f and gives it to a shell. */
const shellCommand = (words: readonly string[], ...placeholders: readonly string[]): string =>
  [
    ...words.map((word) => `'${word.replaceAll("'", String.raw`'\''`).replaceAll('%', '%%')}'`),
    ...placeholders.map((each) => `"${each}"`),
  ].join(' ');

const common: Readonly<Record<string, string>> = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  random_page_cost: '1.1',
  max_connections: '100',
  max_parallel_workers_per_gather: '0',
  // The embedded server has no replicas; an archive sets another level.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  io_workers: '2',
  // Refused statements are returned to the caller, who logs them; only the server's own events belong here.
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

function durableSettings(memory_mib: number): Readonly<Record<string, string>> {
  const buffers_mib = Math.max(64, Math.min(512, Math.floor(memory_mib / 8)));
  return {
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    shared_buffers: `${buffers_mib}MB`,
    effective_cache_size: `${Math.max(256, Math.floor(memory_mib / 2))}MB`,
    maintenance_work_mem: `${Math.max(32, Math.min(256, Math.floor(memory_mib / 32)))}MB`,
    // Full page images after a checkpoint are the bulk of the log: rare checkpoints, compressed images.
    wal_compression: 'on',
    max_wal_size: '2GB',
    min_wal_size: '256MB',
    checkpoint_timeout: '20min',
    checkpoint_completion_target: '0.9',
    // Balances and orders are updated all the time: vacuum early. An analysis takes a core for some 100 ms: only after much growth.
    autovacuum_naptime: '15s',
    autovacuum_vacuum_scale_factor: '0.05',
    autovacuum_vacuum_threshold: '500',
    autovacuum_analyze_scale_factor: '0.2',
    autovacuum_vacuum_insert_scale_factor: '0.2',
    autovacuum_max_workers: '2',
  };
}

/** Tests only: a crash may lose everything. */
const fastSettings: Readonly<Record<string, string>> = {
  // Several test files at once, some with several servers.
  max_connections: '200',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  autovacuum: 'off',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
};
