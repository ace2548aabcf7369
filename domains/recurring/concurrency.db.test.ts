import { USDT } from '@karat/domains/ledger';
import { sql } from '@karat/platform/db';
import type { Database, Tx } from '@karat/platform/db';
import { HOUR_MS } from '@karat/rules';
import { createTestDatabase, overlap } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buyNext } from './buy.ts';
import { endPlan, pausePlan, resumePlan, skipDate } from './change-plan.ts';
import type { RecurringDeps } from './deps.ts';
import { countPlan } from './store.ts';
import { BEA, RecurringFixture, START } from './testing/fixture.ts';
import type { Plan } from './types.ts';

let database: TestDatabase;
let fixture: RecurringFixture;

beforeAll(async () => {
  database = await createTestDatabase({ connected: true });
  fixture = await RecurringFixture.open(database.db);
  await fixture.spot.start();
});
afterAll(async () => {
  await fixture.spot.stop();
  await database.drop();
});
beforeEach(() => fixture.restart());
const nothingContradicts = async (): Promise<void> => expect(await fixture.contradictions()).toEqual([]);
afterEach(nothingContradicts);

const refusal = (code: string): object => ({ hasWaited: true, status: 'rejected', reason: { code } });
const own = ({ userId, id }: Plan) => ({ userId, id });
/** Dependencies whose transactions are a part of one that is open. */
const within = (tx: Tx): RecurringDeps => {
  const db: Database = { ...database.db, transact: (work) => work(tx) };
  return { ...fixture.deps, ctx: { ...fixture.ctx, db } };
};

test('changes of a plan at once follow each other, and each finds what the one before has left', async () => {
  const plan = await fixture.plan();
  const date = '2026-11-22';
  const changes: readonly [
    first: (tx: Tx) => Promise<unknown>,
    second: () => Promise<unknown>,
    code: string,
  ][] = [
    [
      (tx) => skipDate(within(tx), { ...own(plan), date }),
      () => skipDate(fixture.deps, { ...own(plan), date }),
      'recurring_date',
    ],
    [
      (tx) => pausePlan(within(tx), own(plan)),
      () => pausePlan(fixture.deps, own(plan)),
      'recurring_not_active',
    ],
    [
      (tx) => resumePlan(within(tx), own(plan)),
      () => resumePlan(fixture.deps, own(plan)),
      'recurring_not_paused',
    ],
    [(tx) => endPlan(within(tx), own(plan)), () => endPlan(fixture.deps, own(plan)), 'recurring_ended'],
  ];
  for (const [first, second, code] of changes)
    expect(await overlap(database.db, first, second)).toMatchObject(refusal(code));
  expect(await fixture.results(plan)).toEqual(['2026-11-22 skipped 0']);
});

test('a plan that another transaction has locked is bought later, the next one at once', async () => {
  const locked = await fixture.plan();
  await fixture.grant(BEA, USDT, '1000');
  const other = await fixture.plan({ userId: BEA });
  fixture.clock.set(START + 9 * HOUR_MS);
  const lock = sql`select 1 from recurring_plans where id = ${locked.id} for update`;
  const bought = await overlap(
    database.db,
    (tx) => tx.one(lock),
    () => buyNext(fixture.deps),
  );
  expect(bought).toEqual({ hasWaited: false, status: 'fulfilled', value: true });
  expect([await fixture.results(locked), await fixture.results(other)]).toEqual([
    [],
    ['2026-11-22 bought 300'],
  ]);
  expect(await fixture.worker.runDue()).toBe(1);
  expect(await fixture.results(locked)).toEqual(['2026-11-22 bought 300']);
});

test('the last plan that a user may have is counted once', async () => {
  const count = (tx: Tx) => countPlan(tx, BEA, 1);
  await database.db.run(sql`delete from recurring_users where user_id = ${BEA}`);
  const second = await overlap(database.db, count, () => database.db.transact(count));
  expect(second).toEqual({ hasWaited: true, status: 'fulfilled', value: false });
  await database.db.run(sql`update recurring_users set plans = 0 where user_id = ${BEA}`);
});
