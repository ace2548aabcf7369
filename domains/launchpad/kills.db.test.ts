import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { userId } from '@karat/contract';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import { bundleProgram, createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { END, LaunchpadFixture } from './testing/fixture.ts';

const RUN = join(import.meta.dirname, 'testing/settle-run.ts');
const APPLICATIONS = 100;
/** Steps of allotments (20 at a time), then of the listing that is due at the same moment. */
const KILLS = [
  ['started', 1],
  ['posted', 2],
  ['written', 1],
  ['posted', 6],
  ['written', 4],
  ['opened', 1],
] as const;

let database: TestDatabase;
let fixture: LaunchpadFixture;
let project = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = new LaunchpadFixture(database.db);
  project = await fixture.project({ supply: amount('5000'), userMax: amount('1000'), listingMs: END });
  await fixture.planMarket(project);
  for (let n = 0; n < APPLICATIONS; n++) {
    const user = userId(100_200 + n);
    await fixture.fund(user, '100');
    await fixture.apply(project, String(100 + n * 7), user);
  }
});
afterAll(() => database.drop());

/** Settles in a process of its own; returns how it ended. */
async function settleIn(step: string, at: number): Promise<{ code: number | null; signal: string | null }> {
  const args = ['--url', database.url, '--now', String(END), '--step', step, '--at', String(at)];
  const child = spawn(process.execPath, [await bundleProgram(RUN), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return { code, signal };
}

const markets = () =>
  database.db.rows<{ market_id: number }>(sql`
    select l.market_id from launchpad_markets l join market_markets m on m.id = l.market_id where l.project_id = ${project}`);
const counts = () =>
  database.db.one<{ settled: number; unlocked: number }>(sql`
    select (select count(*) from launchpad_applications where settled_at is not null) as settled,
      (select count(*) from launchpad_subscribers where unlocked_at is not null) as unlocked`);

test('kills at any step of allotment and listing settle, unlock and open everything exactly once, with the books at zero', async () => {
  let before = { settled: 0, unlocked: 0 };
  for (const [step, at] of KILLS) {
    expect(await settleIn(step, at), `${step} ${at}`).toEqual({ code: null, signal: 'SIGKILL' });
    const now = await counts();
    expect(now.settled).toBeGreaterThanOrEqual(before.settled);
    expect(now.unlocked).toBeGreaterThanOrEqual(before.unlocked);
    expect([now.settled % 20, now.unlocked % 20]).toEqual([0, 0]);
    expect(await fixture.contradictions()).toEqual([]);
    before = now;
  }
  expect(before.unlocked).toBe(APPLICATIONS);
  expect(await markets()).toEqual([]);
  expect(await settleIn('never', 1)).toEqual({ code: 0, signal: null });
  expect(await counts()).toEqual({ settled: APPLICATIONS, unlocked: APPLICATIONS });
  const { journals } = await database.db.one<{ journals: number }>(
    sql`select count(*) as journals from ledger_journals where kind = 'launchpad:batch'`,
  );
  expect(journals).toBe(10);
  expect((await fixture.row(project)).listedMs).toBe(END);
  expect(await markets()).toEqual([{ market_id: expect.any(Number) as number }]);
  expect(await fixture.contradictions()).toEqual([]);
}, 90_000);
