import { userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { ETH, USDT } from '@karat/domains/ledger';
import type { VirtualClock } from '@karat/platform/clock';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountsWithSameCard, pairsWithOnePayee } from './index.ts';
import type { NamedUser, Payees } from './index.ts';
import { COOLING_MS, PAYEES_MAX } from './rules.ts';
import { EVM, OTHER, SEGWIT, TRON, openPayees } from './testing/fixture.ts';

const LAST = '0xde709f2102306220921060314715629080e2fb77';

let database: TestDatabase;
let payees: Payees;
let clock: VirtualClock;
let known: Map<string, NamedUser>;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ clock, known, payees } = openPayees(database.db));
});
afterAll(() => database.drop());

let users = 700_000;
const newUser = (): UserId => userId(++users);
const refusal = (code: string): unknown => expect.objectContaining({ code });
const request = (user: UserId) => ({
  caller: { userId: user, sessionId: 1 as never, verified: true },
  lang: 'en' as const,
  request: { id: 'r', address: '127.0.0.1', userAgent: 'test', idempotencyKey: undefined },
  file: undefined,
  tx: undefined,
});
const save = async (
  user: UserId,
  address: string,
  more: { id?: number; name?: string; network?: string } = {},
) =>
  payees.handlers['user/wallet/save']({
    ...request(user),
    input: { currency: USDT, name: 'mine', address, ...more } as never,
  });
const list = async (user: UserId) =>
  payees.handlers['user/wallet/list']({
    ...request(user),
    input: { page: 1, limit: 10, currency: undefined, network: undefined },
  });
const allowList = (user: UserId, on: boolean, password = 'right') =>
  database.db.transact(async (tx) =>
    payees.handlers['user/wallet/allow_list']({
      ...request(user),
      tx,
      input: { on, pay_password: password, code: undefined },
    }),
  );
/** Finds a payee and checks it against the allow-list, as the gate does. */
const find = async (
  user: UserId,
  address: string,
  network?: string,
  type: 0 | 1 | 2 = 0,
  currency = USDT,
) => {
  const payee = await payees.find(database.db, { user, type, currency, network, address });
  await payees.checkAllowed(database.db, user, payee.usableAt, { always: false });
  return payee;
};
const profile = (nickname: string, house = false): NamedUser => {
  const id = newUser();
  known.set(String(id), { id, nickname, house });
  return { id, nickname, house };
};
const saveUser = async (user: UserId, to: string, name = 'Friend') =>
  payees.handlers['user/receivers/save']({ ...request(user), input: { to, name } });
const usersOf = async (user: UserId) =>
  (await payees.handlers['user/receivers/list']({ ...request(user), input: { page: 1, limit: 10 } })).data;
const mayPay = async (user: UserId, receiver: UserId) =>
  payees.checkAllowed(database.db, user, await payees.userUsableAt(database.db, user, receiver), {
    always: false,
  });

test('an address is stored in its canonical form, on the network of that form', async () => {
  const user = newUser();
  await save(user, EVM.toLowerCase());
  await save(user, TRON);
  expect((await list(user)).data).toMatchObject([
    { address: TRON, network: 'tron' },
    { address: EVM, network: 'ethereum' },
  ]);
  await expect(save(user, EVM)).rejects.toThrow(refusal('address_known'));
  await expect(save(user, SEGWIT)).rejects.toThrow(refusal('address_invalid'));
  await expect(save(user, TRON, { network: 'ERC20' })).rejects.toThrow(refusal('address_invalid'));
  await expect(save(user, TRON, { network: 'moon' })).rejects.toThrow(refusal('network_unknown'));
  await expect(save(user, OTHER, { name: '<script>' })).rejects.toThrow(refusal('name_special'));
});

test('of two concurrent saves of one address one succeeds', async () => {
  const user = newUser();
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => save(user, EVM)));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await list(user)).total).toBe(1);
});

test('nobody renames, deletes or sees the payees of another user', async () => {
  const [owner, other] = [newUser(), newUser()];
  const { id } = await save(owner, EVM);
  await expect(save(other, OTHER, { id })).rejects.toThrow(refusal('payee_unknown'));
  await expect(
    Promise.resolve(payees.handlers['user/wallet/delete']({ ...request(other), input: { id } })),
  ).rejects.toThrow(refusal('payee_unknown'));
  expect((await list(other)).total).toBe(0);
  expect((await list(owner)).total).toBe(1);
});

test('in force the allow-list permits only addresses that have waited, and switching it off waits too', async () => {
  const user = newUser();
  await expect(allowList(user, true, 'wrong')).rejects.toThrow(refusal('parameter_error'));
  expect(await allowList(user, true)).toMatchObject({ allow_list: true, ends_ms: null });
  await expect(find(user, EVM)).rejects.toThrow(refusal('payee_not_allowed'));
  await save(user, EVM);
  await expect(find(user, EVM)).rejects.toThrow(refusal('payee_cooling'));
  clock.advance(COOLING_MS);
  expect((await find(user, EVM)).shown).toBe(EVM);
  await expect(find(user, EVM, 'ethereum', 0, ETH)).rejects.toThrow(refusal('payee_not_allowed'));
  const off = await allowList(user, false);
  expect(off).toMatchObject({ allow_list: true, ends_ms: clock.now() + COOLING_MS });
  clock.advance(1_000);
  expect(await allowList(user, false), 'asking again does not start anew').toEqual(off);
  await expect(find(user, OTHER)).rejects.toThrow(refusal('payee_not_allowed'));
  clock.advance(COOLING_MS);
  expect((await find(user, OTHER)).shown).toBe(OTHER);
});

test('deleted addresses do not fill the book', async () => {
  const user = newUser();
  await database.db.run(sql`
    insert into payees_addresses (user_id, currency_id, network, name, address, payee_hash, created_at, usable_at, deleted_at)
    select ${user}, ${USDT}, 'ethereum', 'old', n::text, sha256(n::text::bytea), now(), now(), now()
    from generate_series(1, ${PAYEES_MAX}) as n`);
  await save(user, EVM);
  expect((await list(user)).total).toBe(1);
});

const full = refusal('payees_full');
const cash = async (user: UserId, bank_account: string, id?: number) =>
  payees.handlers['user/cash_save']({
    ...request(user),
    input: {
      ...{ id, real_name: 'Ana Perez', bank_name: 'Banco Uno', bank_account, bank_branch: undefined },
      ...{ bank_code: undefined, iban: undefined, bank_address: undefined },
    },
  });

test('a book takes a hundred addresses, cards and users each', async () => {
  const user = newUser();
  const almost = sql`generate_series(2, ${PAYEES_MAX}) as n`;
  await database.db.run(sql`
    insert into payees_addresses (user_id, currency_id, network, name, address, payee_hash, created_at, usable_at)
    select ${user}, ${USDT}, 'ethereum', 'one', n::text, sha256(n::text::bytea), now(), now() from ${almost}`);
  const both = await Promise.allSettled([save(user, EVM), save(user, OTHER), save(user, TRON)]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(save(user, LAST)).rejects.toThrow(full);
  await database.db.run(sql`
    insert into payees_receivers (user_id, named, name, created_at, usable_at)
    select ${user}, 'nobody ' || n, 'one', now(), now() from ${almost}`);
  const [bob, carol] = [profile('Bobby'), profile('Carol')];
  await saveUser(user, String(bob.id));
  await expect(saveUser(user, String(carol.id))).rejects.toThrow(full);
  await database.db.run(sql`
    insert into payees_cards (user_id, type, sealed, payee_hash, title, masked, created_at, usable_at)
    select ${user}, 1 + n % 2, '', sha256(n::text::bytea), 'Bank', '1', now(), now() from ${almost}`);
  const { id } = await cash(user, '000111222333');
  await expect(cash(user, '999888777666')).rejects.toThrow(full);
  // What is in it can be changed, but not what was deleted.
  await cash(user, '999888777666', id);
  await payees.handlers['user/cash_delete']({ ...request(user), input: { id } });
  await expect(cash(user, '999888777666', id)).rejects.toThrow(refusal('payee_unknown'));
});

test('an allow-list that is being switched off is in force again when it is switched on', async () => {
  const user = newUser();
  await allowList(user, true);
  await allowList(user, false);
  clock.advance(COOLING_MS / 2);
  expect(await allowList(user, true)).toMatchObject({ allow_list: true, ends_ms: null });
  clock.advance(COOLING_MS);
  await expect(find(user, OTHER)).rejects.toThrow(refusal('payee_not_allowed'));
});

test('another address under the same id waits like a new one', async () => {
  const user = newUser();
  const { id } = await save(user, EVM);
  await allowList(user, true);
  clock.advance(COOLING_MS);
  const renamed = await save(user, EVM, { id, name: 'Safe' });
  expect(renamed.usable_ms).toBeLessThanOrEqual(clock.now());
  await save(user, OTHER, { id });
  await expect(find(user, OTHER)).rejects.toThrow(refusal('payee_cooling'));
  await expect(find(user, EVM)).rejects.toThrow(refusal('payee_not_allowed'));
});

test('in force the allow-list makes a card wait like an address, and again with another account number', async () => {
  const user = newUser();
  await allowList(user, true);
  const card = (bank_account: string, id?: number) =>
    payees.handlers['user/cash_save']({
      ...request(user),
      input: {
        id,
        real_name: 'Ana Perez',
        bank_name: 'Banco Uno',
        bank_account,
        bank_branch: undefined,
        bank_code: undefined,
        iban: undefined,
        bank_address: undefined,
      },
    });
  const { id } = await card('000111222333');
  const pay = () => find(user, String(id), undefined, 1);
  await expect(pay()).rejects.toThrow(refusal('payee_cooling'));
  clock.advance(COOLING_MS);
  await pay();
  await card('000111222333', id);
  await pay();
  await card('999888777666', id);
  await expect(pay()).rejects.toThrow(refusal('payee_cooling'));
  await expect(find(user, String(id), undefined, 2)).rejects.toThrow(refusal('payee_unknown'));
});

test('in force the allow-list permits only users who have waited; each owner sees and removes their own', async () => {
  const [user, other] = [newUser(), newUser()];
  const bob = profile('Bobby');
  await saveUser(newUser(), String(bob.id));
  await mayPay(user, bob.id);
  await allowList(user, true);
  await expect(mayPay(user, bob.id)).rejects.toThrow(refusal('payee_not_allowed'));
  const { id, nickname } = await saveUser(user, String(bob.id));
  expect(nickname).toBe('B***y');
  await expect(mayPay(user, bob.id)).rejects.toThrow(refusal('payee_cooling'));
  clock.advance(COOLING_MS);
  await mayPay(user, bob.id);
  expect(await usersOf(user)).toMatchObject([{ id, to: String(bob.id), name: 'Friend', nickname: 'B***y' }]);
  expect(await usersOf(other)).toEqual([]);
  const remove = async (who: UserId) =>
    payees.handlers['user/receivers/delete']({ ...request(who), input: { id } });
  await expect(remove(other)).rejects.toThrow(refusal('payee_unknown'));
  await remove(user);
  await expect(mayPay(user, bob.id)).rejects.toThrow(refusal('payee_not_allowed'));
});

test('an unknown user, or a house account, is stored and displayed like any other, and never matches', async () => {
  const user = newUser();
  const maker = profile('maker', true);
  for (const to of ['899999', 'Nobody@people.example', String(maker.id)]) {
    expect((await saveUser(user, to)).nickname).toMatch(/^K\*\*\*[0-9]$/);
    await expect(saveUser(user, to.toLowerCase())).rejects.toThrow(refusal('address_known'));
  }
  await allowList(user, true);
  clock.advance(COOLING_MS);
  await expect(mayPay(user, maker.id)).rejects.toThrow(refusal('payee_not_allowed'));
  known.set(String(user), { id: user, nickname: 'Me', house: false });
  await expect(saveUser(user, String(user))).rejects.toThrow(refusal('recipient_self'));
});

test('cards are sealed, displayed masked, and open for their owner only', async () => {
  const [user, other] = [newUser(), newUser()];
  const input = {
    id: undefined,
    real_name: 'Ana Perez',
    bank_name: 'Banco Uno',
    bank_account: '4539 5787 6362 1486',
    bank_branch: undefined,
    bank_code: undefined,
    iban: undefined,
    bank_address: undefined,
  };
  const { id } = await payees.handlers['user/cash_save']({ ...request(user), input });
  const rows = await database.db.rows<{ text: string }>(
    sql`select encode(sealed, 'escape') || title || masked as text from payees_cards where id = ${id}`,
  );
  expect(rows[0]?.text).not.toContain('4539578763621486');
  expect(rows[0]?.text).not.toContain('Ana');
  const info = (who: UserId, of?: number) =>
    Promise.resolve(payees.handlers['user/cash_info']({ ...request(who), input: { id: of } }));
  expect(await info(user)).toMatchObject({ bank_account: '•••• 1486', real_name: 'Ana Perez' });
  expect(await info(user, id)).toMatchObject({ bank_account: '4539578763621486' });
  await expect(info(other, id)).rejects.toThrow(refusal('payee_unknown'));
  expect(await info(other)).toBeNull();
  const payee = await payees.find(database.db, {
    user,
    type: 1,
    currency: USDT,
    network: undefined,
    address: String(id),
  });
  expect(payee.shown).toBe('Banco Uno •••• 1486');
  expect(payees.open(user, payee.sealed ?? Buffer.alloc(0))['bank_account']).toBe('4539578763621486');
  expect(() => payees.open(other, payee.sealed ?? Buffer.alloc(0))).toThrow();
});

test('the same payee is found across accounts, also after it was deleted', async () => {
  const [first, second] = [newUser(), newUser()];
  const address = '0xde709f2102306220921060314715629080e2fb77';
  const { id } = await save(first, address);
  await payees.handlers['user/wallet/delete']({ ...request(first), input: { id } });
  await save(second, address);
  const { hashes } = await find(second, address);
  expect(await payees.sharedWith(database.db, hashes, second)).toEqual([first]);
  const third = newUser();
  await save(third, OTHER);
  const pairs = [[first, second] as const, [first, third] as const];
  expect(await pairsWithOnePayee(payees.hashing, database.db, pairs)).toEqual([second]);
});

test('the same card or account is found across users, and none of a user without one', async () => {
  const [first, second, third] = [newUser(), newUser(), newUser()];
  await cash(first, '5555 5555 5555 4444');
  const { id } = await cash(second, '5555555555554444');
  await cash(third, '777000777');
  const { hashes } = await find(second, String(id), undefined, 1);
  expect(await payees.sharedWith(database.db, hashes, second)).toEqual([first]);
  const same = (user: UserId) => accountsWithSameCard(payees.hashing, database.db, user);
  expect([await same(second), await same(third), await same(newUser())]).toEqual([[first], [], []]);
  const pairs = [
    [first, second],
    [first, third],
    [newUser(), first],
  ] as const;
  expect(await pairsWithOnePayee(payees.hashing, database.db, pairs)).toEqual([second]);
});

test('an unknown user has one name, in any case of the letters', async () => {
  const user = newUser();
  const named = await payees.namedReceiver(user, 'Nobody@People.example');
  expect(named.id).toBeUndefined();
  for (const other of ['nobody@people.example', 'NOBODY@PEOPLE.EXAMPLE'])
    expect(await payees.namedReceiver(user, other)).toEqual(named);
});
