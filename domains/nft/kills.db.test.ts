import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { userId } from '@karat/contract';
import { boxFormula } from '@karat/evidence';
import { sql } from '@karat/platform/db';
import { bundleProgram, createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unpaidAuctionsOf } from './credit-history.ts';
import { openBox } from './boxes.ts';
import { ALICE, DAY, NftFixture } from './testing/fixture.ts';

const RUN = join(import.meta.dirname, 'testing/settle-run.ts');
const PEOPLE = Array.from({ length: 40 }, (_, index) => userId(100_200 + index));
/** Steps of ending an auction, of returning margins, and of a forfeit. */
const KILLS = [
  ['claimed', 1],
  ['claimed', 2],
  ['posted', 1],
  ['posted', 2],
  ['written', 2],
  ['written', 1],
] as const;

/** Steps of ending a series, of revealing its seed, and of proving twelve opened boxes in two batches. */
const REVEAL_KILLS = [
  ['claimed', 1],
  ['claimed', 2],
  ['written', 1],
  ['claimed', 2],
  ['written', 1],
  ['written', 2],
] as const;

let database: TestDatabase;
let nft: NftFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  nft = await new NftFixture(database.db).open();
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

test('six kills while an auction is settled return each margin once, and a forfeit is paid once', async () => {
  const code = await nft.work();
  await nft.list(code, '100', { increment: '1' });
  for (const [turn, user] of PEOPLE.entries()) {
    await nft.fund(user, '50');
    await nft.bid(code, user, String(100 + turn));
  }
  const end = nft.clock.now() + DAY;
  for (const [step, at] of KILLS) {
    expect(await settleIn(step, at, end), `${step} ${at}`).toBe('SIGKILL');
    expect(await nft.contradictions()).toEqual([]);
  }
  const winner = PEOPLE.at(-1) ?? ALICE;
  // The database may hold the locks of a killed process for another moment.
  const settled = async (now: number): Promise<string> => {
    nft.clock.set(now);
    await nft.worker.runDue();
    const { held } = await database.db.one<{ held: number }>(
      sql`select count(*) as held from nft_margins where state = 'held'`,
    );
    return `${held} ${await nft.wallet(winner)}`;
  };
  await expect.poll(() => settled(end)).toBe('1 40 10');
  expect(await settleIn('posted', 1, end + DAY)).toBe('SIGKILL');
  expect(await nft.wallet(winner)).toBe('40 10');
  await expect.poll(() => settled(end + DAY)).toBe('0 40 0');
  const counts = await database.db.one<{ returned: number; forfeited: number; orders: number }>(sql`
    select (select count(*) from ledger_journals where kind = 'nft:margin_back') as returned,
      (select count(*) from ledger_journals where kind = 'nft:forfeit') as forfeited,
      (select count(*) from nft_orders) as orders`);
  expect(counts).toEqual({ returned: 39, forfeited: 1, orders: 1 });
  expect(await unpaidAuctionsOf(database.db, winner)).toBe(1);
  expect(await unpaidAuctionsOf(database.db, ALICE)).toBe(0);
  expect(await nft.contradictions()).toEqual([]);
}, 120_000);

test('six kills while a series is revealed publish one seed and leave one receipt for each opened box', async () => {
  const [common, rare] = [await nft.artwork(10), await nft.artwork(4, 'SR')];
  const series = await nft.series([
    [common.id, 10],
    [rare.id, 4],
  ]);
  await nft.fund(ALICE, '200');
  for (let box = 0; box < 12; box += 1) {
    const { box: code = '' } = await nft.buy(series.code, ALICE);
    await database.db.transact((tx) => openBox(nft.deps, tx, ALICE, code));
  }
  const end = nft.clock.now() + DAY;
  for (const [step, at] of REVEAL_KILLS) {
    expect(await settleIn(step, at, end), `${step} ${at}`).toBe('SIGKILL');
    expect(await nft.contradictions()).toEqual([]);
  }
  nft.clock.set(end);
  const proofs = async () => {
    await nft.worker.runDue();
    return database.db.rows<{ body: string; artwork_id: number }>(sql`
      select r.body, b.artwork_id from nft_boxes b join proofs_receipts r on r.hash = b.receipt
      where b.series_id = ${series.id}`);
  };
  await expect.poll(async () => (await proofs()).length).toBe(12);
  for (const { body, artwork_id: artwork } of await proofs()) {
    const { order, result } = JSON.parse(body) as Record<'order' | 'result', Record<string, string>>;
    expect(boxFormula.result(order, [])).toEqual(result);
    expect(result['artwork']).toBe(String(artwork));
  }
  const { receipts, free } = await database.db.one<{ receipts: number; free: number }>(sql`
    select (select count(*) from proofs_receipts where kind = 'nft-box') as receipts,
      (select count(*) from nft_items where artwork_id in (${common.id}, ${rare.id}) and series_id is null
        and owner_id <> ${ALICE}) as free`);
  expect([receipts, free]).toEqual([12, 2]);
  expect(await nft.contradictions()).toEqual([]);
}, 120_000);
