import { currencyId } from '@karat/contract';
import { amount, format, minus } from '@karat/money';
import { auditLedger } from '@karat/domains/ledger';
import { sql } from '@karat/platform/db';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROVIDER_FEE } from './deps.ts';
import { FiatHarness } from './testing/harness.ts';

/** The dollar of bank accounts. */
const USD = currencyId(21);
let h: FiatHarness;
beforeAll(async () => {
  h = await FiatHarness.open('provider-fees');
});
afterAll(() => h?.close());

const booked = (reference: string) =>
  h.database.db.rows<{ key: string; amount: string }>(sql`
    select j.key, p.available::text as amount from ledger_journals j join ledger_postings p on p.journal_id = j.id
    where j.kind = 'fiat:provider_fee' and j.reference = ${reference} and p.available > 0 order by j.id`);
const later = async (ms: number): Promise<void> => {
  h.clock.advance(ms);
  await h.work();
};
const bankAfter = async (act: () => Promise<void>): Promise<string> => {
  const before = await h.house('bank', USD);
  await act();
  return format(minus(await h.house('bank', USD), before));
};

test('what a provider kept of a payment leaves the bank account in the books, once', async () => {
  const { order, payment } = await h.bought(h.newUser());
  await h.work();
  expect(await booked(order.reference)).toEqual([]);
  // 2.9 % of 100 dollars and 30 cents.
  expect(await bankAfter(() => later(HOUR_MS))).toBe('-3.2');
  const event = h.stripe.account.events.find(({ type }) => type === 'payment_intent.succeeded');
  if (event) await h.hook(event);
  await later(DAY_MS);
  expect(await booked(order.reference)).toHaveLength(1);
  expect(h.stripe.requests.filter(({ path }) => path.includes(payment))).toHaveLength(1);
  expect((await auditLedger(h.database.db)).differences).toEqual([]);
});

test('a payment that is not settled yet is asked for again, and a provider that fails books nothing', async () => {
  const { order, payment } = await h.bought(h.newUser());
  h.stripe.account.unsettled.add(payment);
  await later(HOUR_MS);
  await later(HOUR_MS);
  expect(await booked(order.reference)).toEqual([]);
  h.stripe.account.unsettled.delete(payment);
  h.stripe.fail('error', 'error', 'error');
  await later(HOUR_MS);
  expect(await booked(order.reference)).toEqual([]);
  await later(HOUR_MS);
  expect((await booked(order.reference)).map((row) => amount(row.amount))).toEqual([amount('3.2')]);
});

test('a fee that the provider never names is asked for two weeks', async () => {
  const { order, payment } = await h.bought(h.newUser());
  h.stripe.account.unsettled.add(payment);
  const isPlanned = async () =>
    (
      await h.database.db.rows(sql`
        select 1 from platform_work where kind = ${PROVIDER_FEE} and subject = ${`payment:${order.id}`}
          and done_at is null`)
    ).length === 1;
  for (let day = 0; day < 13; day++) await later(DAY_MS);
  expect(await isPlanned()).toBe(true);
  for (let day = 0; day < 2; day++) await later(DAY_MS);
  expect(await isPlanned()).toBe(false);
  expect(await booked(order.reference)).toEqual([]);
});

test('a dispute costs its fee also if it is won', async () => {
  const { order, payment } = await h.bought(h.newUser());
  await later(HOUR_MS);
  const cost = await bankAfter(async () => {
    const number = h.stripe.account.dispute(payment);
    h.stripe.account.closeDispute(number, 'won');
    await h.deliver('twice');
    await later(HOUR_MS);
    await later(HOUR_MS);
  });
  expect(cost).toBe('-15');
  expect(await booked(order.reference)).toHaveLength(2);
});
