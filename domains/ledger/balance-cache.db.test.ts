import { userId } from '@karat/contract';
import { amount, negate } from '@karat/money';
import type { Amount } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { USDT, createLedger, houseAccount, userAccount } from './index.ts';
import type { BalanceKey, Journal, Ledger } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const create = (): Ledger =>
  createLedger({
    bus: createBus((error) => {
      throw error;
    }),
  });
let ledger: Ledger;
let one: BalanceKey;
let other: BalanceKey;

let users = 300_000;
let journals = 0;
const move = (from: BalanceKey, to: BalanceKey, text: string): Journal => ({
  key: `kept:${++journals}`,
  kind: 'spot:trade',
  reference: 'test',
  at: 1_700_000_000_123,
  entries: [
    { ...from, available: negate(amount(text)) },
    { ...to, available: amount(text) },
  ],
});
const someone = (): BalanceKey => ({ account: userAccount(userId(++users), 'change'), currency: USDT });
const post = (by: Ledger, journal: Journal) => database.db.transact((tx) => by.post(tx, journal));
const spendable = async ({ account, currency }: BalanceKey): Promise<Amount> =>
  (await ledger.balance(database.db, account, currency)).available;

/** A batch on cached balances, decided but not written. */
function depart(journal: Journal) {
  const batch = ledger.cache.openCached(journal.entries);
  if (!batch) throw new Error('not cached');
  batch.post(journal);
  batch.submit();
  const { key, kind, reference } = journal;
  return {
    commit: async () => {
      const part = batch.statementPart({ key, kind, reference });
      if (!part) throw new Error('nothing to write');
      const { tables, checked } = part.text((n) => `$${n}`);
      const text = `with ${tables} select ${checked}::text`;
      await database.db
        .prepared(part.name, text, part.values)
        .then(() => batch.committed())
        .finally(() => batch.ended());
    },
  };
}

/** A batch on locked rows, as the engine writes it if a balance is not cached. */
const keeping = (journal: Journal): Promise<void> =>
  database.db.transact(async (tx) => {
    const batch = await ledger.openTracked(tx, journal.entries);
    batch.post(journal);
    await batch.closeAs(journal);
  });

beforeEach(async () => {
  ledger = create();
  await ledger.enableCache(database.db);
  one = someone();
  other = someone();
  const outside = { account: houseAccount('external'), currency: USDT };
  await post(ledger, move(outside, one, '100'));
  await post(ledger, move(outside, other, '100'));
  await ledger.cache.warm(database.db, [one, other]);
});

test('a read balance is cached, and a batch counts before it is written', async () => {
  const first = depart(move(one, other, '30'));
  expect(ledger.cache.availableOf(one)).toBe(amount('70'));
  const second = depart(move(one, other, '70'));
  expect(() => depart(move(one, other, '1'))).toThrow('insufficient_balance');
  await first.commit();
  await second.commit();
  expect([await spendable(one), await spendable(other)]).toEqual([amount('0'), amount('200')]);
});

test('a balance that another transaction has locked is not cached until it has ended', async () => {
  await database.db.transact(async (tx) => {
    await ledger.post(tx, move(one, other, '10'));
    expect(ledger.cache.has([one])).toBe(false);
    await ledger.cache.warm(database.db, [one]);
    expect(ledger.cache.has([one])).toBe(false);
  });
  await ledger.cache.warm(database.db, [one, other]);
  expect(ledger.cache.availableOf(one)).toBe(amount('90'));
});

test('a balance whose writer rolled back is cached with its old value', async () => {
  const undone = database.db.transact(async (tx) => {
    await ledger.post(tx, move(one, other, '10'));
    throw new Error('rolled back by test');
  });
  await expect(undone).rejects.toThrow('rolled back by test');
  await ledger.cache.warm(database.db, [one]);
  expect(ledger.cache.availableOf(one)).toBe(amount('100'));
});

test('another transaction waits for the batch that moves its balance, and finds the rest', async () => {
  const batch = depart(move(one, other, '80'));
  const spending = post(ledger, move(one, other, '30'));
  spending.catch(() => undefined);
  await batch.commit();
  await expect(spending).rejects.toMatchObject({ code: 'insufficient_balance' });
  expect(await spendable(one)).toBe(amount('20'));
});

test('a balance that changes while it is read stays uncached', async () => {
  const stranger = someone();
  const outside = { account: houseAccount('external'), currency: USDT };
  await post(ledger, move(outside, stranger, '5'));
  await database.db.transact(async (tx) => {
    const reading = ledger.cache.warm(tx, [stranger]);
    const claiming = post(ledger, move(outside, stranger, '5'));
    await reading;
    await claiming;
  });
  expect(ledger.cache.has([stranger])).toBe(false);
});

test('a batch that missed a movement from another process fails as a whole', async () => {
  const elsewhere = create();
  const batch = depart(move(one, other, '80'));
  await post(elsewhere, move(one, other, '1'));
  await expect(batch.commit()).rejects.toMatchObject({ code: 'KL001' });
  expect([await spendable(one), await spendable(other)]).toEqual([amount('99'), amount('101')]);
});

test("a balance of the engine's own transaction is not cached while another writer is about to change it", async () => {
  await database.db.transact(async (slow) => {
    await ledger.cache.invalidate(slow, [one, other]);
    await keeping(move(one, other, '30'));
    await ledger.post(slow, move(one, other, '10'));
  });
  expect(ledger.cache.has([one])).toBe(false);
  await ledger.cache.warm(database.db, [one, other]);
  expect([one, other].map(ledger.cache.availableOf)).toEqual([amount('60'), amount('140')]);
});

test("a balance is not read while the engine's own transaction holds it, even if a waiting writer gave up", async () => {
  await database.db.transact(async (tx) => {
    const batch = await ledger.openTracked(tx, [one, other]);
    const givingUp = database.db.transact(async (waiting) => {
      await ledger.cache.invalidate(waiting, [one]);
      throw new Error('gave up');
    });
    await expect(givingUp).rejects.toThrow('gave up');
    const journal = move(one, other, '30');
    batch.post(journal);
    await batch.closeAs(journal);
    await ledger.cache.warm(database.db, [one]);
  });
  await ledger.cache.warm(database.db, [one]);
  expect(ledger.cache.availableOf(one)).toBe(amount('70'));
});

test("a balance of the engine's own transaction is cached at once without other writers", async () => {
  await keeping(move(one, other, '30'));
  expect([one, other].map(ledger.cache.availableOf)).toEqual([amount('70'), amount('130')]);
});
