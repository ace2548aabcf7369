import type { UserId } from '@karat/contract';
import { USDT, auditLedger } from '@karat/domains/ledger';
import { sql } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancel, detail, out, testHouse } from './testing/house.ts';
import type { TestHouse } from './testing/house.ts';
import { seedOperators } from './testing/operators.ts';

const IBAN = 'DE89370400440532013000';

let database: TestDatabase;
let house: TestHouse;
let operators: ReadonlyMap<string, OperatorCaller>;
beforeAll(async () => {
  database = await createTestDatabase();
  house = testHouse(database.url);
  operators = await seedOperators(house.ctx);
});
afterAll(async () => {
  await house.close();
  await database.drop();
});

const refusal = (code: string): unknown => expect.objectContaining({ code });
const desk = (login: string) => ({
  ...house.asked(1 as UserId),
  caller: operators.get(login) ?? expect.fail(login),
});
const handlers = () => house.withdrawals.handlers;

const domestic = async (user: UserId, more: { bank_name?: string; iban?: string } = {}): Promise<string> => {
  const { id } = await house.payees.handlers['user/cash_save']({
    ...house.asked(user),
    input: {
      id: undefined,
      real_name: "Ann O'Lee",
      bank_name: 'Test Bank',
      bank_account: '000123456789',
      bank_branch: undefined,
      bank_code: undefined,
      iban: undefined,
      bank_address: undefined,
      ...more,
    },
  });
  return String(id);
};
const international = async (user: UserId): Promise<string> => {
  const data = ['', 'Ann Lee', '000123456789', 'Banker’s Bank', '1 High Street', 'BYLADEM1001', '', ''];
  const { id } = await house.payees.handlers['user/cash_save_international']({
    ...house.asked(user),
    input: { id: undefined, data },
  });
  return String(id);
};

/** A payout to a card that one operator has approved. */
async function approved(number: string, type: 1 | 2 = 1, more: { iban?: string } = {}) {
  const user = await house.user('1000');
  const address = type === 1 ? await domestic(user, more) : await international(user);
  const { id } = await out(house, user, number, { type, address });
  const { digest } = await handlers()['console/withdrawal']({ ...desk('risk'), input: { id } });
  await handlers()['console/withdrawal_approve']({
    ...desk('risk'),
    input: { id, digest, reason: 'looks right', totp: '123456' },
  });
  return { user, id };
}
const exported = async (login = 'finance', type: 1 | 2 = 1) =>
  handlers()['console/withdrawal_export']({ ...desk(login), input: { type, currency: USDT } });
const file = async (id: number, format: 'csv' | 'pain001'): Promise<string> => {
  const reply = await handlers()['console/withdrawal_batch_file']({
    ...desk('finance'),
    input: { id, format },
  });
  return (reply as { body: string }).body;
};
const state = async (user: UserId, id: number) => (await detail(house, user, id)).state;
const askExecuted = (id: number, login = 'finance') =>
  handlers()['console/withdrawal_executed']({
    ...desk(login),
    input: { id, bank_reference: `BANK-${id}`, reason: 'on the statement' },
  });
const askReturned = (id: number, login = 'finance') =>
  handlers()['console/withdrawal_returned']({ ...desk(login), input: { id, reason: 'came back' } });

/** Decides on a request as the approvals engine does, with the stored payload. */
async function decide(asked: number, approvedBy = 'admin'): Promise<void> {
  const { kind, payload } = await house.db.one<{ kind: string; payload: Record<string, string> }>(
    sql`select kind, payload from operators_approvals where id = ${asked}`,
  );
  const { execute } = house.withdrawals.approvals[kind] ?? expect.fail(kind);
  const decision = { approval: asked, reason: 'seen', askedBy: 'finance', approvedBy };
  await house.db.transact((tx) => execute(tx, payload, decision));
}

test('a batch takes the approved payouts of its kind once, and its files name them to the cent', async () => {
  const [one, two] = [await approved('100'), await approved('50.55', 1, { iban: IBAN })];
  const swift = await approved('300', 2);
  const waiting = await house.user('1000');
  await out(house, waiting, '60', { type: 1, address: await domestic(waiting) });
  const { batch, count, total } = await exported();
  expect([count, total]).toEqual([2, '146.55']);
  await expect(exported('admin')).rejects.toThrow(refusal('batch_empty'));
  const lines = (await file(batch, 'csv')).trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^reference,amount,currency,real_name,bank_name,bank_account/);
  expect(lines.slice(1)).toEqual([
    `KARAT-${one.id},98,USD,Ann O'Lee,Test Bank,000123456789,,,,,,,,,`,
    `KARAT-${two.id},48.55,USD,Ann O'Lee,Test Bank,000123456789,,${IBAN},,,,,,,`,
  ]);
  const xml = await file(batch, 'pain001');
  expect(xml).toContain('<NbOfTxs>2</NbOfTxs><CtrlSum>146.55</CtrlSum>');
  expect(xml).toContain(`<InstdAmt Ccy="USD">48.55</InstdAmt>`);
  expect(xml).toContain(`<IBAN>${IBAN}</IBAN>`);
  expect(xml).toContain('<Nm>Ann O&apos;Lee</Nm>');
  const abroad = await exported('finance', 2);
  expect(await file(abroad.batch, 'pain001')).toContain('<BICFI>BYLADEM1001</BICFI><Nm>Banker’s Bank</Nm>');
  expect(await state(swift.user, swift.id)).toBe('exported');
  const rows = await house.db.rows(sql`select 1 from platform_audit where action = 'load payments'`);
  expect(rows).toHaveLength(3);
});

test('of four concurrent exports one takes everything, and nothing is in two batches', async () => {
  const all = await Promise.all(Array.from({ length: 5 }, () => approved('100')));
  const tries = await Promise.allSettled(
    ['finance', 'admin', 'finance', 'admin'].map((login) => exported(login)),
  );
  const batches = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  expect(batches.reduce((sum, { count }) => sum + count, 0)).toBe(5);
  for (const { user, id } of all) {
    const { steps } = await detail(house, user, id);
    expect(steps.filter((step) => step.state === 'exported')).toHaveLength(1);
  }
});

test('a bank payment is booked by two operators, once, with the reference of the bank', async () => {
  const { user, id } = await approved('100');
  await exported();
  expect(await house.balance(user)).toBe('900 + 100');
  const { asked } = await askExecuted(id);
  await expect(askExecuted(id, 'admin')).rejects.toThrow(refusal('withdrawal_under_way'));
  await expect(askReturned(id, 'admin')).rejects.toThrow(refusal('withdrawal_under_way'));
  await decide(asked);
  expect(await detail(house, user, id)).toMatchObject({ state: 'confirmed', status: 2, txid: `BANK-${id}` });
  expect(await house.balance(user)).toBe('900 + 0');
  await expect(decide(asked)).rejects.toThrow(refusal('approval_stale'));
  const { steps } = await handlers()['console/withdrawal']({ ...desk('risk'), input: { id } });
  expect(steps.at(-1)).toMatchObject({ state: 'confirmed', by: 'finance, admin', note: `BANK-${id}` });
});

test('a payout at the bank is returned by two operators only, and then cannot be booked as paid', async () => {
  const { user, id } = await approved('100');
  await exported();
  await expect(cancel(house, user, id)).rejects.toThrow(refusal('withdrawal_under_way'));
  const alone = handlers()['console/withdrawal_reject']({
    ...desk('risk'),
    input: { id, reason: 'bank_returned', text: undefined },
  });
  await expect(alone).rejects.toThrow(refusal('withdrawal_under_way'));
  const { asked } = await askReturned(id);
  expect(await house.balance(user)).toBe('900 + 100');
  await decide(asked);
  expect(await house.balance(user)).toBe('1000 + 0');
  expect(await detail(house, user, id)).toMatchObject({
    state: 'rejected',
    reason: 'bank_returned',
    reason_text: 'The bank returned the payment',
  });
  await expect(askExecuted(id)).rejects.toThrow(refusal('withdrawal_under_way'));
});

test('after a rejected request a new one is possible, and the rejected one books nothing', async () => {
  const { user, id } = await approved('100');
  await exported();
  const first = await askExecuted(id);
  await house.db.run(
    sql`update operators_approvals set state = 'refused', decided_at = now() where id = ${first.asked}`,
  );
  const second = await askReturned(id);
  await expect(decide(first.asked)).rejects.toThrow(refusal('approval_stale'));
  await decide(second.asked);
  expect(await state(user, id)).toBe('rejected');
});

test('of concurrent bookings as paid and as returned one happens', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const { user, id } = await approved('100');
    await exported();
    const asked = await Promise.allSettled([askExecuted(id), askReturned(id, 'admin')]);
    const open = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value.asked] : []));
    expect(open).toHaveLength(1);
    const [request = 0] = open;
    const both = await Promise.allSettled([decide(request, 'risk'), decide(request, 'admin')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(['900 + 0', '1000 + 0']).toContain(await house.balance(user));
  }
});

test('halted cards are neither requested nor sent to the bank', async () => {
  const { user, id } = await approved('100');
  const { stoppable } = house.withdrawals;
  const order = { level: 'halt' as const, reason: 'the bank asks us to wait', by: 'risk', at: 0 };
  await house.db.transact((tx) => stoppable.stop(tx, 'card', order));
  await expect(exported()).rejects.toThrow(refusal('network_halted'));
  const another = out(house, user, '50', { type: 1, address: await domestic(user) });
  await expect(another).rejects.toThrow(refusal('network_halted'));
  await house.db.transact((tx) => stoppable.resume(tx, 'card', order));
  await exported();
  expect(await state(user, id)).toBe('exported');
});

test('a card payout has at most two decimals: a finer amount goes to an address only', async () => {
  const user = await house.user('1000');
  const address = await domestic(user);
  await expect(out(house, user, '100.001', { type: 1, address })).rejects.toThrow(
    refusal('amount_too_precise'),
  );
  await out(house, user, '100.01', { type: 1, address });
  await out(house, user, '100.000001');
  const info = (type: 0 | 1) =>
    handlers()['wallet/get_info']({
      ...house.asked(user),
      input: { currency: USDT, type, network: undefined },
    });
  expect([(await info(0)).decimals, (await info(1)).decimals]).toEqual([6, 2]);
});

test('all balances match their postings', async () => {
  expect((await auditLedger(house.db)).differences).toEqual([]);
});
