import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from '@karat/platform/db';
import { DAY_MS } from '@karat/rules';
import { bundleProgram, createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALICE, GiftFixture, START } from './testing/fixture.ts';

/** Each kill starts a process. */
const KILLS_MS_MAX = 120_000;
const RUN = join(import.meta.dirname, 'testing/return-run.ts');
const GIFTS = 40;
const KILLS = [
  ['claimed', 1],
  ['posted', 1],
  ['written', 2],
  ['released', 1],
  ['notified', 2],
] as const;

let database: TestDatabase;
let fixture: GiftFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = new GiftFixture(database.db);
  await fixture.fund(ALICE, '1000');
  for (let n = 0; n < GIFTS; n++) await fixture.create(ALICE, '1');
});
afterAll(() => database.drop());

/** Returns what expired in a process of its own; the result is how it ended. */
async function returnIn(step: string, at: number): Promise<string | number | null> {
  const args = ['--url', database.url, '--now', String(START + DAY_MS), '--step', step, '--at', String(at)];
  const child = spawn(process.execPath, [await bundleProgram(RUN), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal ?? code;
}

test(
  'five kills at any step of a return leave each gift returned exactly once, with its limit',
  async () => {
    for (const [step, at] of KILLS) {
      expect(await returnIn(step, at), `${step} ${at}`).toBe('SIGKILL');
      expect(await fixture.contradictions()).toEqual([]);
    }
    const { open } = await database.db.one<{ open: number }>(
      sql`select count(*) as open from gifts_codes where state = 'open'`,
    );
    expect(open).toBe(GIFTS - 20);
    expect(await returnIn('never', 1)).toBe(0);
    expect(await fixture.balance(ALICE)).toBe('1000 / 0');
    const counts = await database.db.one(sql`
      select (select count(*) from gifts_codes where state = 'expired') as expired,
        (select count(*) from ledger_journals where key like 'gift:%:return') as journals,
        (select count(*) from outflow_movements where released_at is null) as counting`);
    expect(counts).toEqual({ expired: GIFTS, journals: GIFTS, counting: 0 });
    expect(await fixture.contradictions()).toEqual([]);
  },
  KILLS_MS_MAX,
);
