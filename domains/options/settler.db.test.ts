import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { amount } from '@karat/money';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ALICE, OptionsFixture, START } from './testing/options-fixture.ts';

/** A database that counts its transactions and resolves when all of them have ended. */
function watched(db: Database) {
  let open = 0;
  const seen = { transactions: 0 };
  const counted = async <T>(run: () => Promise<T>): Promise<T> => {
    open += 1;
    return run().finally(() => (open -= 1));
  };
  const own: Database = {
    ...db,
    prepared: (name, text, values) => counted(() => db.prepared(name, text, values)),
    transact(work) {
      seen.transactions += 1;
      return counted(() => db.transact(work));
    },
  };
  const quiet = async (): Promise<void> => {
    do await new Promise((done) => setImmediate(done));
    while (open > 0);
  };
  return { db: own, seen, quiet };
}

let database: TestDatabase;
let eyes: ReturnType<typeof watched>;
let fixture: OptionsFixture;

beforeEach(async () => {
  database = await createTestDatabase();
  eyes = watched(database.db);
  fixture = await OptionsFixture.open(eyes.db);
  await fixture.fund(ALICE, '1000');
  await fixture.fundPool('5000');
  await fixture.admit(ALICE);
  await fixture.seconds(1);
  fixture.settler.start();
});
afterEach(async () => {
  await fixture.settler.stop();
  await database.drop();
});

/**
 * Advances the clock up to a time, ms from the start, with a tick ten milliseconds into each second, and waits for all
 * effects.
 */
async function until(ms: number): Promise<void> {
  while (fixture.clock.now() < START + ms) {
    fixture.clock.advance(5);
    const now = fixture.clock.now();
    if (now % 1000 === 10) await fixture.market.inside.ticks.take(now - 10);
    await eyes.quiet();
  }
}

test('a running settler enters an order on its second and settles it at its expiry, and sleeps in between', async () => {
  await until(1_950);
  const { id } = await fixture.take({ seconds: 30 });
  await until(2_035);
  expect(await fixture.order(id)).toMatchObject({ entrySecond: START / 1000 + 2 });
  const before = eyes.seen.transactions;
  await until(31_945);
  // One empty search after the entry; nothing else in half a minute.
  expect(eyes.seen.transactions - before).toBeLessThanOrEqual(1);
  await until(32_000);
  const { outcome, settledMs, expiresMs } = await fixture.order(id);
  expect({ outcome, late: (settledMs ?? Infinity) - expiresMs }).toEqual({ outcome: 'tie', late: 0 });
  expect(await fixture.contradictions()).toEqual([]);
});

test('an order accepted by another process is also entered within its second and settled at its expiry', async () => {
  await until(1_950);
  const other = await OptionsFixture.open(database.db, fixture.clock.now());
  const { id } = await other.take({ seconds: 30, stake: amount('10') });
  await until(2_125);
  expect(await fixture.order(id)).toMatchObject({ entrySecond: START / 1000 + 2 });
  await until(32_000);
  const { outcome, settledMs, expiresMs } = await fixture.order(id);
  expect({ outcome, late: (settledMs ?? Infinity) - expiresMs }).toEqual({ outcome: 'tie', late: 0 });
});

test('orders of a process that died are settled by the next one at its first search', async () => {
  const { id } = await fixture.take({ seconds: 30 });
  await fixture.settler.stop();
  await fixture.seconds(40);
  const eyesOfNext = watched(database.db);
  const next = await OptionsFixture.open(eyesOfNext.db, fixture.clock.now());
  next.settler.start();
  next.clock.advance(25);
  await eyesOfNext.quiet();
  expect(await next.order(id)).toMatchObject({ outcome: 'tie' });
  await next.settler.stop();
});

test('limits of an expiry are deleted a day after it', async () => {
  const kept = [fixture.clock.now() / 1000 + 3_600 - 86_400, fixture.clock.now() / 1000 + 3_630];
  await database.db.run(sql`
    insert into options_windows (market_id, currency_id, second, owed)
    select 1, 3, second, 1 from unnest(${[(kept[0] ?? 0) - 1, ...kept]}::bigint[]) as second`);
  fixture.clock.advance(3_600_000);
  const left = async () =>
    (await database.db.rows<{ second: number }>(sql`select second from options_windows order by second`)).map(
      ({ second }) => second,
    );
  await expect.poll(left).toEqual(kept);
});
