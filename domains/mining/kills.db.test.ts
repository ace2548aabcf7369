import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { userId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import { DAY_MS } from '@karat/rules';
import { bundleProgram, createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EarnFixture, START } from './testing/fixture.ts';

/** Each kill starts a process. */
const KILLS_MS_MAX = 120_000;

const RUN = join(import.meta.dirname, 'testing/pay-run.ts');
const USERS = Array.from({ length: 50 }, (_, index) => userId(100_200 + index));
const KILLS = [
  ['claimed', 1],
  ['posted', 1],
  ['written', 1],
  ['posted', 3],
  ['written', 4],
] as const;
const DAYS = 3;

let database: TestDatabase;
let earn: EarnFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  earn = await EarnFixture.open(database.db);
  await earn.fundInterest('10000');
  const fixed = await earn.product({ days: DAYS, reserveDays: DAYS });
  const flexible = await earn.product({ days: 0 });
  for (const user of USERS) {
    await earn.fund(user, '200');
    await earn.buy(fixed, '100', user);
    await earn.buy(flexible, '100', user);
  }
});
afterAll(() => database.drop());

/** Pays three missed days in a process of its own; returns how it ended. */
async function payIn(step: string, at: number): Promise<{ code: number | null; signal: string | null }> {
  const args = [
    '--url',
    database.url,
    '--now',
    String(START + DAYS * DAY_MS),
    '--step',
    step,
    '--at',
    String(at),
  ];
  const child = spawn(process.execPath, [await bundleProgram(RUN), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return { code, signal };
}

const paid = async (): Promise<number> =>
  (await database.db.one<{ n: number }>(sql`select count(*) as n from mining_accruals`)).n;

test(
  'five kills at any step of a payment leave each day paid exactly once and the books at zero',
  async () => {
    let before = 0;
    for (const [step, at] of KILLS) {
      expect(await payIn(step, at), `${step} ${at}`).toEqual({ code: null, signal: 'SIGKILL' });
      const now = await paid();
      expect(now).toBeGreaterThanOrEqual(before);
      expect(now % 25).toBe(0);
      expect(await earn.contradictions()).toEqual([]);
      before = now;
    }
    expect(before).toBeLessThan(300);
    expect(await payIn('never', 1)).toEqual({ code: 0, signal: null });
    expect(await paid()).toBe(300);
    const { matured, receipts } = await database.db.one<{ matured: number; receipts: number }>(sql`
    select (select count(*) from mining_orders where outcome = 'matured') as matured,
      (select sum(json_array_length(content::json)) from proofs_owed)::bigint as receipts`);
    expect({ matured, receipts }).toEqual({ matured: 50, receipts: 50 });
    expect(await earn.contradictions()).toEqual([]);
  },
  KILLS_MS_MAX,
);
