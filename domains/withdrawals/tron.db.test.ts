import { USDT } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { connectTron, tronNetwork } from '@karat/platform/chains';
import type { TronChain } from '@karat/platform/chains';
import { systemClock } from '@karat/platform/clock';
import { sql } from '@karat/platform/db';
import { startTron } from '@karat/platform/test-chains';
import type { TronTestChain } from '@karat/platform/test-chains';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AGREED, ANNA, openChainHarness, receiversOn } from './testing/chain-harness.ts';

const HOUR_MS = 60 * 60 * 1000;
const newReceiver = receiversOn(tronNetwork);

let node: TronTestChain;
let chain: TronChain;
let database: TestDatabase;
let harness: Awaited<ReturnType<typeof openChainHarness>>;

beforeAll(async () => {
  [node, database] = await Promise.all([startTron(systemClock.now()), createTestDatabase()]);
  chain = connectTron({ url: node.url }, [{ code: 'USDT', contract: node.token, decimals: node.decimals }]);
  harness = await openChainHarness(database.url, chain);
  const address = (await harness.deposits.firstAddress('USDT', ANNA)) ?? expect.fail('no address');
  await node.send('USDT', address, amount('5000'));
  await mine(25);
}, 120_000);
afterAll(async () => {
  await harness.booksAreRight();
  await harness.close();
  await Promise.all([node.stop(), database.drop()]);
});

const mine = (blocks?: number): Promise<void> => harness.mine(node, blocks);
const steps = (count: number): Promise<void> => harness.steps(count);
const payOut = (number: string, address: string): Promise<number> =>
  harness.payOut(ANNA, USDT, number, address);
async function heldBy(address: string): Promise<bigint> {
  const [asset] = chain.assets;
  return (await chain.reader.balance([address], asset ?? expect.fail('asset'), 0)).units;
}

test('a payout waits for tokens and for TRX at the payout address', async () => {
  const receiver = newReceiver();
  const house = harness.house.receiving(0);
  const id = await payOut('100', receiver);
  const problem = () =>
    harness.db.one<{ state: string; problem: string }>(
      sql`select state, problem from withdrawals_requests where id = ${id}`,
    );
  await steps(2);
  expect(await harness.detail(ANNA, id)).toMatchObject({
    state: 'approved',
    waits: 'funds',
    may_cancel: true,
  });
  expect(await problem()).toMatchObject({ problem: 'too little to pay from: USDT at the payout address' });
  await node.send('USDT', house, amount('10000'));
  await steps(2);
  expect(await problem()).toMatchObject({
    state: 'approved',
    problem: "too little to pay from: TRX at the payout address for the network's fee",
  });
  await node.send('TRX', house, amount('500'));
  await steps(4);
  await mine(20);
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'confirmed' });
  expect(await heldBy(receiver)).toBe(99_000_000n);
  expect(await harness.agree()).toEqual(AGREED);
});

test('books and chain agree at every step; the fee that the chain burned is noted', async () => {
  const receiver = newReceiver();
  const id = await payOut('1000', receiver);
  for (let step = 0; step < 4; step++) {
    await steps(1);
    expect(await harness.agree(), `step ${step}`).toEqual(AGREED);
  }
  for (let block = 0; block < 20; block++) {
    await mine(1);
    expect(await harness.agree(), `block ${block}`).toEqual(AGREED);
  }
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'confirmed' });
  expect(await heldBy(receiver)).toBe(999_000_000n);
  expect(
    await harness.db.one(
      sql`select network_fee::text as fee, nonce from withdrawals_requests where id = ${id}`,
    ),
  ).toEqual({ fee: '6428500', nonce: null });
});

test('a transaction that no block includes is sent again, never signed again, and released once it has expired', async () => {
  const before = await harness.balance(ANNA, USDT);
  const receiver = newReceiver();
  node.includes = false;
  const id = await payOut('50', receiver);
  await steps(4);
  // Long after a payout of another network would have been replaced.
  for (let minute = 0; minute < 50; minute += 10) await harness.turn(10 * 60_000);
  const attempts = sql`select attempt from withdrawals_attempts where withdrawal_id = ${id}`;
  expect(await harness.db.rows(attempts)).toEqual([{ attempt: 1 }]);
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'broadcast', may_cancel: false });
  await node.advance(HOUR_MS);
  await steps(2);
  expect(await harness.detail(ANNA, id), 'expired, and not yet deep').toMatchObject({ state: 'broadcast' });
  await mine(20);
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'failed', reason: 'chain_failed' });
  expect(await harness.balance(ANNA, USDT)).toBe(before);
  node.includes = true;
  await mine(5);
  expect(await heldBy(receiver)).toBe(0n);
  expect(await harness.agree()).toEqual(AGREED);
});

test('a transaction in a block of the last moment is paid, and not released', async () => {
  const receiver = newReceiver();
  node.includes = false;
  const id = await payOut('50', receiver);
  await steps(4);
  await node.advance(HOUR_MS - 60_000);
  await steps(1);
  node.includes = true;
  await node.mine(1);
  await node.advance(HOUR_MS);
  await mine(25);
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'confirmed' });
  expect(await heldBy(receiver)).toBe(49_000_000n);
  expect(await harness.agree()).toEqual(AGREED);
});

test('two payouts of the same amount to the same address at once are both paid, with a transaction each', async () => {
  const receiver = newReceiver();
  const house = harness.house.receiving(0);
  const ids = [await payOut('10', receiver), await payOut('10', receiver)];
  await steps(5);
  await mine(20);
  for (const id of ids) expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'confirmed' });
  expect(await heldBy(receiver)).toBe(18_000_000n);
  expect(new Set(node.accepted).size).toBe(node.accepted.length);
  expect(await chain.sender.coins(house)).toBe(500_000_000n - 5n * 6_428_500n);
});
