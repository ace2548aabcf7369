import type { UserId } from '@karat/contract';
import type { NewReceipt } from '@karat/domains/proofs';
import { formulaOf } from '@karat/evidence';
import type { ReceiptTick } from '@karat/evidence';
import { amount, price } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenRequest } from './order-checks.ts';
import { receiptsBy } from './receipts.ts';
import { followShares } from './share-actions.ts';
import { BTC, ETH, ContractsFixture } from './testing/contracts-fixture.ts';

let database: TestDatabase;
let fixture: ContractsFixture;
let left: NewReceipt[];

const ticksOf = (queries: Queries, id: number, from: number, to: number): Promise<ReceiptTick[]> =>
  queries.rows<ReceiptTick>(sql`
    select market_id as market, time, trim_scale(price)::text as price, source, quotes, '' as previous, '' as hash
    from market_ticks where market_id = ${id} and time between ${from} and ${to}`);

beforeEach(async () => {
  database = await createTestDatabase({ connections: 4 });
  left = [];
  fixture = new ContractsFixture(database.db);
  const keep = (receipts: readonly NewReceipt[]): void => void left.push(...receipts);
  const proofs = {
    leave: async (_tx: unknown, receipts: readonly NewReceipt[]) => (keep(receipts), []),
    owe: async (_tx: unknown, receipts: readonly NewReceipt[]) => keep(receipts),
  };
  fixture.contracts = fixture.newProcess({ prove: receiptsBy(proofs, ticksOf, (id) => `M${id}`) });
  await fixture.funds();
  await fixture.contracts.start();
  await fixture.tick({ 1: '30000', 2: '2000' });
});
afterEach(async () => {
  await fixture.contracts.stop();
  await database.drop();
});

const order = (user: UserId, more: Partial<OpenRequest> = {}) =>
  fixture.contracts.orders.open(user, {
    marketId: BTC,
    side: 'long',
    mode: 'isolated',
    lots: amount('100'),
    multiple: 10,
    ...more,
  });
/** The receipts' rules, each computed again from its own order and ticks. */
const rules = (): string[] =>
  left.map((receipt) => {
    expect(formulaOf(receipt.formula)?.result(receipt.order, receipt.ticks)).toEqual(receipt.result);
    return `${receipt.order['action']} ${receipt.order['reason'] ?? ''} ${receipt.formula}`;
  });

test('receipts prove a stop by the tick that reached it and the tick that filled it', async () => {
  const user = await fixture.addUser(840_001, '5000');
  await order(user, { takeProfit: price('31000') });
  await fixture.tick({ 1: '31000' });
  await fixture.tick({ 1: '31050' });
  expect(rules()).toEqual(['open  contract/2', 'close take_profit contract/2']);
  expect(left[1]).toMatchObject({
    order: { trigger_price: '31000', reason: 'take_profit' },
    ticks: [{ price: '31000' }, { price: '31050' }],
  });
});

test('receipts prove liquidations of both modes and their covers, the isolated one with its risk rate', async () => {
  const [alone, whole] = [await fixture.addUser(840_001, '3000'), await fixture.addUser(840_002, '5000')];
  await order(alone);
  await order(whole, { mode: 'cross' });
  await order(whole, { mode: 'cross', marketId: ETH, side: 'short', lots: amount('1000') });
  await fixture.tick({ 1: '24500', 2: '1950' });
  expect(rules().slice(3).toSorted()).toEqual([
    'close cover contract/2',
    'close liquidation contract/2',
    'close liquidation contract/2',
  ]);
  const [isolated] = left.filter(
    ({ order: { reason, mode } }) => reason === 'liquidation' && mode === 'isolated',
  );
  expect(isolated?.result).toMatchObject({ risk_rate: '-83.34', beyond_funds: '2500' });
});

test('a stop that was reached before a dividend and filled after it is proved as a plain fill', async () => {
  const user = await fixture.addUser(840_001, '5000');
  await order(user, { marketId: ETH, takeProfit: price('2100') });
  await fixture.tick({ 2: '2100' });
  const dividend = { kind: 'dividend', perShare: price('200') } as const;
  await database.db.transact((tx) => followShares(fixture.contracts, tx, ETH, dividend));
  await fixture.tick({ 2: '1900' });
  // The level is 1,900 now, and the tick that reached it showed 2,100: the rule holds. The reverse would not.
  expect(rules()).toEqual(['open  contract/2', 'close take_profit contract/2']);
  const short = await order(user, { marketId: ETH, side: 'short', takeProfit: price('1800') });
  await fixture.tick({ 2: '1800' });
  await database.db.transact((tx) => followShares(fixture.contracts, tx, ETH, dividend));
  await fixture.tick({ 2: '1600' });
  expect(rules().at(-1)).toBe('close take_profit contract/1');
  expect(left.at(-1)?.subject).toMatch(new RegExp(`^${short.id}:`));
});

test('receipts of a reversal and of an amended order that is filled at once can be computed again', async () => {
  const user = await fixture.addUser(840_001, '9000');
  const { id } = await order(user);
  await fixture.tick({ 1: '30100' });
  const { opened } = await fixture.contracts.orders.reverse(user, id);
  const { id: pending } = await order(user, { target: price('29000'), lots: amount('50') });
  await fixture.contracts.orders.amend(user, { id: pending, target: price('30100') });
  expect(rules()).toEqual([
    'open  contract/2',
    'close user contract/2',
    'open  contract/2',
    'open  contract/2',
  ]);
  expect(left.map(({ subject }) => Number(subject.split(':')[0]))).toEqual([id, id, opened.id, pending]);
});

test('the receipt of a liquidation after added margin proves its rate from the margin at that time', async () => {
  const user = await fixture.addUser(840_001, '4000');
  const { id } = await order(user);
  const { liquidation_price: level } = await fixture.contracts.orders.changeMargin(user, {
    id,
    direction: 'add',
    money: amount('1000'),
  });
  expect(level).toBe('28000');
  await fixture.tick({ 1: '28000' });
  expect(rules()).toEqual(['open  contract/2', 'close liquidation contract/2']);
  expect(left[1]).toMatchObject({ order: { funds: '4000' }, result: { risk_rate: '50.00' } });
});
