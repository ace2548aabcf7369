import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { append, auditChoices, searchAudit } from './index.ts';
import type { AuditFilter } from './index.ts';

const START = 1_700_000_000_000;
const MINUTE = 60_000;
const COUNT = 60;
let database: TestDatabase;

/** Entry n: operators alternate, every third action is a look, a minute between entries. */
const entry = (n: number) => ({
  actor: n % 2 === 0 ? 'ada' : 'rika',
  action: n % 3 === 0 ? 'look at user' : 'ask market',
  subject: n % 3 === 0 ? `user:${100_001 + (n % 5)}` : 'market:1',
  detail: {},
  at: START + n * MINUTE,
});

beforeAll(async () => {
  database = await createTestDatabase();
  for (let n = 1; n <= COUNT; n++) await database.db.transact((tx) => append(tx, entry(n)));
});
afterAll(() => database.drop());

/** Returns the numbers of all entries of a filter, read in small pages. */
async function found(filter: AuditFilter): Promise<number[]> {
  const ids: number[] = [];
  let before: number | undefined;
  for (;;) {
    const { rows, next } = await searchAudit(database.db, filter, { before, limit: 4 });
    ids.push(...rows.map(({ id }) => id));
    if (next === null) return ids;
    before = next;
  }
}
const expected = (matches: (each: ReturnType<typeof entry>) => boolean): number[] =>
  Array.from({ length: COUNT }, (_, index) => COUNT - index).filter((n) => matches(entry(n)));

test.each<[string, AuditFilter, (each: ReturnType<typeof entry>) => boolean]>([
  ['nothing', {}, () => true],
  ['operator', { actor: 'ada' }, ({ actor }) => actor === 'ada'],
  ['action', { action: 'look at user' }, ({ action }) => action === 'look at user'],
  ['subject', { subject: 'user:100002' }, ({ subject }) => subject === 'user:100002'],
  [
    'operator and action',
    { actor: 'rika', action: 'look at user' },
    ({ actor, action }) => actor === 'rika' && action === 'look at user',
  ],
  [
    'times, from included, to excluded',
    { from: START + 20 * MINUTE, to: START + 30 * MINUTE },
    ({ at }) => at >= START + 20 * MINUTE && at < START + 30 * MINUTE,
  ],
  [
    'operator and times',
    { actor: 'ada', from: START + 20 * MINUTE },
    ({ actor, at }) => actor === 'ada' && at >= START + 20 * MINUTE,
  ],
  ['an unknown operator', { actor: 'nobody' }, () => false],
  ['a time after the log', { from: START + 1_000 * MINUTE }, () => false],
])('a search by %s finds its entries newest first, page by page', async (_, filter, matches) => {
  expect(await found(filter)).toEqual(expected(matches));
});

test('the choices are the operators and actions of the log', async () => {
  expect(await auditChoices(database.db)).toEqual({
    actors: ['ada', 'rika'],
    actions: ['ask market', 'look at user'],
  });
});

test('a rare operator is read by the index, not by a scan', async () => {
  const plan = await database.db.transact(async (tx) => {
    await tx.run(sql`set local enable_seqscan = off`);
    return tx.rows<Record<string, string>>(sql`
      explain select id from platform_audit where actor = 'ada' and id >= 1 and id < 100 order by id desc limit 5`);
  });
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('platform_audit_actor');
});
