import { change, fact } from '@karat/domains/operators';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { presentClear } from './clear-request.ts';

let own: TestDatabase;
let id: number;

beforeAll(async () => {
  own = await createTestDatabase();
  ({ id } = await own.db.one<{ id: number }>(sql`
    insert into compliance_cases (kind, user_id, severity, summary, opened_by, opened_at, changed_at)
    values ('sanction_match', 700_001, 3, 'A name', 'screening', now(), now()) returning id`));
  const { list } = await own.db.one<{ list: number }>(sql`
    insert into compliance_lists (title, format, sha256, file_at, loaded_at, entries, names)
    values ('List', 'csv', decode(repeat('00', 32), 'hex'), now(), now(), 6, 6)
    returning id as list`);
  for (const at of [1, 2, 3, 4, 5, 6])
    await own.db.run(sql`
      insert into compliance_matches (case_id, entry_key, name_key, name, listed_name, entry, note, score, list_id)
      values (${id}, decode(repeat(${`0${at}`}, 32), 'hex'), ${`key${at}`}, ${`Name ${at}`}, ${`LISTED ${at}`}, ${String(at)},
        ${at === 2 ? 'alias' : ''}, ${100 - at}, ${list})`);
});
afterAll(() => own.drop());

test('the one who approves sees how many matches are cleared, and the five best', async () => {
  const { changes, ...head } = await presentClear(own.db, { case: id });
  expect(head).toEqual({
    title: 'Close a sanction match as a false positive',
    subject: `Case ${id} of UID 700001`,
    user: 700_001,
  });
  expect(changes).toEqual([
    change('Case', 'open', 'closed: false positive'),
    fact('Matches', '6'),
    fact('Name 1', 'LISTED 1 (entry 1, 99 %)'),
    fact('Name 2', 'LISTED 2 (entry 2, 98 %; alias)'),
    fact('Name 3', 'LISTED 3 (entry 3, 97 %)'),
    fact('Name 4', 'LISTED 4 (entry 4, 96 %)'),
    fact('Name 5', 'LISTED 5 (entry 5, 95 %)'),
  ]);
});

test('an unknown case is refused', async () => {
  await expect(presentClear(own.db, { case: id + 1 })).rejects.toMatchObject({ code: 'case_unknown' });
});
