import { Refusal } from '@karat/contract';
import { USDT, userAccount } from '@karat/domains/ledger';
import { amount, format, price } from '@karat/money';
import { sql } from '@karat/platform/db';
import { HOUR_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buyNext } from './buy.ts';
import { endPlan, pausePlan, resumePlan, skipDate } from './change-plan.ts';
import type { OrderPort } from './deps.ts';
import { PLACING_MS, orderKey } from './rules.ts';
import { planOfUser } from './store.ts';
import { AAPL_USDT, BEA, BTC_USDT, RecurringFixture, START } from './testing/fixture.ts';
import type { Plan } from './types.ts';

let database: TestDatabase;
let fixture: RecurringFixture;

beforeAll(async () => {
  database = await createTestDatabase({ connected: true });
  fixture = await RecurringFixture.open(database.db);
  await fixture.spot.start();
});
afterAll(async () => {
  await fixture.spot.stop();
  await database.drop();
});
beforeEach(() => fixture.restart());
const nothingContradicts = async (): Promise<void> => expect(await fixture.contradictions()).toEqual([]);
afterEach(nothingContradicts);

const kinds = (): string[] => fixture.notices.map(({ kind }) => kind);
const own = (plan: Plan, userId = plan.userId) => ({ userId, id: plan.id });

describe('a purchase', () => {
  test('spends the amount through the order book at its hour, once, and notifies with its order', async () => {
    const plan = await fixture.plan();
    expect(await fixture.at('2026-11-22T08:59:59Z')).toBe(0);
    expect(await fixture.at('2026-11-22T09:00:00Z')).toBe(1);
    expect(await fixture.at('2026-11-22T09:00:01Z')).toBe(0);
    const after = await fixture.reread(plan);
    expect(after).toMatchObject({ purchases: 1, skips: 0, next: { date: '2026-11-23' }, state: 'active' });
    expect([after.spent, after.bought, after.fee].map((value) => format(value))).toEqual([
      '300',
      '0.01',
      '0.00001',
    ]);
    expect(await fixture.results(plan)).toEqual(['2026-11-22 bought 300']);
    expect(await fixture.orders()).toMatchObject([{ clientKey: `recurring ${plan.id} 2026-11-22` }]);
    expect(fixture.notices).toMatchObject([
      {
        user: fixture.user,
        kind: 'recurring:bought',
        values: { spent: '300', received: '0.00999', coin: 'BTC' },
      },
    ]);
  });

  test('takes nothing beyond its slippage from the index, though the market would allow it', async () => {
    await fixture.grant(fixture.user, USDT, '50000');
    const plan = await fixture.plan({ amount: amount('10000') });
    fixture.prices.set(BTC_USDT, { price: price('29702'), stale: false });
    await fixture.at('2026-11-22T09:00:00Z');
    fixture.prices.set(BTC_USDT, { price: price('29703'), stale: false });
    await fixture.offer('1', '30001');
    const [, small] = [plan, await fixture.plan({ frequency: 'weekly', day: 1, amount: amount('9000') })];
    await fixture.at('2026-11-23T09:00:00Z');
    // 1 % above 29,702 is 29,999.02: nothing; above 29,703 it is 30,000.03: the offer of 30,000 only.
    expect(await fixture.results(plan)).toEqual(['2026-11-22 no_liquidity 0', '2026-11-23 bought 9999.9']);
    expect(await fixture.results(small)).toEqual(['2026-11-23 bought 9000']);
    expect(kinds().filter((kind) => kind === 'recurring:no_liquidity')).toHaveLength(1);
  });

  test('without funds is skipped with a notice; the next date buys again', async () => {
    const plan = await fixture.plan({ amount: amount('900') });
    await fixture.at('2026-11-22T09:00:00Z');
    await fixture.at('2026-11-23T09:00:00Z');
    await fixture.grant(fixture.user, USDT, '800');
    await fixture.at('2026-11-24T09:00:00Z');
    expect(await fixture.results(plan)).toEqual([
      '2026-11-22 bought 900',
      '2026-11-23 no_funds 0',
      '2026-11-24 bought 900',
    ]);
    expect(kinds()).toEqual(['recurring:bought', 'recurring:no_funds', 'recurring:bought']);
  });

  test('below what the market takes by then is refused with a notice', async () => {
    const plan = await fixture.plan();
    const { instruments } = fixture.deps.market;
    const market = instruments.need(BTC_USDT);
    instruments.replace({ ...market, minNotional: amount('500') });
    await fixture.at('2026-11-22T09:00:00Z');
    instruments.replace(market);
    expect(await fixture.results(plan)).toEqual(['2026-11-22 refused 0']);
    expect(kinds()).toEqual(['recurring:refused']);
  });
});

describe('a market that does not trade', () => {
  test.each([
    ['is halted', () => fixture.states.set(BTC_USDT, 'halted')],
    ['only cancels', () => fixture.states.set(BTC_USDT, 'cancel_only')],
    ['has no fresh index', () => fixture.prices.set(BTC_USDT, { price: price('30000'), stale: true })],
    ['has its product stopped', () => void (fixture.isStopped = true)],
    ['is closed to a frozen account', () => fixture.frozen.add(fixture.user)],
  ])('%s: it is tried every minute and bought when it trades again', async (_, stop) => {
    const plan = await fixture.plan();
    stop();
    expect(await fixture.at('2026-11-22T09:00:00Z')).toBe(1);
    expect(await fixture.reread(plan)).toMatchObject({ waiting: 'not_traded', isPlacing: false });
    expect(await fixture.at('2026-11-22T09:00:59Z')).toBe(0);
    expect(await fixture.at('2026-11-22T09:01:00Z')).toBe(1);
    fixture.states.clear();
    fixture.prices.set(BTC_USDT, { price: price('30000'), stale: false });
    fixture.isStopped = false;
    fixture.frozen.clear();
    await fixture.at('2026-11-22T09:59:59Z');
    expect(await fixture.results(plan)).toEqual(['2026-11-22 bought 300']);
    expect(await fixture.reread(plan)).toMatchObject({ waiting: undefined });
  });

  test('is given up at the end of the window, once, with its reason', async () => {
    const plan = await fixture.plan();
    fixture.states.set(BTC_USDT, 'halted');
    await fixture.at('2026-11-22T09:00:00Z');
    await fixture.at('2026-11-22T09:59:30Z');
    await fixture.at('2026-11-22T10:00:00Z');
    fixture.states.clear();
    expect(await fixture.at('2026-11-22T10:00:01Z')).toBe(0);
    expect(await fixture.results(plan)).toEqual(['2026-11-22 not_traded 0']);
    expect(kinds()).toEqual(['recurring:not_traded']);
    expect(await fixture.orders()).toEqual([]);
  });

  test('keeps its reason over a process that dies before the order', async () => {
    const plan = await fixture.plan();
    fixture.states.set(BTC_USDT, 'halted');
    await fixture.at('2026-11-22T09:00:00Z');
    fixture.states.clear();
    fixture.clock.set(Date.parse('2026-11-22T09:30:00Z'));
    const onStep = (): never => expect.fail('killed');
    await expect(buyNext({ ...fixture.deps, onStep })).rejects.toThrow('killed');
    await fixture.at('2026-11-22T10:00:00Z');
    expect(await fixture.results(plan)).toEqual(['2026-11-22 not_traded 0']);
    expect(await fixture.orders()).toEqual([]);
  });

  test('is a stock outside its session: the purchase waits for the next one', async () => {
    await fixture.offer('10', '200', AAPL_USDT);
    const plan = await fixture.plan({ marketId: AAPL_USDT, frequency: 'weekly', day: 7, hour: 9 });
    expect(new Date(plan.next.buyMs).toISOString()).toBe('2026-11-23T14:31:00.000Z');
    fixture.states.set(AAPL_USDT, 'closed');
    expect(await fixture.at('2026-11-22T09:00:00Z')).toBe(0);
    fixture.states.clear();
    await fixture.at('2026-11-23T14:31:00Z');
    expect(await fixture.results(plan)).toEqual(['2026-11-22 bought 300']);
  });
});

describe('after an interruption', () => {
  test('dates without a server are missed with one notice, and never bought in bulk', async () => {
    const plan = await fixture.plan();
    await fixture.at('2026-11-25T09:30:00Z');
    expect(await fixture.results(plan)).toEqual([
      '2026-11-22 missed 0',
      '2026-11-23 missed 0',
      '2026-11-24 missed 0',
      '2026-11-25 bought 300',
    ]);
    expect(fixture.notices).toMatchObject([
      { kind: 'recurring:missed', values: { date: '2026-11-22', count: '3' } },
      { kind: 'recurring:bought' },
    ]);
  });

  test('a date whose time ends at that moment is missed with the others', async () => {
    const plan = await fixture.plan();
    await fixture.at('2026-11-23T10:00:00Z');
    expect(await fixture.results(plan)).toEqual(['2026-11-22 missed 0', '2026-11-23 missed 0']);
    expect(fixture.notices).toMatchObject([{ kind: 'recurring:missed', values: { count: '2' } }]);
  });

  const placed = async (plan: Plan): Promise<void> => {
    await fixture.spot.trading.place(plan.userId, {
      marketId: BTC_USDT,
      side: 'buy',
      orderType: 'market',
      quoteAmount: plan.amount,
      slippage: plan.slippage,
      clientKey: orderKey(plan),
    });
    await database.db.run(sql`update recurring_plans set is_placing = true where id = ${plan.id}`);
  };

  test('an order that was placed and not recorded is recorded, not placed again', async () => {
    const plan = await fixture.plan();
    fixture.clock.set(START + 9 * HOUR_MS);
    await placed(plan);
    fixture.states.set(BTC_USDT, 'halted');
    await fixture.at('2026-11-22T09:00:20Z');
    expect(await fixture.orders()).toHaveLength(1);
    expect(await fixture.results(plan)).toEqual(['2026-11-22 bought 300']);
  });

  test('days later too, and only the dates after it are missed', async () => {
    const plan = await fixture.plan();
    fixture.clock.set(START + 9 * HOUR_MS);
    await placed(plan);
    await fixture.at('2026-11-24T12:00:00Z');
    expect(await fixture.orders()).toHaveLength(1);
    expect(await fixture.results(plan)).toEqual([
      '2026-11-22 bought 300',
      '2026-11-23 missed 0',
      '2026-11-24 missed 0',
    ]);
  });

  test('an answer that comes after another process has recorded the date changes nothing', async () => {
    const plan = await fixture.plan();
    fixture.clock.set(START + 9 * HOUR_MS);
    const { orders } = fixture.deps;
    const overtaken: OrderPort = {
      find: (...request) => orders.find(...request),
      async place(...request) {
        const order = await orders.place(...request);
        fixture.clock.set(START + 9 * HOUR_MS + PLACING_MS);
        expect(await buyNext(fixture.deps)).toBe(true);
        // Its next date may be on its way by then.
        await database.db.run(sql`update recurring_plans set is_placing = true where id = ${plan.id}`);
        return order;
      },
    };
    await buyNext({ ...fixture.deps, orders: overtaken });
    expect(await fixture.results(plan)).toEqual(['2026-11-22 bought 300']);
    expect(await fixture.reread(plan)).toMatchObject({
      ...{ purchases: 1, isPlacing: true, next: { date: '2026-11-23' } },
    });
  });

  test('a plan whose order may be on its way cannot be changed until its result is known', async () => {
    const plan = await fixture.plan();
    await database.db.run(sql`update recurring_plans set is_placing = true where id = ${plan.id}`);
    for (const change of [
      () => pausePlan(fixture.deps, own(plan)),
      () => skipDate(fixture.deps, { ...own(plan), date: '2026-11-22' }),
      () => endPlan(fixture.deps, own(plan)),
    ])
      await expect(change()).rejects.toMatchObject({ code: 'recurring_placing' });
    await fixture.at('2026-11-22T12:00:00Z');
    expect(await fixture.results(plan)).toEqual(['2026-11-22 missed 0']);
    expect(await pausePlan(fixture.deps, own(plan))).toMatchObject({ state: 'paused' });
  });
});

test('the amount of a plan lies between what an order has to be worth and the limit, both included', async () => {
  for (const wanted of ['5', '10000'])
    expect(await fixture.plan({ amount: amount(wanted) })).toMatchObject({ amount: amount(wanted) });
  for (const [wanted, code] of [
    ['4.999999', 'recurring_minimum'],
    ['10000.000001', 'recurring_maximum'],
    ['5.0000001', 'amount_too_precise'],
  ] as const)
    await expect(fixture.plan({ amount: amount(wanted) })).rejects.toMatchObject({ code });
});

describe('changes', () => {
  test('a skipped date is not bought, and a repeated request skips one date only', async () => {
    const plan = await fixture.plan();
    const skips = await Promise.allSettled(
      Array.from({ length: 10 }, () => skipDate(fixture.deps, { ...own(plan), date: '2026-11-22' })),
    );
    expect(skips.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await fixture.at('2026-11-22T09:00:00Z')).toBe(0);
    expect(await fixture.results(plan)).toEqual(['2026-11-22 skipped 0']);
    expect(kinds()).toEqual([]);
    await fixture.at('2026-11-23T09:00:00Z');
    expect(await fixture.reread(plan)).toMatchObject({ purchases: 1, skips: 1 });
  });

  test('dates can be skipped for a year ahead', async () => {
    const plan = await fixture.plan({ frequency: 'monthly', day: 15 });
    let { next } = plan;
    for (let n = 0; n < 11; n++) ({ next } = await skipDate(fixture.deps, { ...own(plan), date: next.date }));
    expect(next.date).toBe('2027-11-15');
    const skip = () => skipDate(fixture.deps, { ...own(plan), date: next.date });
    await expect(skip()).rejects.toMatchObject({ code: 'recurring_skip_max' });
    // 366 days before the date that would be the next one.
    const year = Date.parse('2026-12-14T09:00:00Z');
    fixture.clock.set(year - 1);
    await expect(skip()).rejects.toMatchObject({ code: 'recurring_skip_max' });
    fixture.clock.set(year);
    expect(await skip()).toMatchObject({ next: { date: '2027-12-15' } });
  });

  test('a paused plan buys nothing, and dates of the pause are not made up for', async () => {
    const plan = await fixture.plan();
    await pausePlan(fixture.deps, own(plan));
    await expect(pausePlan(fixture.deps, own(plan))).rejects.toMatchObject({ code: 'recurring_not_active' });
    expect(await fixture.at('2026-11-24T12:00:00Z')).toBe(0);
    expect(await resumePlan(fixture.deps, own(plan))).toMatchObject({ next: { date: '2026-11-25' } });
    await expect(resumePlan(fixture.deps, own(plan))).rejects.toMatchObject({ code: 'recurring_not_paused' });
    expect(await fixture.results(plan)).toEqual([]);
  });

  test('a plan of every two weeks keeps its weeks over a pause', async () => {
    const plan = await fixture.plan({ frequency: 'biweekly', day: 7 });
    expect(plan.next.date).toBe('2026-11-22');
    await pausePlan(fixture.deps, own(plan));
    fixture.clock.set(Date.parse('2026-11-23T12:00:00Z'));
    expect(await resumePlan(fixture.deps, own(plan))).toMatchObject({ next: { date: '2026-12-06' } });
  });

  test('an ended plan stays ended and makes room for another', async () => {
    const plans: Plan[] = [];
    for (let n = 0; n < 5; n++) plans.push(await fixture.plan());
    await expect(fixture.plan()).rejects.toMatchObject({ code: 'recurring_plans_max' });
    const [first] = plans;
    if (!first) throw new Error('no plan');
    const ends = await Promise.allSettled(Array.from({ length: 8 }, () => endPlan(fixture.deps, own(first))));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(pausePlan(fixture.deps, own(first))).rejects.toMatchObject({ code: 'recurring_not_active' });
    await fixture.plan();
    await expect(fixture.plan()).rejects.toMatchObject({ code: 'recurring_plans_max' });
    await expect(
      database.db.run(
        sql`update recurring_plans set state = 'paused', ended_at = null where id = ${first.id}`,
      ),
    ).rejects.toThrow('do not change');
    await expect(database.db.run(sql`delete from recurring_executions`)).rejects.toThrow('append-only');
  });

  test('plans of others are unknown', async () => {
    const plan = await fixture.plan();
    for (const change of [
      () => pausePlan(fixture.deps, own(plan, BEA)),
      () => resumePlan(fixture.deps, own(plan, BEA)),
      () => skipDate(fixture.deps, { ...own(plan, BEA), date: '2026-11-22' }),
      () => endPlan(fixture.deps, own(plan, BEA)),
    ])
      await expect(change()).rejects.toMatchObject({ code: 'recurring_unknown' });
    expect(await planOfUser(database.db, plan.userId, plan.id)).toEqual(plan);
    expect(await planOfUser(database.db, BEA, plan.id)).toBeUndefined();
  });
});

describe('at the same time', () => {
  test('forty requests create at most as many plans as a user may have', async () => {
    const created = await Promise.allSettled(Array.from({ length: 40 }, () => fixture.plan()));
    expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    for (const result of created)
      if (result.status === 'rejected') expect((result.reason as Refusal).code).toBe('recurring_plans_max');
  });

  test('many workers and a user who skips: each date is bought once or skipped, never both', async () => {
    await fixture.offer('5');
    await fixture.grant(BEA, USDT, '100000');
    const plans: Plan[] = [];
    for (let n = 0; n < 5; n++) plans.push(await fixture.plan({ userId: BEA, amount: amount('30') }));
    fixture.clock.set(START + 9 * HOUR_MS);
    const bought = Promise.all(Array.from({ length: 20 }, () => buyNext(fixture.deps)));
    const skipped = Promise.allSettled(
      plans.map((plan) => skipDate(fixture.deps, { ...own(plan, BEA), date: '2026-11-22' })),
    );
    await bought;
    for (const result of await skipped)
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(Refusal);
    await fixture.worker.runDue();
    const orders = await fixture.orders(BEA);
    expect(new Set(orders.map(({ clientKey }) => clientKey)).size).toBe(orders.length);
    for (const plan of plans) expect(await fixture.results(plan)).toHaveLength(1);
    const { available, held } = await fixture.ledger.balance(database.db, userAccount(BEA, 'change'), USDT);
    expect(format(held)).toBe('0');
    expect(format(available)).toBe(String(100_000 - 30 * orders.length));
  });
});
