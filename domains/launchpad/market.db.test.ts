import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readProjectMarket } from './market-store.ts';
import { cancelProject } from './project-store.ts';
import { BEA, END, LISTING, LaunchpadFixture, START } from './testing/fixture.ts';
import { createLaunchpadWorker } from './worker.ts';

let database: TestDatabase;
let fixture: LaunchpadFixture;
beforeAll(async () => {
  database = await createTestDatabase();
  fixture = new LaunchpadFixture(database.db);
  await fixture.fund(BEA, '1000');
});
afterAll(() => database.drop());

/** The markets of a project's token, as `base quote reference state`. */
async function marketsOf(project: number): Promise<string[]> {
  const rows = await database.db.rows<{ text: string }>(sql`
    select base_name || ' ' || quote_name || ' ' || trim_scale(reference_price) || ' ' || state as text
    from market_markets m join launchpad_projects p on p.currency_id = m.base_currency where p.id = ${project}`);
  return rows.map(({ text }) => text);
}

test('the plan of a market is replaced and removed until the listing, and refused where a book cannot keep it', async () => {
  fixture.clock.set(START);
  const project = await fixture.project();
  await fixture.planMarket(project);
  await fixture.planMarket(project, { reference_price: '0.2' });
  expect(await readProjectMarket(database.db, project)).toMatchObject({ reference: 2_000_000_000n });
  const wrong = [
    [{ tick: '0.0000001' }, 'tick'],
    [{ reference_price: '0.10001' }, 'reference_price'],
    [{ lot: '0.001' }, 'lot'],
    [{ quote_currency: 21 }, 'quote_currency'],
  ] as const;
  for (const [more, field] of wrong)
    await expect(fixture.planMarket(project, more), field).rejects.toMatchObject({
      code: 'value_invalid',
      values: { field },
    });
  const own = (await fixture.row(project)).currencyId;
  await expect(fixture.planMarket(project, { quote_currency: own })).rejects.toMatchObject({
    code: 'value_invalid',
  });
  await fixture.removeMarket(project);
  expect(await readProjectMarket(database.db, project)).toBeUndefined();
  await database.db.transact((tx) => cancelProject(tx, project, START));
  await expect(fixture.planMarket(project)).rejects.toMatchObject({ code: 'project_state' });
});

test('two workers list a project at once: its market opens once, with the last unlocked token, and is planned no more', async () => {
  fixture.clock.set(START);
  const [planned, plain] = [await fixture.project(), await fixture.project()];
  const code = (await fixture.row(planned)).code;
  await fixture.planMarket(planned);
  await fixture.apply(planned, '500', BEA);
  await fixture.apply(plain, '500', BEA);
  fixture.clock.set(END);
  const other = createLaunchpadWorker(fixture.deps);
  await Promise.all([fixture.worker.runDue(), other.runDue()]);
  expect(await marketsOf(planned)).toEqual([]);
  fixture.clock.set(LISTING);
  await Promise.all([fixture.worker.runDue(), other.runDue()]);
  await fixture.worker.runDue();
  expect(await marketsOf(planned)).toEqual([`${code} USDT 0.1 open`]);
  expect((await fixture.row(planned)).listedMs).toBe(LISTING);
  expect((await readProjectMarket(database.db, planned))?.marketId).toBeGreaterThan(1_000);
  expect([(await fixture.row(plain)).listedMs, await marketsOf(plain)]).toEqual([LISTING, []]);
  await expect(fixture.planMarket(planned)).rejects.toMatchObject({ code: 'project_state' });
  await expect(fixture.removeMarket(planned)).rejects.toMatchObject({ code: 'project_state' });
  await expect(
    database.db.run(sql`update launchpad_markets set tick = 1 where project_id = ${planned}`),
  ).rejects.toThrow('opened once');
  expect(await fixture.contradictions()).toEqual([]);
});
