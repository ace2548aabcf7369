import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wireTime } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { USDT, auditLedger } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import { DAY_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFirstPayment } from './gate.ts';
import { firstWithdrawal, movementsOf, usersWithMovements } from './monitored.ts';
import { insertMovement, releaseMovement } from './store.ts';
import type { MovementKind } from './store.ts';
import { ADDRESS, CARD, PAY, openExchange } from './testing/exchange.ts';
import type { Customer, Exchange } from './testing/exchange.ts';

let database: TestDatabase;
let directory: string;
let exchange: Exchange;
beforeAll(async () => {
  database = await createTestDatabase({ connections: 12, connected: true });
  directory = await mkdtemp(join(tmpdir(), 'karat-outflow-'));
  exchange = openExchange(database.db, directory);
});
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

const outcome = (work: Promise<unknown>): Promise<string> => exchange.outcome(work);
const send = (from: Customer, to: UserId, number: string, more = {}) =>
  outcome(exchange.send(from, to, number, more));
const withdraw = (from: Customer, number: string, more = {}) =>
  outcome(exchange.withdraw(from, number, more));

test('both passwords reset with the mailbox alone: no withdrawal and no payment for a day', async () => {
  const [ann, eve] = [await exchange.customer(), await exchange.customer()];
  exchange.clock.advance(2 * DAY_MS);
  await exchange.resetPasswords(ann);
  expect(await send(ann, eve.id, '9000')).toBe('withdrawal_held');
  expect(await withdraw(ann, '9000')).toBe('withdrawal_held');
  exchange.clock.advance(DAY_MS - 1);
  expect(await send(ann, eve.id, '9000')).toBe('withdrawal_held');
  exchange.clock.advance(1);
  expect(await send(ann, eve.id, '9000')).toBe('ok');
  expect(await exchange.balance(eve)).toBe('109000');
});

test('nothing leaves while the clock is untrusted: a jump would end every lock and hold', async () => {
  const [ann, ben] = [await exchange.customer(), await exchange.customer()];
  exchange.clock.advance(2 * DAY_MS);
  await exchange.resetPasswords(ann);
  exchange.clock.judge({ trusted: false, steady: false });
  exchange.clock.advance(2 * DAY_MS);
  expect(await send(ann, ben.id, '100')).toBe('outflow_paused');
  expect(await withdraw(ann, '100')).toBe('outflow_paused');
  exchange.clock.judge({ trusted: true, steady: true });
  expect(await send(ann, ben.id, '100')).toBe('ok');
});

test('a credential change is noted on withdrawals for days after its hold has ended', async () => {
  const ann = await exchange.customer();
  exchange.clock.advance(10 * DAY_MS);
  const notes = async () => exchange.notesOf((await exchange.withdraw(ann, '50')).id);
  expect(await notes()).not.toContain('credentials_changed');
  await exchange.resetPasswords(ann);
  exchange.clock.advance(DAY_MS);
  expect(await notes()).toContain('credentials_changed');
  exchange.clock.advance(3 * DAY_MS - 1);
  expect(await notes()).toContain('credentials_changed');
  exchange.clock.advance(1);
  expect(await notes()).not.toContain('credentials_changed');
});

test('the allow-list applies to users, addresses and cards alike', async () => {
  const [ann, bob] = [await exchange.customer(), await exchange.customer()];
  await exchange.allowList(ann, true);
  expect(await send(ann, bob.id, '10')).toBe('payee_not_allowed');
  expect(await withdraw(ann, '50')).toBe('payee_not_allowed');
  const card = await exchange.saveCard(ann);
  expect(await withdraw(ann, '100', { type: 1, address: card, network: CARD })).toBe('payee_cooling');
  await exchange.saveReceiver(ann, String(bob.id));
  await exchange.saveAddress(ann);
  expect(await send(ann, bob.id, '10')).toBe('payee_cooling');
  expect(await withdraw(ann, '50')).toBe('payee_cooling');
  exchange.clock.advance(DAY_MS);
  expect(await send(ann, bob.id, '10')).toBe('ok');
  expect(await withdraw(ann, '50')).toBe('ok');
  expect(await withdraw(ann, '100', { type: 1, address: card, network: CARD })).toBe('ok');
});

test('withdraw protection blocks everything to its last moment, API keys included', async () => {
  const [ann, bob] = [await exchange.customer(), await exchange.customer()];
  await exchange.saveAddress(ann);
  exchange.clock.advance(2 * DAY_MS);
  expect(await outcome(exchange.protect(ann, 1, '000000'))).toBe('pay_password_wrong');
  const until = await exchange.protect(ann, 1);
  expect(until).toBe(exchange.clock.now() + DAY_MS);
  exchange.clock.advance(DAY_MS - 1);
  expect(await send(ann, bob.id, '10')).toBe('outflow_protected');
  expect(await withdraw(ann, '50')).toBe('outflow_protected');
  expect(await withdraw(ann, '50', { program: true })).toBe('outflow_protected');
  expect(await exchange.protection(ann)).toEqual({ until_ms: until, days_max: 7 });
  expect(await exchange.protection(bob)).toMatchObject({ until_ms: null });
  exchange.clock.advance(1);
  expect(await exchange.protection(ann)).toMatchObject({ until_ms: null });
  expect(await send(ann, bob.id, '10')).toBe('ok');
  expect(await withdraw(ann, '50', { program: true })).toBe('ok');
});

test('a new key pays nothing for a day; of two holds the later one is named', async () => {
  const ann = await exchange.customer();
  await exchange.saveAddress(ann);
  exchange.clock.advance(2 * DAY_MS);
  const byKey = (keyAgeMs: number) => exchange.withdraw(ann, '50', { program: true, keyAgeMs });
  expect(await outcome(byKey(DAY_MS - 1))).toBe('withdrawal_held');
  expect(await outcome(byKey(DAY_MS))).toBe('ok');
  await exchange.resetPasswords(ann);
  exchange.clock.advance(DAY_MS / 2);
  await expect(byKey(0)).rejects.toMatchObject({
    code: 'withdrawal_held',
    values: { time: wireTime(exchange.clock.now() + DAY_MS) },
  });
});

test('withdraw protection can be extended and never shortened, not even in the database', async () => {
  const ann = await exchange.customer();
  await exchange.withdraw(ann, '50');
  expect(await exchange.protection(ann)).toMatchObject({ until_ms: null });
  await exchange.protect(ann, 3);
  expect(await outcome(exchange.protect(ann, 3))).toBe('protection_not_longer');
  expect(await outcome(exchange.protect(ann, 2))).toBe('protection_not_longer');
  const until = await exchange.protect(ann, 7);
  expect(until).toBe(exchange.clock.now() + 7 * DAY_MS);
  const { db } = database;
  const shortened = sql`update outflow_accounts set protected_until = to_timestamp(${until - 1} / 1000.0) where user_id = ${ann.id}`;
  await expect(db.run(shortened)).rejects.toThrow('cannot be shortened');
  await expect(
    db.run(sql`update outflow_accounts set protected_until = null where user_id = ${ann.id}`),
  ).rejects.toThrow('cannot be shortened');
  await expect(db.run(sql`delete from outflow_accounts where user_id = ${ann.id}`)).rejects.toThrow(
    'cannot be shortened',
  );
  expect(exchange.notifications.filter(({ kind }) => kind === 'outflow:protected').length).toBeGreaterThan(1);
});

test('no call of operators or API keys changes withdraw protection', () => {
  expect(exchange.callsNamed('protection')).toEqual(['safe/protection', 'safe/protection/set']);
});

test('withdrawals and payments to users share one limit, and payments have a second one', async () => {
  const [ann, bob] = [await exchange.customer('20000000'), await exchange.customer()];
  // Level 1: 200 BTC at 50,000 are 10,000,000 USDT together, 10,000 USDT of them to users.
  expect(await send(ann, bob.id, '10000.01')).toBe('send_over_limit');
  expect(await send(ann, bob.id, '10000')).toBe('ok');
  expect(await withdraw(ann, '9990000.01')).toBe('withdrawal_limit');
  const { id } = await exchange.withdraw(ann, '9990000');
  await expect(exchange.withdraw(ann, '20')).rejects.toMatchObject({
    code: 'withdrawal_limit',
    values: { left: '0', cap: '10000000', currency: 'USDT' },
  });
  await exchange.cancel(ann, id);
  expect(await withdraw(ann, '9000000')).toBe('ok');
  exchange.clock.advance(DAY_MS);
  expect(await withdraw(ann, '20')).toBe('ok');
  expect(await send(ann, bob.id, '10000')).toBe('ok');
});

test('what is left to pay users is at most what is left of the shared limit', async () => {
  const ann = await exchange.customer('20000000');
  await exchange.withdraw(ann, '9995000');
  expect(await exchange.sendLimits(ann)).toMatchObject({ limit: '10000', used: '0', left: '5000' });
  expect((await exchange.info(ann, ADDRESS)).limit).toMatchObject({ cap: '10000000', left: '5000' });
});

test('of twenty concurrent withdrawals and payments exactly those within the shared limit pass', async () => {
  const ann = await exchange.customer('20000000');
  const bob = await exchange.customer();
  await exchange.withdraw(ann, '9980000');
  const work = Array.from({ length: 20 }, (_, n) =>
    n % 2 === 0 ? send(ann, bob.id, '5000') : withdraw(ann, '5000'),
  );
  const outcomes = await Promise.all(work);
  expect(outcomes.filter((each) => each === 'ok')).toHaveLength(4);
  expect(new Set(outcomes.filter((each) => each !== 'ok'))).toEqual(
    new Set(['withdrawal_limit', ...(outcomes.includes('send_over_limit') ? ['send_over_limit'] : [])]),
  );
});

test('the first payment to a user must be accepted, later ones not; a withdrawal stores whether it was', async () => {
  const [ann, bob] = [await exchange.customer(), await exchange.customer()];
  expect(await exchange.recipient(ann, String(bob.id))).toMatchObject({ first_payment: true });
  expect(await exchange.recipient(ann, 'nobody@people.example')).toMatchObject({ first_payment: true });
  expect(await send(ann, bob.id, '1', { firstPaymentOk: undefined })).toBe('first_payment_unconfirmed');
  expect(await send(ann, bob.id, '1', { firstPaymentOk: true })).toBe('ok');
  expect(await exchange.recipient(ann, String(bob.id))).toMatchObject({ first_payment: false });
  expect(await send(ann, bob.id, '1', { firstPaymentOk: undefined })).toBe('ok');

  const firstOut = async () => (await exchange.info(ann, ADDRESS)).first_payment;
  expect(await firstOut()).toBe(true);
  const silent = await exchange.withdraw(ann, '50');
  expect(await exchange.acceptedOf(silent.id)).toBe(false);
  expect(await firstOut()).toBe(false);
  const second = await exchange.withdraw(ann, '50');
  expect(await exchange.acceptedOf(second.id)).toBeNull();
  expect((await exchange.info(ann, 'no address')).first_payment).toBeNull();
});

test('a returned payment does not count: its recipient is new again', async () => {
  const ann = await exchange.customer();
  const { id } = await exchange.withdraw(ann, '50', { firstPaymentOk: true });
  expect(await exchange.acceptedOf(id)).toBe(true);
  // A gift with the number of the withdrawal stays paid.
  const at = exchange.clock.now();
  const gift = { user: ann.id, kind: 'gift', reference: id, receiver: `gift:${id}` } as const;
  const worth = { number: amount('5'), usdt: amount('5'), btc: amount('0.0001') };
  await database.db.transact((tx) =>
    insertMovement(tx, { ...gift, ...worth, currency: USDT, firstPaymentAccepted: undefined, at }),
  );
  await exchange.cancel(ann, id);
  expect((await exchange.info(ann, ADDRESS)).first_payment).toBe(true);
  const moved = await movementsOf(database.db, ann.id, { since: 0, until: at });
  expect(moved.map(({ kind }) => kind)).toEqual(['gift']);
  const paying = { since: 0, until: at, min: amount('50'), max: amount('50'), count: 1 };
  expect(await usersWithMovements(database.db, paying, 1_000)).not.toContain(ann.id);
});

test('monitoring reads what left an account and did not come back, both ends of a time included', async () => {
  const { db } = database;
  const [ann, bob] = [await exchange.customer(), await exchange.customer()];
  const at = exchange.clock.now() + 1_000 * DAY_MS;
  const worth = { currency: USDT, number: amount('7'), usdt: amount('5'), btc: amount('0.0001') };
  const insert = (user: UserId, kind: MovementKind, shift: number, reference?: number) =>
    db.transact((tx) =>
      insertMovement(tx, {
        ...{ ...worth, user, kind, reference, at: at + shift, firstPaymentAccepted: undefined },
        receiver: kind === 'send' ? `user:${bob.id}` : 'payee:ab',
      }),
    );
  await insert(ann.id, 'withdrawal', -1, 900_001);
  await insert(ann.id, 'withdrawal', 0, 900_002);
  await db.transact((tx) => releaseMovement(tx, 'withdrawal', 900_002, at));
  const sent = await insert(ann.id, 'send', 0);
  await insert(ann.id, 'withdrawal', 1, 900_003);
  await insert(ann.id, 'withdrawal', 2, 900_004);
  await insert(bob.id, 'withdrawal', 0, 900_005);
  const read = { user: ann.id, currency: USDT, number: amount('7'), usdt: amount('5'), receiver: undefined };
  const out = (reference: number, shift: number) => ({
    ...{ ...read, kind: 'withdrawal', reference, at: at + shift },
  });
  const period = { since: at, until: at + 1 };
  expect(await movementsOf(db, ann.id, period)).toEqual([
    { ...read, kind: 'send', reference: sent, receiver: bob.id, at },
    out(900_003, 1),
  ]);
  expect(await firstWithdrawal(db, ann.id, 0)).toEqual(out(900_001, -1));
  expect(await firstWithdrawal(db, ann.id, at)).toEqual(out(900_003, 1));
  expect(await firstWithdrawal(db, ann.id, at + 2)).toEqual(out(900_004, 2));
  expect(await firstWithdrawal(db, ann.id, at + 3)).toBeUndefined();

  const users = (more: object, limit = 9) =>
    usersWithMovements(db, { ...period, min: amount('5'), max: amount('5'), count: 1, ...more }, limit);
  expect(await users({})).toEqual([ann.id, bob.id]);
  expect(await users({}, 1)).toEqual([ann.id]);
  expect(await users({ max: null, count: 2 })).toEqual([ann.id]);
  expect(await users({ count: 3 })).toEqual([]);
  expect(await users({ min: amount('5.01'), max: null })).toEqual([]);
  expect(await users({ min: amount('0'), max: amount('4.99') })).toEqual([]);
});

test('a payee is known by the hash of an earlier key too, and monitoring by the present one', async () => {
  const ann = await exchange.customer();
  await exchange.withdraw(ann, '50');
  const cause = exchange.causes.at(-1);
  const { receiver } = await database.db.one<{ receiver: string }>(
    sql`select receiver from outflow_movements where user_id = ${ann.id}`,
  );
  expect(cause).toMatchObject({ kind: 'outflow', user: ann.id, payee: receiver.replace('payee:', '') });
  const hash = Buffer.from(receiver.replace('payee:', ''), 'hex');
  const renewed = Buffer.alloc(32, 1);
  const isFirst = (...hashes: [Buffer, ...Buffer[]]) =>
    isFirstPayment(database.db, ann.id, { kind: 'payee', hashes });
  expect(await isFirst(renewed)).toBe(true);
  expect(await isFirst(renewed, hash)).toBe(false);
});

test('a frozen account cannot pay or borrow', async () => {
  const [ann, bob] = [await exchange.customer(), await exchange.customer()];
  expect(await outcome(exchange.borrow(ann))).toBe('ok');
  await exchange.freeze(ann);
  expect(await outcome(exchange.borrow(ann))).toBe('account_frozen');
  expect(await send(ann, bob.id, '1')).toBe('account_frozen');
  expect(await withdraw(ann, '50')).toBe('account_frozen');
});

test('a wrong pay password stops every payment, and a right one passes only the gate', async () => {
  const [ann, bob] = [await exchange.customer(), await exchange.customer()];
  expect(await send(ann, bob.id, '1', { password: '000000' })).toBe('pay_password_wrong');
  expect(await withdraw(ann, '50', { password: '000000' })).toBe('pay_password_wrong');
  expect(PAY).not.toBe('000000');
  await expect(
    database.db.transact((tx) =>
      exchange.ledger.post(tx, {
        key: 'send:bypass',
        kind: 'send',
        reference: '1',
        at: exchange.clock.now(),
        entries: exchange.payment(ann, bob, USDT, amount('1')),
      }),
    ),
  ).rejects.toThrow('needs a permit');
  await expect(
    database.db.transact((tx) =>
      exchange.ledger.post(tx, {
        key: 'transfer:bypass',
        kind: 'transfer',
        reference: '1',
        at: exchange.clock.now(),
        entries: exchange.payment(ann, bob, USDT, amount('1')),
      }),
    ),
  ).rejects.toThrow('from user to user');
});

test('all balances match their postings', async () => {
  expect((await auditLedger(database.db)).differences).toEqual([]);
});
