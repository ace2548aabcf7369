import { houseAccount, userAccount } from '@karat/domains/ledger';
import { amount, format, negate } from '@karat/money';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkDividend } from './approvals.ts';
import { payDividends, planDividend } from './dividends.ts';
import { RECORD_DELAY_MS, dividendsOfUser } from './dividend-store.ts';
import { ALICE, BEA, CARL, END, HOUR_MS, LaunchpadFixture, USDT } from './testing/fixture.ts';

const RECORD = END + HOUR_MS;
let database: TestDatabase;
let fixture: LaunchpadFixture;
let fund = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = new LaunchpadFixture(database.db);
  fund = await fixture.project({ kind: 'fund', decimals: 0, listingMs: END, orderMin: amount('1') });
  for (const user of [ALICE, BEA, CARL]) {
    await fixture.fund(user, '100');
    await fixture.apply(fund, '100', user);
  }
  await fixture.runAt(END);
});
afterAll(() => database.drop());

const refusal = (failing: Promise<unknown>): Promise<unknown> =>
  failing.then(
    () => 'accepted',
    (error: unknown) => (error as { code?: unknown }).code,
  );

/** Plans a dividend in USDT as its approval does. */
const plan = (text: string, recordMs: number, project = fund) =>
  fixture.ctx.db.transact(async (tx) => {
    const payload = { id: project, amount: text, currency_id: USDT, record_ms: recordMs };
    return planDividend(fixture.deps, tx, await checkDividend(fixture.deps, tx, payload));
  });

test('a dividend needs a listed fund, a record time to come, an amount in the currency and a house account that covers it', async () => {
  const open = await fixture.project({ endMs: END + 9 * HOUR_MS, listingMs: undefined });
  expect(await refusal(plan('10', RECORD, open))).toBe('project_state');
  expect(await refusal(plan('10', END))).toBe('value_invalid');
  expect(await refusal(plan('0.0000001', RECORD))).toBe('amount_too_precise');
  expect(await refusal(plan('10', RECORD, 9_999))).toBe('project_unknown');
  expect(await refusal(plan('10', RECORD))).toBe('dividend_uncovered');
  await fixture.grant(houseAccount('dividends'), '150', USDT);
  const both = await Promise.all([refusal(plan('100', RECORD)), refusal(plan('100', RECORD))]);
  expect(both.toSorted()).toEqual(['accepted', 'dividend_uncovered']);
  expect(await fixture.house('dividends')).toBe('50 100');
});

test('holders at the record time are paid 33.333334/33.333333/33.333333 of 100 once, whatever they sell afterwards', async () => {
  const { currencyId: token } = await fixture.row(fund);
  expect(await fixture.runAt(RECORD + RECORD_DELAY_MS - 1)).toBe(0);
  // The worker was late: Carl's tokens left after the record time, before it recorded.
  const tokens = amount('100');
  await fixture.ctx.db.transact((tx) =>
    fixture.ledger.post(tx, {
      key: 'sale',
      kind: 'spot:trade',
      reference: 'sale',
      at: RECORD + 1,
      entries: [
        { account: userAccount(CARL, 'change'), currency: token, available: negate(tokens) },
        { account: userAccount(BEA, 'lever'), currency: token, available: tokens },
      ],
    }),
  );
  await fixture.runAt(RECORD + RECORD_DELAY_MS);
  expect(await Promise.all([ALICE, BEA, CARL].map((user) => fixture.wallet(user)))).toEqual([
    '123.333334 0',
    '123.333333 0',
    '123.333333 0',
  ]);
  expect(await fixture.house('dividends')).toBe('50 0');
  expect(await fixture.runAt(RECORD + HOUR_MS)).toBe(0);
  const paid = await database.db.rows<{ amount: string }>(
    sql`select amount from launchpad_dividend_payments where paid_at is not null`,
  );
  expect(format(amount(paid.reduce((sum, row) => sum + amount(row.amount), 0n)))).toBe('100');
  expect(fixture.notifications.filter(({ kind }) => kind === 'launchpad:dividend')).toHaveLength(3);
  expect(await fixture.contradictions()).toEqual([]);
});

test('a later dividend goes to the holders of all accounts of that time', async () => {
  const record = RECORD + 2 * HOUR_MS;
  await plan('30', record);
  await fixture.runAt(record + RECORD_DELAY_MS);
  expect(await Promise.all([ALICE, BEA, CARL].map((user) => fixture.wallet(user)))).toEqual([
    '133.333334 0',
    '143.333333 0',
    '123.333333 0',
  ]);
  expect(await fixture.house('dividends')).toBe('20 0');
});

test('a fund without holders returns the amount to the house account', async () => {
  const empty = await fixture.project({
    kind: 'fund',
    startMs: RECORD + 3 * HOUR_MS,
    endMs: RECORD + 4 * HOUR_MS,
    listingMs: RECORD + 4 * HOUR_MS,
  });
  await fixture.runAt(RECORD + 4 * HOUR_MS);
  const record = RECORD + 5 * HOUR_MS;
  await plan('20', record, empty);
  expect(await fixture.house('dividends')).toBe('0 20');
  await fixture.runAt(record + RECORD_DELAY_MS);
  expect(await fixture.house('dividends')).toBe('20 0');
  expect(await fixture.contradictions()).toEqual([]);
});

test('a user reads a dividend once it is paid, not when it is recorded', async () => {
  const record = RECORD + 6 * HOUR_MS;
  const received = async () =>
    (await dividendsOfUser(database.db, ALICE, { page: 1, limit: 10 })).rows.map((row) => format(row.amount));
  const step = () =>
    fixture.ctx.db.transact((tx) => payDividends(fixture.deps, tx, record + RECORD_DELAY_MS));
  const before = await received();
  await plan('3', record);
  await step();
  expect(await received()).toEqual(before);
  expect((await dividendsOfUser(database.db, ALICE, { page: 1, limit: 10 })).total).toBe(before.length);
  await step();
  expect(await received()).toEqual(['1', ...before]);
});

test('who receives less than the smallest unit is not notified', async () => {
  const record = RECORD + 8 * HOUR_MS;
  fixture.notifications.length = 0;
  await plan('0.000001', record);
  await fixture.runAt(record + RECORD_DELAY_MS);
  expect(fixture.notifications.map(({ user, values }) => [user, values?.['amount']])).toEqual([
    [BEA, '0.000001'],
  ]);
});
