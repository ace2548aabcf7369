import { Refusal, currencyId, userId } from '@karat/contract';
import { amount } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  BTC,
  USDT,
  auditLedger,
  createLedger,
  houseAccount,
  statement,
  statementPage,
  userAccount,
} from './index.ts';
import type { AccountId, Entry, Journal } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ connected: true });
});
afterAll(() => database.drop());

const ledger = createLedger({ bus: createBus(() => undefined) });
const external = houseAccount('external');
const people = Array.from({ length: 6 }, (_, index) => userAccount(userId(300_001 + index), 'change'));
const person = (index: number): AccountId => people[index] ?? external;
const AT = 1_700_000_000_000;

let serial = 0;
const journal = (entries: Entry[]): Journal => ({
  key: `random:${++serial}`,
  kind: 'spot:trade',
  reference: String(serial),
  at: AT + serial,
  entries,
});
const balances = () => database.db.rows(sql`select * from ledger_balances order by account_id, currency_id`);
const constraintOf = (error: unknown): unknown => (error as { constraint?: string }).constraint;

/** A random movement: a deposit, a payment (between any parts), a hold or its release. */
const movement = fc.record({
  from: fc.nat(6),
  to: fc.nat(6),
  units: fc.integer({ min: 1, max: 5_000_000 }),
  fromHeld: fc.boolean(),
  toHeld: fc.boolean(),
  currency: fc.constantFrom(USDT, BTC),
});
type Movement = typeof movement extends fc.Arbitrary<infer T> ? T : never;

function entriesOf({ from, to, units, fromHeld, toHeld, currency }: Movement): Entry[] {
  const value = amount(BigInt(units) * 10_000n);
  const part = (held: boolean, signed: typeof value) => (held ? { held: signed } : { available: signed });
  return [
    { account: person(from), currency, ...part(fromHeld && from !== 6, amount(-value)) },
    { account: person(to), currency, ...part(toHeld && to !== 6, value) },
  ];
}

const isRefusal = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'insufficient_balance';

test('random journals, one by one, in batches and concurrently, leave a consistent ledger', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(movement, { minLength: 1, maxLength: 12 }),
      fc.constantFrom('one', 'batch', 'all'),
      async (moves, way) => {
        const journals = moves.map((move) => journal(entriesOf(move)));
        const at = AT + serial;
        const send = (some: Journal[]) => database.db.transact((tx) => ledger.postBatch(tx, some));
        const refused = (error: unknown): void => {
          if (!isRefusal(error)) throw error;
        };
        if (way === 'one') for (const one of journals) await send([one]).catch(refused);
        else if (way === 'all') await Promise.all(journals.map((one) => send([one]).catch(refused)));
        else {
          const before = await balances();
          const whole = await send(journals.map((one) => ({ ...one, at }))).then(
            () => true,
            (error) => (refused(error), false),
          );
          // All or none: a refused batch has not changed a byte.
          if (!whole) expect(await balances()).toEqual(before);
        }
        expect((await auditLedger(database.db)).differences).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
  const { journals } = await auditLedger(database.db);
  expect(journals).toBeGreaterThan(50);
});

test('any number of parallel spends leaves the balance minus the granted ones', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 16 }),
      async (sizes) => {
        const payer = userAccount(userId(400_000 + ++serial), 'change');
        const hundred = [
          { account: external, currency: USDT, available: amount('-100') },
          { account: payer, currency: USDT, available: amount('100') },
        ];
        await database.db.transact((tx) => ledger.post(tx, journal(hundred)));
        const spends = sizes.map((size) =>
          journal([
            { account: payer, currency: USDT, available: amount(`-${size}`) },
            { account: person(0), currency: USDT, available: amount(`${size}`) },
          ]),
        );
        const results = await Promise.allSettled(
          spends.map((one) => database.db.transact((tx) => ledger.post(tx, one))),
        );
        const spent = sizes
          .filter((_, index) => results[index]?.status === 'fulfilled')
          .reduce((a, b) => a + b, 0);
        const left = (await ledger.balance(database.db, payer, USDT)).available;
        expect(left).toBe(amount(`${100 - spent}`));
        // A refused spend could not have been paid from the rest.
        const smallest = Math.min(
          ...sizes.filter((_, index) => results[index]?.status === 'rejected'),
          Infinity,
        );
        expect(spent + smallest).toBeGreaterThan(100);
      },
    ),
    { numRuns: 15 },
  );
});

test('a refusal inside a larger transaction has changed nothing of it', async () => {
  const before = await balances();
  const steps = database.db.transact(async (tx) => {
    const asked = journal(
      entriesOf({ from: 0, to: 1, units: 1, fromHeld: false, toHeld: false, currency: USDT }),
    );
    const more = { account: person(0), currency: USDT, available: amount('-99999999') };
    const gets = { account: person(1), currency: USDT, available: amount('99999999') };
    const first = await ledger.post(tx, { ...asked, entries: [more, gets] }).catch(isRefusal);
    const journals = await tx.one(
      sql`select count(*) as count from ledger_journals where key = ${asked.key}`,
    );
    return { first, journals };
  });
  expect(await steps).toEqual({ first: true, journals: { count: 0 } });
  expect(await balances()).toEqual(before);
});

test('a batch returns the ids of its journals in the order in which they were posted', async () => {
  const journals = Array.from({ length: 300 }, () =>
    journal(entriesOf({ from: 6, to: 0, units: 1, fromHeld: false, toHeld: false, currency: USDT })),
  ).map((one, _, [first]) => ({ ...one, at: first?.at ?? one.at }));
  const ids = await database.db.transact(async (tx) => {
    const batch = await ledger.openBatch(
      tx,
      journals.flatMap((one) => one.entries),
    );
    for (const one of journals) batch.post(one);
    return batch.close();
  });
  const rows = await database.db.rows<{ key: string }>(sql`
    select key from ledger_journals where id = any(${[...ids]}::bigint[]) order by id`);
  expect(rows.map((row) => row.key)).toEqual(journals.map((one) => one.key));
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
});

test('a batch whose transaction posts directly cannot overwrite it', async () => {
  const deposit = (account: AccountId, value: string): Entry[] => [
    { account: external, currency: USDT, available: amount(`-${value}`) },
    { account, currency: USDT, available: amount(value) },
  ];
  const attempt = database.db.transact(async (tx) => {
    const batch = await ledger.openBatch(tx, deposit(person(0), '1'));
    batch.post(journal(deposit(person(0), '1')));
    await ledger.post(tx, journal(deposit(person(0), '2')));
    await batch.close();
  });
  await expect(attempt).rejects.toThrow('posted otherwise');
  expect((await auditLedger(database.db)).differences).toEqual([]);
});

test('the database itself refuses a journal that does not sum to zero', async () => {
  const write = database.db.transact(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into ledger_journals (key, kind, reference, at) values ('raw:1', 'genesis', '', now()) returning id`);
    await tx.run(sql`
      insert into ledger_postings (journal_id, account_id, at, currency_id, available, held, available_after, held_after)
      values (${id}, ${external}, now(), ${USDT}, -5, 0, 0, 0), (${id}, ${person(0)}, now(), ${USDT}, 5.0000000001, 0, 0, 0)`);
  });
  expect(constraintOf(await write.catch((error: unknown) => error))).toBe('ledger_postings_sum_to_zero');
});

test('the database itself refuses a negative balance, and an account that allows itself to be negative', async () => {
  const negative = database.db.run(sql`
    update ledger_balances set available = -1 where account_id = ${person(0)} and currency_id = ${USDT}`);
  expect(constraintOf(await negative.catch((error: unknown) => error))).toBe('ledger_balances_not_negative');
  const owing = sql`update ledger_balances set may_go_negative = true, available = -1 where account_id = ${person(0)}`;
  await expect(database.db.run(owing)).rejects.toThrow();
  await expect(
    database.db.run(sql`update ledger_accounts set may_go_negative = true where id = ${person(0)}`),
  ).rejects.toThrow();
});

test.each([
  sql`update ledger_postings set available = 0`,
  sql`delete from ledger_postings`,
  sql`truncate ledger_postings`,
  sql`update ledger_journals set kind = 'correction'`,
  sql`delete from ledger_journals`,
])('a posting cannot be changed: %#', async (statement) => {
  await expect(database.db.run(statement)).rejects.toThrow('append-only');
});

test('the audit names a balance that its postings do not explain', async () => {
  await database.db.run(sql`
    update ledger_balances set available = available + 1 where account_id = ${person(0)} and currency_id = ${USDT}`);
  const { differences } = await auditLedger(database.db);
  await database.db.run(sql`
    update ledger_balances set available = available - 1 where account_id = ${person(0)} and currency_id = ${USDT}`);
  expect(differences).toHaveLength(1);
  expect(differences[0]).toMatch(/^300001 change USDT: balance /);
  expect((await auditLedger(database.db)).differences).toEqual([]);
});

test('the audit names postings without journal and journals without postings', async () => {
  await database.db.run(sql`
    insert into ledger_journals (id, key, kind, reference, at) values (900000001, 'raw:2', 'genesis', '', now())`);
  await database.db.run(sql`
    insert into ledger_postings (journal_id, account_id, at, currency_id, available, held, available_after, held_after)
    values (900000002, ${person(5)}, now(), ${currencyId(45)}, -3, 3, -3, 3)`);
  const { differences } = await auditLedger(database.db);
  expect(differences).toEqual([
    '300006 change USDC: balance 0 + 0, postings -3.0000000000 + 3.0000000000',
    'journal 900000001: no postings',
    'journal 900000002: postings without a journal',
  ]);
});

test('a statement is newest first, filtered, and its cursor misses nothing', async () => {
  const own = userAccount(userId(500_001), 'change');
  const other = userAccount(userId(500_001), 'legal');
  for (let step = 1; step <= 7; step++) {
    const to = step % 3 === 0 ? other : own;
    const gift = [
      { account: external, currency: USDT, available: amount('-1') },
      { account: to, currency: USDT, available: amount('1') },
    ];
    await database.db.transact((tx) =>
      ledger.post(tx, {
        key: `page:${step}`,
        kind: step === 4 ? 'transfer' : 'spot:trade',
        reference: `${step}`,
        at: step * 1_000,
        entries: gift,
      }),
    );
  }
  const accounts = [own, other];
  const first = await statement(database.db, { accounts }, { limit: 4 });
  const second = await statement(database.db, { accounts }, { limit: 4, before: first.at(-1)?.id });
  expect([...first, ...second].map((entry) => entry.reference)).toEqual(['7', '6', '5', '4', '3', '2', '1']);
  const of = async (filter: Partial<Parameters<typeof statement>[1]>) =>
    (await statement(database.db, { accounts, ...filter }, { limit: 10 })).map((entry) => entry.reference);
  expect(await of({ kind: 'transfer' })).toEqual(['4']);
  expect(await of({ accounts: [other] })).toEqual(['6', '3']);
  expect(await of({ currency: BTC })).toEqual([]);
  expect(await of({ from: 2_000, to: 5_000 })).toEqual(['4', '3', '2']);
  const page = await statementPage(database.db, { accounts }, { page: 2, limit: 3 });
  expect([page.count, page.entries.map((entry) => entry.reference)]).toEqual([7, ['4', '3', '2']]);
  expect(page.entries[0]).toMatchObject({ available: amount('1'), availableAfter: amount('3'), at: 4_000 });
});
