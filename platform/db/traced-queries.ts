import type { Tracer } from '@karat/platform/tracing';
import { endWith } from '@karat/platform/tracing';
import { errorCode } from './errors.ts';
import type { Queries } from './types.ts';

const OPERATION = /^\s*([a-z]+)/i;
const TABLE = /\b(?:from|into|update)\s+([a-z_][a-z0-9_]*)/i;

/** Verb and first table of a statement; nothing of its text besides, and none of its values. */
function describe(text: string): { readonly operation: string; readonly table: string | undefined } {
  const [, operation = 'statement'] = OPERATION.exec(text) ?? [];
  return { operation: operation.toLowerCase(), table: TABLE.exec(text)?.[1] };
}

/** Runs a statement in a span of its own if a traced request waits for it. */
export function traceStatement<T>(
  tracer: Tracer | undefined,
  text: string,
  run: () => Promise<T>,
  name?: string,
): Promise<T> {
  if (tracer?.isTracing() !== true) return run();
  const { operation, table } = describe(text);
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    ...(table !== undefined && { 'db.collection.name': table }),
  };
  const summary = table === undefined ? operation : `${operation} ${table}`;
  const span = tracer.startChild(name ?? summary, attributes, 'client');
  // The message of an error may repeat values; its code does not.
  return endWith(span, run(), (error) => errorCode(error) ?? 'failed');
}

/** Records a span for each statement. */
export const tracedQueries = (queries: Queries, tracer: Tracer): Queries => ({
  rows: (statement) => traceStatement(tracer, statement.text, () => queries.rows(statement)),
  maybe: (statement) => traceStatement(tracer, statement.text, () => queries.maybe(statement)),
  one: (statement) => traceStatement(tracer, statement.text, () => queries.one(statement)),
  run: (statement) => traceStatement(tracer, statement.text, () => queries.run(statement)),
  prepared: (name, text, values) =>
    traceStatement(tracer, text, () => queries.prepared(name, text, values), name),
});
