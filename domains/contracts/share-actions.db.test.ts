import type { UserId } from '@karat/contract';
import { amount, price } from '@karat/money';
import { sql } from '@karat/platform/db';
import { HOUR_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenRequest } from './order-checks.ts';
import { followShares } from './share-actions.ts';
import type { ShareAction } from './share-actions.ts';
import { BTC, ETH as STOCK, ContractsFixture } from './testing/contracts-fixture.ts';

let database: TestDatabase;
let fixture: ContractsFixture;

beforeEach(async () => {
  database = await createTestDatabase({ connections: 4 });
  fixture = new ContractsFixture(database.db);
  await fixture.funds();
  await fixture.contracts.start();
  await fixture.tick({ 1: '30000', 2: '400' });
});
const noFaults = async (): Promise<void> => expect(await fixture.violations()).toEqual([]);
afterEach(async () => {
  await fixture.contracts.stop();
  await noFaults();
  await database.drop();
});

const order = (user: UserId, more: Partial<OpenRequest> = {}) =>
  fixture.contracts.orders.open(user, {
    marketId: STOCK,
    side: 'long',
    mode: 'isolated',
    lots: amount('100'),
    multiple: 10,
    ...more,
  });
const refusal = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => error,
  );
const row = (id: number) =>
  database.db.one(sql`
    select status, trim_scale(lot_size)::text as lot, trim_scale(price)::text as price,
      trim_scale(target)::text as target, trim_scale(take_profit)::text as tp, trim_scale(stop_loss)::text as sl,
      trim_scale(spread)::text as spread
    from contracts_positions where id = ${id}`);

/** The exchange closes; then the company acts, and the last price is adjusted to its present shares. */
async function act(action: ShareAction, last: string): Promise<void> {
  await database.db.transact((tx) => followShares(fixture.contracts, tx, STOCK, action));
  fixture.restate(STOCK, last);
}
const DIVIDEND = { kind: 'dividend', perShare: price('10') } as const;
const SPLIT = { kind: 'split', ratioNew: 4, ratioOld: 1 } as const;

test('a dividend lowers open price, stops and pending orders alike: its fall triggers and fills nothing', async () => {
  const user = await fixture.addUser(830_001, '5000');
  const open = await order(user, { takeProfit: price('420'), stopLoss: price('395') });
  const waiting = await order(user, { target: price('392'), stopLoss: price('5') });
  fixture.states.set(STOCK, 'closed');
  await act(DIVIDEND, '390');
  expect(await row(open.id)).toMatchObject({ price: '390', tp: '410', sl: '385' });
  expect(await row(waiting.id)).toMatchObject({ price: null, target: '382', tp: null, sl: '0.0000000001' });
  fixture.states.set(STOCK, 'open');
  await fixture.tick({ 2: '390' });
  expect([await row(open.id), await row(waiting.id)]).toMatchObject([{ status: 1 }, { status: 0 }]);
  expect((await fixture.contracts.orders.close(user, open.id, undefined)).fact_profits).toBe('0');
});

test('a split changes the lot size and every price; value and margin stay', async () => {
  const user = await fixture.addUser(830_001, '5000');
  const open = await order(user, { takeProfit: price('420') });
  const spread = await order(await fixture.addUser(830_002, '5000'));
  await database.db.run(sql`update contracts_positions set spread = 2 where id = ${spread.id}`);
  fixture.states.set(STOCK, 'closed');
  await act(SPLIT, '100');
  expect(await row(open.id)).toMatchObject({ price: '100', lot: '0.04', tp: '105', sl: null });
  // What a fill costs stays: four times the shares at a quarter of the spread.
  expect(await row(spread.id)).toMatchObject({ lot: '0.04', spread: '0.5' });
  fixture.states.set(STOCK, 'open');
  await fixture.tick({ 2: '110' });
  expect(await row(open.id)).toMatchObject({ status: 2 });
  await fixture.tick({ 2: '110' });
  expect(await fixture.balance(user)).toBe('5040/0');
});

test.each([
  ['a split', SPLIT, '100', 'short'],
  ['a dividend', DIVIDEND, '390', 'short'],
] as const)(
  '%s of a closed stock liquidates no account in another market whose ticks continue',
  async (_, action, last, side) => {
    const user = await fixture.addUser(830_001, '420');
    const stock = await order(user, { side, mode: 'cross', multiple: 20 });
    const coin = await order(user, { marketId: BTC, mode: 'cross', lots: amount('1'), multiple: 1 });
    fixture.states.set(STOCK, 'closed');
    await act(action, last);
    for (let second = 0; second < 3; second++) await fixture.tick({ 1: '30000' });
    expect([await row(stock.id), await row(coin.id)]).toMatchObject([{ status: 1 }, { status: 1 }]);
    const [now] = await fixture.contracts.orders.closeMany(user, 0, BTC);
    expect(now).toMatchObject({ status: 3, close_reason: 'user' });
  },
);

test('while the exchange is closed a market order is refused, a limit order waits and stops can be set', async () => {
  const user = await fixture.addUser(830_001, '5000');
  const open = await order(user);
  fixture.states.set(STOCK, 'closed');
  fixture.clock.advance(HOUR_MS);
  const closed = { code: 'contract_hours', values: { symbol: 'M2/USDT' } };
  expect(await refusal(order(user))).toMatchObject(closed);
  expect(await refusal(fixture.contracts.orders.close(user, open.id, undefined))).toMatchObject(closed);
  // A target beyond the last price waits too: the first tick of the session decides.
  const waiting = await order(user, { target: price('410') });
  expect(waiting).toMatchObject({ status: 0, target_price: '410' });
  const stop = { stopLoss: price('380') };
  expect(await fixture.contracts.orders.setStops(user, open.id, stop)).toMatchObject({
    stop_loss_price: '380',
  });
  await fixture.tick({ 1: '30000' });
  expect(await row(waiting.id)).toMatchObject({ status: 0 });
  fixture.states.set(STOCK, 'open');
  await fixture.tick({ 2: '405' });
  expect(await row(waiting.id)).toMatchObject({ status: 1, price: '405' });
});
