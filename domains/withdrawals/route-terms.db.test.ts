import { currencyId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { USDT } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROUTE_CHANGE } from './route-terms.ts';
import { detail, openHarness, out } from './testing/harness.ts';
import type { WithdrawalsHarness } from './testing/harness.ts';
import { seedOperators } from './testing/operators.ts';

let database: TestDatabase;
let harness: WithdrawalsHarness;
let operators: ReadonlyMap<string, OperatorCaller>;

beforeEach(async () => {
  database = await createTestDatabase();
  harness = openHarness(database.url, { chains: true, policy: { delayMs: 0 } });
  operators = await seedOperators(harness.ctx);
});
afterEach(async () => {
  await harness.close();
  await database.drop();
});

const call = (login: string) => ({
  ...harness.argsOf(1 as UserId),
  caller: operators.get(login) ?? expect.fail(login),
});
const handlers = () => harness.withdrawals.handlers;
type Asked = Parameters<
  WithdrawalsHarness['withdrawals']['handlers']['console/withdrawal_route_change']
>[0]['input'];
const ask = async (values: Partial<Asked>) =>
  handlers()['console/withdrawal_route_change']({
    ...call('risk'),
    input: {
      ...{ type: 0, currency_id: USDT, network: 'ethereum', version: 0, reason: 'a reason' },
      ...{ fee: undefined, minimum: undefined, ...values },
    },
  });
async function approve(id: number): Promise<void> {
  const { payload } = await harness.db.one<{ payload: Record<string, string | number> }>(
    sql`select payload from operators_approvals where id = ${id}`,
  );
  const kind = harness.withdrawals.approvals[ROUTE_CHANGE] ?? expect.fail('no kind');
  const decision = { approval: id, reason: 'a reason', askedBy: 'risk', approvedBy: 'admin' };
  await harness.ctx.db.transact((tx) => kind.execute(tx, payload, decision));
}
const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  );
const row = async (network = 'ethereum') =>
  (await handlers()['console/withdrawal_routes']({ ...call('risk'), input: {} })).find(
    (each) => each.code === 'USDT' && each.network === network && each.type === 0,
  );
const quoted = async (user: UserId) => {
  const input = { currency: USDT, type: undefined, network: 'ethereum', address: undefined };
  const { rate, min_number } = await handlers()['wallet/get_info']({ ...harness.argsOf(user), input });
  return `${rate} ${min_number}`;
};
const feeOf = async (id: number): Promise<string> =>
  (
    await harness.db.one<{ fee: string }>(
      sql`select trim_scale(fee)::text as fee from withdrawals_requests where id = ${id}`,
    )
  ).fee;

test('a changed fee shows in the quote and is charged; a request that was made keeps its own', async () => {
  const user = await harness.user();
  expect(await quoted(user)).toBe('4 20');
  const before = (await out(harness, user, '100')).id;
  const { id, changes } = await ask({ fee: amount('6'), minimum: amount('15') });
  expect(changes).toContainEqual({ label: 'Fee', before: '4 USDT', after: '6 USDT' });
  expect(await quoted(user)).toBe('4 20');
  await approve(id);
  expect(await quoted(user)).toBe('6 15');
  // The user saw the old quote: the server's fee of this moment is charged, and the reply says what is received.
  const after = await out(harness, user, '100');
  expect(after).toMatchObject({ receive: '94' });
  expect(await feeOf(after.id)).toBe('6');
  expect(await feeOf(before)).toBe('4');
  expect(await outcome(out(harness, user, '14.999999'))).toBe('amount_below_minimum');
  expect(await row()).toMatchObject({ fee: '6', minimum: '15', version: 1, approved_by: 'admin' });
});

test('a fee above half of the minimum, a minimum that keeps balances in, and what nobody can pay are refused', async () => {
  expect(await outcome(ask({ fee: amount('10') }))).toBe('ok');
  expect(await outcome(ask({ fee: amount('10.000001') }))).toBe('value_invalid');
  expect(await outcome(ask({ minimum: amount('7.999999') }))).toBe('value_invalid');
  expect(await outcome(ask({ minimum: amount('1000') }))).toBe('ok');
  expect(await outcome(ask({ minimum: amount('1000.000001') }))).toBe('value_invalid');
  expect(await outcome(ask({ fee: amount('0.0000001') }))).toBe('value_invalid');
  expect(await outcome(ask({ minimum: amount('8.0000001') }))).toBe('value_invalid');
  expect(await outcome(ask({ fee: amount('0'), minimum: amount('0') }))).toBe('value_invalid');
  expect(await outcome(ask({ fee: amount('0'), minimum: amount('0.000001') }))).toBe('ok');
  expect(await outcome(ask({}))).toBe('no_change');
  expect(await outcome(ask({ currency_id: currencyId(9_999), fee: amount('1') }))).toBe('currency_unknown');
});

test('a route is added over what the chain carries only', async () => {
  const terms = { fee: amount('1'), minimum: amount('10') };
  // The chain of the test carries USDT and ETH; BTC is not on it.
  expect(await outcome(ask({ ...terms, currency_id: currencyId(1) }))).toBe('value_invalid');
  expect(await outcome(ask({ ...terms, network: 'nowhere' }))).toBe('value_invalid');
  expect(await outcome(ask({ ...terms, type: 1, network: 'ethereum', currency_id: currencyId(23) }))).toBe(
    'value_invalid',
  );
  const { id, changes } = await ask({ ...terms, type: 1, network: 'card', currency_id: currencyId(23) });
  expect(changes).toContainEqual({ label: 'Fee', before: null, after: '1 GBP' });
  await approve(id);
  const routes = await handlers()['console/withdrawal_routes']({ ...call('risk'), input: {} });
  expect(routes.at(-1)).toMatchObject({
    code: 'GBP',
    network: 'card',
    title: 'Bank card',
    signer: 'not_needed',
  });
});

test('of two requests about one version one is carried out', async () => {
  const first = await ask({ fee: amount('5') });
  const second = await ask({ fee: amount('7') });
  const results = await Promise.all([first, second].map(({ id }) => outcome(approve(id))));
  expect(results.toSorted()).toEqual(['approval_stale', 'ok']);
  expect(await outcome(ask({ fee: amount('8') }))).toBe('approval_stale');
  await expect(harness.db.run(sql`update withdrawals_route_versions set fee = 0`)).rejects.toThrow(
    'append-only',
  );
});

test('stopped withdrawals of a currency are refused at once, and approved ones are not signed until they go on', async () => {
  const user = await harness.user();
  const waiting = (await out(harness, user, '100')).id;
  const asOperator = call('finance');
  const { digest } = await handlers()['console/withdrawal']({ ...asOperator, input: { id: waiting } });
  const stop = 'USDT/withdrawal/ethereum';
  await harness.db.run(sql`
    insert into operators_stops (target, subject, level, reason, stopped_by, stopped_at)
    values ('currency', ${stop}, 'halt', 'a reason', 'risk', now())`);
  const decision = { id: waiting, digest, reason: 'looks right', totp: '123456', credential: undefined };
  await handlers()['console/withdrawal_approve']({ ...asOperator, input: decision });
  const turn = async (): Promise<string> => {
    harness.clock.advance(60_000);
    await harness.worker.runDue();
    return (await detail(harness, user, waiting)).state;
  };
  expect([await turn(), await turn()]).toEqual(['approved', 'approved']);
  expect((await detail(harness, user, waiting)).waits).toBe('halt');
  expect(await outcome(out(harness, user, '100'))).toBe('withdrawal_closed');
  const input = { currency: USDT, type: undefined, network: 'ethereum', address: undefined };
  const info = async () => handlers()['wallet/get_info']({ ...harness.argsOf(user), input });
  expect(await outcome(info())).toBe('network_unknown');
  expect(await row()).toMatchObject({ stopped: true, stopped_here: true });
  expect(await row('tron')).toMatchObject({ stopped: false });
  await harness.db.run(sql`delete from operators_stops`);
  expect(['signing', 'signed', 'broadcast']).toContain(await turn());
});

test('the console says whether the policy of the signer agrees', async () => {
  expect(await row()).toMatchObject({ signer: 'unknown' });
  const { contract } =
    harness.node.chain.assets.find(({ code }) => code === 'USDT') ?? expect.fail('no asset');
  const policy = (more: object) => ({
    ...{ currencies: ['3'], contracts: { '3': contract ?? '' }, tronContracts: {}, decimals: { '3': 6 } },
    ...more,
  });
  const verdictOf = async (more: object) => {
    harness.signer.state.policy = policy(more);
    return (await row())?.signer;
  };
  expect(await verdictOf({})).toBe('agrees');
  expect(await verdictOf({ currencies: [] })).toBe('no_cap');
  expect(await verdictOf({ contracts: {} })).toBe('no_contract');
  expect(await verdictOf({ decimals: { '3': 18 } })).toBe('differs');
  expect(await verdictOf({ contracts: { '3': '0x52908400098527886E0F7030069857D2E4169EE7' } })).toBe(
    'differs',
  );
});
