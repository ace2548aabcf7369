import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { userId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import { bundleProgram, createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BTC, DualFixture, MATURITY, START, USDT } from './testing/fixture.ts';

/** Each kill starts a process. */
const KILLS_MS_MAX = 120_000;

const RUN = join(import.meta.dirname, 'testing/settle-run.ts');
const PEOPLE = Array.from({ length: 60 }, (_, index) => userId(100_200 + index));
const KILLS = [
  ['claimed', 1],
  ['posted', 1],
  ['written', 1],
  ['posted', 2],
  ['written', 3],
] as const;

let database: TestDatabase;
let fixture: DualFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await DualFixture.open(database.db);
  await fixture.at(START);
  await fixture.fundHouse('1', BTC);
  await fixture.fundHouse('1000000', USDT);
  const product = await fixture.product({ totalShares: 1_000 });
  for (const user of PEOPLE) {
    await fixture.fund(user, '0.3', BTC);
    await fixture.buy(product, 1, user);
    await fixture.buy(product, 2, user);
  }
  await fixture.ticks(MATURITY / 1000 - 1_800, MATURITY / 1000, '30000');
  fixture.clock.set(MATURITY);
});
afterAll(() => database.drop());

/** Settles in a process of its own; returns how it ended. */
async function settleIn(step: string, at: number): Promise<{ code: number | null; signal: string | null }> {
  const args = ['--url', database.url, '--now', String(MATURITY), '--step', step, '--at', String(at)];
  const child = spawn(process.execPath, [await bundleProgram(RUN), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return { code, signal };
}

const settled = async (): Promise<number> =>
  (await database.db.one<{ n: number }>(sql`select count(*) as n from dual_orders where outcome is not null`))
    .n;

test(
  'five kills at any step of a settlement leave each order paid exactly once and the books at zero',
  async () => {
    expect(await settled()).toBe(0);
    let before = 0;
    for (const [step, at] of KILLS) {
      expect(await settleIn(step, at), `${step} ${at}`).toEqual({ code: null, signal: 'SIGKILL' });
      const now = await settled();
      expect(now).toBeGreaterThanOrEqual(before);
      expect(now % 20).toBe(0);
      expect(await fixture.contradictions()).toEqual([]);
      before = now;
    }
    expect(before).toBeLessThan(120);
    expect(await settleIn('never', 1)).toEqual({ code: 0, signal: null });
    expect(await settled()).toBe(120);
    const counts = await database.db.one<{ journals: number; receipts: number; finished: number }>(sql`
    select (select count(*) from ledger_journals where key like 'dual:settle:%') as journals,
      (select count(*) from proofs_receipts where kind = 'dual') as receipts,
      (select count(*) from dual_settlements where finished_at is not null) as finished`);
    expect(counts).toEqual({ journals: 120, receipts: 120, finished: 1 });
    expect(await fixture.contradictions()).toEqual([]);
  },
  KILLS_MS_MAX,
);
