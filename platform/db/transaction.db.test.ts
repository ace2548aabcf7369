import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from './index.ts';
import type { Tx } from './index.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
  await own.db.run(sql`create table noted (n int not null)`);
});
afterAll(() => own.drop());

test.each(['a transaction', 'a session'])(
  'in %s a part that fails takes back what it has planned',
  async (on) => {
    await own.db.run(sql`truncate noted`);
    const events: string[] = [];
    const planning = (n: number, tx: Tx): void => {
      tx.afterCommit(() => void events.push(`after ${n}`));
      tx.withCommit(() => tx.run(sql`insert into noted (n) values (${n})`));
    };
    const work = async (tx: Tx): Promise<void> => {
      tx.atEnd(() => void events.push('end'));
      planning(1, tx);
      const part = tx.savepoint(async () => {
        planning(2, tx);
        await tx.run(sql`select 1 / 0`);
      });
      await expect(part).rejects.toThrow('division by zero');
      planning(3, tx);
    };
    if (on === 'a transaction') await own.db.transact(work);
    else {
      const session = await own.db.session();
      await session.transact(work);
      session.release();
    }
    expect(events).toEqual(['end', 'after 1', 'after 3']);
    expect(await own.db.rows(sql`select n from noted order by n`)).toEqual([{ n: 1 }, { n: 3 }]);
  },
);

test('what is to run at the end runs after a failure too, what is to run after a commit does not', async () => {
  const events: string[] = [];
  const failing = own.db.transact(async (tx) => {
    tx.atEnd(() => void events.push('end'));
    tx.afterCommit(() => void events.push('after'));
    await tx.run(sql`select 1 / 0`);
  });
  await expect(failing).rejects.toThrow('division by zero');
  expect(events).toEqual(['end']);
});

test.each([
  ['40001', 5],
  ['40P01', 5],
  ['23505', 1],
])('a transaction that fails with %s is tried %i times in all, and leaves nothing', async (code, times) => {
  await own.db.run(sql`truncate noted`);
  const session = await own.db.session();
  const ways = [
    (work: (tx: Tx) => Promise<void>) => own.db.transact(work),
    (work: (tx: Tx) => Promise<void>) => own.db.apart(work),
    (work: (tx: Tx) => Promise<void>) => session.transact(work),
  ];
  const tried: number[] = [];
  for (const transact of ways) {
    let tries = 0;
    const failing = transact(async (tx) => {
      tries += 1;
      await tx.run(sql`insert into noted (n) values (${tries})`);
      await tx.run(sql([`do $$ begin raise exception 'again' using errcode = '${code}'; end $$`]));
    });
    await expect(failing).rejects.toThrow('again');
    tried.push(tries);
  }
  session.release();
  expect(tried).toEqual([times, times, times]);
  expect(await own.db.rows(sql`select n from noted`)).toEqual([]);
});

test('a transaction that succeeds at its second attempt has its effects once', async () => {
  await own.db.run(sql`truncate noted`);
  let tries = 0;
  const events: string[] = [];
  await own.db.transact(async (tx) => {
    tries += 1;
    tx.afterCommit(() => void events.push(`after ${tries}`));
    await tx.run(sql`insert into noted (n) values (${tries})`);
    if (tries === 1) await tx.run(sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`);
  });
  expect(events).toEqual(['after 2']);
  expect(await own.db.rows(sql`select n from noted`)).toEqual([{ n: 2 }]);
});

const PARAMETER = 60_000;
const STATEMENTS = 200;

test('what a statement sent is given back without a full collection of garbage', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { readonly type: 'minor' }) => void;
  const session = await own.db.session();
  // Two senders, as the batches of the matching engine: while one statement is answered the next one waits.
  const sends = async (): Promise<void> => {
    for (let each = 0; each < STATEMENTS / 2; each++) {
      await session.prepared('sizes', 'select length($1::bytea)', [Buffer.alloc(PARAMETER)]);
      collect({ type: 'minor' });
    }
  };
  const before = process.memoryUsage().arrayBuffers;
  await Promise.all([sends(), sends()]);
  const kept = process.memoryUsage().arrayBuffers - before;
  session.release();
  // More than a third of them, if each statement keeps the one before it alive.
  expect(kept / PARAMETER).toBeLessThan(STATEMENTS / 10);
});

test('the stack of a failed statement names who sent it', async () => {
  const failed = await own.db.run(sql`select 1 / 0`).catch((error: unknown) => error);
  expect(failed).toMatchObject({ code: '22012' });
  expect((failed as Error).stack).toContain('transaction.db.test.ts');
});
