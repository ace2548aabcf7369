import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { sql } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { createWorker } from '@karat/platform/work';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  PartitionRefused,
  addMonths,
  applyMonths,
  attachPartition,
  detachPartition,
  listPartitions,
  startMonths,
} from './index.ts';

const NOW = Date.now();
let database: TestDatabase;

/** A table of two rows of 2024 with all that a table may have, made one of months. */
async function createTable(key: 'at timestamptz' | 'at bigint', of: (iso: string) => string): Promise<void> {
  const { db } = database;
  for (const statement of [
    `create table notes_kinds (kind text primary key)`,
    `insert into notes_kinds values ('a'), ('b')`,
    `create table notes (id bigint not null, kind text not null references notes_kinds, ${key} not null,
       amount int default 7 constraint notes_positive check (amount > 0))`,
    `create unique index notes_id on notes (id, at)`,
    `create index notes_kind on notes (kind, id) where amount > 1`,
    `create view notes_large as select id from notes where amount > 5`,
    `create function notes_refuse() returns trigger language plpgsql as 'begin raise exception ''kept''; end'`,
    `create trigger notes_kept before delete on notes for each statement execute function notes_refuse()`,
    `insert into notes values (1, 'a', ${of('2024-02-03')}), (2, 'b', ${of('2024-03-31')})`,
    `select platform_partition('notes', 'at')`,
  ])
    await db.run(sql([statement]));
}

/** Ids in every partition of the table. */
const contents = async (): Promise<Record<string, number[]>> => {
  const rows = await database.db.rows<{ name: string; ids: number[] }>(sql`
    select tableoid::regclass::text as name, array_agg(id::int order by id) as ids from notes group by 1`);
  return Object.fromEntries(rows.map(({ name, ids }) => [name, ids]));
};
const names = async (): Promise<string[]> =>
  (await listPartitions(database.db)).filter(({ table }) => table === 'notes').map(({ name }) => name);
const run = (text: string): Promise<number> => database.db.run(sql([text]));

beforeEach(async () => {
  database = await createTestDatabase();
  // Only the table of this test.
  for (const table of ['ledger_postings', 'spot_fills', 'market_ticks'])
    await run(`drop table ${table} cascade`);
});
afterEach(() => database.drop());

describe.each([
  ['a time', 'at timestamptz', (iso: string) => `'${iso} 23:59:59.999+00'`],
  [
    'unix seconds',
    'at bigint',
    (iso: string) => `extract(epoch from '${iso} 23:59:59+00'::timestamptz)::bigint`,
  ],
] as const)('a table whose key is %s', (_, key, of) => {
  beforeEach(() => createTable(key, of));

  test('keeps its rows, and what it checks, refers to and defends holds in every partition', async () => {
    expect(await contents()).toEqual({ notes_initial: [1, 2] });
    await database.db.transact((tx) => addMonths(tx, NOW));
    await run(`insert into notes values (3, 'a', ${of('2100-01-01')})`);
    const [first, later] = [await names(), (await contents())['notes_default']];
    expect(first[0]).toBe('notes_initial');
    expect(later).toEqual([3]);
    expect(await database.db.one(sql`select amount from notes where id = 3`)).toEqual({ amount: 7 });
    for (const day of ['2024-01-01', '2100-01-01']) {
      await expect(run(`insert into notes values (4, 'c', ${of(day)})`)).rejects.toThrow('foreign key');
      await expect(run(`insert into notes values (4, 'a', ${of(day)}, 0)`)).rejects.toThrow('notes_positive');
    }
    for (const partition of first)
      await expect(run(`delete from ${partition}`), partition).rejects.toThrow('kept');
    await expect(run('delete from notes')).rejects.toThrow('kept');
    await expect(run(`insert into notes values (3, 'a', ${of('2100-01-01')})`)).rejects.toThrow('unique');
    expect(await database.db.rows(sql`select id from notes_large order by id`)).toEqual([
      { id: 1 },
      { id: 2 },
      { id: 3 },
    ]);
  });

  test('has partitions for this month and the next two, each row in the one of its month', async () => {
    const month = (ahead: number): Date => {
      const now = new Date(NOW);
      return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
    };
    const nameOf = (date: Date): string => `notes_${date.toISOString().slice(0, 7).replace('-', '_')}`;
    const lastDay = (ahead: number): string =>
      new Date(month(ahead + 1).getTime() - 1).toISOString().slice(0, 10);
    expect(await database.db.transact((tx) => addMonths(tx, NOW))).toBe(2);
    expect(await database.db.transact((tx) => addMonths(tx, NOW))).toBe(0);
    for (const [index, ahead] of [0, 1, 2, 3].entries())
      await run(`insert into notes values (${10 + index}, 'a', ${of(lastDay(ahead))})`);
    expect(await contents()).toEqual({
      notes_initial: [1, 2, 10],
      [nameOf(month(1))]: [11],
      [nameOf(month(2))]: [12],
      notes_default: [13],
    });
    // Four months later the row that came too early lies in the partition of its month.
    expect(await database.db.transact((tx) => addMonths(tx, month(4).getTime()))).toBe(4);
    expect(await contents()).toMatchObject({ [nameOf(month(3))]: [13] });
    expect(await names()).toEqual([
      'notes_initial',
      ...[1, 2, 3, 4, 5, 6].map((ahead) => nameOf(month(ahead))),
      'notes_default',
    ]);
    await run(`insert into notes values (14, 'a', ${of('2100-01-01')})`);
    expect((await contents())['notes_default']).toEqual([14]);
    await expect(run('delete from notes_default')).rejects.toThrow('kept');
  });
});

describe('detaching and attaching', () => {
  const detach = (name: string, now: number): Promise<void> =>
    database.db.transact((tx) => detachPartition(tx, name, now, async () => true));
  const attach = (name: string): Promise<void> =>
    database.db.transact((tx) => attachPartition(tx, name, async () => undefined));
  const later = NOW + 400 * 86_400_000;

  beforeEach(async () => {
    await createTable('at timestamptz', (iso) => `'${iso}'`);
    await database.db.transact((tx) => addMonths(tx, NOW));
    await run(
      `insert into notes values (3, 'b', date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + interval '45 days')`,
    );
  });

  test('takes the oldest away and puts it back, in this order only', async () => {
    const [initial = '', second = '', third = ''] = await names();
    await expect(detach(second, later)).rejects.toThrow(`in order: ${initial} comes first`);
    await detach(initial, later);
    await detach(second, later);
    expect(await contents()).toEqual({});
    expect(await names()).toEqual([initial, second, third, 'notes_default']);
    expect((await listPartitions(database.db)).map(({ attached }) => attached)).toEqual([
      false,
      false,
      true,
      true,
    ]);
    await expect(detach(initial, later)).rejects.toThrow('is detached');
    await expect(attach(third)).rejects.toThrow('is attached');
    await expect(attach(initial)).rejects.toThrow(`in reverse order: ${second} comes first`);
    await attach(second);
    await attach(initial);
    expect(await contents()).toEqual({ [initial]: [1, 2], [second]: [3] });
    await expect(run(`delete from ${initial}`)).rejects.toThrow('kept');
  });

  test('refuses the last 100 days, the default partition, unknown names and a table that is gone', async () => {
    const [initial = ''] = await names();
    const { until } = (await listPartitions(database.db)).find(({ name }) => name === initial) ?? {};
    const end = (until ?? 0) + 100 * 86_400_000;
    await expect(detach(initial, end - 1)).rejects.toThrow('the last 100 days stay in their table');
    await expect(detach('notes_default', later)).rejects.toThrow(PartitionRefused);
    await expect(detach('users', later)).rejects.toThrow('no partition is named users');
    await detach(initial, end);
    await run(`drop table detached.${initial}`);
    await expect(attach(initial)).rejects.toThrow(`there is no table detached.${initial}`);
  });

  test('a partition whose preparation says no stays', async () => {
    const [initial = ''] = await names();
    await database.db.transact((tx) => detachPartition(tx, initial, later, async () => false));
    expect(await contents()).toMatchObject({ [initial]: [1, 2] });
  });
});

test('due work adds the month after next once a day has begun, and plans the next day', async () => {
  await createTable('at timestamptz', (iso) => `'${iso}'`);
  const clock = virtualClock(NOW);
  const ctx: Context = {
    ...{ db: database.db, clock, random: seededRandom('partitions'), log: silentLog, demo: true },
    bus: createBus(() => undefined),
  };
  const due = async (): Promise<number> =>
    (
      await database.db.one<{ at: number }>(
        sql`select due_at as at from platform_work where kind = 'platform:add-months' and done_at is null`,
      )
    ).at;
  await startMonths(ctx);
  const midnight = Math.ceil((NOW + 1) / 86_400_000) * 86_400_000;
  expect(await due()).toBe(midnight);
  const worker = createWorker(ctx, applyMonths(ctx));
  clock.set(midnight - 1);
  expect(await worker.runDue()).toBe(0);
  clock.set(midnight);
  expect(await worker.runDue()).toBe(1);
  const { until } = (await listPartitions(database.db)).at(-2) ?? {};
  const day = new Date(midnight);
  expect(until).toBe(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 3, 1));
  expect(await due()).toBe(midnight + 86_400_000);
});

test('a bound from a backup that is none is refused', async () => {
  await createTable('at timestamptz', (iso) => `'${iso}'`);
  await expect(
    database.db.run(
      sql`select platform_take_partitions('notes', ${['x']}::text[], ${["FOR VALUES FROM (now()) TO ('2')"]}::text[])`,
    ),
  ).rejects.toThrow('not the bound of a partition');
});
