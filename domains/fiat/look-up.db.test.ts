import { sql } from '@karat/platform/db';
import { createWorker } from '@karat/platform/work';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@karat/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endPage, pageOf, storeAnswer } from './page-store.ts';
import { callDesk } from './testing/desk.ts';
import { FiatHarness } from './testing/harness.ts';

let h: FiatHarness;
beforeAll(async () => {
  h = await FiatHarness.open('look-up');
});
afterAll(() => h?.close());

test('a page that expires with its order is closed by due work', async () => {
  const user = h.newUser();
  const { order, session } = await h.page(user);
  h.clock.advance(31 * MINUTE_MS);
  await h.work();
  expect(await h.detail(user, order.id)).toMatchObject({ state: 'expired' });
  expect(h.stripe.account.sessions.get(session)?.status).toBe('expired');
});

test('a page can be paid until the very moment at which its order expires, and then no more', async () => {
  const user = h.newUser();
  const { order, session } = await h.page(user);
  // Only what asks the provider runs: other work has not ended the order yet.
  const worker = createWorker(h.ctx, h.fiat.providerWork, { batch: 1 });
  const statusAt = async (now: number): Promise<unknown> => {
    h.clock.set(now);
    await h.database.db.run(sql`
      update platform_work set try_at = to_timestamp(0)
      where kind = 'fiat:look_up' and subject = ${String(order.id)} and state = 'waiting'`);
    await worker.runDue();
    return h.stripe.account.sessions.get(session)?.status;
  };
  expect(await statusAt(order.expires_ms - 1)).toBe('open');
  expect(await statusAt(order.expires_ms)).toBe('expired');
});

test('a page without an end is left to an operator after two weeks', async () => {
  const user = h.newUser();
  const { order, session } = await h.page(user);
  // The payer chose a method that takes days, and the bank never answers.
  const stuck = h.stripe.account.sessions.get(session) ?? expect.fail();
  stuck.status = 'complete';
  for (let days = 0; days < 15; days++) {
    h.clock.advance(DAY_MS);
    await h.work();
  }
  h.clock.advance(HOUR_MS);
  await h.work();
  expect(
    (await callDesk(h)('console/fiat_exceptions', { state: 'open' })).data.find(
      ({ subject }) => subject === session,
    ),
  ).toMatchObject({
    kind: 'not_answered',
    order_id: order.id,
  });
});

test('the first answer about a page stays, and so does its end; other pages do not change', async () => {
  const { db } = h.database;
  const [first, second] = [await h.page(h.newUser()), await h.page(h.newUser())];
  const pages = async () => [await pageOf(db, first.order.id), await pageOf(db, second.order.id)];
  const before = await pages();
  expect(await storeAnswer(db, first.order.id, { session: 'cs_other', url: 'https://other' })).toBe(0);
  expect(await pages()).toEqual(before);
  const end = (state: 'paid' | 'expired') => db.transact((tx) => endPage(tx, first.order.id, state));
  expect([await end('paid'), await end('expired')]).toEqual([1, 0]);
  expect(await pages()).toEqual([{ ...before[0], state: 'paid' }, before[1]]);
});
