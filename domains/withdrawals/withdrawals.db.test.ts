import type { UserId } from '@karat/contract';
import { BTC, ETH, auditLedger, createLedger } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { DAY_MS } from '@karat/rules';
import { createTestDatabase, overlap } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADDRESS, cancel, detail, out, openHarness } from './testing/harness.ts';
import type { WithdrawalsHarness } from './testing/harness.ts';
import { seedOperators } from './testing/operators.ts';
import { withdrawalFeesOf } from './fees.ts';
import { canLeave } from './in-flight-payouts.ts';
import { sharedPayees, withdrawalsTo } from './monitored.ts';
import { withdrawalQueues } from './queue-store.ts';
import { decidersOf, setState } from './store.ts';

let database: TestDatabase;
let harness: WithdrawalsHarness;
let payouts: WithdrawalsHarness;
let operators: ReadonlyMap<string, OperatorCaller>;

beforeAll(async () => {
  database = await createTestDatabase({ connected: true });
  harness = openHarness(database.url);
  payouts = openHarness(database.url, { chains: true });
  operators = await seedOperators(harness.ctx);
});
async function booksAreRight(): Promise<void> {
  const { differences } = await auditLedger(harness.db);
  expect(differences).toEqual([]);
}
afterAll(async () => {
  await booksAreRight();
  await harness.close();
  await payouts.close();
  await database.drop();
});
beforeEach(() => {
  for (const each of [harness, payouts])
    Object.assign(each.people, { level: 1, frozen: false, heldUntil: undefined, createdAt: 0 });
});

const refusal = (code: string): unknown => expect.objectContaining({ code });
const operator = (login: string): OperatorCaller => operators.get(login) ?? expect.fail(login);
const call = (login: string) => ({ ...harness.argsOf(1 as UserId), caller: operator(login) });
const stateOf = async (user: UserId, id: number) => (await detail(harness, user, id)).state;
const readView = async (id: number) =>
  harness.withdrawals.handlers['console/withdrawal']({ ...call('risk'), input: { id } });
const approve = async (login: string, id: number, more: { digest?: string; totp?: string } = {}) =>
  harness.withdrawals.handlers['console/withdrawal_approve']({
    ...call(login),
    input: { id, digest: (await readView(id)).digest, reason: 'looks right', totp: '123456', ...more },
  });
const reject = async (id: number, reason: 'payee_refused' | 'other' = 'payee_refused', text?: string) =>
  harness.withdrawals.handlers['console/withdrawal_reject']({ ...call('risk'), input: { id, reason, text } });

test('a currency has a method from its own account type only', async () => {
  const coin = await createLedger(harness.ctx).currency(harness.db, BTC);
  expect(await canLeave(harness.db, coin, 'change')).toBe(true);
  for (const account of ['legal', 'lever', 'micro'] as const)
    expect(await canLeave(harness.db, coin, account), account).toBe(false);
});

describe('a request', () => {
  test('holds the whole amount at once and takes the fee from the server', async () => {
    const user = await harness.user('1000');
    const { id, receive } = await out(harness, user, '300');
    expect(receive).toBe('296');
    expect(await harness.balance(user)).toBe('700 + 300');
    expect(await detail(harness, user, id)).toMatchObject({
      status: 1,
      state: 'requested',
      rate: '4',
      address: ADDRESS,
    });
  });

  test.each([
    ['100001', {}, 'insufficient_balance'],
    ['19', {}, 'amount_below_minimum'],
    ['100.1234567', {}, 'amount_too_precise'],
    ['100', { address: 'T123456789' }, 'address_invalid'],
    ['100', { network: 'moon' }, 'network_unknown'],
    ['100', { password: 'wrong' }, 'parameter_error'],
    ['100', { type: 1, address: '999999' }, 'payee_unknown'],
  ] as const)('of %s %j is refused with %s and changes nothing', async (number, more, code) => {
    const user = await harness.user();
    await expect(out(harness, user, number, more)).rejects.toThrow(refusal(code));
    expect(await harness.balance(user)).toBe('100000 + 0');
  });

  test('waits after a credential change, and is refused for a frozen account', async () => {
    const user = await harness.user();
    harness.people.heldUntil = harness.clock.now() + 1;
    await expect(out(harness, user, '100')).rejects.toThrow(refusal('withdrawal_held'));
    harness.people.heldUntil = harness.clock.now();
    await out(harness, user, '100');
    harness.people.frozen = true;
    await expect(out(harness, user, '100')).rejects.toThrow(refusal('account_frozen'));
  });

  test('counts for a rolling day against the cap, in BTC at the time of the request, unless it ended unpaid', async () => {
    const user = await harness.user('500', BTC);
    const bitcoin = (number: string) =>
      out(harness, user, number, {
        currency: BTC,
        network: 'bitcoin',
        address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      });
    const first = await bitcoin('150');
    await expect(bitcoin('50.00000001')).rejects.toThrow(refusal('withdrawal_limit'));
    await bitcoin('50');
    await expect(bitcoin('0.001')).rejects.toThrow(refusal('withdrawal_limit'));
    await cancel(harness, user, first.id);
    await bitcoin('150');
    harness.people.level = 2;
    await bitcoin('100');
    harness.people.level = 1;
    harness.clock.advance(DAY_MS);
    await bitcoin('0.001');
  });

  test('of the whole balance fifty concurrent times is accepted once', async () => {
    const user = await harness.user('1000');
    const all = await Promise.allSettled(Array.from({ length: 50 }, () => out(harness, user, '1000')));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await harness.balance(user)).toBe('0 + 1000');
  });

  test('at the cap twenty concurrent times stays within it', async () => {
    const user = await harness.user('10000', ETH);
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, () => out(harness, user, '1000', { currency: ETH })),
    );
    // 1,000 ETH are 40 BTC, the cap is 200.
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await harness.balance(user, ETH)).toBe('5000 + 5000');
  });
});

describe('the decision', () => {
  test('notes a new payee, and one that other accounts pay as well', async () => {
    const user = await harness.user();
    const first = await out(harness, user, '100');
    expect((await readView(first.id)).notes).toEqual(['new_payee', 'shared_payee']);
    expect(await stateOf(user, first.id)).toBe('requested');
    const own = '0xde709f2102306220921060314715629080e2fb77';
    const unseen = await out(harness, user, '100', { address: own });
    expect((await readView(unseen.id)).notes).toEqual(['new_payee']);
    // Only a payment that arrived makes it known.
    const again = await out(harness, user, '100', { address: own });
    expect((await readView(again.id)).notes).toEqual(['new_payee']);
  });

  test('notes more requests than usual within a day, and counts none that is a day old', async () => {
    const user = await harness.user();
    const notes = async () => (await readView((await out(harness, user, '100')).id)).notes;
    for (let n = 0; n < 3; n++) expect(await notes()).not.toContain('velocity');
    harness.clock.advance(DAY_MS - 1);
    expect(await notes()).toContain('velocity');
    harness.clock.advance(1);
    expect(await notes()).not.toContain('velocity');
  });

  test('names exactly the reviewed content, needs a fresh code, and happens once', async () => {
    const user = await harness.user();
    const { id } = await out(harness, user, '200');
    await expect(approve('risk', id, { digest: '0'.repeat(64) })).rejects.toThrow(refusal('approval_stale'));
    await expect(approve('risk', id, { totp: '000000' })).rejects.toThrow(refusal('totp_wrong'));
    const both = await Promise.allSettled([approve('risk', id), approve('admin', id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const view = await detail(harness, user, id);
    expect(view).toMatchObject({ state: 'approved', waits: 'network', may_cancel: true });
    expect(view.steps.map(({ state }) => state)).toEqual(['requested', 'approved']);
  });

  test('above the second threshold needs two different operators', async () => {
    const user = await harness.user();
    const { id } = await out(harness, user, '50000');
    const { asked: request, state } = await approve('finance', id);
    expect(state).toBe('requested');
    expect(request).not.toBeNull();
    await expect(approve('admin', id)).rejects.toThrow(refusal('withdrawal_under_way'));
    const { digest } = await readView(id);
    const { execute } = harness.withdrawals.approvals['withdrawal'] ?? expect.fail();
    const decision = { approval: request ?? 0, reason: 'r', askedBy: 'finance', approvedBy: 'admin' };
    await expect(harness.db.transact((tx) => execute(tx, { digest: 'other' }, decision))).rejects.toThrow(
      refusal('approval_stale'),
    );
    // The user's name has matched the sanction list since the first operator asked.
    harness.sanctions.held.add(user);
    await expect(harness.db.transact((tx) => execute(tx, { digest }, decision))).rejects.toThrow(
      refusal('case_screening'),
    );
    harness.sanctions.held.clear();
    await harness.db.transact((tx) => execute(tx, { digest }, decision));
    expect(await stateOf(user, id)).toBe('approved');
    expect((await readView(id)).steps.at(-1)).toMatchObject({ by: 'finance, admin' });
  });

  test('to reject releases everything, with a reason in the language of the reader', async () => {
    const user = await harness.user('1000');
    const { id } = await out(harness, user, '400');
    await expect(reject(id, 'other')).rejects.toThrow(refusal('reason_required'));
    await reject(id);
    expect(await harness.balance(user)).toBe('1000 + 0');
    expect(await detail(harness, user, id)).toMatchObject({
      status: 3,
      reason: 'payee_refused',
      reason_text: 'We do not pay to this address or card',
    });
    // What the owner cancels is no rejection.
    const another = await out(harness, user, '100');
    await cancel(harness, user, another.id);
    const open = await out(harness, user, '100');
    expect((await readView(open.id)).facts).toMatchObject({ rejected_count: 1, pending_count: 1 });
    // Who rejected it decides no case about it.
    expect(await decidersOf(harness.db, id)).toEqual(['risk']);
    await expect(reject(id)).rejects.toThrow(refusal('withdrawal_under_way'));
  });

  test('of concurrent cancel, approve and reject one happens', async () => {
    const user = await harness.user('10000');
    for (let turn = 0; turn < 10; turn++) {
      const { id } = await out(harness, user, '100');
      const { digest } = await readView(id);
      const all = await Promise.allSettled([
        cancel(harness, user, id),
        approve('risk', id, { digest }),
        reject(id),
      ]);
      const state = await stateOf(user, id);
      expect(['cancelled', 'rejected']).toContain(state);
      // An approval may come first; what follows it ends the request once.
      expect(all.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(2);
      harness.clock.advance(DAY_MS);
    }
    expect(await harness.balance(user)).toBe('10000 + 0');
  });

  test('a cancellation that waits for another step finds what that step left', async () => {
    const user = await harness.user('1000');
    const { id } = await out(harness, user, '300');
    const late = await overlap(
      harness.db,
      (tx) => setState(tx, id, 'requested', { state: 'signing' }),
      () => cancel(harness, user, id),
    );
    expect(late).toMatchObject({ hasWaited: true, reason: { code: 'withdrawal_under_way' } });
    expect([await stateOf(user, id), await harness.balance(user)]).toEqual(['signing', '700 + 300']);
    await harness.db.transact((tx) => setState(tx, id, 'signing', { state: 'requested' }));
    harness.clock.advance(DAY_MS);
  });

  test('nobody reads or cancels the withdrawal of another user', async () => {
    const [user, other] = [await harness.user(), await harness.user()];
    const { id } = await out(harness, user, '100');
    await expect(detail(harness, other, id)).rejects.toThrow(refusal('withdrawal_unknown'));
    await expect(cancel(harness, other, id)).rejects.toThrow(refusal('withdrawal_unknown'));
  });
});

describe('the payout', () => {
  /** Runs due work until none is left at this moment. */
  const run = async (ms = 10_000): Promise<void> => {
    payouts.clock.advance(ms);
    await payouts.worker.runDue();
  };
  const approved = async (number = '100'): Promise<{ user: UserId; id: number }> => {
    const user = await payouts.user('1000');
    const { id } = await out(payouts, user, number);
    await payouts.withdrawals.handlers['console/withdrawal_approve']({
      ...call('risk'),
      input: { id, digest: (await readView(id)).digest, reason: 'looks right', totp: '123456' },
    });
    return { user, id };
  };
  const mined = (id: number, attempt: number, more: { succeeded?: boolean; confirmations?: number } = {}) =>
    payouts.node.state.mined.set(`0xtx${id}-${attempt}`, {
      state: 'mined',
      height: 5,
      blockHash: '0x',
      fee: 42_000n,
      confirmations: more.confirmations ?? 12,
      succeeded: more.succeeded ?? true,
    });
  const steps = async (count: number): Promise<void> => {
    for (let step = 0; step < count; step++) await run();
  };

  test('is signed, stored, sent, confirmed and done; then the money is gone', async () => {
    const { user, id } = await approved();
    await steps(4);
    expect(await stateOf(user, id)).toBe('broadcast');
    expect(payouts.node.sent).toContain(`raw of 0xtx${id}-1`);
    mined(id, 1, { confirmations: 11 });
    await run();
    expect(await detail(payouts, user, id)).toMatchObject({
      state: 'broadcast',
      confirmations: 11,
      status: 4,
    });
    expect(await payouts.balance(user)).toBe('900 + 100');
    mined(id, 1);
    await run();
    expect(await detail(payouts, user, id)).toMatchObject({
      state: 'confirmed',
      status: 2,
      txid: `0xtx${id}-1`,
    });
    expect(await payouts.balance(user)).toBe('900 + 0');
  });

  test('cannot be cancelled once the signer may have been asked', async () => {
    const { user, id } = await approved();
    payouts.signer.state.down = true;
    await steps(3);
    expect(await stateOf(user, id)).toBe('signing');
    await expect(cancel(payouts, user, id)).rejects.toThrow(refusal('withdrawal_under_way'));
    expect((await readView(id)).problem).toBe('signer not reached');
    payouts.signer.state.down = false;
    await steps(4);
    expect(await stateOf(user, id)).toBe('broadcast');
    mined(id, 1);
    await run();
  });

  test('asks a signer that died after signing again for the same transaction', async () => {
    const { user, id } = await approved();
    payouts.signer.state.diesAfterSigning = true;
    await steps(5);
    const ours = payouts.signer.requests.filter(({ approval }) => approval.payment.id === id);
    expect(ours.length).toBeGreaterThan(1);
    expect(new Set(ours.map(({ attempt }) => attempt))).toEqual(new Set([1]));
    expect(new Set(ours.map(({ terms }) => ('nonce' in terms ? terms.nonce : -1))).size).toBe(1);
    expect(await stateOf(user, id)).toBe('broadcast');
    mined(id, 1);
    await run();
  });

  test('that the signer refuses returns to its reviewers and frees its nonce', async () => {
    const { user, id } = await approved();
    payouts.signer.state.refuses = 'cap_day';
    await steps(3);
    expect(await stateOf(user, id)).toBe('approved');
    expect((await readView(id)).problem).toBe('signer refused: cap_day');
    expect(await harness.db.one(sql`select nonce from withdrawals_requests where id = ${id}`)).toEqual({
      nonce: null,
    });
    payouts.signer.state.refuses = undefined;
    await reject(id);
    expect(await payouts.balance(user)).toBe('1000 + 0');
    await run(120_000);
    expect(await stateOf(user, id)).toBe('rejected');
  });

  test('has a nonce of its own', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => approved()));
    await steps(6);
    const nonces = all.map(({ id }) => {
      const terms = payouts.signer.requests.find(({ approval }) => approval.payment.id === id)?.terms;
      return terms !== undefined && 'nonce' in terms ? terms.nonce : undefined;
    });
    expect(new Set(nonces).size).toBe(5);
    for (const { id } of all) mined(id, 1);
    await run();
  });

  test('that is stuck is replaced with the same nonce and a higher fee, and one of the two pays it once', async () => {
    const { user, id } = await approved();
    await steps(4);
    await run(31 * 60 * 1000);
    const ours = payouts.signer.requests.filter(({ approval }) => approval.payment.id === id);
    const [first, second] = [ours[0]?.terms, ours.at(-1)?.terms];
    if (first?.family !== 'evm' || second?.family !== 'evm') return expect.fail('terms');
    expect(second.nonce).toBe(first.nonce);
    expect(BigInt(second.maxFeePerGas)).toBeGreaterThan(BigInt(first.maxFeePerGas));
    mined(id, 1);
    await run();
    expect(await detail(payouts, user, id)).toMatchObject({ state: 'confirmed' });
    expect(await payouts.balance(user)).toBe('900 + 0');
  });

  test('that the chain refuses is released exactly once', async () => {
    const { user, id } = await approved();
    await steps(4);
    mined(id, 1, { succeeded: false });
    await steps(3);
    expect(await detail(payouts, user, id)).toMatchObject({
      state: 'failed',
      status: 3,
      reason: 'chain_failed',
    });
    expect(await payouts.balance(user)).toBe('1000 + 0');
  });

  test('to a payee that was paid before, below the limit and without a note, needs no operator', async () => {
    const user = await payouts.user('5000');
    const address = '0x27b1fdb04752bbc536007a920d24acb045561c26';
    const first = await out(payouts, user, '100', { address });
    const { digest } = await readView(first.id);
    await payouts.withdrawals.handlers['console/withdrawal_approve']({
      ...call('risk'),
      input: { id: first.id, digest, reason: 'looks right', totp: '123456' },
    });
    await steps(4);
    mined(first.id, 1);
    await run();
    const second = await out(payouts, user, '1000', { address });
    expect((await readView(second.id)).steps).toMatchObject([{ by: 'user' }, { by: 'rules' }]);
    const third = await out(payouts, user, '1000.000001', { address });
    expect(await readView(third.id)).toMatchObject({ state: 'requested', notes: ['amount'], approvals: 1 });
    await steps(4);
    mined(second.id, 1);
    await run();
    expect(await stateOf(user, second.id)).toBe('confirmed');
  });

  test('that stays stuck is replaced half an hour after each attempt, four times and no more', async () => {
    const { user, id } = await approved();
    await steps(4);
    const attempts = () =>
      payouts.signer.requests
        .filter(({ approval }) => approval.payment.id === id)
        .map(({ attempt }) => attempt);
    await run(31 * 60_000);
    expect(attempts()).toEqual([1, 2]);
    await run(29 * 60_000);
    expect(attempts()).toEqual([1, 2]);
    for (let each = 0; each < 6; each++) await run(31 * 60_000);
    expect(attempts()).toEqual([1, 2, 3, 4, 5]);
    mined(id, 5);
    await run(60_000);
    expect(await stateOf(user, id)).toBe('confirmed');
  });

  test('over a network for which the signer has no address waits, and can be cancelled', async () => {
    const user = await payouts.user('1000');
    const address = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
    const { id } = await out(payouts, user, '100', { network: 'tron', address });
    await payouts.withdrawals.handlers['console/withdrawal_approve']({
      ...call('risk'),
      input: { id, digest: (await readView(id)).digest, reason: 'looks right', totp: '123456' },
    });
    await steps(2);
    const view = await detail(payouts, user, id);
    expect(view).toMatchObject({ state: 'approved', waits: 'signer', may_cancel: true });
    await cancel(payouts, user, id);
    expect(await payouts.balance(user)).toBe('1000 + 0');
  });

  test('waits while a node is down or its network is halted', async () => {
    const { user, id } = await approved();
    payouts.node.state.down = true;
    await steps(5);
    expect(await stateOf(user, id)).toBe('signed');
    await payouts.db.transact((tx) => payouts.withdrawals.halt(tx, 'ethereum', 'check', 'custody'));
    payouts.node.state.down = false;
    await steps(5);
    expect(await stateOf(user, id)).toBe('signed');
    await expect(out(payouts, user, '50')).rejects.toThrow(refusal('network_halted'));
    const order = { reason: 'checked', by: 'risk', at: 0 };
    await payouts.db.transact((tx) => payouts.withdrawals.stoppable.resume(tx, 'ethereum', order));
    await run(60_000);
    expect(await stateOf(user, id)).toBe('broadcast');
    mined(id, 1);
    await run();
  });
});

test('monitoring counts accounts that pay one payee, and no withdrawal that was given back', async () => {
  const [first, second] = [await harness.user(), await harness.user()];
  const address = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb';
  const hash = async (id: number): Promise<string> =>
    (
      await harness.db.one<{ hash: string }>(
        sql`select encode(payee_hash, 'hex') as hash from withdrawals_requests where id = ${id}`,
      )
    ).hash;
  const since = harness.clock.now();
  const ids: number[] = [];
  for (const user of [first, first, second, second]) {
    ids.push((await out(harness, user, '100', { address })).id);
    harness.clock.advance(1_000);
  }
  const [one = 0, two = 0, three = 0, four = 0] = ids;
  await cancel(harness, second, four);
  const payee = await hash(one);
  const shared = (accounts: number) =>
    sharedPayees(harness.db, { since, until: since + 5_000, accounts }, 10);
  expect([await shared(2), await shared(3)]).toEqual([[payee], []]);
  const paid = async (until: number) =>
    (await withdrawalsTo(harness.db, payee, { since, until })).map(({ id }) => id);
  expect(await paid(since + 5_000)).toEqual([one, two, three]);
  expect(await paid(since + 1_999)).toEqual([one, two]);
});

test('the fee of a withdrawal is found for its own user alone', async () => {
  const user = await harness.user();
  const { id } = await out(harness, user, '100');
  expect(await withdrawalFeesOf(harness.db, user, [id])).toMatchObject([{ id, fee: amount('4') }]);
  expect(await withdrawalFeesOf(harness.db, await harness.user(), [id])).toEqual([]);
});

test('a queue has the age of its oldest withdrawal, and a network waits for approved ones', async () => {
  const user = await harness.user();
  const waiting = async () => {
    const input = {};
    const rows = await harness.withdrawals.handlers['console/withdrawal_networks']({
      ...call('risk'),
      input,
    });
    return rows.find(({ network }) => network === 'ethereum')?.waiting ?? 0;
  };
  const before = await waiting();
  const requested = async () =>
    (await withdrawalQueues(harness.db)).find(({ state }) => state === 'requested')?.oldestMs;
  const oldest = await requested();
  harness.clock.advance(5_000);
  const { id } = await out(harness, user, '100');
  expect(await requested()).toBe(oldest);
  expect(await waiting()).toBe(before);
  await approve('risk', id);
  expect(await waiting()).toBe(before + 1);
  await cancel(harness, user, id);
});

test('public statistics are counted from the rows', async () => {
  const figures = await harness.withdrawals.handlers['withdrawal/figures']({
    ...harness.argsOf(1 as UserId),
    input: {},
  });
  const { done } = await harness.db.one<{ done: number }>(
    sql`select count(*) as done from withdrawals_requests where state = 'confirmed' and created_at > '2026-01-31'`,
  );
  expect(figures.done).toBe(done);
  expect(figures.done).toBeGreaterThan(3);
  expect(figures.median_s).toBeLessThanOrEqual(figures.p90_s ?? 0);
  expect(figures.reasons.reduce((sum, { count }) => sum + count, 0)).toBe(figures.rejected);
  expect(amount(figures.rejected_share)).toBeGreaterThan(0n);
});
