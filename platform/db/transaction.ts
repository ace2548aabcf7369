import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import type { Tracer } from '@karat/platform/tracing';
import type { CompositeTypes } from './composite-types.ts';
import { traceStatement, tracedQueries } from './traced-queries.ts';
import type { Queries, Tx } from './types.ts';

type QueryPart = () => Promise<unknown>;

/**
 * Sends one statement; resolves with its result. The driver is called with a callback: of the promises that it returns itself each one
 * kept the statement before it alive, with all its parameters, until the next full collection of garbage.
 */
async function send(client: pg.Pool | pg.ClientBase, statement: pg.QueryConfig): Promise<pg.QueryResult> {
  try {
    return await new Promise((resolve, reject) => {
      client.query(statement, (error: Error | null | undefined, result: pg.QueryResult) => {
        if (error) reject(error);
        else resolve(result);
      });
    });
  } catch (error) {
    // The stack of an error ends in the driver's parser: it should name who sent the statement.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

const textOf = ({ text, values }: Sql): pg.QueryConfig => ({ text, values: [...values] });

/** Statements on a pool or one of its clients; with a tracer each has a span. */
export const queriesOn = (client: pg.Pool | pg.ClientBase, types: CompositeTypes, tracer?: Tracer): Queries =>
  tracer ? tracedQueries(plainQueries(client, types), tracer) : plainQueries(client, types);

function plainQueries(client: pg.Pool | pg.ClientBase, types: CompositeTypes): Queries {
  const rows = async <Row>(statement: Sql): Promise<Row[]> =>
    (await send(client, textOf(statement))).rows as Row[];
  return {
    rows,
    maybe: async <Row>(statement: Sql) => (await rows<Row>(statement))[0],
    async one<Row>(statement: Sql) {
      const [row] = await rows<Row>(statement);
      if (row === undefined) throw new Error(`no row: ${statement.text.slice(0, 80)}`);
      return row;
    },
    run: async (statement) => (await send(client, textOf(statement))).rowCount ?? 0,
    async prepared<Row>(name: string, text: string, values: readonly unknown[]) {
      // A session knows its types from the start: its statements leave in the order in which they are issued.
      if (!types.knows(values)) await types.load(client);
      return (await send(client, { name, text, values: types.bind(values) })).rows as Row[];
    },
  };
}

/** Callbacks and final statements of a transaction. */
interface TransactionEnds {
  readonly after: (() => void)[];
  readonly last: QueryPart[];
  readonly ended: (() => void)[];
}

const noTransactionEnds = (): TransactionEnds => ({ after: [], last: [], ended: [] });
const runAll = (parts: readonly (() => void)[]): void => {
  for (const part of parts) part();
};

function savepoints(client: pg.ClientBase, { after, last }: TransactionEnds): Tx['savepoint'] {
  let count = 0;
  return async (part) => {
    const name = `s${++count}`;
    const notices = after.length;
    const lasts = last.length;
    await send(client, { text: `savepoint ${name}` });
    try {
      const result = await part();
      await send(client, { text: `release savepoint ${name}` });
      return result;
    } catch (error) {
      after.length = notices;
      last.length = lasts;
      await send(client, { text: `rollback to savepoint ${name}` });
      throw error;
    }
  };
}

/** Commits; nothing else of a transaction takes as long. */
const commit = (client: pg.ClientBase, tracer: Tracer | undefined): Promise<unknown> =>
  traceStatement(tracer, 'commit', () => send(client, { text: 'commit' }));

/** Runs one transaction, statement by statement. */
export async function transaction<T>(
  client: pg.ClientBase,
  work: (tx: Tx) => Promise<T>,
  types: CompositeTypes,
  tracer?: Tracer,
): Promise<T> {
  const ends = noTransactionEnds();
  const oneByOne = async (parts: readonly QueryPart[]): Promise<void> => {
    for (const part of parts) await part();
  };
  await send(client, { text: 'begin' });
  let result: T;
  try {
    result = await work({
      ...queriesOn(client, types, tracer),
      afterCommit: (run) => void ends.after.push(run),
      atEnd: (run) => void ends.ended.push(run),
      withCommit: (part) => void ends.last.push(part),
      together: oneByOne,
      savepoint: savepoints(client, ends),
    });
    await oneByOne(ends.last);
    await commit(client, tracer);
  } catch (error) {
    await send(client, { text: 'rollback' }).catch(() => undefined);
    runAll(ends.ended);
    throw error;
  }
  runAll(ends.ended);
  runAll(ends.after);
  return result;
}

/** The part of the driver's client that sends several messages in one system call. */
interface WireConnection {
  readonly connection?: { readonly stream?: { cork(): void; uncork(): void } };
}

/** Sends all statements issued by `run` at once when it returns. */
function batchedQueries<T>(client: pg.ClientBase, run: () => T): T {
  const stream = (client as WireConnection).connection?.stream;
  stream?.cork();
  try {
    return run();
  } finally {
    stream?.uncork();
  }
}

/** Waits for every part: a statement after a rollback would run on its own. */
async function sendTogether(client: pg.ClientBase, parts: readonly QueryPart[]): Promise<void> {
  const results = await Promise.allSettled(batchedQueries(client, () => parts.map((part) => part())));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/**
 * Runs one transaction on a client that does not wait between statements: BEGIN travels with its first statement and
 * the last ones with COMMIT, which is a rollback if one of them has failed.
 */
export async function pipelined<T>(
  client: pg.ClientBase,
  work: (tx: Tx) => Promise<T>,
  types: CompositeTypes,
  tracer?: Tracer,
): Promise<T> {
  const ends = noTransactionEnds();
  const queries = queriesOn(client, types, tracer);
  let begun: Promise<unknown> | undefined;
  const begin = (): void => {
    if (begun) return;
    begun = send(client, { text: 'begin' });
    // If it fails, so do all later statements.
    begun.catch(() => undefined);
  };
  const first = <R>(ask: () => Promise<R>): Promise<R> =>
    begun
      ? ask()
      : batchedQueries(client, () => {
          begin();
          return ask();
        });
  const savepoint = savepoints(client, ends);
  const tx: Tx = {
    rows: (statement) => first(() => queries.rows(statement)),
    maybe: (statement) => first(() => queries.maybe(statement)),
    one: (statement) => first(() => queries.one(statement)),
    run: (statement) => first(() => queries.run(statement)),
    prepared: (name, text, values) => first(() => queries.prepared(name, text, values)),
    afterCommit: (run) => void ends.after.push(run),
    atEnd: (run) => void ends.ended.push(run),
    withCommit: (part) => void ends.last.push(part),
    together: (parts) => first(() => sendTogether(client, parts)),
    savepoint: (part) => first(() => savepoint(part)),
  };
  let result: T;
  try {
    result = await work(tx);
    await begun;
    await sendTogether(client, [...ends.last, () => commit(client, tracer)]);
  } catch (error) {
    await send(client, { text: 'rollback' }).catch(() => undefined);
    runAll(ends.ended);
    throw error;
  }
  runAll(ends.ended);
  runAll(ends.after);
  return result;
}
