import { parseArgs } from 'node:util';
import { openDatabase } from '@karat/platform/db';
import type { Database, Sql, Tx } from '@karat/platform/db';
import { SANA, SupportFixture } from './fixture.ts';

/**
 * A process that sends numbered questions of a user, answers each, and prints what was acknowledged; for tests that kill it at the
 * n-th of its statements and commits. Client ids follow from the numbers, as those of a client that tries again.
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    at: { type: 'string' },
  },
});

let steps = 0;
function step<T>(result: T): T {
  steps += 1;
  if (steps === Number(values.at)) process.kill(process.pid, 'SIGKILL');
  return result;
}

/** Counts the statements of a transaction. */
const counted = (tx: Tx): Tx => ({
  ...tx,
  rows: async <Row>(statement: Sql) => step(await tx.rows<Row>(statement)),
  maybe: async <Row>(statement: Sql) => step(await tx.maybe<Row>(statement)),
  one: async <Row>(statement: Sql) => step(await tx.one<Row>(statement)),
  run: async (statement: Sql) => step(await tx.run(statement)),
});

const db = openDatabase({ url: values.url ?? '', connections: 3 });
const watched: Database = {
  ...db,
  transact: async <T>(work: (tx: Tx) => Promise<T>) => step(await db.transact((tx) => work(counted(tx)))),
};
const support = new SupportFixture(watched);
for (let number = Number(values.from); number <= Number(values.to); number += 1) {
  const { conversation } = await support.ask(1, `question ${number}`, undefined, `question-${number}`);
  process.stdout.write(`question-${number}\n`);
  await support.answer(conversation.id, `answer ${number}`, SANA, `answer-${number}`);
  process.stdout.write(`answer-${number}\n`);
}
await db.close();
