import { userId } from '@karat/contract';
import type { JournalKind } from '@karat/contract';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { sql } from '@karat/platform/db';
import type { Sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BTC, USDT, auditLedger, balancesChanged, createLedger, houseAccount, userAccount } from './index.ts';
import type { BalanceChanged, Entry, Journal } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ connected: true });
});
afterAll(() => database.drop());

const bus = createBus((error) => {
  throw error;
});
const ledger = createLedger({ bus });
const external = houseAccount('external');

let users = 200_000;
const someone = () => userAccount(userId(++users), 'change');
const units = (text: string): Amount => amount(text);

let journals = 0;
const journal = (entries: Entry[], more: Partial<Journal> = {}): Journal => {
  const kind: JournalKind = 'spot:trade';
  return { key: `test:${++journals}`, kind, reference: 'test', at: 1_700_000_000_123, entries, ...more };
};
const deposit = (account: Entry['account'], text: string, currency = USDT): Journal =>
  journal([
    { account: external, currency, available: amount(`-${text}`) },
    { account, currency, available: units(text) },
  ]);
const transfer = (
  from: Entry['account'],
  to: Entry['account'],
  text: string,
  more: Partial<Journal> = {},
): Journal =>
  journal(
    [
      { account: from, currency: USDT, available: amount(`-${text}`) },
      { account: to, currency: USDT, available: units(text) },
    ],
    more,
  );
const post = (entry: Journal) => database.db.transact((tx) => ledger.post(tx, entry));
const balanceOf = async (account: Entry['account'], currency = USDT) => {
  const { available, held } = await ledger.balance(database.db, account, currency);
  return { available, held };
};

test('a deposit from outside makes the external account negative', async () => {
  const someoneNew = someone();
  const before = await balanceOf(external);
  await post(deposit(someoneNew, '100.5'));
  expect(await balanceOf(someoneNew)).toEqual({ available: units('100.5'), held: 0n });
  expect((await balanceOf(external)).available).toBe(before.available - units('100.5'));
});

test('a hold is one posting with both parts before and after', async () => {
  const account = someone();
  await post(deposit(account, '10'));
  const { id } = await post(
    journal([{ account, currency: USDT, available: amount('-4'), held: units('4') }]),
  );
  expect(await balanceOf(account)).toEqual({ available: units('6'), held: units('4') });
  const rows = await database.db.rows(sql`
    select available, held, available_after, held_after, at from ledger_postings where journal_id = ${id}`);
  expect(rows).toEqual([
    {
      available: '-4.0000000000',
      held: '4.0000000000',
      available_after: '6.0000000000',
      held_after: '4.0000000000',
      at: 1_700_000_000_123,
    },
  ]);
});

test('the same journal again changes nothing and returns the first one', async () => {
  const account = someone();
  const first = deposit(account, '7');
  const { id } = await post(first);
  expect(await post({ ...first, at: first.at + 5_000 })).toEqual({ id, replayed: true });
  expect((await balanceOf(account)).available).toBe(units('7'));
});

test('the same key with another amount is refused', async () => {
  const account = someone();
  const first = deposit(account, '7');
  await post(first);
  await expect(post({ ...deposit(account, '8'), key: first.key })).rejects.toMatchObject({
    code: 'idempotency_conflict',
  });
  expect((await balanceOf(account)).available).toBe(units('7'));
});

test('an amount above the balance is refused with its currency and changes nothing', async () => {
  const from = someone();
  const to = someone();
  await post(deposit(from, '5'));
  await expect(post(transfer(from, to, '5.000001'))).rejects.toMatchObject({
    code: 'insufficient_balance',
    values: { currency: 'USDT' },
  });
  expect(await balanceOf(from)).toEqual({ available: units('5'), held: 0n });
  expect(await balanceOf(to)).toEqual({ available: 0n, held: 0n });
});

test('fifty parallel spends of one balance spend it once', async () => {
  const from = someone();
  const to = someone();
  await post(deposit(from, '10'));
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => post(transfer(from, to, '1.5'))));
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(6);
  expect((await balanceOf(from)).available).toBe(units('1'));
  expect((await balanceOf(to)).available).toBe(units('9'));
});

test('twenty parallel replays of one journal post it once', async () => {
  const account = someone();
  const one = deposit(account, '3');
  const results = await Promise.all(Array.from({ length: 20 }, () => post(one)));
  expect(new Set(results.map((result) => result.id)).size).toBe(1);
  expect(results.filter((result) => !result.replayed)).toHaveLength(1);
  expect((await balanceOf(account)).available).toBe(units('3'));
});

test('of two concurrent journals with one key and different input one is posted and one is refused', async () => {
  const accounts = Array.from({ length: 10 }, someone);
  const key = `test:race:${users}`;
  const racing = accounts.map((account) => post({ ...deposit(account, '1'), key }));
  const results = await Promise.allSettled(racing);
  const refused = results
    .filter((result) => result.status === 'rejected')
    .map((result) => result.reason as unknown);
  expect(refused).toHaveLength(9);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'idempotency_conflict' });
  const balances = await Promise.all(accounts.map((account) => balanceOf(account)));
  expect(balances.filter(({ available }) => available === units('1'))).toHaveLength(1);
});

test('concurrent payments to an account that does not exist yet all arrive', async () => {
  const payers = Array.from({ length: 8 }, someone);
  for (const payer of payers) await post(deposit(payer, '100'));
  for (let round = 0; round < 100; round += 1) {
    const account = someone();
    await Promise.all(payers.map((payer) => post(transfer(payer, account, '1'))));
    expect(await balanceOf(account)).toEqual({ available: units('8'), held: 0n });
  }
});

test('opposite transfers in parallel all succeed', async () => {
  const a = someone();
  const b = someone();
  await post(deposit(a, '100'));
  await post(deposit(b, '100'));
  const there = Array.from({ length: 20 }, () => post(transfer(a, b, '1')));
  const back = Array.from({ length: 20 }, () => post(transfer(b, a, '1')));
  await Promise.all([...there, ...back]);
  expect((await balanceOf(a)).available).toBe(units('100'));
});

test('reserve grants in order while the balance lasts', async () => {
  const account = someone();
  await post(deposit(account, '10'));
  const hold = (key: string, text: string) => ({
    key: `${key}:${account}`,
    reference: key,
    account,
    currency: USDT,
    amount: units(text),
  });
  const refused = await database.db.transact((tx) =>
    ledger.reserve(tx, 'spot:hold', 1_700_000_000_000, [hold('a', '6'), hold('b', '5'), hold('c', '4')]),
  );
  expect([...refused]).toEqual([`b:${account}`]);
  expect(await balanceOf(account)).toEqual({ available: 0n, held: units('10') });
});

test('an open batch decides in memory and writes at the end', async () => {
  const buyer = someone();
  const seller = someone();
  await post(deposit(buyer, '9003'));
  await post(deposit(seller, '0.5', BTC));
  const ids = await database.db.transact(async (tx) => {
    const batch = await ledger.openBatch(tx, [
      { account: buyer, currency: USDT },
      { account: buyer, currency: BTC },
    ]);
    expect(batch.available(buyer, USDT)).toBe(units('9003'));
    batch.post(
      journal([{ account: buyer, currency: USDT, available: amount('-9003'), held: units('9003') }], {
        kind: 'spot:hold',
      }),
    );
    expect(() =>
      batch.post(journal([{ account: buyer, currency: USDT, available: amount('-1'), held: units('1') }])),
    ).toThrow('insufficient_balance');
    await batch.include([
      { account: seller, currency: USDT },
      { account: seller, currency: BTC },
      { account: houseAccount('fees', 3), currency: BTC },
    ]);
    batch.post(
      journal([
        { account: buyer, currency: USDT, available: units('3'), held: amount('-9003') },
        { account: seller, currency: USDT, available: units('9000') },
        { account: seller, currency: BTC, available: amount('-0.3') },
        { account: buyer, currency: BTC, available: units('0.2997') },
        { account: houseAccount('fees', 3), currency: BTC, available: units('0.0003') },
      ]),
    );
    return batch.close();
  });
  expect(ids).toHaveLength(2);
  expect(await balanceOf(buyer)).toEqual({ available: units('3'), held: 0n });
  expect(await balanceOf(buyer, BTC)).toEqual({ available: units('0.2997'), held: 0n });
  expect(await balanceOf(seller, BTC)).toEqual({ available: units('0.2'), held: 0n });
  expect((await balanceOf(houseAccount('fees', 3), BTC)).available).toBe(units('0.0003'));
});

/** Moves BTC to an account in a batch that inserts new balances; waits before it writes. */
const receiveBtc = (account: Entry['account'], text: string, ready: () => Promise<void>) =>
  database.db.transact(async (tx) => {
    const moved = deposit(account, text, BTC);
    const keys = [...moved.entries, { account, currency: USDT }];
    const batch = await ledger.openBatch(tx, keys, { insertsNew: true });
    batch.post(moved);
    await ready();
    await batch.closeAs(moved);
  });

test('a new balance of a batch is inserted with its final figures, after those of new accounts', async () => {
  const account = someone();
  await post(deposit(account, '5'));
  await receiveBtc(account, '2', async () => {
    const rows = await database.db.rows(
      sql`select 1 from ledger_balances where account_id = ${account} and currency_id = ${BTC}`,
    );
    expect(rows).toEqual([]);
  });
  expect(await balanceOf(account, BTC)).toEqual({ available: units('2'), held: 0n });
  const unknown = someone();
  await receiveBtc(unknown, '3', () => Promise.resolve());
  expect(await balanceOf(unknown, BTC)).toEqual({ available: units('3'), held: 0n });
  expect((await auditLedger(database.db)).differences).toEqual([]);
});

test('a batch whose new balance another transaction has created meanwhile runs again and counts both', async () => {
  const account = someone();
  await post(deposit(account, '5'));
  let runs = 0;
  const opened = Promise.withResolvers<undefined>();
  const created = Promise.withResolvers<undefined>();
  const batch = receiveBtc(account, '2', async () => {
    runs += 1;
    opened.resolve(undefined);
    await created.promise;
  });
  await opened.promise;
  await database.db.run(
    sql`insert into ledger_balances (account_id, currency_id, available) values (${account}, ${BTC}, 0)`,
  );
  created.resolve(undefined);
  await batch;
  expect(runs).toBe(2);
  expect(await balanceOf(account, BTC)).toEqual({ available: units('2'), held: 0n });
  expect((await auditLedger(database.db)).differences).toEqual([]);
});

/** The SQLSTATE with which the database refuses a statement. */
const refusedBy = (statement: Sql): Promise<unknown> =>
  database.db.run(statement).then(
    () => 'accepted',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

test('the database refuses balances of unknown accounts and currencies, and other signs than the account has', async () => {
  const account = someone();
  await post(deposit(account, '5'));
  const insert = (owner: number, currency: number, negative = false) =>
    refusedBy(sql`
      insert into ledger_balances (account_id, currency_id, may_go_negative)
      values (${account}, 2, false), (${owner}, ${currency}, ${negative})`);
  expect(await insert(someone(), USDT)).toBe('23503');
  expect(await insert(account, 4_095)).toBe('23503');
  expect(await insert(account, BTC, true)).toBe('23503');
  expect(await insert(account, BTC)).toBe('accepted');
});

test('accounts, currencies and the keys of balances stay as they are', async () => {
  const account = someone();
  await post(deposit(account, '5'));
  const statements = [
    sql`delete from ledger_accounts where id = ${account}`,
    sql`update ledger_accounts set may_go_negative = true where id = ${account}`,
    sql`update ledger_accounts set id = id + 8 where id = ${account}`,
    sql`truncate ledger_accounts`,
    sql`delete from ledger_currencies where id = ${USDT}`,
    sql`update ledger_currencies set id = 4094 where id = ${USDT}`,
    sql`update ledger_balances set currency_id = ${BTC} where account_id = ${account}`,
    sql`update ledger_balances set account_id = account_id + 8 where account_id = ${account}`,
    sql`update ledger_balances set may_go_negative = true where account_id = ${account}`,
  ];
  for (const statement of statements) expect(await refusedBy(statement), statement.text).toBe('23001');
  expect((await auditLedger(database.db)).differences).toEqual([]);
});

test('changed balances are published only after the commit', async () => {
  const account = someone();
  const published: BalanceChanged[] = [];
  const stop = bus.subscribe(balancesChanged, (changes) => void published.push(...changes));
  await database.db.transact(async (tx) => {
    await ledger.post(tx, deposit(account, '2'));
    expect(published).toEqual([]);
  });
  stop();
  expect(published).toEqual([
    { account, currency: USDT, available: units('2'), held: 0n, userId: users, type: 'change' },
  ]);
});

test('the audit names a balance below zero, available or held, of everybody but the outside world', async () => {
  const broken = await createTestDatabase();
  const { db } = broken;
  const account = someone();
  await db.transact((tx) => createLedger({ bus }).post(tx, deposit(account, '2')));
  await db.run(sql`alter table ledger_balances drop constraint ledger_balances_not_negative`);
  const below = async (available: string, held: string) => {
    await db.run(sql`
      update ledger_balances set available = ${available}::numeric, held = ${held}::numeric where account_id = ${account}`);
    return (await auditLedger(db)).differences.flatMap((each) => /below zero.*/u.exec(each) ?? []);
  };
  expect(await below('-0.5', '1')).toEqual(['below zero at -0.5000000000 + 1.0000000000']);
  expect(await below('1', '-0.5')).toEqual(['below zero at 1.0000000000 + -0.5000000000']);
  expect(await below('0', '0')).toEqual([]);
  await broken.drop();
});

test('a currency is known once it is committed, in its own transaction at once, and never after a rollback', async () => {
  const added = { code: 'ROLL', title: 'Rolled back', kind: 'coin', decimals: 6 } as const;
  const titles = async () => (await ledger.currencies(database.db)).map(({ title }) => title);
  await titles();
  let number = BTC;
  const undone = database.db.transact(async (tx) => {
    ({ id: number } = await ledger.addCurrency(tx, added));
    throw new Error('rolled back');
  });
  await expect(undone).rejects.toThrow('rolled back');
  expect(ledger.codeOf(number)).toBe(String(number));
  await expect(ledger.currency(database.db, number)).rejects.toMatchObject({ code: 'currency_unknown' });
  const kept = await database.db.transact(async (tx) => {
    const { id } = await ledger.addCurrency(tx, { ...added, code: 'KEPT', title: 'Kept' });
    expect(ledger.codeOf(id)).toBe(String(id));
    return id;
  });
  expect(ledger.codeOf(kept)).toBe('KEPT');
  const renamed = database.db.transact(async (tx) => {
    await ledger.retitleCurrency(tx, kept, 'Not yet');
    expect(await titles()).toContain('Kept');
    throw new Error('rolled back');
  });
  await expect(renamed).rejects.toThrow('rolled back');
  expect(await titles()).toContain('Kept');
});
