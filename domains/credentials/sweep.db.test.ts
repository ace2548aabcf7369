import { sql } from '@karat/platform/db';
import { createWorker } from '@karat/platform/work';
import { MINUTE_MS } from '@karat/rules';
import { expect, test } from 'vitest';
import { setUpEach } from './testing/set-up.ts';
import type { TestSetup } from './testing/set-up.ts';
import { deleteExpired } from './used-signatures.ts';

let { db, desk } = {} as TestSetup;
setUpEach(2, (setup) => ({ db, desk } = setup));

/** A signature of 32 bytes that contains a number. */
const signature = (ms: number): Buffer => {
  const bytes = Buffer.alloc(32);
  bytes.writeInt32BE(ms);
  return bytes;
};
/** Stores signatures that expire in these numbers of ms. */
async function storeExpiring(...inMs: readonly number[]): Promise<void> {
  await db.run(sql`truncate credentials_used_signatures`);
  for (const ms of inMs)
    await db.run(sql`
      insert into credentials_used_signatures (signature, expires_at)
      values (${signature(ms)}, to_timestamp(${desk.clock.now() + ms} / 1000.0))`);
}
const left = async () =>
  (
    await db.rows<{ signature: Buffer }>(
      sql`select signature from credentials_used_signatures order by expires_at`,
    )
  ).map(({ signature }) => signature.readInt32BE());

test('signatures are kept until they expire, at most a number is deleted at once', async () => {
  await storeExpiring(-20, -10, -1, 0, 1);
  expect(await deleteExpired(db, desk.clock.now(), 2)).toBe(2);
  expect(await left()).toHaveLength(3);
  expect(await deleteExpired(db, desk.clock.now(), 2)).toBe(1);
  expect(await left()).toEqual([0, 1]);
});

test('the sweep comes every ten minutes', async () => {
  await desk.credentials.start();
  const worker = createWorker(desk.ctx, desk.credentials.work);
  for (const round of [1, 2]) {
    await storeExpiring(-1, 11 * MINUTE_MS);
    desk.clock.advance(10 * MINUTE_MS);
    await worker.runDue();
    expect([round, await left()]).toEqual([round, [11 * MINUTE_MS]]);
  }
});
