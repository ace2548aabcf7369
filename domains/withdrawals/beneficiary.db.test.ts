import type { UserId } from '@karat/contract';
import { listAudit } from '@karat/platform/audit';
import { sql } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADDRESS, out, openHarness } from './testing/harness.ts';
import type { WithdrawalsHarness } from './testing/harness.ts';
import { seedOperators } from './testing/operators.ts';

let database: TestDatabase;
let harness: WithdrawalsHarness;
let risk: OperatorCaller;
beforeAll(async () => {
  database = await createTestDatabase();
  harness = openHarness(database.url, { travelRuleUsdt: '1000' });
  risk = (await seedOperators(harness.ctx)).get('risk') ?? expect.fail('risk');
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

const missing = (field: string): unknown =>
  expect.objectContaining({ code: 'parameter_error', values: { field } });
const ofOperator = () => ({ ...harness.argsOf(1 as UserId), caller: risk });
const beneficiaryOf = async (id: number) =>
  harness.withdrawals.handlers['console/withdrawal_beneficiary']({ ...ofOperator(), input: { id } });
const notesOf = async (id: number) =>
  (await harness.withdrawals.handlers['console/withdrawal']({ ...ofOperator(), input: { id } })).notes;

test('from the limit on a missing field is refused by its name, and nothing is held', async () => {
  const user = await harness.user('5000');
  await expect(out(harness, user, '1000')).rejects.toThrow(missing('wallet_owner'));
  const own = { wallet_owner: 'own' } as const;
  await expect(out(harness, user, '1000', { wallet: own })).rejects.toThrow(missing('wallet_hosting'));
  const other = { wallet_owner: 'other', wallet_hosting: 'self' } as const;
  await expect(out(harness, user, '1000', { wallet: other })).rejects.toThrow(missing('beneficiary_name'));
  expect(await harness.balance(user)).toBe('5000 + 0');
  const below = await out(harness, user, '999.99');
  expect(await beneficiaryOf(below.id)).toBeNull();
});

test('the owner is sealed, readable by operators with an audit entry, and cannot be changed', async () => {
  const user = await harness.user('5000');
  const wallet = {
    ...({ wallet_owner: 'other', wallet_hosting: 'exchange' } as const),
    ...{ beneficiary_name: 'Ann Lindqvist', exchange_name: 'Some Exchange' },
  };
  const { id } = await out(harness, user, '1000', { wallet });
  expect(await beneficiaryOf(id)).toEqual({
    ...{ owner: 'other', name: 'Ann Lindqvist', hosting: 'exchange', exchange: 'Some Exchange' },
  });
  const { sealed } = await harness.db.one<{ sealed: Buffer }>(
    sql`select sealed from compliance_beneficiaries where withdrawal_id = ${id}`,
  );
  expect(sealed.includes('Lindqvist')).toBe(false);
  const [entry] = await listAudit(harness.db, { limit: 1 });
  expect(entry).toMatchObject({ actor: 'risk', action: 'look at beneficiary', subject: `withdrawal:${id}` });
  expect(entry?.detail).not.toContain('Lindqvist');
  await expect(
    harness.db.run(sql`delete from compliance_beneficiaries where withdrawal_id = ${id}`),
  ).rejects.toThrow();
});

test('the name of another person is screened, that of the own wallet is not stored', async () => {
  const user = await harness.user('5000');
  harness.sanctions.names.add('Viktor Drazhenko');
  const own = { wallet_owner: 'own', wallet_hosting: 'self', beneficiary_name: 'Viktor Drazhenko' } as const;
  const first = await out(harness, user, '1000', { wallet: own });
  expect(await notesOf(first.id)).not.toContain('sanction_match');
  expect(await beneficiaryOf(first.id)).toMatchObject({ owner: 'own', name: null });
  const second = await out(harness, user, '1000', { wallet: { ...own, wallet_owner: 'other' } });
  expect(await notesOf(second.id)).toContain('sanction_match');
});

test('the form reads the limit in its currency, and cards have none', async () => {
  const user = await harness.user();
  const infoOf = async (type: 0 | 1) =>
    harness.withdrawals.handlers['wallet/get_info']({
      ...harness.argsOf(user),
      input: { currency: 3 as never, type, network: undefined, address: undefined },
    });
  expect((await infoOf(0)).wallet_owner_from).toBe('1000');
  expect((await infoOf(1)).wallet_owner_from).toBeNull();
});

test('an owner is remembered for the payee, sealed, and asked again only for another one', async () => {
  const user = await harness.user('20000');
  const infoOf = async (address: string, of = user) =>
    (
      await harness.withdrawals.handlers['wallet/get_info']({
        ...harness.argsOf(of),
        input: { currency: 3 as never, type: 0, network: 'ethereum', address },
      })
    ).wallet_known;
  expect(await infoOf(ADDRESS)).toBeNull();
  const wallet = {
    ...({ wallet_owner: 'other', wallet_hosting: 'exchange' } as const),
    ...{ beneficiary_name: 'Ann Lindqvist', exchange_name: 'Some Exchange' },
  };
  await out(harness, user, '1000', { wallet });
  expect(await infoOf(ADDRESS)).toEqual({ wallet_owner: 'other', wallet_hosting: 'exchange' });
  const { id } = await out(harness, user, '1001');
  expect(await beneficiaryOf(id)).toMatchObject({ name: 'Ann Lindqvist', exchange: 'Some Exchange' });
  const { sealed } = await harness.db.one<{ sealed: Buffer }>(
    sql`select sealed from compliance_wallets where user_id = ${user}`,
  );
  expect(sealed.includes('Lindqvist')).toBe(false);
  // Below the limit nothing is recorded, half an answer is no answer, and a new one replaces the old one.
  expect(await beneficiaryOf((await out(harness, user, '50')).id)).toBeNull();
  const own = { wallet_owner: 'own', wallet_hosting: 'self' } as const;
  const named = await out(harness, await harness.user('100'), '60', { wallet: own });
  expect(await beneficiaryOf(named.id)).toMatchObject({ owner: 'own', hosting: 'self' });
  await expect(out(harness, user, '1000', { wallet: { wallet_owner: 'own' } })).rejects.toThrow(
    missing('wallet_hosting'),
  );
  await out(harness, user, '1000', { wallet: { wallet_owner: 'own', wallet_hosting: 'self' } });
  expect(await infoOf(ADDRESS)).toEqual({ wallet_owner: 'own', wallet_hosting: 'self' });
  const elsewhere = '0xde709f2102306220921060314715629080e2fb77';
  await expect(out(harness, user, '1000', { address: elsewhere })).rejects.toThrow(missing('wallet_owner'));
  const stranger = await harness.user('5000');
  expect(await infoOf(ADDRESS, stranger)).toBeNull();
  await expect(out(harness, stranger, '1000')).rejects.toThrow(missing('wallet_owner'));
});

test('a remembered name is screened at each withdrawal', async () => {
  const user = await harness.user('5000');
  const wallet = { wallet_owner: 'other', wallet_hosting: 'self', beneficiary_name: 'Late Listed' } as const;
  expect(await notesOf((await out(harness, user, '1000', { wallet })).id)).not.toContain('sanction_match');
  harness.sanctions.names.add('Late Listed');
  expect(await notesOf((await out(harness, user, '1000')).id)).toContain('sanction_match');
});
