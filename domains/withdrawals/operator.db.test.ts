import { contract, wireTime } from '@karat/contract';
import { USDT } from '@karat/domains/ledger';
import { sql } from '@karat/platform/db';
import { callHandler } from '@karat/platform/testing';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EUR, openHarness, out } from './testing/harness.ts';
import type { WithdrawalsHarness } from './testing/harness.ts';
import { makeHistory, shownRows } from './testing/history.ts';
import type { History } from './testing/history.ts';
import { seedOperators } from './testing/operators.ts';

let database: TestDatabase;
let harness: WithdrawalsHarness;
let of: History;

beforeAll(async () => {
  database = await createTestDatabase();
  harness = openHarness(database.url, { chains: true, travelRuleUsdt: '5000' });
  await seedOperators(harness.ctx);
  of = await makeHistory(harness);
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

const call = <Path extends keyof typeof contract.withdrawals>(
  path: Path,
  fields: Record<string, unknown> = {},
  login = 'risk',
) => callHandler(contract.withdrawals, harness.withdrawals.handlers, path, { login, fields });

/** Carries a request out, as the approval of a second operator does. */
async function approve(id: number): Promise<void> {
  const { payload, kind } = await harness.db.one<{ payload: Record<string, string>; kind: string }>(
    sql`select payload, kind from operators_approvals where id = ${id}`,
  );
  const { execute } = harness.withdrawals.approvals[kind] ?? expect.fail(kind);
  const decision = { approval: id, reason: 'seen', askedBy: 'risk', approvedBy: 'admin' };
  await harness.db.transact((tx) => execute(tx, payload, decision));
}

/** What operators read of each withdrawal besides what its owner reads. */
const queued = () => {
  const { big, bank, documents, paid } = shownRows(of);
  const uid = of.anna;
  return {
    big: { ...big, uid, usdt: '60000', notes: ['amount', 'velocity'], approvals: 2, asked: true },
    bank: { ...bank, uid, usdt: '312.5', notes: ['new_payee', 'velocity'], approvals: 1, asked: false },
    documents: {
      ...{ ...documents, uid, usdt: '400', notes: ['new_payee', 'velocity', 'shared_payee'] },
      ...{ approvals: 1, asked: false },
    },
    paid: { ...paid, uid, usdt: '300', notes: ['new_payee'], approvals: 1, asked: false },
  };
};

test('operators read what waits from the oldest on and what has ended from the newest on', async () => {
  const ids = async (fields: Record<string, unknown>) =>
    (await call('console/withdrawals', fields)).data.map(({ id }) => id);
  const [documents, limit, last] = of.refused.map(({ id }) => id);
  expect(await ids({ state: 'requested' })).toEqual([of.strange.id, of.big.id]);
  expect(await ids({ state: 'approved' })).toEqual([of.waiting.id, of.bank.id]);
  expect(await ids({ state: 'rejected' })).toEqual([last, limit, documents]);
  expect(await ids({ state: 'rejected', page: 2, limit: 2 })).toEqual([documents]);
  expect(await ids({ uid: of.other })).toEqual([of.strange.id]);
  expect(await ids({ type: 1 })).toEqual([of.bank.id]);
  const { big, bank } = queued();
  expect(await call('console/withdrawals', { page: 1, limit: 2 })).toEqual({
    ...{ current_page: 1, per_page: 2, total: 11, last_page: 6, data: [big, bank] },
  });
});

const facts = () => ({
  ...{ level: 1, account_age_days: 41, credentials_hold_ms: null, protected_until_ms: null },
  ...{ done_count: 3, done_usdt: '345', rejected_count: 3, pending_count: 3 },
  ...{ used_btc: '1.20795', cap_btc: '200', auto_limit_usdt: '1000', two_limit_usdt: '50000' },
});

test('a reviewer reads the facts about the account and the payee, the steps with their actors, and the attempts', async () => {
  const [signing = 0, signed = 0, sent = 0, , confirmed = 0] = of.paid.turns;
  const step = (state: string, by: string, at: number, note = '') => ({
    ...{ state, by, at: wireTime(at), at_ms: at, note },
  });
  const txid = `0xtx${of.paid.id}-1`;
  const { digest, ...paid } = await call('console/withdrawal', { id: of.paid.id });
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(paid).toEqual({
    ...{ ...queued().paid, problem: '', payee: {}, single_limit: null },
    facts: { ...facts(), first_payment_accepted: true, shared_with: [], paid_to_payee: 3 },
    steps: [
      step('requested', 'user', of.paid.asked),
      step('approved', 'risk', of.approvedMs),
      step('signing', 'house', signing),
      step('signed', 'house', signed),
      step('broadcast', 'house', sent),
      step('confirmed', 'network', confirmed, txid),
    ],
    attempts: [{ txid, fee: '100 wei per gas, 27300 gas', at_ms: signed }],
  });
  const refused = of.refused[0] ?? expect.fail('none was refused');
  expect(await call('console/withdrawal', { id: refused.id })).toEqual({
    ...{ ...queued().documents, problem: '', payee: {}, single_limit: null, attempts: [] },
    digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    facts: { ...facts(), first_payment_accepted: false, shared_with: [of.other], paid_to_payee: 0 },
    steps: [
      step('requested', 'user', refused.asked),
      step('rejected', 'risk', of.refusedMs, 'Send the contract'),
    ],
  });
});

test('a reviewer reads the ends of the holds of an account, and the card of a payee masked', async () => {
  const now = harness.clock.now();
  await harness.db.transact((tx) =>
    callHandler(contract.outflow, harness.outflow.handlers, 'safe/protection/set', {
      who: of.anna,
      tx,
      fields: { days: 2, pay_password: 'right' },
    }),
  );
  harness.people.heldUntil = now + 5 * HOUR_MS;
  const { steps, digest, ...bank } = await call('console/withdrawal', { id: of.bank.id }, 'finance');
  expect([steps.map(({ by }) => by), digest.length]).toEqual([['user', 'risk'], 64]);
  expect(bank).toEqual({
    ...{ ...queued().bank, problem: '', single_limit: null, attempts: [] },
    payee: {
      ...{ real_name: 'Ann Lee', bank_name: 'Test Bank', bank_account: '•••• 6789', bank_code: '77' },
      ...{ bank_branch: '', iban: '', bank_address: '' },
    },
    facts: {
      ...{ ...facts(), first_payment_accepted: false, shared_with: [], paid_to_payee: 0 },
      ...{ credentials_hold_ms: now + 5 * HOUR_MS, protected_until_ms: now + 2 * DAY_MS },
    },
  });
  harness.people.heldUntil = undefined;
});

test('each network shows what waits and what is under way on it, its halt and its money', async () => {
  const order = { level: 'halt' as const, reason: 'node upgrade', by: 'risk', at: harness.clock.now() };
  await harness.db.transact((tx) => harness.withdrawals.stoppable.stop(tx, 'tron', order));
  harness.node.state.funds = 5_000_000_000_000_000_000n;
  const idle = { halted: false, halt_reason: '', waiting: 0, under_way: 0, funds: [], payout_address: '' };
  const expected = [
    { ...idle, network: 'bitcoin', connected: false, signer: 'ready' },
    { ...idle, network: 'card', connected: true, waiting: 1, signer: 'none' },
    {
      ...{ ...idle, network: 'ethereum', connected: true, waiting: 1, signer: 'ready' },
      payout_address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
      funds: [
        { currency: 'USDT', amount: '5000000000000' },
        { currency: 'ETH', amount: '5' },
      ],
    },
    {
      ...{ ...idle, network: 'tron', connected: true, signer: 'ready' },
      ...{ halted: true, halt_reason: 'node upgrade' },
    },
  ];
  expect(await call('console/withdrawal_networks')).toEqual(expected);
});

test('batches come newest first, with what of them is still at the bank', async () => {
  const firstMs = harness.clock.now();
  const first = await call('console/withdrawal_export', { type: 1, currency: EUR }, 'finance');
  expect(first).toEqual({ batch: 1, count: 1, total: '248' });
  harness.clock.advance(HOUR_MS);
  const card = async () => {
    const { id } = await callHandler(contract.payees, harness.payees.handlers, 'user/cash_save', {
      who: of.other,
      fields: { real_name: 'Ben Lee', bank_name: 'Other Bank', bank_account: '000999888777' },
    });
    return String(id);
  };
  const made = [];
  for (const number of ['100', '150']) {
    const { id } = await out(harness, of.other, number, { type: 1, address: await card() });
    const { digest } = await call('console/withdrawal', { id });
    await call('console/withdrawal_approve', { id, digest, reason: 'looks right', totp: '123456' });
    made.push(id);
  }
  const second = await call('console/withdrawal_export', { type: 1, currency: USDT }, 'admin');
  expect(second).toEqual({ batch: 2, count: 2, total: '246' });
  const { asked } = await call('console/withdrawal_executed', {
    ...{ id: made[0], bank_reference: 'BANK-1', reason: 'on the statement' },
  });
  await approve(asked);
  const secondMs = harness.clock.now();
  const rows = [
    {
      ...{ id: 2, type: 1, currency_name: 'USDT', count: 2, open: 1, total: '246', by: 'admin' },
      ...{ created_at: wireTime(secondMs), created_ms: secondMs },
    },
    {
      ...{ id: 1, type: 1, currency_name: 'EUR', count: 1, open: 1, total: '248', by: 'finance' },
      ...{ created_at: wireTime(firstMs), created_ms: firstMs },
    },
  ];
  const atTheBank = await call('console/withdrawals', { state: 'exported' });
  expect(atTheBank.data.map(({ id }) => id)).toEqual([of.bank.id, made[1]]);
  const pages = { per_page: 1, total: 2, last_page: 2 };
  expect((await call('console/withdrawal_batches')).data).toEqual(rows);
  const page = (number: number) => call('console/withdrawal_batches', { page: number, limit: 1 });
  expect(await page(1)).toEqual({ ...pages, current_page: 1, data: [rows[0]] });
  expect(await page(2)).toEqual({ ...pages, current_page: 2, data: [rows[1]] });
});

test('thresholds are those of the settings, and then those that two operators decided', async () => {
  const settings = {
    ...{ automatic_usdt: '1000', two_people_usdt: '50000', alone_operator_usdt: '150000' },
    ...{ alone_user_usdt: '50000', alone_day_usdt: '500000', delay_usdt: '50000', delay_minutes: 60 },
  };
  const nobody = { asked_by: null, approved_by: null, changed_ms: null };
  expect(await call('console/withdrawal_thresholds')).toEqual({ ...settings, ...nobody, version: 0 });
  const decided = {
    ...{ automatic_usdt: '1100', two_people_usdt: '40000', alone_operator_usdt: '140000' },
    ...{ alone_user_usdt: '45000', alone_day_usdt: '480000', delay_usdt: '30000', delay_minutes: 45 },
  };
  const askedMs = harness.clock.now();
  const asked = await call('console/withdrawal_thresholds_change', {
    ...{ ...decided, version: 0, reason: 'a calmer market' },
  });
  const { id, digest, ...request } = asked;
  expect([id > 0, digest.length]).toEqual([true, 64]);
  expect(request).toEqual({
    ...{ kind: 'withdrawal thresholds', title: 'Change the thresholds of withdrawals' },
    ...{ subject: 'Withdrawals', uid: null, article_version: null, person: null, reason: 'a calmer market' },
    ...{ own: true, asked_by: request.asked_by, decided_by: null, state: 'asked' },
    ...{ created_ms: askedMs, decided_ms: null },
    changes: [
      { label: 'Without an operator up to', before: '1000 USDT', after: '1100 USDT' },
      { label: 'Two operators from', before: '50000 USDT', after: '40000 USDT' },
      { label: 'One operator alone in 24 hours', before: '150000 USDT', after: '140000 USDT' },
      { label: 'For one user in 24 hours', before: '50000 USDT', after: '45000 USDT' },
      { label: 'All operators in 24 hours', before: '500000 USDT', after: '480000 USDT' },
      { label: 'Waits from', before: '50000 USDT', after: '30000 USDT' },
      { label: 'Minutes of waiting', before: '60', after: '45' },
    ],
  });
  harness.clock.advance(HOUR_MS);
  await approve(id);
  expect(await call('console/withdrawal_thresholds')).toEqual({
    ...{ ...decided, version: 1, asked_by: 'risk', approved_by: 'admin' },
    changed_ms: harness.clock.now(),
  });
});

test('routes have their terms, their stops and what the signer says about them', async () => {
  const fields = { type: 0, currency_id: USDT, network: 'ethereum', version: 0, fee: '6', minimum: '15' };
  const { id } = await call('console/withdrawal_route_change', { ...fields, reason: 'dearer gas' });
  await approve(id);
  const stops = ['USDT/withdrawal/ethereum', 'ETH/withdrawal'].map((subject) =>
    harness.db.run(sql`
      insert into operators_stops (target, subject, level, reason, stopped_by, stopped_at)
      values ('currency', ${subject}, 'halt', 'a reason', 'risk', now())`),
  );
  await Promise.all(stops);
  const { contract: token } =
    harness.node.chain.assets.find(({ code }) => code === 'USDT') ?? expect.fail('no token');
  harness.signer.state.policy = {
    ...{ currencies: ['3'], contracts: { '3': token ?? '' }, tronContracts: {}, decimals: { '3': 6 } },
  };
  const routes = await call('console/withdrawal_routes');
  expect(routes.map(({ code, network, type }) => `${code} ${network} ${type}`)).toEqual([
    ...['BTC bitcoin 0', 'ETH ethereum 0', 'USDT ethereum 0', 'USDT tron 0', 'USDC ethereum 0'],
    ...['USDT card 1', 'USD card 1', 'EUR card 1', 'USDT card 2', 'USD card 2', 'EUR card 2'],
  ]);
  const [bitcoin, ether, tether, , , card] = routes;
  const untouched = { version: 0, asked_by: null, approved_by: null, changed_ms: null };
  expect(bitcoin).toEqual({
    ...{ ...untouched, type: 0, currency_id: 1, code: 'BTC', network: 'bitcoin', title: 'Bitcoin' },
    ...{ fee: '0.0002', minimum: '0.001', connected: false, stopped: false, stopped_here: false },
    signer: 'unknown',
  });
  expect(ether).toEqual({
    ...{ ...untouched, type: 0, currency_id: 2, code: 'ETH', network: 'ethereum', title: 'Ethereum' },
    ...{ fee: '0.001', minimum: '0.01', connected: true, stopped: true, stopped_here: false },
    signer: 'no_cap',
  });
  expect(tether).toEqual({
    ...{ type: 0, currency_id: 3, code: 'USDT', network: 'ethereum', title: 'Ethereum (ERC20)' },
    ...{ fee: '6', minimum: '15', connected: true, stopped: true, stopped_here: true, signer: 'agrees' },
    ...{ version: 1, asked_by: 'risk', approved_by: 'admin', changed_ms: harness.clock.now() },
  });
  expect(card).toEqual({
    ...{ ...untouched, type: 1, currency_id: 3, code: 'USDT', network: 'card', title: 'Bank card' },
    ...{ fee: '2', minimum: '50', connected: true, stopped: false, stopped_here: false },
    signer: 'not_needed',
  });
});
