import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { currencyId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { userAccount } from '@karat/domains/ledger';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ANNA, BEN, USDT, clerk, openDeposits } from './testing/harness.ts';
import { records } from './voucher-store.ts';
import { requestCredit, rejectVoucher, sendVoucher } from './voucher.ts';

let own: TestDatabase;
let directory: string;
let harness: ReturnType<typeof openDeposits>;

beforeAll(async () => {
  [own, directory] = await Promise.all([
    createTestDatabase({ connections: 12 }),
    mkdtemp(join(tmpdir(), 'karat-vouchers-')),
  ]);
  harness = openDeposits(own.db, directory, undefined);
  await own.db.run(sql`
    insert into operators_accounts (login, name, role, password_hash, totp_secret, created_at)
    values ('finance', 'F', 'finance', 'x', 'x', now()), ('risk', 'R', 'risk', 'x', 'x', now())`);
});
afterAll(() => Promise.all([own.drop(), rm(directory, { recursive: true })]));
beforeEach(async () => {
  await own.db.run(sql`truncate deposits_vouchers, deposits_halts, operators_approvals`);
});

const picture = (user: UserId, text: string): Promise<string> =>
  own.db.transact((tx) =>
    harness.deps.files.keep(tx, {
      owner: user,
      visibility: 'private',
      mime: 'image/webp',
      bytes: createHash('sha512').update(text).digest(),
    }),
  );
const send = async (user: UserId, sum: string, proof: string | undefined): Promise<number> =>
  sendVoucher(harness.parts, {
    userId: user,
    currency: USDT,
    amount: amount(sum),
    account: 'Bank 1',
    image: proof === undefined ? undefined : await picture(user, proof),
  });

/** Approves a request as the approvals engine does, with the stored payload. */
async function approve(approval: number): Promise<void> {
  const { kind, payload } = await own.db.one<{ kind: string; payload: Record<string, string | number> }>(
    sql`select kind, payload from operators_approvals where id = ${approval}`,
  );
  const execute = harness.deposits.approvals[kind]?.execute;
  await own.db.transact(async (tx) =>
    execute?.(tx, payload, { approval, reason: 'seen', askedBy: 'finance', approvedBy: 'risk' }),
  );
}
const statusOf = async (id: number): Promise<number> =>
  (await own.db.one<{ status: number }>(sql`select status from deposits_vouchers where id = ${id}`)).status;

test('a voucher is pending until two operators credit it, once', async () => {
  const before = amount(await harness.available(ANNA, USDT));
  const id = await send(ANNA, '120.5', 'first proof');
  const approval = await requestCredit(harness.parts, clerk, id, 'on the statement');
  expect(await statusOf(id)).toBe(1);
  const outcomes = await Promise.allSettled([approve(approval), approve(approval), approve(approval)]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(amount(await harness.available(ANNA, USDT)) - before).toBe(amount('120.5'));
  expect(await statusOf(id)).toBe(2);
  await expect(requestCredit(harness.parts, clerk, id, 'again')).rejects.toMatchObject({
    code: 'voucher_decided',
  });
});

test('two vouchers with one proof: the second credit is refused, also if both were requested before', async () => {
  const [first, second] = [await send(ANNA, '10', 'one proof'), await send(BEN, '10', 'one proof')];
  const requests = [
    await requestCredit(harness.parts, clerk, first, 'seen'),
    await requestCredit(harness.parts, clerk, second, 'seen'),
  ];
  const outcomes = await Promise.allSettled(requests.map(approve));
  const refused = outcomes.filter((one) => one.status === 'rejected');
  expect(refused).toHaveLength(1);
  expect(refused[0]?.reason).toMatchObject({ code: 'voucher_duplicate' });
  expect(new Set([await statusOf(first), await statusOf(second)])).toEqual(new Set([1, 2]));
  const third = await send(BEN, '10', 'one proof');
  await expect(requestCredit(harness.parts, clerk, third, 'seen')).rejects.toMatchObject({
    code: 'voucher_duplicate',
  });
});

test('what a request says about a voucher has to be true when it is approved', async () => {
  const id = await send(ANNA, '30', 'exactly this');
  const approval = await requestCredit(harness.parts, clerk, id, 'on the statement');
  await own.db.run(sql`update deposits_vouchers set amount = 31 where id = ${id}`);
  await expect(approve(approval)).rejects.toMatchObject({ code: 'approval_stale' });
  await own.db.run(sql`update deposits_vouchers set amount = 30 where id = ${id}`);
  await approve(approval);
  expect(await statusOf(id)).toBe(2);
});

test('a reviewer reads how many vouchers of the user were credited and rejected before', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 4; n++) ids.push(await send(BEN, '10', `of the past ${n}`));
  const [first = 0, second = 0] = ids;
  await approve(await requestCredit(harness.parts, clerk, first, 'on the statement'));
  await own.db.run(sql`update deposits_vouchers set status = 3, decided_at = now() where id = ${second}`);
  expect(await records(own.db, [BEN])).toEqual([{ uid: BEN, approved: 1, rejected: 1 }]);
});

test('fiat is credited to the fiat account', async () => {
  const euro = currencyId(22);
  const legal = async () =>
    (await harness.ledger.balance(own.db, userAccount(ANNA, 'legal'), euro)).available;
  const before = await legal();
  const id = await sendVoucher(harness.parts, {
    userId: ANNA,
    currency: euro,
    amount: amount('40'),
    account: 'Bank 1',
    image: await picture(ANNA, 'euros'),
  });
  await approve(await requestCredit(harness.parts, clerk, id, 'on the statement'));
  expect((await legal()) - before).toBe(amount('40'));
  expect(await harness.available(ANNA, euro)).toBe('0');
});

test('a currency that two operators stopped for deposits takes no vouchers', async () => {
  await own.db.run(sql`
    insert into operators_stops (target, subject, level, reason, stopped_by, stopped_at)
    values ('currency', 'USDT/deposit', 'halt', 'depeg', 'risk', now())`);
  await expect(send(ANNA, '10', 'stopped')).rejects.toMatchObject({ code: 'deposit_unavailable' });
  await own.db.run(sql`delete from operators_stops`);
});

test("a voucher without a picture, or with another user's picture, is not credited", async () => {
  const id = await send(ANNA, '10', undefined);
  await expect(requestCredit(harness.parts, clerk, id, 'seen')).rejects.toMatchObject({
    code: 'voucher_without_image',
  });
  const foreign = await picture(BEN, 'of ben');
  await expect(
    sendVoucher(harness.parts, {
      userId: ANNA,
      currency: USDT,
      amount: amount('10'),
      account: 'x',
      image: foreign,
    }),
  ).rejects.toMatchObject({ code: 'image_invalid' });
});

test('a rejection notifies the user with its reason, and an earlier request cannot credit the voucher', async () => {
  const id = await send(ANNA, '10', 'sent back');
  const approval = await requestCredit(harness.parts, clerk, id, 'seen');
  await expect(rejectVoucher(harness.parts, clerk, { id, reason: 'other', note: '' })).rejects.toMatchObject({
    code: 'reason_required',
  });
  await rejectVoucher(harness.parts, clerk, { id, reason: 'not_received', note: '' });
  await expect(approve(approval)).rejects.toMatchObject({ code: 'voucher_decided' });
  const notices = await own.db.rows<{ values: { reason: string } }>(
    sql`select values from messages_notices where kind = 'deposits:voucher_rejected'`,
  );
  expect(notices.map(({ values }) => values.reason)).toEqual(['not_received']);
});

test('pending vouchers per user are limited, and amounts finer than the currency are refused', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 5; n++) ids.push(await send(ANNA, '1', `many ${n}`));
  await expect(send(ANNA, '1', 'one more')).rejects.toMatchObject({ code: 'vouchers_open' });
  // Of those that are decided a user may have any number.
  await rejectVoucher(harness.parts, clerk, { id: ids[0] ?? 0, reason: 'not_received', note: '' });
  expect(await statusOf(await send(ANNA, '1', 'in its place'))).toBe(1);
  expect(await statusOf(await send(BEN, '1', 'of another user'))).toBe(1);
  await expect(send(BEN, '1.0000001', 'fine')).rejects.toMatchObject({ code: 'amount_too_precise' });
});

test('payouts on a network are halted by one order and resumed by another', async () => {
  const { stoppable } = harness.deposits;
  const runs = async () => (await stoppable.find(own.db, 'ethereum'))?.runs;
  expect(await stoppable.find(own.db, 'nowhere')).toBeUndefined();
  expect(await runs()).toBe(true);
  const order = { level: 'halt' as const, reason: 'differs', by: 'finance', at: 1_000 };
  await own.db.transact((tx) => stoppable.stop(tx, 'ethereum', order));
  expect(await harness.deposits.custody.halted(own.db, 'ethereum')).toMatchObject({ reason: 'differs' });
  await own.db.transact((tx) => stoppable.resume(tx, 'ethereum', order));
  expect(await runs()).toBe(true);
  await expect(own.db.transact((tx) => stoppable.resume(tx, 'ethereum', order))).rejects.toMatchObject({
    code: 'approval_stale',
  });
});
