import { marketId } from '@karat/contract';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pausePlan, resumePlan } from './change-plan.ts';
import { createPlan, previewDates } from './create-plan.ts';
import type { PlanRequest } from './create-plan.ts';
import type { RecurringDeps } from './deps.ts';
import { RecurringFixture } from './testing/fixture.ts';
import { BTC_USDT } from './testing/fixture.ts';

let database: TestDatabase;
let fixture: RecurringFixture;
beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await RecurringFixture.open(database.db);
});
afterAll(() => database.drop());

test('a clock that is not trusted neither creates a plan nor resumes one', async () => {
  const { deps, ctx } = fixture;
  const clock = { ...ctx.clock, now: () => ctx.clock.now(), isTrusted: () => false };
  const distrusted: RecurringDeps = { ...deps, ctx: { ...ctx, clock } };
  const plan = await fixture.plan();
  const { userId, id } = await pausePlan(deps, plan);
  const create = () => database.db.transact((tx) => createPlan(distrusted, tx, plan));
  for (const call of [create, () => resumePlan(distrusted, { userId, id })])
    await expect(call()).rejects.toMatchObject({ code: 'clock_untrusted' });
  expect(await fixture.reread(plan)).toMatchObject({ state: 'paused' });
  expect(await resumePlan(deps, { userId, id })).toMatchObject({ state: 'active' });
});

test('a schedule is refused by its day, its time zone or its market, in a preview and in a plan', async () => {
  const schedule = { frequency: 'weekly', day: 7, hour: 9, zone: 'UTC', marketId: BTC_USDT } as const;
  const cases: readonly [more: Partial<PlanRequest>, code: string][] = [
    [{ day: 8 }, 'recurring_day'],
    [{ zone: 'Mars/Olympus' }, 'recurring_time_zone'],
    [{ marketId: marketId(9_999) }, 'recurring_market'],
  ];
  for (const [more, code] of cases) {
    const refused = expect.objectContaining({ code }) as Error;
    expect(() => previewDates(fixture.deps, { ...schedule, ...more })).toThrow(refused);
    await expect(fixture.plan({ ...schedule, ...more })).rejects.toEqual(refused);
  }
  expect(previewDates(fixture.deps, schedule).map(({ date }) => date)).toEqual([
    '2026-11-22',
    '2026-11-29',
    '2026-12-06',
  ]);
});
