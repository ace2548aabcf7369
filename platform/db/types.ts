import type { Sql } from 'sql-template-tag';

/** Statements on the pool, on a session or in a transaction. */
export interface Queries {
  /** Returns all rows. */
  rows<Row>(statement: Sql): Promise<Row[]>;
  /** Returns the first row, or undefined. */
  maybe<Row>(statement: Sql): Promise<Row | undefined>;
  /** Returns the only row; throws if there is none. */
  one<Row>(statement: Sql): Promise<Row>;
  /** Returns the number of affected rows. */
  run(statement: Sql): Promise<number>;
  /** Runs a prepared statement, for hot paths. A name always stands for the same text. */
  prepared<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>;
}

export interface Tx extends Queries {
  /** Runs a function after a successful commit, in order; never after a rollback. */
  afterCommit(run: () => void): void;
  /** Runs a function when the transaction has ended, committed or not; after a commit before `afterCommit`. */
  atEnd(run: () => void): void;
  /**
   * Adds final statements of the transaction, sent after its work, in order. A session sends them together with the
   * commit, so only an error of the database can stop it.
   */
  withCommit(part: () => Promise<unknown>): void;
  /**
   * Runs statements that do not need each other's results. A session sends them at once, a pool connection one by one.
   * Returns when all have ended, or throws the first failure.
   */
  together(parts: readonly (() => Promise<unknown>)[]): Promise<void>;
  /** Runs a savepoint: a failure undoes only this part. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * A dedicated connection for a writer with its own session settings. Its statements are pipelined: a statement is sent
 * before the reply to the previous one has arrived.
 */
export interface Session {
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs one prepared statement as a transaction of its own; it is committed when its rows arrive. */
  prepared<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>;
  /** Resolves when the connection has ended, for any reason. */
  readonly ended: Promise<void>;
  release(): void;
}

/** Part of a statement that several domains write together. A name always stands for the same text. */
export interface StatementPart {
  readonly name: string;
  /**
   * Common table expressions, and an expression that fails if a condition is violated. `at(n)` is the placeholder of
   * the part's n-th value, counted from 1.
   */
  readonly text: (at: (n: number) => string) => { readonly tables: string; readonly checked: string };
  readonly values: readonly unknown[];
}

export interface Database extends Queries {
  /**
   * Runs a transaction, READ COMMITTED. Retries serialization failures (40001) and deadlocks (40P01) up to `attempts`
   * runs in all, so the work must have no effects but its statements and `afterCommit`.
   */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs a transaction on a separate small pool, for rows that must stay although the caller's own transaction is
   * rolled back, such as a failed login attempt. It never waits for connections that such callers hold. It must not
   * touch rows that the caller has locked.
   */
  apart<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  session(settings?: Readonly<Record<string, string>>): Promise<Session>;
  close(): Promise<void>;
  /** Connections in use, idle, and callers in the queue. */
  usage(): { total: number; idle: number; waiting: number };
}
