import { userId } from '@karat/contract';
import { amount } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { sql } from '@karat/platform/db';
import { attachPartition, detachPartition } from '@karat/platform/partitions';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  BTC,
  USDT,
  auditLedger,
  carriedUntil,
  carryBalances,
  createLedger,
  forgetCarried,
  heldByDomain,
  holdingsAt,
  holdingsOfUsers,
  houseAccount,
  statement,
  userAccount,
} from './index.ts';
import type { Entry } from './index.ts';

const DAY = 86_400_000;
const ALICE = userId(200_301);
const BOB = userId(200_302);
const account = userAccount(ALICE, 'change');
const other = userAccount(BOB, 'change');
const external = houseAccount('external');
const ledger = createLedger({
  bus: createBus((error) => {
    throw error;
  }),
});
let database: TestDatabase;
let journals = 0;

const post = (at: number, entries: readonly Entry[]) =>
  database.db.transact((tx) =>
    ledger.post(tx, {
      key: `carried:${++journals}`,
      kind: 'spot:trade',
      reference: `order:${journals}`,
      at,
      entries: [...entries],
    }),
  );
const deposit = (at: number, to: Entry['account'], currency: typeof USDT, text: string) =>
  post(at, [
    { account: external, currency, available: amount(`-${text}`) },
    { account: to, currency, available: amount(text) },
  ]);
const month = (name: string): number => Date.parse(`${name}-01T00:00:00Z`);

/** Two months without any other rows, the second one after a pause. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await db.run(sql`
    select platform_take_partitions('ledger_postings',
      array['ledger_postings_initial', 'ledger_postings_2023_02', 'ledger_postings_2023_03', 'ledger_postings_default'],
      array['FOR VALUES FROM (MINVALUE) TO (''2023-02-01 00:00:00+00'')',
        'FOR VALUES FROM (''2023-02-01 00:00:00+00'') TO (''2023-03-01 00:00:00+00'')',
        'FOR VALUES FROM (''2023-03-01 00:00:00+00'') TO (''2023-04-01 00:00:00+00'')', 'DEFAULT'])`);
  await deposit(month('2023-01') + DAY, account, USDT, '100');
  await deposit(month('2023-01') + 2 * DAY, account, BTC, '3');
  await deposit(month('2023-01') + 3 * DAY, other, USDT, '50');
  await post(month('2023-02') + DAY, [
    { account, currency: USDT, available: amount('-30'), held: amount('30') },
  ]);
  await deposit(month('2023-03') + DAY, account, USDT, '7');
});
afterAll(() => database.drop());

const detach = (name: string) =>
  database.db.transact((tx) =>
    detachPartition(tx, name, Date.now(), async ({ until }) => {
      await carryBalances(tx, name, until);
      return true;
    }),
  );
const attach = (name: string) =>
  database.db.transact((tx) => attachPartition(tx, name, () => forgetCarried(tx, name)));
const audit = async () => (await auditLedger(database.db)).differences;
const entries = async () =>
  (await statement(database.db, { accounts: [account] }, { limit: 50 })).map(
    ({ available, held, availableAfter, heldAfter }) =>
      [available, held, availableAfter, heldAfter].map(String),
  );

test('balances are carried over two detached months, and everything is back when they are attached', async () => {
  const before = await entries();
  const held = [{ domain: 'spot', held: amount('30') }];
  expect(before).toHaveLength(4);
  expect(await heldByDomain(database.db, account, USDT)).toEqual(held);
  await detach('ledger_postings_initial');
  expect(await database.db.transact(carriedUntil)).toBe(month('2023-02'));
  expect(await audit()).toEqual([]);
  expect(await entries()).toEqual(before.slice(0, 2));
  expect(await heldByDomain(database.db, account, USDT)).toEqual(held);

  await detach('ledger_postings_2023_02');
  expect(await database.db.transact(carriedUntil)).toBe(month('2023-03'));
  expect(await audit()).toEqual([]);
  expect(await entries()).toEqual(before.slice(0, 1));
  // What was held before is in no posting any more.
  expect(await heldByDomain(database.db, account, USDT)).toBeUndefined();
  expect(await heldByDomain(database.db, account, BTC)).toEqual([]);

  // A balance that has not moved since, and one that goes on.
  const at = month('2023-03') + 2 * DAY;
  expect(await holdingsAt(database.db, BTC, at)).toEqual([{ userId: ALICE, holding: amount('3') }]);
  expect(await holdingsAt(database.db, USDT, at)).toEqual([
    { userId: ALICE, holding: amount('107') },
    { userId: BOB, holding: amount('50') },
  ]);
  expect(await holdingsOfUsers(database.db, [ALICE, BOB], month('2023-03'))).toEqual([
    { userId: ALICE, currency: BTC, amount: amount('3') },
    { userId: ALICE, currency: USDT, amount: amount('100') },
    { userId: BOB, currency: USDT, amount: amount('50') },
  ]);
  await deposit(Date.now(), other, USDT, '1');
  expect(await audit()).toEqual([]);

  await attach('ledger_postings_2023_02');
  expect(await audit()).toEqual([]);
  await attach('ledger_postings_initial');
  expect(await database.db.transact(carriedUntil)).toBeUndefined();
  expect(await entries()).toEqual(before);
  expect(await audit()).toEqual([]);
});

test('the audit finds a changed opening balance, and a month that is gone without one', async () => {
  await detach('ledger_postings_initial');
  await database.db.run(sql`
    update ledger_carried_balances set available = available + 1
    where account_id = ${other} and currency_id = ${USDT}`);
  expect(await audit()).toEqual([
    expect.stringMatching(/^200302 change USDT: balance 51\.0* \+ 0\.0*, postings 52/),
    expect.stringMatching(/^posting \d+: 200302 change currency 3 jumps by -1\.0* \+ 0/),
  ]);
  await database.db.run(sql`
    update ledger_carried_balances set available = available - 1
    where account_id = ${other} and currency_id = ${USDT}`);
  expect(await audit()).toEqual([]);
  await database.db.run(sql`delete from ledger_carried`);
  const found = await audit();
  expect(found).toContainEqual(expect.stringMatching(/^journal \d+: no postings/));
  expect(found).toContainEqual(expect.stringMatching(/^200301 change BTC: balance 3/));
});
