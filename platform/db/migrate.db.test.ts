import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findMigrations, migrate, sql } from './index.ts';
import type { Migration } from './index.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'karat-migrations-'));
});
afterEach(() => rm(root, { recursive: true }));

async function put(room: string, name: string, text: string): Promise<void> {
  await mkdir(join(root, room, 'migrations'), { recursive: true });
  await writeFile(join(root, room, 'migrations', name), text);
}

describe('migration files', () => {
  test('are ordered by number over all domains; a domain may have none', async () => {
    await put('late', '9902_second.sql', 'select 2');
    await put('early', '9901_first.sql', 'select 1');
    await mkdir(join(root, 'without'));
    expect((await findMigrations([root])).map(({ name, text }) => [name, text])).toEqual([
      ['9901_first.sql', 'select 1'],
      ['9902_second.sql', 'select 2'],
    ]);
  });

  test('a duplicate number, or a name without one, is refused', async () => {
    await put('one', '9901_first.sql', '');
    await put('other', '9901_too.sql', '');
    await expect(findMigrations([root])).rejects.toThrow('two migrations carry the number');
    await rm(join(root, 'other'), { recursive: true });
    await put('one', 'notes.sql', '');
    await expect(findMigrations([root])).rejects.toThrow('name it NNNN_what_it_does.sql');
  });

  test('a folder that cannot be read is not treated as empty', async () => {
    await mkdir(join(root, 'room'));
    await writeFile(join(root, 'room', 'migrations'), 'no folder');
    await expect(findMigrations([root])).rejects.toThrow('ENOTDIR');
  });
});

describe('applying migrations', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
    await database.db.run(sql`delete from platform_migrations`);
    await put('room', '9901_table.sql', 'create table made (n int)');
    await put('room', '9902_row.sql', 'insert into made values (1)');
  });
  afterEach(() => database.drop());

  const rows = (): Promise<{ n: number }[]> => database.db.rows(sql`select n from made`);
  const found = (): Promise<Migration[]> => findMigrations([root]);

  test('a table that others have locked is refused in time, and the next start applies the migration', async () => {
    await migrate(database.db, await found());
    await put('room', '9903_column.sql', 'alter table made add column more int');
    await database.db.transact(async (tx) => {
      await tx.run(sql`select n from made for update`);
      await expect(migrate(database.db, await found(), { lockTimeoutMs: 50 })).rejects.toThrow(
        '9903_column.sql waits for a table that another session has locked',
      );
    });
    expect(await migrate(database.db, await found())).toEqual(['9903_column.sql']);
  });

  test('each is applied once, also by two concurrent processes', async () => {
    const migrations = await found();
    const both = await Promise.all([migrate(database.db, migrations), migrate(database.db, migrations)]);
    expect(both.flat().toSorted()).toEqual(['9901_table.sql', '9902_row.sql']);
    expect(await migrate(database.db, migrations)).toEqual([]);
    expect(await rows()).toEqual([{ n: 1 }]);
  });

  test('a process waits for another one that applies migrations, and does not apply its again', async () => {
    const migrations = await found();
    // The tables of migrations exist.
    expect(await migrate(database.db, [])).toEqual([]);
    const waiting = sql`
      select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    let applied: Promise<string[]> = Promise.resolve([]);
    await database.db.transact(async (tx) => {
      await tx.run(sql`select 1 from platform_migration_lease for update`);
      applied = migrate(database.db, migrations);
      await expect.poll(async () => (await database.db.one<{ count: number }>(waiting)).count).toBe(1);
      await tx.run(sql`create table made (n int)`);
      await tx.run(sql`
        insert into platform_migrations (name, checksum) values (${'9901_table.sql'}, ${migrations[0]?.checksum ?? ''})`);
    });
    expect(await applied).toEqual(['9902_row.sql']);
    expect(await rows()).toEqual([{ n: 1 }]);
  });

  test('a failed one leaves nothing behind, and those before it stay', async () => {
    await put('room', '9903_fails.sql', 'insert into made values (2); select 1 / 0');
    await expect(migrate(database.db, await found())).rejects.toThrow('division by zero');
    expect(await rows()).toEqual([{ n: 1 }]);
    await put('room', '9903_fails.sql', 'insert into made values (3)');
    expect(await migrate(database.db, await found())).toEqual(['9903_fails.sql']);
    expect(await rows()).toEqual([{ n: 1 }, { n: 3 }]);
  });

  test('a file changed or deleted after it was applied is refused', async () => {
    await migrate(database.db, await found());
    await put('room', '9902_row.sql', 'insert into made values (2)');
    await expect(migrate(database.db, await found())).rejects.toThrow('was changed after it was applied');
    await rm(join(root, 'room', 'migrations', '9902_row.sql'));
    await expect(migrate(database.db, await found())).rejects.toThrow('use a newer version');
    expect(await rows()).toEqual([{ n: 1 }]);
  });

  test('after a rollback the version before works on tables that only grew, and on no others', async () => {
    await put(
      'room',
      '9903_column.sql',
      '-- Works with 1.9.0 and later.\nalter table made add column more int',
    );
    await migrate(database.db, await found(), { version: '1.10.0' });
    await rm(join(root, 'room', 'migrations', '9903_column.sql'));
    for (const version of ['1.9.0', '1.9.12', '1.10.0', '2.0.0'])
      expect(await migrate(database.db, await found(), { version })).toEqual([]);
    for (const version of ['1.8.9', '0.10.0'])
      await expect(migrate(database.db, await found(), { version })).rejects.toThrow('use a newer version');
    await expect(migrate(database.db, await found())).rejects.toThrow('use a newer version');
    // The line counts at the beginning only, and the newer version finds its migration again.
    await put(
      'room',
      '9903_column.sql',
      '-- Works with 1.9.0 and later.\nalter table made add column more int',
    );
    await put('room', '9904_drop.sql', 'alter table made drop column n;\n-- Works with 1.9.0 and later.');
    expect(await migrate(database.db, await found(), { version: '1.10.0' })).toEqual(['9904_drop.sql']);
    await rm(join(root, 'room', 'migrations', '9904_drop.sql'));
    await expect(migrate(database.db, await found(), { version: '1.9.0' })).rejects.toThrow('9904_drop.sql');
  });
});
