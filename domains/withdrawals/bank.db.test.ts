import type { UserId } from '@karat/contract';
import { USDT, auditLedger, userAccount } from '@karat/domains/ledger';
import { amount, negate } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EUR, cancel, detail, out, openHarness } from './testing/harness.ts';
import type { WithdrawalsHarness } from './testing/harness.ts';
import { seedOperators } from './testing/operators.ts';

const IBAN = 'DE89370400440532013000';

let database: TestDatabase;
let harness: WithdrawalsHarness;
let operators: ReadonlyMap<string, OperatorCaller>;
beforeAll(async () => {
  database = await createTestDatabase({ connected: true });
  harness = openHarness(database.url);
  operators = await seedOperators(harness.ctx);
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

const refusal = (code: string): unknown => expect.objectContaining({ code });
const consoleCall = (login: string) => ({
  ...harness.argsOf(1 as UserId),
  caller: operators.get(login) ?? expect.fail(login),
});
const handlers = () => harness.withdrawals.handlers;

const domestic = async (user: UserId, more: { bank_name?: string; iban?: string } = {}): Promise<string> => {
  const { id } = await harness.payees.handlers['user/cash_save']({
    ...harness.argsOf(user),
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
  const { id } = await harness.payees.handlers['user/cash_save_international']({
    ...harness.argsOf(user),
    input: { id: undefined, data },
  });
  return String(id);
};

/** A payout to a card that one operator has approved. */
async function approved(number: string, type: 1 | 2 = 1, more: { iban?: string } = {}) {
  const user = await harness.user('1000');
  const address = type === 1 ? await domestic(user, more) : await international(user);
  const { id } = await out(harness, user, number, { type, address });
  const { digest } = await handlers()['console/withdrawal']({ ...consoleCall('risk'), input: { id } });
  await handlers()['console/withdrawal_approve']({
    ...consoleCall('risk'),
    input: { id, digest, reason: 'looks right', totp: '123456' },
  });
  return { user, id };
}
const exported = async (login = 'finance', type: 1 | 2 = 1) =>
  handlers()['console/withdrawal_export']({ ...consoleCall(login), input: { type, currency: USDT } });
const file = async (id: number, format: 'csv' | 'pain001'): Promise<string> => {
  const reply = await handlers()['console/withdrawal_batch_file']({
    ...consoleCall('finance'),
    input: { id, format },
  });
  return (reply as { body: string }).body;
};
const state = async (user: UserId, id: number) => (await detail(harness, user, id)).state;
const requestExecutedPayout = (id: number, login = 'finance') =>
  handlers()['console/withdrawal_executed']({
    ...consoleCall(login),
    input: { id, bank_reference: `BANK-${id}`, reason: 'on the statement' },
  });
const requestReturnedPayout = (id: number, login = 'finance') =>
  handlers()['console/withdrawal_returned']({ ...consoleCall(login), input: { id, reason: 'came back' } });

/** Decides on a request as the approvals engine does, with the stored payload. */
async function decide(call: number, approvedBy = 'admin'): Promise<void> {
  const { kind, payload } = await harness.db.one<{ kind: string; payload: Record<string, string> }>(
    sql`select kind, payload from operators_approvals where id = ${call}`,
  );
  const { execute } = harness.withdrawals.approvals[kind] ?? expect.fail(kind);
  const decision = { approval: call, reason: 'seen', askedBy: 'finance', approvedBy };
  await harness.db.transact((tx) => execute(tx, payload, decision));
}

test('a payout to a card whose holder matches waits for the case: no approval, no batch, then both', async () => {
  const user = await harness.user('1000');
  const address = await domestic(user);
  harness.sanctions.names.add("Ann O'Lee");
  const { id } = await out(harness, user, '100', { type: 1, address });
  harness.sanctions.names.clear();
  const read = async () => handlers()['console/withdrawal']({ ...consoleCall('risk'), input: { id } });
  const { digest, notes } = await read();
  expect(notes).toContain('sanction_match');
  const approve = async () =>
    handlers()['console/withdrawal_approve']({
      ...consoleCall('risk'),
      input: { id, digest, reason: 'looks right', totp: '123456' },
    });
  await expect(approve()).rejects.toThrow(refusal('case_screening'));
  harness.sanctions.held.clear();
  await approve();
  // A match of a newer list holds back what is approved already.
  harness.sanctions.held.add(user);
  await expect(exported()).rejects.toThrow(refusal('batch_empty'));
  harness.sanctions.held.clear();
  expect(await exported()).toMatchObject({ count: 1 });
});

test('a batch takes the approved payouts of its kind once, and its files name them to the cent', async () => {
  const [one, two] = [await approved('100'), await approved('50.55', 1, { iban: IBAN })];
  const swift = await approved('300', 2);
  const waiting = await harness.user('1000');
  await out(harness, waiting, '60', { type: 1, address: await domestic(waiting) });
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
  const rows = await harness.db.rows(sql`select 1 from platform_audit where action = 'load payments'`);
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
    const { steps } = await detail(harness, user, id);
    expect(steps.filter((step) => step.state === 'exported')).toHaveLength(1);
  }
});

test('a bank payment is booked by two operators, once, with the reference of the bank', async () => {
  const { user, id } = await approved('100');
  await approved('60');
  await exported();
  const open = async () => {
    const input = { page: 1, limit: 1 };
    const { data } = await handlers()['console/withdrawal_batches']({ ...consoleCall('finance'), input });
    return data.map((batch) => [batch.count, batch.open]);
  };
  expect(await open()).toEqual([[2, 2]]);
  expect(await harness.balance(user)).toBe('900 + 100');
  const { asked: approval } = await requestExecutedPayout(id);
  await expect(requestExecutedPayout(id, 'admin')).rejects.toThrow(refusal('withdrawal_under_way'));
  await expect(requestReturnedPayout(id, 'admin')).rejects.toThrow(refusal('withdrawal_under_way'));
  await decide(approval);
  expect(await detail(harness, user, id)).toMatchObject({
    state: 'confirmed',
    status: 2,
    txid: `BANK-${id}`,
  });
  expect(await harness.balance(user)).toBe('900 + 0');
  expect(await open()).toEqual([[2, 1]]);
  await expect(decide(approval)).rejects.toThrow(refusal('approval_stale'));
  const { steps } = await handlers()['console/withdrawal']({ ...consoleCall('risk'), input: { id } });
  expect(steps.at(-1)).toMatchObject({ state: 'confirmed', by: 'finance, admin', note: `BANK-${id}` });
});

test('a payout at the bank is returned by two operators only, and then cannot be booked as paid', async () => {
  const { user, id } = await approved('100');
  await exported();
  await expect(cancel(harness, user, id)).rejects.toThrow(refusal('withdrawal_under_way'));
  const alone = handlers()['console/withdrawal_reject']({
    ...consoleCall('risk'),
    input: { id, reason: 'bank_returned', text: undefined },
  });
  await expect(alone).rejects.toThrow(refusal('withdrawal_under_way'));
  const { asked: approval } = await requestReturnedPayout(id);
  expect(await harness.balance(user)).toBe('900 + 100');
  await decide(approval);
  expect(await harness.balance(user)).toBe('1000 + 0');
  expect(await detail(harness, user, id)).toMatchObject({
    state: 'rejected',
    reason: 'bank_returned',
    reason_text: 'The bank returned the payment',
  });
  await expect(requestExecutedPayout(id)).rejects.toThrow(refusal('withdrawal_under_way'));
});

test.each(['refused', 'expired'])(
  'after a %s request a new one is possible, and the first books nothing',
  async (end) => {
    const { user, id } = await approved('100');
    await exported();
    const first = await requestExecutedPayout(id);
    await harness.db.run(
      sql`update operators_approvals set state = ${end}, decided_at = now() where id = ${first.asked}`,
    );
    const second = await requestReturnedPayout(id);
    await expect(decide(first.asked)).rejects.toThrow(refusal('approval_stale'));
    await decide(second.asked);
    expect(await state(user, id)).toBe('rejected');
  },
);

test('of concurrent bookings as paid and as returned one happens', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const { user, id } = await approved('100');
    await exported();
    const requests = await Promise.allSettled([
      requestExecutedPayout(id),
      requestReturnedPayout(id, 'admin'),
    ]);
    const open = requests.flatMap((each) => (each.status === 'fulfilled' ? [each.value.asked] : []));
    expect(open).toHaveLength(1);
    const [request = 0] = open;
    const both = await Promise.allSettled([decide(request, 'risk'), decide(request, 'admin')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(['900 + 0', '1000 + 0']).toContain(await harness.balance(user));
  }
});

test('halted cards are neither requested nor sent to the bank', async () => {
  const { user, id } = await approved('100');
  const { stoppable } = harness.withdrawals;
  const order = { level: 'halt' as const, reason: 'the bank asks us to wait', by: 'risk', at: 0 };
  await harness.db.transact((tx) => stoppable.stop(tx, 'card', order));
  await expect(exported()).rejects.toThrow(refusal('network_halted'));
  const another = out(harness, user, '50', { type: 1, address: await domestic(user) });
  await expect(another).rejects.toThrow(refusal('network_halted'));
  await harness.db.transact((tx) => stoppable.resume(tx, 'card', order));
  await harness.db.run(sql`
    insert into operators_stops (target, subject, level, reason, stopped_by, stopped_at)
    values ('currency', 'USDT/withdrawal', 'halt', 'depeg', 'risk', now())`);
  await expect(exported()).rejects.toThrow(refusal('network_halted'));
  await harness.db.run(sql`delete from operators_stops`);
  await exported();
  expect(await state(user, id)).toBe('exported');
});

test('a card payout has at most two decimals: a finer amount goes to an address only', async () => {
  const user = await harness.user('1000');
  const address = await domestic(user);
  await expect(out(harness, user, '100.001', { type: 1, address })).rejects.toThrow(
    refusal('amount_too_precise'),
  );
  await out(harness, user, '100.01', { type: 1, address });
  await out(harness, user, '100.000001');
  const info = (type: 0 | 1) =>
    handlers()['wallet/get_info']({
      ...harness.argsOf(user),
      input: { currency: USDT, type, network: undefined },
    });
  expect([(await info(0)).decimals, (await info(1)).decimals]).toEqual([6, 2]);
});

test('fiat leaves the fiat account', async () => {
  const user = await harness.user('500', EUR);
  const legal = userAccount(user, 'legal');
  const value = amount('300');
  await harness.db.transact((tx) =>
    harness.ledger.post(tx, {
      ...{ key: `to fiat:${user}`, kind: 'correction', reference: 'x', at: harness.clock.now() },
      entries: [
        { account: userAccount(user, 'change'), currency: EUR, available: negate(value) },
        { account: legal, currency: EUR, available: value },
      ],
    }),
  );
  const address = await domestic(user);
  await out(harness, user, '250', { type: 1, address, currency: EUR });
  expect(await harness.balance(user, EUR)).toBe('200 + 0');
  expect(await harness.ledger.balance(harness.db, legal, EUR)).toMatchObject({
    ...{ available: amount('50'), held: amount('250') },
  });
});

test('all balances match their postings', async () => {
  expect((await auditLedger(harness.db)).differences).toEqual([]);
});
