import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { isRetryable } from './errors.ts';
import { guarded } from './guard.ts';
import { pipelined, queriesOn, transaction } from './transaction.ts';

/**
 * Column types as the program has them: int8 as a number (ids and unix ms stay below 2^53, checked), timestamps as unix
 * ms, numeric as text for @karat/money to read.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (format !== 'binary' && oid === pg.types.builtins.INT8) return readInt8;
    if (format !== 'binary' && oid === pg.types.builtins.TIMESTAMPTZ) return readTimestamp;
    return driverParser(oid, format);
  },
};

/** The driver's own reading of a type; it says nothing of what it answers. */
const driverParser = (oid: number, format?: 'text' | 'binary'): unknown =>
  format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');

function readInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 out of the safe range: ${text}`);
  return value;
}

const readTimestamp = (text: string): number =>
  Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));

/** Statements on the pool, on a session or in a transaction. */
export interface Queries {
  /** All rows. */
  rows<Row>(statement: Sql): Promise<Row[]>;
  /** The first row, if there is one. */
  maybe<Row>(statement: Sql): Promise<Row | undefined>;
  /** The one row; no row is a bug and throws. */
  one<Row>(statement: Sql): Promise<Row>;
  /** How many rows it touched. */
  run(statement: Sql): Promise<number>;
  /** A prepared statement for hot paths, by a name that always stands for the same text. */
  prepared<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>;
}

export interface Tx extends Queries {
  /** Runs after a successful commit, in order; never after a rollback. */
  afterCommit(run: () => void): void;
  /** Runs when the transaction has ended, committed or not; after a commit before `afterCommit`. */
  atEnd(run: () => void): void;
  /**
   * The last statements of the transaction, begun when its work has ended, in order. A session sends them together with the
   * commit, so whatever has to stop it must be an error of the database itself.
   */
  withCommit(part: () => Promise<unknown>): void;
  /**
   * Statements that do not need each other's results. A session sends them at once, elsewhere they go one by one. All have
   * ended when it returns, or throws the first failure.
   */
  together(parts: readonly (() => Promise<unknown>)[]): Promise<void>;
  /** Runs part of the work so that its failure undoes only itself. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * One connection of its own, for a writer whose session has settings of its own. Its statements are pipelined: what is asked
 * before an answer has come travels with it.
 */
export interface Session {
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One prepared statement that is a transaction of its own: it is committed when its rows are here. */
  prepared<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>;
  /** Resolves when the connection is gone, by whatever cause. */
  readonly ended: Promise<void>;
  release(): void;
}

/** What one room adds to a statement that several rooms write together. The same name always stands for the same text. */
export interface StatementPart {
  readonly name: string;
  /**
   * Common table expressions, and an expression that fails where something is not what it must be. `at(n)` is the place of
   * the part's n-th value, counted from 1.
   */
  readonly text: (at: (n: number) => string) => { readonly tables: string; readonly checked: string };
  readonly values: readonly unknown[];
}

export interface Database extends Queries {
  /**
   * All or nothing, READ COMMITTED. Lost races (40001, 40P01) run again, at most `attempts` times in all, so the work must
   * have no effects but its statements and `afterCommit`.
   */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * The same on a connection of a small pool beside the other: for what must stay although the caller's own transaction is
   * undone, such as a wrong try. It never waits for connections that such callers hold, so they cannot starve each other;
   * it must not touch rows that the caller has locked.
   */
  apart<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  session(settings?: Readonly<Record<string, string>>): Promise<Session>;
  close(): Promise<void>;
  /** Connections in use, idle, and callers waiting for one. */
  usage(): { total: number; idle: number; waiting: number };
}

export interface DatabaseOptions {
  readonly url: string;
  /** Connections at most. */
  readonly connections?: number;
  /** A statement that takes longer is cancelled. */
  readonly statementTimeoutMs?: number;
  readonly attempts?: number;
  /**
   * Throws where a transaction asks the pool instead of itself: it would hold one connection while it waits for another, and
   * enough of such callers wait for each other. For tests and development.
   */
  readonly guarded?: boolean;
}

const CONNECTIONS = 16;
/** Of the small pool: what it does takes a millisecond or two. */
const CONNECTIONS_APART = 3;
const STATEMENT_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;
const ATTEMPTS = 5;

async function retried<T>(attempts: number, run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= attempts || !isRetryable(error)) throw error;
    }
  }
}

/** Opens a pool. Nothing connects before the first statement. */
export function openDatabase(options: DatabaseOptions): Database {
  return options.guarded === true ? guarded(openUnguarded(options)) : openUnguarded(options);
}

function openUnguarded(options: DatabaseOptions): Database {
  const attempts = options.attempts ?? ATTEMPTS;
  const pool = openPool(options, options.connections ?? CONNECTIONS);
  const apart = openPool(options, CONNECTIONS_APART);
  return {
    ...queriesOn(pool),
    transact: (work) => retried(attempts, () => withClient(pool, (client) => transaction(client, work))),
    apart: (work) => retried(attempts, () => withClient(apart, (client) => transaction(client, work))),
    async session(settings = {}) {
      const client = await pool.connect();
      const ignore = (): void => undefined;
      client.on('error', ignore);
      const ended = new Promise<void>((resolve) => client.once('end', resolve));
      for (const [name, value] of Object.entries(settings)) {
        await client.query('select set_config($1, $2, false)', [name, value]);
      }
      Object.assign(client, { pipeline: true });
      const statements = queriesOn(client);
      return {
        transact: (work) => retried(attempts, () => pipelined(client, work)),
        prepared: <Row>(name: string, text: string, values: readonly unknown[]) =>
          retried(attempts, () => statements.prepared<Row>(name, text, values)),
        ended,
        // Destroyed rather than returned: its settings must not leak to others.
        release: () => client.release(true),
      };
    },
    close: async () => void (await Promise.all([pool.end(), apart.end()])),
    usage: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}

function openPool(options: DatabaseOptions, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max,
    statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types,
  });
  // A broken idle connection is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => undefined);
  return pool;
}

async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error): void => void (broken = error);
  client.on('error', onError);
  try {
    return await work(client);
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}
