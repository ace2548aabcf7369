import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { userId } from '@karat/contract';
import { userAccount } from '@karat/domains/ledger';
import { SPOT_FEES } from '@karat/domains/spot';
import { sql } from '@karat/platform/db';
import { bundleProgram, createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countFees } from './count-fees.ts';
import { ALICE, GrowthFixture, START, USDT } from './testing/fixture.ts';

/** Each kill starts a process. */
const KILLS_MS_MAX = 120_000;

const RUN = join(import.meta.dirname, 'testing/work-run.ts');
const PEOPLE = Array.from({ length: 11 }, (_, index) => userId(100_200 + index));
const MIDNIGHT = Date.parse('2026-11-21');
const KILLS = [
  ['counted', 1],
  ['posted', 1],
  ['paid', 1],
  ['decided', 2],
  ['stored', 2],
] as const;

let database: TestDatabase;
let fixture: GrowthFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = new GrowthFixture(database.db);
  await fixture.people(ALICE, ...PEOPLE);
  await fixture.invite(ALICE, ...PEOPLE);
  await fixture.grant(SPOT_FEES, '1000', USDT);
  await fixture.growth.worker.runDue();
  const [buyer, ...sellers] = PEOPLE;
  for (const seller of sellers)
    await fixture.fill({ buyer: buyer ?? ALICE, seller, quantity: '1.2', buyerFee: '0', sellerFee: '10' });
  await countFees(fixture.deps);
  fixture.clock.set(START + 1_000);
  for (const seller of sellers)
    await fixture.fill({ buyer: buyer ?? ALICE, seller, quantity: '1.2', buyerFee: '0', sellerFee: '10' });
});
afterAll(() => database.drop());

/** Works in a process of its own; returns how it ended. */
async function workIn(step: string, at: number): Promise<string | number | null> {
  const args = ['--url', database.url, '--now', String(MIDNIGHT), '--step', step, '--at', String(at)];
  const child = spawn(process.execPath, [await bundleProgram(RUN), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal ?? code;
}

test(
  'five kills at any step count each fee, pay each rebate and decide each level exactly once',
  async () => {
    for (const [step, at] of KILLS) expect(await workIn(step, at), `${step} ${at}`).toBe('SIGKILL');
    expect(await workIn('never', 1)).toBe(0);
    // The second half was counted after its day's last hour: it is paid at the end of that hour.
    fixture.clock.set(MIDNIGHT + 3_600_000);
    await fixture.growth.worker.runDue();
    expect(await fixture.balance(userAccount(ALICE, 'change'), USDT)).toBe('40');
    const volumes = await database.db.rows<{ volume: string }>(
      sql`select trim_scale(volume)::text as volume from growth_volumes where user_id = any(${PEOPLE.slice(1)})`,
    );
    expect(volumes).toEqual(Array.from({ length: 10 }, () => ({ volume: '120000' })));
    expect(Object.keys(await fixture.levels())).toHaveLength(10);
    const run = await database.db.one(
      sql`select users, changed from growth_vip_runs where day = '2026-11-21'`,
    );
    expect(run).toEqual({ users: 12, changed: 10 });
    expect(await fixture.contradictions()).toEqual([]);
  },
  KILLS_MS_MAX,
);
