import pg from 'pg';
import type { Tracer } from '@karat/platform/tracing';
import { columnTypes } from './column-types.ts';
import { CompositeTypes } from './composite-types.ts';
import { isRetryable } from './errors.ts';
import { guarded } from './guard.ts';
import { pipelined, queriesOn, transaction } from './transaction.ts';
import type { Database } from './types.ts';

export interface DatabaseOptions {
  readonly url: string;
  /** Maximum connections. */
  readonly connections?: number;
  /** A longer statement is cancelled. */
  readonly statementTimeoutMs?: number;
  readonly attempts?: number;
  /**
   * Throws if a transaction queries the pool instead of its own connection: it would hold one connection while it
   * waits for another, and enough such callers deadlock. For tests and development.
   */
  readonly guarded?: boolean;
  /** Records a span for each statement of a traced request. */
  readonly tracer?: Tracer | undefined;
}

const CONNECTIONS = 16;
/** Size of the small pool: its transactions take a millisecond or two. */
const CONNECTIONS_APART = 3;
const STATEMENT_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;
const ATTEMPTS = 5;
/** A new connection costs some ten milliseconds, and its first statements as much again: a burst after a pause finds the old ones. */
const IDLE_MS = 600_000;

async function retried<T>(attempts: number, run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= attempts || !isRetryable(error)) throw error;
    }
  }
}

/** Opens a pool. It connects with the first statement. */
export function openDatabase(options: DatabaseOptions): Database {
  return options.guarded === true ? guarded(openUnguarded(options)) : openUnguarded(options);
}

function openUnguarded(options: DatabaseOptions): Database {
  const { attempts = ATTEMPTS, tracer } = options;
  const pool = openPool(options, options.connections ?? CONNECTIONS);
  const apart = openPool(options, CONNECTIONS_APART);
  const types = new CompositeTypes();
  return {
    ...queriesOn(pool, types, tracer),
    transact: (work) =>
      retried(attempts, () => withClient(pool, (client) => transaction(client, work, types, tracer))),
    apart: (work) =>
      retried(attempts, () => withClient(apart, (client) => transaction(client, work, types, tracer))),
    async session(settings = {}) {
      const client = await pool.connect();
      const ignore = (): void => undefined;
      client.on('error', ignore);
      const ended = new Promise<void>((resolve) => client.once('end', resolve));
      for (const [name, value] of Object.entries(settings)) {
        await client.query('select set_config($1, $2, false)', [name, value]);
      }
      await types.load(client);
      Object.assign(client, { pipeline: true });
      const statements = queriesOn(client, types, tracer);
      return {
        transact: (work) => retried(attempts, () => pipelined(client, work, types, tracer)),
        prepared: <Row>(name: string, text: string, values: readonly unknown[]) =>
          retried(attempts, () => statements.prepared<Row>(name, text, values)),
        ended,
        // Closed rather than returned to the pool: its settings must not leak.
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
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    types: columnTypes,
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
