import { Refusal, userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { amount, price, rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limitsApprovals } from './operator-limits.ts';
import type { OpenRequest } from './order-checks.ts';
import { readLimits } from './settings-store.ts';
import { readPosition } from './store.ts';
import { BTC, ETH, ContractsFixture, marketWith } from './testing/contracts-fixture.ts';

let database: TestDatabase;
let fixture: ContractsFixture;

beforeEach(async () => {
  database = await createTestDatabase({ connections: 6 });
  await open(new ContractsFixture(database.db));
});
const noFaults = async (): Promise<void> => expect(await fixture.violations()).toEqual([]);
afterEach(async () => {
  await fixture.contracts.stop();
  await noFaults();
  await database.drop();
});

async function open(fresh: ContractsFixture): Promise<void> {
  fixture = fresh;
  await fixture.funds();
  await fixture.contracts.start();
  await fixture.tick({ 1: '30000', 2: '2000' });
}

const request = (more: Partial<OpenRequest> = {}): OpenRequest => ({
  marketId: BTC,
  side: 'long',
  mode: 'isolated',
  lots: amount('100'),
  multiple: 10,
  ...more,
});
const order = (user: UserId, more: Partial<OpenRequest> = {}, key?: string) =>
  fixture.contracts.orders.open(user, request(more), key);
const refusal = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
const row = (id: number) =>
  database.db.one<{
    status: number;
    close_reason: string | null;
    close_price: string | null;
    profit: string;
  }>(
    sql`select status, close_reason, trim_scale(close_price)::text as close_price, trim_scale(profit)::text as profit
      from contracts_positions where id = ${id}`,
  );

test('1 BTC long at 30,000 with 10x isolated has a margin of 3,000 and is liquidated at 28,500', async () => {
  const user = await fixture.addUser(800_001, '5000');
  const position = await order(user);
  expect(position).toMatchObject({
    caution_money: '3000',
    price: '30000',
    number: '1',
    liquidation_price: '28500',
  });
  expect(await fixture.balance(user)).toBe('2000/3000');
  await fixture.tick({ 1: '28500.01' });
  expect(await row(position.id)).toMatchObject({ status: 1 });
  await fixture.tick({ 1: '28500' });
  expect(await row(position.id)).toMatchObject({
    status: 3,
    close_reason: 'liquidation',
    close_price: '28500',
  });
  expect(await fixture.balance(user)).toBe('3500/0');
  expect(await fixture.houseBalance('contracts_pool')).toBe('10001500');
  expect(fixture.notifications.map((notice) => notice.kind)).toContain('contracts:liquidated');
});

test('a gap to 26,000 takes the margin of 3,000 and the insurance fund pays 1,000', async () => {
  const user = await fixture.addUser(800_001, '3000');
  const { id } = await order(user);
  await fixture.tick({ 1: '26000' });
  expect(await row(id)).toMatchObject({ status: 3, profit: '-4000' });
  expect(await fixture.balance(user)).toBe('0/0');
  expect(await fixture.houseBalance('insurance')).toBe('999000');
  expect(await fixture.houseBalance('contracts_pool')).toBe('10004000');
});

test('fees and spread: bought at the ask, sold at the bid, a fee each way', async () => {
  await fixture.contracts.stop();
  fixture.markets.set(BTC, marketWith(BTC, { spread: price('10'), tradeFee: rate('0.0005') }));
  await fixture.contracts.start();
  const user = await fixture.addUser(800_001, '10000');
  const position = await order(user, { mode: 'cross' });
  expect(position).toMatchObject({
    price: '30010',
    update_price: '29990',
    profits: '-20',
    trade_fee: '15.005',
  });
  await fixture.tick({ 1: '30100' });
  const closed = await fixture.contracts.orders.close(user, position.id, undefined);
  expect(closed).toMatchObject({ status: 3, close_price: '30090', fact_profits: '80', trade_fee: '30.05' });
  expect(await fixture.balance(user)).toBe('10049.95/0');
});

test('the liquidation price of a short rounds up to a tick: a tick below it does not liquidate', async () => {
  const user = await fixture.addUser(800_001, '5000');
  await fixture.tick({ 1: '30000.11' });
  const position = await order(user, { side: 'short' });
  // The margin is 3,000.011: half of it is lost at 31,500.1155.
  expect(position.liquidation_price).toBe('31500.12');
  await fixture.tick({ 1: '31500.11' });
  expect(await row(position.id)).toMatchObject({ status: 1 });
  await fixture.tick({ 1: '31500.12' });
  expect(await row(position.id)).toMatchObject({ status: 3, close_reason: 'liquidation' });
});

test('a limit order holds margin and fee, fills when the quoted side reaches it, and can be cancelled before', async () => {
  const user = await fixture.addUser(800_001, '10000');
  const first = await order(user, { target: price('29000') });
  const second = await order(user, { target: price('28000') });
  expect(await fixture.balance(user)).toBe('4300/5700');
  await fixture.contracts.orders.cancel(user, second.id);
  expect(await fixture.balance(user)).toBe('7100/2900');
  await fixture.tick({ 1: '28990' });
  expect(await row(first.id)).toMatchObject({ status: 1 });
  expect(await fixture.balance(user)).toBe('7101/2899');
  expect(await refusal(fixture.contracts.orders.cancel(user, first.id))).toBe('position_not_pending');
});

test('take-profit and stop-loss are triggered by the index and filled at the next tick', async () => {
  const user = await fixture.addUser(800_001, '10000');
  const position = await order(user, { takeProfit: price('31000'), stopLoss: price('29000') });
  await fixture.tick({ 1: '31000' });
  expect(await row(position.id)).toMatchObject({ status: 2 });
  expect(await refusal(fixture.contracts.orders.close(user, position.id, undefined))).toBe(
    'position_not_open',
  );
  expect(
    await refusal(fixture.contracts.orders.setStops(user, position.id, { takeProfit: price('32000') })),
  ).toBe('position_not_open');
  await fixture.tick({ 1: '30900' });
  expect(await row(position.id)).toMatchObject({
    status: 3,
    close_reason: 'take_profit',
    close_price: '30900',
  });
  expect(await fixture.balance(user)).toBe('10900/0');
});

test('on the tick that reaches both, the stop-loss is filled before the liquidation', async () => {
  const user = await fixture.addUser(800_001, '3000');
  const position = await order(user, { stopLoss: price('28600') });
  await fixture.tick({ 1: '28000' });
  expect(await row(position.id)).toMatchObject({ status: 2 });
  await fixture.tick({ 1: '28200' });
  expect(await row(position.id)).toMatchObject({
    status: 3,
    close_reason: 'stop_loss',
    close_price: '28200',
  });
  expect(await fixture.balance(user)).toBe('1200/0');
});

test('a trigger on the wrong side is refused', async () => {
  const user = await fixture.addUser(800_001, '10000');
  expect(await refusal(order(user, { takeProfit: price('29000') }))).toBe('stop_side_wrong');
  expect(await refusal(order(user, { side: 'short', stopLoss: price('29000') }))).toBe('stop_side_wrong');
  const position = await order(user);
  expect(
    await refusal(fixture.contracts.orders.setStops(user, position.id, { stopLoss: price('30500') })),
  ).toBe('stop_side_wrong');
  const set = await fixture.contracts.orders.setStops(user, position.id, { stopLoss: price('29500') });
  expect(set).toMatchObject({ stop_loss_price: '29500', target_profit_price: '0' });
  expect(await fixture.contracts.orders.setStops(user, position.id, { stopLoss: null })).toMatchObject({
    stop_loss_price: '0',
  });
});

test('a cross account at 50 % loses its waiting orders first, then its largest loss, and is checked again', async () => {
  const user = await fixture.addUser(800_001, '6000');
  const btc = await order(user, { mode: 'cross' });
  const eth = await order(user, { mode: 'cross', marketId: ETH, lots: amount('1000') });
  const waiting = await order(user, { target: price('10000'), lots: amount('90') });
  expect(await fixture.balance(user)).toBe('100/5900');
  // Equity 6000 - 2600 - 900 (held for the order) = 2500 of 5000 margins.
  await fixture.tick({ 1: '27400', 2: '2000' });
  expect(await row(waiting.id)).toMatchObject({ status: 4 });
  expect(await row(btc.id)).toMatchObject({ status: 1 });
  await fixture.tick({ 1: '26500', 2: '2000' });
  expect(await row(btc.id)).toMatchObject({ status: 3, close_reason: 'liquidation' });
  expect(await row(eth.id)).toMatchObject({ status: 1 });
  expect(await fixture.balance(user)).toBe('500/2000');
});

test('the fund pays for a cross account only after its winners have been closed', async () => {
  const user = await fixture.addUser(800_001, '5000');
  const btc = await order(user, { mode: 'cross' });
  const eth = await order(user, { mode: 'cross', marketId: ETH, side: 'short', lots: amount('1000') });
  // BTC -5500, ETH short +500: equity 0.
  await fixture.tick({ 1: '24500', 2: '1950' });
  expect(await row(eth.id)).toMatchObject({ status: 3, close_reason: 'cover' });
  expect(await row(btc.id)).toMatchObject({ status: 3, close_reason: 'liquidation' });
  expect(await fixture.balance(user)).toBe('0/0');
  expect(await fixture.houseBalance('insurance')).toBe('1000000');
});

test('a close by hand with a loss beyond the balance is refused while a winner is open; closing all succeeds', async () => {
  const user = await fixture.addUser(800_001, '5000');
  const btc = await order(user, { mode: 'cross' });
  await order(user, { mode: 'cross', marketId: ETH, side: 'short', lots: amount('1000') });
  await fixture.tick({ 1: '26000', 2: '1600' });
  expect(await refusal(fixture.contracts.orders.close(user, btc.id, undefined))).toBe('loss_not_covered');
  const closed = await fixture.contracts.orders.closeMany(user, 0, undefined);
  expect(closed).toHaveLength(2);
  expect(await fixture.balance(user)).toBe('5000/0');
});

test('part of a position closes with its part of the margin; only longs, only shorts', async () => {
  const user = await fixture.addUser(800_001, '20000');
  const long = await order(user);
  const short = await order(user, { side: 'short', marketId: ETH });
  await fixture.tick({ 1: '30300', 2: '2000' });
  const rest = await fixture.contracts.orders.close(user, long.id, amount('25'));
  expect(rest).toMatchObject({
    status: 1,
    share: '75',
    origin_share: '100',
    caution_money: '2250',
    fact_profits: '75',
  });
  expect(await refusal(fixture.contracts.orders.close(user, long.id, amount('76')))).toBe('lots_invalid');
  await fixture.contracts.orders.closeMany(user, 2, undefined);
  expect(await row(short.id)).toMatchObject({ status: 3 });
  expect(await row(long.id)).toMatchObject({ status: 1 });
});

test('the same key with the same order returns the first reply and opens nothing; another order is refused', async () => {
  const user = await fixture.addUser(800_001, '20000');
  const first = await order(user, {}, 'k1');
  expect(await order(user, {}, 'k1')).toEqual(first);
  expect(await refusal(order(user, { lots: amount('50') }, 'k1'))).toBe('idempotency_conflict');
  expect(await fixture.balance(user)).toBe('17000/3000');
});

test('a stale index refuses orders; caps of leverage, user and house apply', async () => {
  const user = await fixture.addUser(800_001, '9000000');
  expect(await refusal(order(user, { multiple: 7 }))).toBe('multiple_invalid');
  expect(await refusal(order(user, { lots: amount('1.5') }))).toBe('lots_invalid');
  expect(await refusal(order(user, { lots: amount('20000'), multiple: 100 }))).toBe('user_limit');
  await database.db.run(sql`update contracts_markets set net_cap = 40000 where market_id = 1`);
  fixture.contracts.inside.engine.invalidate();
  await order(user);
  expect(await refusal(order(user))).toBe('exposure_full');
  await order(user, { side: 'short' });
  fixture.clock.advance(2_100);
  expect(await refusal(order(user))).toBe('index_stale');
});

test('closing twice at once closes once', async () => {
  const user = await fixture.addUser(800_001, '5000');
  const { id } = await order(user);
  const results = await Promise.all(
    [1, 2, 3].map(() => refusal(fixture.contracts.orders.close(user, id, undefined))),
  );
  expect(results.toSorted()).toEqual(['done', 'position_not_open', 'position_not_open']);
  expect(await fixture.balance(user)).toBe('5000/0');
});

test('two engines on the same rows liquidate a position exactly once', async () => {
  const user = await fixture.addUser(800_001, '3000');
  const { id } = await order(user);
  const other = fixture.newProcess();
  await other.start();
  await fixture.publish({ 1: '28000' });
  await Promise.all([fixture.contracts.idle(), other.idle()]);
  expect(await row(id)).toMatchObject({ status: 3, profit: '-2000' });
  expect(await fixture.balance(user)).toBe('1000/0');
  await other.stop();
});

test('closing, cancelling and setting stops against a tick end in one state that matches the ledger', async () => {
  const user = await fixture.addUser(800_001, '50000');
  for (let attempt = 0; attempt < 10; attempt++) {
    const pending = await order(user, { target: price('29000') });
    const held = await order(user, { stopLoss: price('29000') });
    fixture.clock.advance(1_000);
    const races = [
      refusal(fixture.contracts.orders.cancel(user, pending.id)),
      refusal(fixture.contracts.orders.setStops(user, held.id, { stopLoss: null })),
      fixture.publish({ 1: '28900' }).then(() => 'done'),
      refusal(fixture.contracts.orders.close(user, held.id, undefined)),
    ];
    await Promise.all(races);
    await fixture.contracts.idle();
    await fixture.tick({ 1: '30000' });
    expect([1, 4]).toContain((await row(pending.id)).status);
    expect((await row(held.id)).status).toBe(3);
    await fixture.contracts.orders.closeMany(user, 0, undefined);
    expect(await fixture.violations()).toEqual([]);
  }
});

test('a server that was down for three days charges three overnight fees at their own prices, then settles the gap', async () => {
  fixture.markets.set(BTC, marketWith(BTC, { overnight: rate('0.0001') }));
  const user = await fixture.addUser(800_001, '5000');
  const { id } = await order(user);
  await fixture.contracts.stop();
  const midnight = Date.parse('2026-03-02T00:00:00Z') / 1_000;
  for (const [night, at] of ['30000', '31000', '32000'].entries()) {
    await database.db.run(sql`
      insert into market_ticks (market_id, time, price, source, quotes)
      values (1, ${midnight + night * 86_400}, ${at}, 'simulated', '')`);
  }
  fixture.clock.set(Date.parse('2026-03-04T10:00:00Z'));
  fixture.contracts = fixture.newProcess();
  await fixture.contracts.start();
  const nights = await database.db.rows(sql`
    select trim_scale(from_available)::text as fee from contracts_overnights where position_id = ${id} order by cutoff`);
  expect(nights).toEqual([{ fee: '3' }, { fee: '3.1' }, { fee: '3.2' }]);
  expect(await fixture.balance(user)).toBe('1990.7/3000');
  await fixture.tick({ 1: '26000' });
  expect(await fixture.balance(user)).toBe('1990.7/0');
});

test('a clock that jumps two hours over midnight and back charges the night once', async () => {
  fixture.markets.set(BTC, marketWith(BTC, { overnight: rate('0.0001') }));
  fixture.clock.set(Date.parse('2026-03-01T23:00:00Z'));
  await fixture.tick({ 1: '30000', 2: '2000' });
  const user = await fixture.addUser(800_001, '5000');
  await order(user);
  await fixture.tick({ 1: '30000' }, 7_200);
  expect(await fixture.balance(user)).toBe('1997/3000');
  fixture.clock.set(Date.parse('2026-03-01T23:00:10Z'));
  expect(await refusal(order(user))).toBe('index_stale');
  await fixture.tick({ 1: '30000' }, 7_200);
  expect(await fixture.balance(user)).toBe('1997/3000');
});

test('an overnight fee that the available balance cannot pay comes from the margin', async () => {
  fixture.markets.set(BTC, marketWith(BTC, { overnight: rate('0.01') }));
  const user = await fixture.addUser(800_001, '3100');
  const { id } = await order(user);
  await fixture.tick({ 1: '30000' }, 43_200);
  expect(await fixture.balance(user)).toBe('0/2800');
  expect((await row(id)).status).toBe(1);
});

test('a crash in the middle of a batch rolls it back, and the next process runs it once', async () => {
  const users: UserId[] = [];
  for (let each = 0; each < 20; each++) users.push(await fixture.addUser(810_000 + each, '3000'));
  for (const user of users) await order(user);
  await fixture.contracts.stop();
  let notifications = (): void => undefined;
  const attempt = new Promise<void>((resolve) => (notifications = resolve));
  const failing = fixture.newProcess({
    notify: async () => {
      notifications();
      throw new Error('killed by test');
    },
  });
  await failing.start();
  fixture.clock.advance(1_000);
  await fixture.publish({ 1: '28000' });
  await attempt;
  for (const user of users) expect(await fixture.balance(user)).toBe('0/3000');
  await failing.stop();
  fixture.contracts = fixture.newProcess();
  await fixture.contracts.start();
  for (const user of users) expect(await fixture.balance(user)).toBe('1000/0');
});

test('copies for many followers open in one transaction with their copy rows; followers without balance are skipped', async () => {
  const rich = await fixture.addUser(820_001, '5000');
  const poor = await fixture.addUser(820_002, '10');
  const outcomes: string[] = [];
  const copies = [rich, poor].map((userId) => ({ ...request(), userId, source: 7 }));
  await fixture.contracts.openFor(copies, async (_tx, done) => {
    for (const each of done) outcomes.push('refused' in each ? each.refused.code : 'open');
  });
  expect(outcomes).toEqual(['open', 'insufficient_balance']);
  expect(await fixture.balance(rich)).toBe('2000/3000');
  const broken = fixture.contracts.openFor([{ ...request(), userId: rich, lots: amount('1') }], async () => {
    throw new Error('refused by test');
  });
  await expect(broken).rejects.toThrow('refused by test');
  expect(await fixture.balance(rich)).toBe('2000/3000');
});

test('copies, orders and ticks run one after the other, even if submitted concurrently', async () => {
  const people: UserId[] = [];
  for (let each = 0; each < 8; each++) people.push(await fixture.addUser(830_000 + each, '9000'));
  const [first, second, ...followers] = people as [UserId, UserId, ...UserId[]];
  let [under, most] = [0, 0];
  const { db } = fixture.ctx;
  const session: typeof db.session = async (settings) => {
    const own = await db.session(settings);
    return {
      ...own,
      async transact(work) {
        most = Math.max(most, ++under);
        try {
          return await own.transact(work);
        } finally {
          under--;
        }
      },
    };
  };
  await fixture.contracts.stop();
  fixture.contracts = fixture.newProcess({ ctx: { ...fixture.ctx, db: { ...db, session } } });
  await fixture.contracts.start();
  const copied = followers.map((userId) =>
    fixture.contracts.openFor([{ ...request(), userId, source: 7 }], async () => undefined),
  );
  await Promise.all([
    order(first).then(() => order(first)),
    ...copied,
    order(second).then(() => order(second)),
  ]);
  expect(most).toBe(1);
});

test('a warning is sent once an hour while the risk rate is at 80 % or below', async () => {
  const user = await fixture.addUser(800_001, '3000');
  await order(user);
  await fixture.tick({ 1: '29400' });
  await fixture.tick({ 1: '29390' });
  const warnings = () => fixture.notifications.filter((notice) => notice.kind === 'contracts:warning');
  expect(warnings()).toMatchObject([{ user, values: { rate: '80.00' } }]);
  await fixture.tick({ 1: '29380' }, 3_600);
  expect(warnings()).toMatchObject([{ values: { rate: '80.00' } }, { user, values: { rate: '79.33' } }]);
});

test('an approved change of limits applies only to the limits that were read', async () => {
  const kind = limitsApprovals(fixture.contracts)['contract limits'] ?? expect.fail('no such kind');
  const decision = { approval: 1, reason: 'test', askedBy: 'risk', approvedBy: 'admin' };
  const change = (version: number) =>
    database.db.transact((tx) => kind.execute(tx, { version, positions_max: 1 }, decision));
  const { version } = await readLimits(database.db);
  expect(await refusal(change(version - 1))).toBe('approval_stale');
  await change(version);
  expect(await readLimits(database.db)).toMatchObject({ version: version + 1, positionsMax: 1 });
  const user = await fixture.addUser(800_001, '9000');
  const { id } = await order(user);
  expect(await refusal(order(user))).toBe('too_many_positions');
  expect(await readPosition(database.db, user, id)).toMatchObject({ id });
  expect(await readPosition(database.db, userId(800_002), id)).toBeUndefined();
});

test('a halted contract market neither opens, closes nor liquidates; closing only allows closing', async () => {
  const user = await fixture.addUser(800_001, '9000');
  const { id } = await order(user);
  await database.db.run(sql`update contracts_markets set state = 'halted' where market_id = 1`);
  fixture.contracts.inside.engine.invalidate();
  await fixture.tick({ 1: '28000' });
  expect((await row(id)).status).toBe(1);
  expect(await refusal(fixture.contracts.orders.close(user, id, undefined))).toBe('market_halted');
  await database.db.run(sql`update contracts_markets set state = 'close_only' where market_id = 1`);
  fixture.contracts.inside.engine.invalidate();
  await fixture.tick({ 1: '29000' });
  expect(await refusal(order(user))).toBe('contract_closed');
  expect(await refusal(fixture.contracts.orders.close(user, id, undefined))).toBe('done');
});
