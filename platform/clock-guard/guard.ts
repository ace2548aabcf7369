import { uptime } from 'node:os';
import { append } from '@karat/platform/audit';
import type { Clock, Stop } from '@karat/platform/clock';
import type { Database, Queries, Tx } from '@karat/platform/db';
import type { Log } from '@karat/platform/log';
import { aheadOf, driftBetween, judgeClock } from './judge.ts';
import type { ClockFault, Reading, Verdict } from './judge.ts';
import { readClock, writeHalt, writeResume } from './store.ts';
import type { ClockRow } from './store.ts';

/** Reason and start of a halt of everything that settles by time. */
export interface ClockHalt {
  /** Unix ms, by the clock of the database. */
  readonly atMs: number;
  readonly reason: ClockFault;
  /** Difference between the clock and the expected time; negative: behind. */
  readonly driftMs: number;
}

export interface ClockState {
  readonly isTrusted: boolean;
  readonly halt: ClockHalt | undefined;
  /** Ms by which the clock was ahead of the database's clock at the last check. */
  readonly databaseDriftMs: number;
}

/**
 * Watches the clock of this machine against elapsed time, the clock of the database and the last published price. A
 * jump halts everything that settles by time, in all processes, until two operators resume it.
 */
export interface ClockGuard {
  /** The clock for the program: the same time, with the state of the guard. */
  readonly clock: Clock;
  /** Includes the time of the newest published price (unix ms) in later checks. */
  watchTicks(newest: (db: Queries) => Promise<number | undefined>): void;
  /** Runs the first check, then one per second. Throws if the database does not reply. */
  start(): Promise<void>;
  stop(): void;
  /** Runs a check now. */
  check(): Promise<void>;
  state(): ClockState;
  /** Returns the halt from its row. */
  halt(db: Queries): Promise<ClockHalt | undefined>;
  /**
   * Resumes the halt of a moment in the transaction of two operators, unless the clock still differs from the
   * database.
   */
  resume(tx: Tx, haltedMs: number): Promise<'resumed' | 'changed' | 'still_wrong'>;
}

export interface ClockGuardOptions {
  readonly clock: Clock;
  readonly db: Database;
  readonly log: Log;
  /** A larger jump halts, ms; 0 disables the guard, for tests that set the clock. */
  readonly toleranceMs: number;
  /** Ms of a monotonic clock that counts sleep. */
  readonly elapsed?: () => number;
}

const CHECK_MS = 1_000;
const MS_PER_S = 1_000;

const haltOf = ({ halted_at, reason, drift_ms }: ClockRow): ClockHalt | undefined =>
  halted_at === null || reason === null || drift_ms === null
    ? undefined
    : { atMs: halted_at, reason, driftMs: drift_ms };

/** Writes the halt to its row, with an entry in the audit log; logs it once. */
async function writeVerdict({ clock, db, log }: ClockGuardOptions, verdict: Verdict): Promise<void> {
  const detail = { reason: verdict.fault, drift_ms: Math.round(verdict.driftMs) };
  const isNew = await db.transact(async (tx) => {
    const written = await writeHalt(tx, verdict);
    const entry = { actor: 'system', action: 'halt clock', subject: 'clock', detail, at: clock.now() };
    if (written) await append(tx, entry);
    return written;
  });
  if (isNew) log.error(detail, 'clock is wrong, settlement halted');
}

/** Clock state of one process. */
class Watch {
  readonly #options: ClockGuardOptions;
  newestTick: (db: Queries) => Promise<number | undefined> = async () => undefined;
  /** The last correct reading. */
  #base: Reading;
  #resumes: number | undefined;
  #halt: ClockHalt | undefined;
  /** No check yet, or the last check found a fault. */
  #isFaulty: boolean;
  #isHalted: boolean;
  #databaseDriftMs = 0;
  #checking: Promise<void> | undefined;

  constructor(options: ClockGuardOptions) {
    this.#options = options;
    this.#base = this.#read();
    this.#isFaulty = this.#isHalted = !this.isOff;
  }

  get isOff(): boolean {
    return this.#options.toleranceMs === 0;
  }
  get isTrusted(): boolean {
    return !this.#isHalted && !this.#hasJumped();
  }
  get isSteady(): boolean {
    return !this.#isFaulty && !this.#hasJumped();
  }
  get state(): ClockState {
    return { isTrusted: this.isTrusted, halt: this.#halt, databaseDriftMs: this.#databaseDriftMs };
  }

  async check(): Promise<void> {
    if (this.isOff) return;
    await (this.#checking ??= this.#look().finally(() => {
      this.#checking = undefined;
    }));
  }

  async resume(tx: Tx, haltedMs: number): Promise<'resumed' | 'changed' | 'still_wrong'> {
    const { clock, toleranceMs } = this.#options;
    const first = clock.now();
    const row = await readClock(tx);
    if (Math.abs(aheadOf(row.now, first, clock.now())) > toleranceMs) return 'still_wrong';
    const tick = await this.newestTick(tx);
    if (!(await writeResume(tx, haltedMs, tick))) return 'changed';
    tx.afterCommit(() => void this.check().catch(() => undefined));
    return 'resumed';
  }

  #read(): Reading {
    const { clock, elapsed = () => uptime() * MS_PER_S } = this.#options;
    return { wall: clock.now(), elapsed: elapsed() };
  }

  #hasJumped(): boolean {
    return !this.isOff && Math.abs(driftBetween(this.#base, this.#read())) > this.#options.toleranceMs;
  }

  async #look(): Promise<void> {
    const { clock, db, toleranceMs } = this.#options;
    const first = clock.now();
    const row = await readClock(db);
    const now = this.#read();
    const lastTickMs = await this.newestTick(db);
    this.#databaseDriftMs = aheadOf(row.now, first, now.wall);
    // Two operators confirmed that the present time is right.
    if (this.#resumes !== row.resumes) this.#base = now;
    this.#resumes = row.resumes;
    const witnesses = {
      databaseDriftMs: this.#databaseDriftMs,
      isDatabaseElsewhere: !row.is_local,
      lastTickMs,
      acceptedUntilMs: row.accepted_until ?? undefined,
    };
    const verdict = judgeClock(this.#base, now, witnesses, toleranceMs);
    this.#isFaulty = verdict !== undefined;
    if (verdict) {
      this.#isHalted = true;
      await writeVerdict(this.#options, verdict);
      this.#halt = haltOf(await readClock(db));
    } else this.#follow(row, now);
  }

  /** The clock is right: the next check starts from here. The row decides whether it is halted. */
  #follow(row: ClockRow, now: Reading): void {
    const { log, toleranceMs } = this.#options;
    const drift = driftBetween(this.#base, now);
    if (Math.abs(drift) > toleranceMs)
      log.warn({ drift_ms: drift }, 'clock moved on with the database, treated as downtime');
    this.#base = now;
    this.#halt = haltOf(row);
    this.#isHalted = this.#halt !== undefined;
  }
}

export function createClockGuard(options: ClockGuardOptions): ClockGuard {
  const { clock, log } = options;
  const watch = new Watch(options);
  let stopChecking: Stop = () => undefined;
  return {
    clock: {
      ...clock,
      isTrusted: () => clock.isTrusted() && watch.isTrusted,
      isSteady: () => clock.isSteady() && watch.isSteady,
    },
    watchTicks: (newest) => void (watch.newestTick = newest),
    check: () => watch.check(),
    async start() {
      await watch.check();
      if (watch.isOff) return;
      stopChecking = clock.every(CHECK_MS, () => {
        // Without a database nothing settles either; the state stays.
        watch.check().catch((error: unknown) => log.debug({ err: error }, 'clock check failed'));
      });
    },
    stop: () => stopChecking(),
    state: () => watch.state,
    halt: async (queries) => haltOf(await readClock(queries)),
    resume: (tx, haltedMs) => watch.resume(tx, haltedMs),
  };
}
