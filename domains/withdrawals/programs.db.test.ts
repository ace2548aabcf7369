import type { UserId } from '@karat/contract';
import { USDT, auditLedger } from '@karat/domains/ledger';
import { sql } from '@karat/platform/db';
import type { Program } from '@karat/platform/http';
import { amount } from '@karat/money';
import { DAY_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADDRESS, detail, openHarness } from './testing/harness.ts';
import type { WithdrawalsHarness } from './testing/harness.ts';

const OTHER = '0xde709f2102306220921060314715629080e2fb77';

let database: TestDatabase;
let harness: WithdrawalsHarness;
beforeAll(async () => {
  database = await createTestDatabase({ connected: true });
  harness = openHarness(database.url);
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

const refusal = (code: string): unknown => expect.objectContaining({ code });
const program = (since = 0): Program => ({ key: 7, label: 'rebalancer', since });

/** Requests as an API key does: without pay password. */
const ask = (
  user: UserId,
  by: Program | undefined,
  more: { address?: string; type?: 0 | 1; number?: string } = {},
) =>
  harness.db.transact(async (tx) => {
    const request = harness.argsOf(user);
    return harness.withdrawals.handlers['wallet/out']({
      ...request,
      caller: { ...request.caller, ...(by === undefined ? {} : { program: by }) },
      tx,
      input: {
        address: more.address ?? ADDRESS,
        currency: USDT,
        number: amount(more.number ?? '100'),
        type: more.type ?? 0,
        network: 'ethereum',
        code: undefined,
        pay_password: undefined,
        first_payment_ok: undefined,
      },
    });
  });

const save = (user: UserId, address: string) =>
  harness.payees.handlers['user/wallet/save']({
    ...harness.argsOf(user),
    input: { id: undefined, currency: USDT, network: 'ethereum', name: 'Cold', address },
  });

test('an API key pays without a pay password to an address that has waited in the address book, and the history names the key', async () => {
  const user = await harness.user('1000');
  await expect(ask(user, program())).rejects.toThrow(refusal('payee_not_allowed'));
  await save(user, ADDRESS);
  harness.clock.advance(DAY_MS - 1);
  await expect(ask(user, program())).rejects.toThrow(refusal('payee_cooling'));
  harness.clock.advance(1);
  const { id } = await ask(user, program());
  expect(await harness.balance(user)).toBe('900 + 100');
  expect((await detail(harness, user, id)).steps).toMatchObject([
    { state: 'requested', note: 'API · rebalancer' },
  ]);
});

test('a young key is noted like a new device', async () => {
  const user = await harness.user('1000');
  await save(user, ADDRESS);
  harness.clock.advance(DAY_MS);
  const notesOf = async (days: number): Promise<readonly string[]> => {
    const { id } = await ask(user, program(harness.clock.now() - days * DAY_MS));
    const row = sql`select notes from withdrawals_requests where id = ${id}`;
    return (await harness.db.one<{ notes: string[] }>(row)).notes;
  };
  expect(await notesOf(2)).toContain('new_device');
  expect(await notesOf(3)).not.toContain('new_device');
});

test('it pays neither to other addresses nor to cards, though the owner may', async () => {
  const user = await harness.user('1000');
  await save(user, ADDRESS);
  harness.clock.advance(DAY_MS);
  await expect(ask(user, program(), { address: OTHER })).rejects.toThrow(refusal('payee_not_allowed'));
  const { id } = await harness.payees.handlers['user/cash_save']({
    ...harness.argsOf(user),
    input: {
      id: undefined,
      real_name: 'Ann Lee',
      bank_name: 'Test Bank',
      bank_account: '000123456789',
      bank_branch: undefined,
      bank_code: undefined,
      iban: undefined,
      bank_address: undefined,
    },
  });
  await expect(ask(user, program(), { address: String(id), type: 1 })).rejects.toThrow(
    refusal('payee_not_allowed'),
  );
  expect(await harness.balance(user)).toBe('1000 + 0');
});

test('a key younger than a day, and any credential change, holds it', async () => {
  const user = await harness.user('1000');
  await save(user, ADDRESS);
  harness.clock.advance(DAY_MS);
  const young = program(harness.clock.now());
  harness.clock.advance(DAY_MS - 1);
  await expect(ask(user, young)).rejects.toThrow(refusal('withdrawal_held'));
  harness.clock.advance(1);
  harness.people.heldUntil = harness.clock.now() + 1;
  await expect(ask(user, young)).rejects.toThrow(refusal('withdrawal_held'));
  harness.people.heldUntil = undefined;
  await ask(user, young);
  const { data } = await harness.withdrawals.handlers['user/withdraw/list']({
    ...harness.argsOf(user),
    input: { page: 1, limit: 10, status: undefined, currency: undefined },
  });
  expect(data).toHaveLength(1);
});

test('a user without a pay password is refused, and an API key beyond the cap like any user', async () => {
  const user = await harness.user('100000000');
  await expect(ask(user, undefined)).rejects.toThrow(refusal('parameter_error'));
  await save(user, ADDRESS);
  harness.clock.advance(DAY_MS);
  // 200 BTC at 50,000 are 10,000,000 USDT.
  await expect(ask(user, program(), { number: '10000001' })).rejects.toThrow(refusal('withdrawal_limit'));
});

test('all balances match their postings', async () => {
  expect((await auditLedger(harness.db)).differences).toEqual([]);
});
