import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { userId } from '@karat/contract';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import { bundleProgram, createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OptionsFixture } from './testing/options-fixture.ts';

/** Each kill starts a process. */
const KILLS_MS_MAX = 120_000;

const RUN = join(import.meta.dirname, 'testing/settle-run.ts');
const PEOPLE = Array.from({ length: 60 }, (_, index) => userId(100_200 + index));
const KILLS = [
  ['claimed', 1],
  ['posted', 1],
  ['written', 1],
  ['posted', 3],
  ['written', 4],
] as const;

let database: TestDatabase;
let fixture: OptionsFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await OptionsFixture.open(database.db);
  await fixture.fundPool('100000');
  await fixture.admit(...PEOPLE);
  for (const user of PEOPLE) await fixture.fund(user, '100');
  await fixture.seconds(1);
  // Five each: 300 orders over five seconds, won, lost and tied.
  for (let round = 0; round < 5; round++) {
    for (const [index, userOf] of PEOPLE.entries())
      await fixture.take({
        userId: userOf,
        stake: amount('10'),
        direction: (index + round) % 2 === 0 ? 'up' : 'down',
      });
    await fixture.seconds(1, '30000');
  }
  await fixture.seconds(20, '30000');
  await fixture.seconds(12, '30003');
});
afterAll(() => database.drop());

/** Settles in a separate process; returns its exit. */
async function settleIn(step: string, at: number): Promise<{ code: number | null; signal: string | null }> {
  const now = String(fixture.clock.now());
  const child = spawn(
    process.execPath,
    [await bundleProgram(RUN), '--url', database.url, '--now', now, '--step', step, '--at', String(at)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return { code, signal };
}

const settled = async (): Promise<number> =>
  (
    await database.db.one<{ n: number }>(
      sql`select count(*) as n from options_orders where outcome is not null`,
    )
  ).n;

test(
  'five kills at any step of a settlement leave each order settled exactly once and the ledger at zero',
  async () => {
    expect(await settled()).toBe(0);
    let before = 0;
    for (const [step, at] of KILLS) {
      expect(await settleIn(step, at), `${step} ${at}`).toEqual({ code: null, signal: 'SIGKILL' });
      const now = await settled();
      // Committed work stays; uncommitted work has left nothing behind.
      expect(now).toBeGreaterThanOrEqual(before);
      expect(now % 50).toBe(0);
      expect(await fixture.contradictions()).toEqual([]);
      before = now;
    }
    expect(before).toBeLessThan(300);
    expect(await settleIn('never', 1)).toEqual({ code: 0, signal: null });
    expect(await settled()).toBe(300);
    const { journals, receipts, people } = await database.db.one<{
      journals: number;
      receipts: number;
      people: number;
    }>(sql`
    select (select count(*) from ledger_journals where key like 'option:settle:%') as journals,
      (select count(*) from proofs_receipts where kind = 'option') as receipts,
      (select sum(wins + losses + ties + voids) from options_people)::bigint as people`);
    expect({ journals, receipts, people }).toEqual({ journals: 300, receipts: 300, people: 300 });
    expect(await fixture.contradictions()).toEqual([]);
  },
  KILLS_MS_MAX,
);
