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
import type { OpenRequest } from './commands.ts';
import { receiptsBy } from './receipts.ts';
import { followShares } from './share-actions.ts';
import { BTC, ETH, Floor } from './testing/floor.ts';

let database: TestDatabase;
let floor: Floor;
let left: NewReceipt[];

const ticksOf = (queries: Queries, id: number, from: number, to: number): Promise<ReceiptTick[]> =>
  queries.rows<ReceiptTick>(sql`
    select market_id as market, time, trim_scale(price)::text as price, source, quotes, '' as previous, '' as hash
    from market_ticks where market_id = ${id} and time between ${from} and ${to}`);

beforeEach(async () => {
  database = await createTestDatabase({ connections: 4 });
  left = [];
  floor = new Floor(database.db);
  const keep = (receipts: readonly NewReceipt[]): void => void left.push(...receipts);
  const proofs = {
    leave: async (_tx: unknown, receipts: readonly NewReceipt[]) => (keep(receipts), []),
    owe: async (_tx: unknown, receipts: readonly NewReceipt[]) => keep(receipts),
  };
  floor.contracts = floor.another({ prove: receiptsBy(proofs, ticksOf, (id) => `M${id}`) });
  await floor.funds();
  await floor.contracts.start();
  await floor.tick({ 1: '30000', 2: '2000' });
});
afterEach(async () => {
  await floor.contracts.stop();
  await database.drop();
});

const order = (user: UserId, more: Partial<OpenRequest> = {}) =>
  floor.contracts.orders.open(user, {
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

test('a stop is proved by the tick that reached it and the tick that filled it', async () => {
  const user = await floor.person(840_001, '5000');
  await order(user, { takeProfit: price('31000') });
  await floor.tick({ 1: '31000' });
  await floor.tick({ 1: '31050' });
  expect(rules()).toEqual(['open  contract/2', 'close take_profit contract/2']);
  expect(left[1]).toMatchObject({
    order: { trigger_price: '31000', reason: 'take_profit' },
    ticks: [{ price: '31000' }, { price: '31050' }],
  });
});

test('close-outs of both modes and their covers are proved, the isolated one with its risk rate', async () => {
  const [alone, whole] = [await floor.person(840_001, '3000'), await floor.person(840_002, '5000')];
  await order(alone);
  await order(whole, { mode: 'cross' });
  await order(whole, { mode: 'cross', marketId: ETH, side: 'short', lots: amount('1000') });
  await floor.tick({ 1: '24500', 2: '1950' });
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

test('a stop that was reached before a dividend and filled after it is proved as the fill that it was', async () => {
  const user = await floor.person(840_001, '5000');
  await order(user, { marketId: ETH, takeProfit: price('2100') });
  await floor.tick({ 2: '2100' });
  const dividend = { kind: 'dividend', perShare: price('200') } as const;
  await database.db.transact((tx) => followShares(floor.contracts, tx, ETH, dividend));
  await floor.tick({ 2: '1900' });
  // The level is 1,900 now, and the tick that reached it said 2,100: the rule holds. The other way it could not.
  expect(rules()).toEqual(['open  contract/2', 'close take_profit contract/2']);
  const short = await order(user, { marketId: ETH, side: 'short', takeProfit: price('1800') });
  await floor.tick({ 2: '1800' });
  await database.db.transact((tx) => followShares(floor.contracts, tx, ETH, dividend));
  await floor.tick({ 2: '1600' });
  expect(rules().at(-1)).toBe('close take_profit contract/1');
  expect(left.at(-1)?.subject).toMatch(new RegExp(`^${short.id}:`));
});
