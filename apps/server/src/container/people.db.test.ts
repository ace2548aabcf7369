import { Refusal, contract, marketId, operatorId, sessionId, userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { USDT } from '@karat/domains/ledger';
import { rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { from, openContainer, visitor } from '../testing/open-container.ts';
import type { OpenContainer } from '../testing/open-container.ts';

let database: TestDatabase;
let opened: OpenContainer;
let alice: UserId;
beforeAll(async () => {
  database = await createTestDatabase();
  opened = await openContainer(database);
  const { identity, verification, wallet } = opened.container;
  // It pays the money that a demo user begins with.
  await database.db.transact((tx) => wallet.seedHouse(tx));
  const [first] = await identity.seedDemoUsers();
  alice = first?.userId ?? expect.fail('no demo user');
  await verification.seedDemoLevel(alice, 2);
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});
afterEach(() => void vi.restoreAllMocks());

const risk = { operatorId: operatorId(1), sessionId: sessionId(1), login: 'risk', role: 'risk' } as const;

test('the clock guard reads the newest tick of any market, in milliseconds', async () => {
  const seconds = vi.spyOn(opened.container.market, 'newestSeconds');
  seconds.mockResolvedValueOnce(
    new Map([
      [marketId(1), 1_764_158_400],
      [marketId(2), 1_764_158_403],
      [marketId(3), 1_764_158_401],
    ]),
  );
  expect(await opened.newestTick(database.db)).toBe(1_764_158_403_000);
  seconds.mockResolvedValueOnce(new Map());
  expect(await opened.newestTick(database.db)).toBeUndefined();
});

test('a profile has the discount of the VIP level and the credit score of all domains', async () => {
  const { growth, identity } = opened.container;
  const { db } = database;
  vi.spyOn(growth.levels, 'feeDiscount').mockImplementation((user) => rate(user === alice ? '0.15' : '0'));
  await db.run(sql`update identity_users set created_at = now() - interval '65 days' where id = ${alice}`);
  await db.run(sql`
    with closed as (
      insert into loans_loans (user_id, currency_id, decimals, amount, days, purpose, state, applied_at, decide_by, daily,
        started_at, due_at, closed_at)
      select ${alice}, ${USDT}, 6, 100, 7, 'other', 'repaid', now(), now(), 0.001, now(), now(), now()
      from generate_series(1, 4) returning id)
    insert into loans_events (loan_id, kind, day, currency_id, amount, debt, at)
    select min(id), 'overdue', 8, ${USDT}, 1, 1, now() from closed`);
  await db.run(sql`
    insert into loans_loans (user_id, currency_id, decimals, amount, days, purpose, state, applied_at, decide_by, daily,
      started_at, due_at, next_charge_at)
    values (${alice}, ${USDT}, 6, 100, 7, 'other', 'active', now(), now(), 0.001, now(), now() - interval '1 hour', now())`);
  await db.run(sql`alter table nft_orders disable trigger all`);
  await db.run(sql`
    insert into nft_orders (listing_id, pay_type, code, buyer_id, seller_id, artist_id, currency_id, price, received, royalty,
      fee, margin, state, created_at, due_at)
    values (1, 2, 'n1', ${alice}, 5, 5, ${USDT}, 10, 10, 0, 0, 1, 'forfeited', now(), now())`);
  await db.run(sql`
    insert into fiat_orders (user_id, reference, state, reason, country, currency_id, currency, method, amount, price, received,
      payer, provider, payment, created_at, expires_at)
    select ${alice}, 'RF' || n, 'rejected', 'proof_unusable', 'DE', 21, 'EUR', 'swift', 100, 0.9, 111, '{}', 'bank', 'p' || n,
      now(), now() from generate_series(1, 2) n`);
  const profile = await db.transact(async (tx) =>
    identity.handlers['user/info']({
      ...from(alice, tx),
      tx: undefined,
      input: contract.identity['user/info'].input.parse({}),
    }),
  );
  // Verified 20, two months 2, three loans on time 15, one late -10, one overdue -20, an auction -10, two proofs -20.
  expect(profile).toMatchObject({ fee_discount: '15', credit_score: 100 + 20 + 2 + 15 - 10 - 20 - 10 - 20 });
});

test('a case is opened for a user who exists', async () => {
  const { compliance } = opened.container;
  const open = (uid: number) =>
    compliance.handlers['console/case_open']({
      ...visitor,
      caller: risk,
      input: contract.compliance['console/case_open'].input.parse({
        ...{ uid: String(uid), kind: 'other', severity: 'low', text: 'A look at it.' },
      }),
    });
  await expect(open(userId(999_999))).rejects.toMatchObject({ code: 'not_found' });
  await open(alice);
});

test('a product for VIP levels is bought with one only', async () => {
  const { mining } = opened.container;
  const { db } = database;
  await db.transact((tx) => mining.seedDemoProducts(tx));
  const { id } = await db.one<{ id: number }>(sql`select id from mining_products where vip_only limit 1`);
  const buy = () =>
    db.transact(async (tx) =>
      mining.handlers['lh/deposit']({
        ...from(alice, tx),
        input: contract.mining['lh/deposit'].input.parse({ config_id: String(id), amount: '0.01' }),
      }),
    );
  await expect(buy()).rejects.toMatchObject({ code: 'mining_vip_only' });
  await db.run(sql`update identity_users set vip_level = 1 where id = ${alice}`);
  await expect(buy()).rejects.toMatchObject({ code: 'mining_minimum' });
});

test('a recurring plan buys on the spot market, unless its account is frozen or the products are stopped', async () => {
  const { productStops, recurring, spot } = opened.container;
  const { db } = database;
  await db.transact((tx) => recurring.seedDemoPlans(tx, alice, 'UTC'));
  const place = vi.spyOn(spot.trading, 'place').mockRejectedValue(new Refusal('market_halted'));
  const runPlan = async (): Promise<string | null> => {
    await db.run(sql`
      update recurring_plans set due_at = now() - interval '1 minute', buy_at = now() - interval '1 minute',
        attempt_at = now() - interval '1 minute', is_placing = false, waiting = null
      where id = (select min(id) from recurring_plans)`);
    await recurring.worker.runDue();
    const { waiting } = await db.one<{ waiting: string | null }>(
      sql`select waiting from recurring_plans order by id limit 1`,
    );
    return waiting;
  };
  await db.run(sql`update identity_users set status = 'frozen', frozen_by = 'user' where id = ${alice}`);
  expect(await runPlan()).toBe('not_traded');
  await db.run(sql`update identity_users set status = 'active', frozen_by = null where id = ${alice}`);
  const stopped = vi.spyOn(productStops, 'isStopped').mockImplementation((name) => name === 'spot');
  expect(await runPlan()).toBe('not_traded');
  expect(place).not.toHaveBeenCalled();
  stopped.mockRestore();
  await runPlan();
  expect(place.mock.calls.map(([user]) => user)).toEqual([alice]);
});
