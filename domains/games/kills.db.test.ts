import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { userId } from '@karat/contract';
import { MINUTE_MS } from '@karat/rules';
import { sql } from '@karat/platform/db';
import { bundleProgram, createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GamesFixture } from './testing/fixture.ts';

const RUN = join(import.meta.dirname, 'testing/settle-run.ts');
const PEOPLE = Array.from({ length: 30 }, (_, index) => userId(100_200 + index));
/** Steps of dividing a pool and of paying its entries. */
const KILLS = [
  ['divided', 1],
  ['claimed', 1],
  ['posted', 1],
  ['written', 1],
  ['posted', 2],
] as const;

let database: TestDatabase;
let games: GamesFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  games = await GamesFixture.open(database.db);
  await games.admit('100', ...PEOPLE);
});
afterAll(() => database.drop());

/** Settles in a process of its own; returns the signal that ended it. */
async function settleIn(step: string, at: number, now: number): Promise<string | null> {
  const args = ['--url', database.url, '--now', String(now), '--step', step, '--at', String(at)];
  const child = spawn(process.execPath, [await bundleProgram(RUN), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal;
}

test('five kills while a round is settled pay each entry and the fee once', async () => {
  const round = await games.priceRound();
  for (const [turn, user] of PEOPLE.entries()) await games.enter(round.id, user, 1 + (turn % 2), '10');
  await games.ticks(round.settlesMs, '30000');
  const now = round.settlesMs + MINUTE_MS;
  for (const [step, at] of KILLS) {
    expect(await settleIn(step, at, now), `${step} ${at}`).toBe('SIGKILL');
    expect(await games.contradictions()).toEqual([]);
  }
  games.clock.set(now);
  // The database may hold the locks of a killed process for another moment.
  const settled = async (): Promise<boolean> => {
    await games.worker.runDue();
    return (await games.round(round.id)).settledMs !== undefined;
  };
  await expect.poll(settled).toBe(true);
  expect(new Set(await games.wallets(...PEOPLE))).toEqual(new Set(['90', '109']));
  const counts = await database.db.one<{ payouts: number; fees: number; receipts: number }>(sql`
    select (select count(*) from ledger_journals where kind = 'game:payout') as payouts,
      (select count(*) from ledger_journals where kind = 'game:fee') as fees,
      (select count(*) from proofs_receipts where kind = 'games') as receipts`);
  expect(counts).toEqual({ payouts: 15, fees: 1, receipts: 30 });
  expect(await games.contradictions()).toEqual([]);
}, 120_000);
