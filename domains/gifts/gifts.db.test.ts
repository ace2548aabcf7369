import { currencyId } from '@karat/contract';
import { BTC } from '@karat/domains/ledger';
import { maskedName } from '@karat/domains/payees';
import { sha256Hex } from '@karat/evidence';
import { sql } from '@karat/platform/db';
import { DAY_MS, HOUR_MS, MINUTE_MS, groupedGiftCode } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readGifts } from './store.ts';
import { GiftFixture } from './testing/fixture.ts';

const FIAT = currencyId(61);
const STOCK = currencyId(21);

let database: TestDatabase;
let fixture: GiftFixture;
let users = 200_000;
const person = (money?: string) => fixture.person(++users, money);

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = new GiftFixture(database.db);
});
afterAll(() => database.drop());

test('a gift holds the money of its sender, and the code is stored nowhere', async () => {
  const alice = await person('500');
  const gift = await fixture.create(alice, '120.5', { days: 30 });
  expect(gift).toMatchObject({
    state: 'open',
    currency_name: 'USDT',
    number: '120.5',
    note: 'happy birthday',
    nickname: '',
    ended_ms: null,
    expires_ms: fixture.clock.now() + 30 * DAY_MS,
  });
  expect(await fixture.balance(alice)).toBe('379.5 / 120.5');
  expect(fixture.kinds(alice)).toEqual(['gifts:created']);
  const tables = await database.db.rows<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  for (const { name } of tables) {
    const found = await database.db.rows(
      sql([`select 1 from "${name}" t where t::text like '%${gift.code}%' limit 1`]),
    );
    expect(found, name).toEqual([]);
  }
});

test('a claim pays the receiver once, in any notation of the code', async () => {
  const [alice, ben] = [await person('100'), await person('0.01')];
  const { id, code } = await fixture.create(alice, '40');
  const claimed = await fixture.claim(ben, ` ${groupedGiftCode(code).toLowerCase()} `);
  expect(claimed).toMatchObject({
    id,
    state: 'claimed',
    number: '40',
    nickname: maskedName(`K${alice}`),
  });
  expect([await fixture.balance(alice), await fixture.balance(ben)]).toEqual(['60 / 0', '40.01 / 0']);
  expect(await fixture.outcome(fixture.claim(ben, code))).toBe('gift_code_invalid');
  expect(fixture.kinds(alice)).toEqual(['gifts:created', 'gifts:claimed']);
  expect(fixture.kinds(ben)).toEqual(['gifts:received']);
  expect(fixture.notifications.slice(-2).map(({ user, values }) => [user, values?.['nickname']])).toEqual([
    [alice, maskedName(`K${ben}`)],
    [ben, maskedName(`K${alice}`)],
  ]);
  expect((await fixture.list(alice)).data).toMatchObject([{ id, state: 'claimed' }]);
  expect((await fixture.list(ben, 'in')).data).toMatchObject([{ id, state: 'claimed' }]);
  expect((await fixture.list(ben)).data).toEqual([]);
  // Operators find it by either of the two.
  for (const user of [alice, ben])
    expect(await readGifts(database.db, { user }, { page: 1, limit: 5 })).toMatchObject({
      rows: [{ id }],
      total: 1,
    });
});

test('of a hundred claims at once one is paid', async () => {
  const alice = await person('100');
  const { code } = await fixture.create(alice, '10');
  const people = await Promise.all(Array.from({ length: 100 }, () => person('0.01')));
  const outcomes = await Promise.all(
    people.map((user, index) => fixture.outcome(fixture.claim(user, code, `198.51.100.${index}`))),
  );
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'gift_code_invalid')).toHaveLength(99);
  const balances = await Promise.all(people.map((user) => fixture.balance(user)));
  expect(balances.filter((balance) => balance === '10.01 / 0')).toHaveLength(1);
  expect(await fixture.balance(alice)).toBe('90 / 0');
});

test('a claim against a cancellation: exactly one of them happens', async () => {
  for (let round = 0; round < 8; round++) {
    const [alice, ben] = [await person('100'), await person('1')];
    const { id, code } = await fixture.create(alice, '10');
    const works = [
      () => fixture.outcome(fixture.claim(ben, code, `192.0.2.${round}`)),
      () => fixture.outcome(fixture.cancel(alice, id)),
    ];
    const outcomes = await Promise.all((round % 2 === 0 ? works : works.toReversed()).map((work) => work()));
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    const balances = [await fixture.balance(alice), await fixture.balance(ben)];
    expect([
      ['90 / 0', '11 / 0'],
      ['100 / 0', '1 / 0'],
    ]).toContainEqual(balances);
  }
});

test('an expired gift cannot be claimed, also while its return waits, and its return races a claim safely', async () => {
  const [alice, ben] = [await person('100'), await person('1')];
  const { code } = await fixture.create(alice, '10');
  const later = await fixture.create(alice, '20', { days: 2 });
  expect(await fixture.left(alice)).toBe('9970');
  fixture.clock.advance(DAY_MS - 1);
  expect(await fixture.gifts.worker.runDue()).toBe(0);
  fixture.clock.advance(1);
  expect(await fixture.outcome(fixture.claim(ben, code))).toBe('gift_code_invalid');
  const [refused, returned] = await Promise.all([
    fixture.outcome(fixture.claim(ben, code)),
    fixture.gifts.worker.runDue(),
  ]);
  expect(refused).toBe('gift_code_invalid');
  expect(returned).toBeGreaterThanOrEqual(1);
  expect(await fixture.balance(alice)).toBe('80 / 20');
  expect(fixture.kinds(alice).at(-1)).toBe('gifts:expired');
  expect((await fixture.list(alice)).data.map(({ state }) => state)).toEqual(['open', 'expired']);
  expect(await fixture.outcome(fixture.claim(ben, later.code))).toBe('ok');
});

test('gifts count in the daily limit of sending until they return', async () => {
  const alice = await person('50000');
  const gift = await fixture.create(alice, '9000');
  expect(await fixture.left(alice)).toBe('1000');
  expect(await fixture.outcome(fixture.create(alice, '1000.01'))).toBe('send_over_limit');
  const at = await fixture.outcome(fixture.create(alice, '0.3', { currency: BTC }));
  expect(at).toBe('send_over_limit');
  await fixture.cancel(alice, gift.id);
  expect(await fixture.left(alice)).toBe('10000');
  expect(await fixture.outcome(fixture.cancel(alice, gift.id))).toBe('gift_closed');
  const both = await Promise.all([
    fixture.outcome(fixture.create(alice, '6000')),
    fixture.outcome(fixture.create(alice, '6000')),
  ]);
  expect(both.toSorted()).toEqual(['ok', 'send_over_limit']);
});

test('what protects an account against sending protects it against gifts too', async () => {
  const [alice, ben, cleo, dana] = [await person(), await person(), await person(), await person()];
  expect(await fixture.outcome(fixture.create(alice, '1', { password: 'wrong' }))).toBe('pay_password_wrong');
  expect(await fixture.outcome(fixture.create(alice, '20001'))).toMatch(/send_over_limit|insufficient/u);
  fixture.disputed.add(alice);
  expect(await fixture.outcome(fixture.create(alice, '1'))).toBe('payment_disputed');
  fixture.frozen.add(alice);
  expect(await fixture.outcome(fixture.create(alice, '1'))).toBe('account_frozen');
  fixture.holds.set(ben, fixture.clock.now() + HOUR_MS);
  expect(await fixture.outcome(fixture.create(ben, '1'))).toBe('withdrawal_held');
  await fixture.protect(cleo);
  expect(await fixture.outcome(fixture.create(cleo, '1'))).toBe('outflow_protected');
  await fixture.allowListOnly(dana);
  expect(await fixture.outcome(fixture.create(dana, '1'))).toBe('payee_not_allowed');
});

test('the gift of a frozen sender waits, and a frozen receiver gets nothing', async () => {
  const [alice, ben] = [await person('100'), await person('1')];
  const { code } = await fixture.create(alice, '10');
  fixture.frozen.add(alice);
  expect(await fixture.outcome(fixture.claim(ben, code))).toBe('gift_code_invalid');
  fixture.frozen.delete(alice);
  fixture.frozen.add(ben);
  expect(await fixture.outcome(fixture.claim(ben, code))).toBe('account_frozen');
  fixture.frozen.delete(ben);
  expect(await fixture.outcome(fixture.claim(ben, code))).toBe('ok');
});

test('tries are limited for the user and for the network, and a right code does not help who must wait', async () => {
  const alice = await person('100');
  const { code } = await fixture.create(alice, '10');
  const guess = (user: Awaited<ReturnType<typeof person>>, address: string) =>
    fixture.outcome(fixture.claim(user, fixture.newCode(), address));
  const ben = await person('1');
  for (let n = 0; n < 10; n++) expect(await guess(ben, `2001:db8:${n}::1`)).toBe('gift_code_invalid');
  const right = await fixture.outcome(fixture.claim(ben, code, '2001:db8:99::1'));
  expect(right).toBe('too_many_attempts');
  for (let n = 0; n < 4; n++) {
    const other = await person('1');
    for (let k = 0; k < 10; k++) expect(await guess(other, '2001:db8:7777::1')).toBe('gift_code_invalid');
  }
  expect(await guess(await person('1'), '2001:db8:7777::2')).toBe('too_many_attempts');
  fixture.clock.advance(MINUTE_MS);
  expect(await fixture.outcome(fixture.claim(ben, code, '2001:db8:99::1'))).toBe('ok');
});

test('nobody claims the own gift or cancels another one, and hashes are unique', async () => {
  const [alice, ben] = [await person('100'), await person('100')];
  const { id, code } = await fixture.create(alice, '10');
  expect(await fixture.outcome(fixture.claim(alice, code))).toBe('gift_own');
  expect(await fixture.outcome(fixture.cancel(ben, id))).toBe('gift_unknown');
  expect(await fixture.outcome(fixture.create(ben, '10', { code }))).toBe('gift_code_known');
  expect(await fixture.outcome(fixture.claim(ben, 'not a code'))).toBe('gift_code_invalid');
  expect(await fixture.outcome(fixture.create(ben, '0.0000001'))).toBe('amount_too_precise');
  expect(await fixture.balance(ben)).toBe('100 / 0');
});

test('only coins are given', async () => {
  const alice = await person('100');
  for (const currency of [FIAT, STOCK])
    expect(await fixture.outcome(fixture.create(alice, '1', { currency }))).toBe('currency_disabled');
});

test('at most fifty gifts of a user are open', async () => {
  const alice = await person('100');
  const { id } = await fixture.create(alice, '0.1');
  for (let n = 1; n < 50; n++) await fixture.create(alice, '0.1');
  expect(await fixture.outcome(fixture.create(alice, '0.1'))).toBe('gifts_max');
  await fixture.cancel(alice, id);
  expect(await fixture.outcome(fixture.create(alice, '0.1'))).toBe('ok');
});

test('an operator cancels with a reason, which the audit log has', async () => {
  const [alice, ben] = [await person('100'), await person('1')];
  const { id, code } = await fixture.create(alice, '10');
  const seen = await fixture.cancelByOperator(id);
  expect(seen).toMatchObject({
    state: 'cancelled',
    cancelled_by: 'risk',
    cancel_reason: 'reported as a scam',
  });
  expect(await fixture.balance(alice)).toBe('100 / 0');
  expect(fixture.kinds(alice).at(-1)).toBe('gifts:cancelled');
  expect(await fixture.outcome(fixture.claim(ben, code))).toBe('gift_code_invalid');
  expect(await fixture.outcome(fixture.cancelByOperator(id))).toBe('gift_closed');
  const audit = await database.db.one<{ n: number }>(
    sql`select count(*) as n from platform_audit where action = 'gift cancelled' and subject = ${`gift:${id}`}`,
  );
  expect(audit.n).toBe(1);
});

test('the rows of an ended gift and its hash cannot be changed by hand', async () => {
  const alice = await person('100');
  const { id, code } = await fixture.create(alice, '10');
  const hash = Buffer.from(sha256Hex(`${code}?`), 'hex');
  await expect(
    database.db.run(sql`update gifts_codes set code_hash = ${hash} where id = ${id}`),
  ).rejects.toThrow('would change');
  await fixture.cancel(alice, id);
  await expect(
    database.db.run(sql`update gifts_codes set state = 'open', ended_at = null where id = ${id}`),
  ).rejects.toThrow('has ended');
});

test('after all of this the books agree with the postings', async () => {
  expect(await fixture.contradictions()).toEqual([]);
});
