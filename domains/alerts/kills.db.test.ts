import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { userId } from '@karat/contract';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import { bundleProgram, createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AlertsFixture, START } from './testing/fixture.ts';

const RUN = join(import.meta.dirname, 'testing/watch-run.ts');
const USERS = Array.from({ length: 30 }, (_, index) => userId(100_900 + index));
/** Where a process is killed; each one sees the price cross and turn back. */
const KILLS = [
  ['crossed', 1],
  ['written', 2],
  ['committed', 2],
  ['crossed', 1],
  ['written', 2],
] as const;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const fixture = await AlertsFixture.open(database.db);
  await fixture.missedTick('30000');
  for (const [index, user] of USERS.entries())
    await fixture.create(user, { target: amount(String(31_000 + 100 * index)) });
});
afterAll(() => database.drop());

/** Watches prices in a process of its own; returns how it ended. */
async function watchIn(
  now: number,
  prices: string,
  step: string,
  at: number,
): Promise<string | number | null> {
  const args = [
    '--url',
    database.url,
    '--now',
    String(now),
    '--prices',
    prices,
    '--step',
    step,
    '--at',
    String(at),
  ];
  const child = spawn(process.execPath, [await bundleProgram(RUN), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal ?? code;
}

test('five kills between crossing, notification and commit leave every crossed alert with exactly one notification', async () => {
  let now = START + 5_000;
  for (const [index, [step, at]] of KILLS.entries()) {
    // A little higher each time: the alerts up to there are crossed, the price is back before the next start.
    const prices = `${31_000 + 600 * index},30000`;
    expect(await watchIn(now, prices, step, at), `${index} ${step}`).toBe('SIGKILL');
    now += 5_000;
  }
  expect(await watchIn(now, '30000', 'never', 1)).toBe(0);
  const found = await database.db.one(sql`
      select (select count(*) from alerts_alerts where state = 'fired' and firings = 1) as fired,
        (select count(*) from alerts_alerts where state = 'active' and firings = 0) as active,
        (select count(*) from messages_notices) as notices,
        (select count(distinct user_id) from messages_notices) as users`);
  expect(found).toEqual({ fired: 25, active: 5, notices: 25, users: 25 });
});
