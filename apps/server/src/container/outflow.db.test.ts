import { contract } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { BTC, USDT } from '@karat/domains/ledger';
import { amount, format, price, rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import { MINUTE_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { from, openContainer } from '../testing/open-container.ts';
import type { OpenContainer } from '../testing/open-container.ts';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

let database: TestDatabase;
let opened: OpenContainer;
let alice: UserId;
let bruno: UserId;
let payPassword: string;
beforeAll(async () => {
  database = await createTestDatabase();
  opened = await openContainer(database, {
    contactWaitMs: 0,
    travelRuleUsdt: 700,
    withdrawalDelay: { fromUsdt: 400, minutes: 90 },
  });
  const { credentials, identity, verification, wallet } = opened.container;
  // It pays the money that a demo user begins with.
  await database.db.transact((tx) => wallet.seedHouse(tx));
  const users = await identity.seedDemoUsers();
  [alice, bruno] = users.map(({ userId }) => userId) as [UserId, UserId];
  await verification.seedDemoLevel(alice, 2);
  payPassword = await credentials.seedDemoPayPassword(alice);
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});
beforeEach(() => {
  vi.restoreAllMocks();
  vi.spyOn(opened.container.market.prices, 'inUsdt').mockImplementation((id) =>
    id === BTC ? price('100000') : undefined,
  );
});

/** Asks for a withdrawal of USDT. Returns its row. */
const withdraw = async (number: string, given: Readonly<Record<string, string>> = {}, user = alice) => {
  const input = contract.withdrawals['wallet/out'].input.parse({
    ...{ address: ADDRESS, currency: String(USDT), number, type: '0', network: 'ethereum' },
    ...{ pay_password: payPassword, ...given },
  });
  const { id } = await database.db.transact(async (tx) =>
    opened.container.withdrawals.handlers['wallet/out']({ ...from(user, tx), input }),
  );
  return database.db.one<{ id: number; notes: string[]; waits: number | null }>(sql`
    select id, notes, (extract(epoch from release_at - created_at) * 1000)::float8 as waits
    from withdrawals_requests where id = ${id}`);
};

test('a withdrawal is screened, monitored, and refused to an address of the exchange or a halted network', async () => {
  const { compliance, deposits } = opened.container;
  const { custody } = deposits;
  expect((await withdraw('31')).notes).toEqual(['new_payee', 'new_device', 'account_age']);
  const held = vi.spyOn(compliance.screening, 'isHeld').mockResolvedValue(true);
  const monitored = vi.spyOn(compliance.monitoring, 'mustHold').mockResolvedValue(true);
  const { id, notes } = await withdraw('32');
  expect(notes).toEqual(expect.arrayContaining(['sanction_match', 'monitoring_rule']));
  expect(held.mock.calls.map(([, user]) => user)).toEqual([alice]);
  expect(monitored.mock.calls.map(([, fact]) => [fact.reference, fact.user])).toEqual([[id, alice]]);
  const own = vi.spyOn(custody, 'isOwnAddress').mockResolvedValue(true);
  await expect(withdraw('33')).rejects.toMatchObject({ code: 'own_address' });
  expect(own.mock.calls.map(([, network, address]) => [network, address])).toEqual([['ethereum', ADDRESS]]);
  vi.spyOn(custody, 'haltedNetworks').mockResolvedValue(['ethereum']);
  await expect(withdraw('34')).rejects.toMatchObject({ code: 'network_halted' });
});

test('stopped withdrawals halt every network', async () => {
  vi.spyOn(opened.container.productStops, 'isStoppedIn').mockImplementation(
    async (_, name) => name === 'withdrawals',
  );
  await expect(withdraw('35')).rejects.toMatchObject({ code: 'network_halted' });
});

test('the delay and the question for the owner of the wallet begin at the configured amounts', async () => {
  expect((await withdraw('399')).waits).toBeNull();
  expect((await withdraw('400')).waits).toBe(90 * MINUTE_MS);
  await withdraw('699');
  await expect(withdraw('700')).rejects.toMatchObject({ code: 'parameter_error' });
  await withdraw('700', { wallet_owner: 'own', wallet_hosting: 'self' });
});

test('a disputed card payment is noted at a withdrawal', async () => {
  const { db } = database;
  await db.run(sql`
    with bought as (
      insert into fiat_orders (user_id, reference, state, country, currency_id, currency, method, amount, price, received,
        payer, provider, payment, created_at, expires_at)
      values (${alice}, 'RF19', 'successful', 'DE', 21, 'EUR', 'card', 100, 0.9, 111, '{}', 'stripe', 'p2', now(), now())
      returning id)
    insert into fiat_disputes (provider, dispute, order_id, user_id, reason, state, amount, currency, claim, opened_at)
    select 'stripe', 'd2', id, ${alice}, 'fraudulent', 'open', 100, 'EUR', 111, now() from bought`);
  expect((await withdraw('36')).notes).toContain('payment_dispute');
  await db.run(sql`delete from fiat_disputes`);
});

test('nothing leaves while a loan of the account is overdue', async () => {
  const { db } = database;
  await db.run(sql`
    insert into loans_loans (user_id, currency_id, decimals, amount, days, purpose, state, applied_at, decide_by, daily,
      started_at, due_at, next_charge_at)
    values (${bruno}, ${USDT}, 6, 100, 7, 'other', 'active', now(), now(), 0.001, now(), now() - interval '1 minute', now())`);
  await expect(withdraw('37', {}, bruno)).rejects.toMatchObject({ code: 'loan_overdue' });
});

test('limits are those of the verification, times the factor of the VIP level', async () => {
  const { growth, outflow, verification } = opened.container;
  const capOf = async (user: UserId) => {
    const { level, btc } = await outflow.allowanceOf(database.db, user);
    return [level, format(btc.cap)];
  };
  const cap = (level: 0 | 2) => format(verification.limits[level].withdrawalBtc);
  expect([await capOf(alice), await capOf(bruno)]).toEqual([
    [2, cap(2)],
    [0, cap(0)],
  ]);
  const terms = growth.levels.termsOf(alice);
  const asked = vi.spyOn(growth.levels, 'termsOf').mockReturnValue({ ...terms, outflowFactor: rate('0.5') });
  const half = format(amount(verification.limits[2].withdrawalBtc / 2n));
  expect(await capOf(alice)).toEqual([2, half]);
  expect(asked.mock.calls).toEqual([[alice]]);
});

test('monitoring sees what has left', async () => {
  const watch = vi.spyOn(opened.container.compliance.monitoring, 'watch');
  await withdraw('38');
  expect(watch.mock.calls.map(([, cause]) => cause)).toMatchObject([{ kind: 'outflow', user: alice }]);
});
