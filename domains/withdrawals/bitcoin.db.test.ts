import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BTC } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { bitcoinNetwork, connectBitcoin, keyAt } from '@karat/platform/chains';
import type { BitcoinChain } from '@karat/platform/chains';
import { sql } from '@karat/platform/db';
import { installBitcoinNode, startBitcoin } from '@karat/platform/test-chains';
import type { BitcoinTestChain } from '@karat/platform/test-chains';
import type { BitcoinInput } from '@karat/platform/signing';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AGREED, ANNA, TEST_SEED, openChainHarness, receiversOn } from './testing/chain-harness.ts';

const regtest = bitcoinNetwork('regtest');
const newReceiver = receiversOn(regtest);

let directory: string;
let node: BitcoinTestChain;
let chain: BitcoinChain;
let database: TestDatabase;
let harness: Awaited<ReturnType<typeof openChainHarness>>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'karat-payouts-'));
  const program = await installBitcoinNode(resolve(import.meta.dirname, '../../node_modules/.karat'));
  [node, database] = await Promise.all([startBitcoin({ program, directory }), createTestDatabase()]);
  chain = connectBitcoin(regtest, { url: node.url });
  harness = await openChainHarness(database.url, chain);
}, 120_000);
afterAll(async () => {
  await harness.booksAreRight();
  await harness.close();
  await Promise.all([node.stop(), database.drop()]);
  await rm(directory, { recursive: true, force: true });
});

const mine = (blocks?: number): Promise<void> => harness.mine(node, blocks);

/** Deposits external coins and waits until they are credited. */
async function deposited(sum: string): Promise<string> {
  const address = (await harness.deposits.firstAddress('BTC', ANNA)) ?? expect.fail('no address');
  const before = await harness.balance(ANNA, BTC);
  const id = await node.send(address, amount(sum));
  await pooled(id);
  await mine(2);
  expect(await harness.balance(ANNA, BTC)).not.toBe(before);
  return id;
}

/** The node adds a transaction to its pool shortly after its response. */
async function pooled(id: string): Promise<void> {
  await expect.poll(() => chain.sender.transaction(id), { timeout: 20_000 }).toEqual({ state: 'pending' });
}

/** Steps until a payout is broadcast and the node knows it. Returns its transaction id. */
async function sent(id: number): Promise<string> {
  await harness.steps(4);
  const { state, txid } = await harness.detail(ANNA, id);
  expect(state).toBe('broadcast');
  await pooled(txid);
  return txid;
}

/** Returns the amounts that the newest blocks paid to an address, in satoshi. */
async function paidTo(address: string, blocks: number): Promise<bigint> {
  const height = await chain.reader.height();
  let units = 0n;
  for (let at = height - blocks + 1; at <= height; at++) {
    const block = (await chain.reader.block(at)) ?? expect.fail('no block');
    for (const found of await chain.reader.transfers(block, new Set([address]))) units += found.units;
  }
  return units;
}

/** Returns the outputs that a payout spends, with their keys, as a holder of the seed has them. */
async function spendableOf(id: number) {
  const rows = await harness.db.rows<{ input: BitcoinInput }>(
    sql`select input from withdrawals_inputs where withdrawal_id = ${id}`,
  );
  return rows.map(({ input: { txid, vout, units, account, index, chain: branch } }) => ({
    transaction: txid,
    output: vout,
    units: BigInt(units),
    privateKey: keyAt(TEST_SEED, regtest, account, index, branch).privateKey,
  }));
}

test('a deposit pays for a withdrawal: signed by the signer, mined, confirmed; change returns and credits nobody, and books and chain always agree', async () => {
  await deposited('1.5');
  expect(await harness.agree()).toEqual(AGREED);
  const receiver = newReceiver();
  const id = await harness.payOut(ANNA, BTC, '0.4', receiver);
  const txid = await sent(id);
  expect(await harness.agree()).toEqual(AGREED);
  await node.mine(1);
  // First the watcher is behind the chain, then the books are behind both.
  await harness.deposits.readNow('bitcoin');
  expect(await harness.agree()).toEqual(AGREED);
  await harness.turn();
  expect(await harness.detail(ANNA, id)).toMatchObject({
    state: 'broadcast',
    confirmations: 1,
    confirmations_needed: 2,
  });
  await mine();
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'confirmed', txid });
  expect(await harness.agree()).toEqual(AGREED);
  expect(await paidTo(receiver, 2)).toBe(39_980_000n);
  expect(await paidTo(harness.house.change(0), 2)).toBeGreaterThan(110_000_000n);
  expect(await harness.balance(ANNA, BTC)).toBe('1.1 + 0');
  expect(await harness.db.rows(sql`select state from deposits_deposits`)).toEqual([{ state: 'credited' }]);
  await mine(2);
  expect(await harness.agree()).toEqual(AGREED);
});

test('returned change pays for the next one', async () => {
  const id = await harness.payOut(ANNA, BTC, '0.1', newReceiver());
  await sent(id);
  expect(
    await harness.db.rows(sql`select input from withdrawals_inputs where withdrawal_id = ${id}`),
  ).toMatchObject([{ input: { account: 'house', chain: 1, index: 0 } }]);
  await mine(2);
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'confirmed' });
  await mine(2);
  expect(await harness.agree()).toEqual(AGREED);
});

test('an unmined payout is replaced by one with the same inputs and a higher fee, which the node accepts', async () => {
  const receiver = newReceiver();
  const id = await harness.payOut(ANNA, BTC, '0.1', receiver);
  const first = await sent(id);
  await harness.turn(31 * 60_000);
  await harness.turn();
  const { txid: second } = await harness.detail(ANNA, id);
  expect(second).not.toBe(first);
  await pooled(second);
  expect(await chain.sender.transaction(first)).toEqual({ state: 'unknown' });
  const fees = await harness.db.rows<{ fee: number }>(
    sql`select network_fee::int as fee from withdrawals_attempts where withdrawal_id = ${id} order by attempt`,
  );
  expect(fees[1]?.fee).toBeGreaterThanOrEqual((fees[0]?.fee ?? 0) + 141);
  await mine(2);
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'confirmed', txid: second });
  expect(await paidTo(receiver, 2)).toBe(9_980_000n);
  expect(await harness.agree()).toEqual(AGREED);
  await mine(2);
});

test('a payout that a reorganisation removes, before or after the books settled it, is sent again and paid once', async () => {
  const receiver = newReceiver();
  const id = await harness.payOut(ANNA, BTC, '0.1', receiver);
  const txid = await sent(id);
  const loseFrom = async (height: number): Promise<void> => {
    const lost = (await chain.reader.block(height)) ?? expect.fail('no block');
    await node.invalidate(lost.hash);
    await node.forget();
    await node.mine(3, newReceiver());
    expect(await chain.sender.transaction(txid)).toEqual({ state: 'unknown' });
  };
  await mine();
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'broadcast', confirmations: 1 });
  await loseFrom(await chain.reader.height());
  await harness.turn();
  await pooled(txid);
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'broadcast', confirmations: 0 });
  expect(await harness.agree()).toEqual(AGREED);
  await mine(2);
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'confirmed' });

  await loseFrom((await chain.reader.height()) - 1);
  await harness.deposits.readNow('bitcoin');
  expect(await harness.agree()).toEqual(AGREED);
  await harness.turn(40_000);
  await pooled(txid);
  await mine(2);
  expect(await chain.sender.transaction(txid)).toMatchObject({ state: 'mined' });
  expect(await paidTo(receiver, 2)).toBe(9_980_000n);
  expect(await harness.agree()).toEqual(AGREED);
  await mine(2);
});

test('a payout whose inputs another transaction spent fails and is released once that transaction is deep', async () => {
  const receiver = newReceiver();
  const before = await harness.balance(ANNA, BTC);
  const id = await harness.payOut(ANNA, BTC, '0.1', receiver);
  const txid = await sent(id);
  await pooled(await node.spend(await spendableOf(id), harness.house.change(0), 50_000n));
  await mine();
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'broadcast' });
  await mine(3);
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'failed', reason: 'chain_failed' });
  expect(await harness.balance(ANNA, BTC)).toBe(before);
  expect(await chain.sender.transaction(txid)).toEqual({ state: 'unknown' });
  expect(await paidTo(receiver, 4)).toBe(0n);
});

test('unbooked outgoing coins halt the network', async () => {
  // The fee of the manual transaction is missing already: it is not booked.
  expect(await harness.compare()).toBe(false);
  expect(await harness.deposits.custody.haltedNetworks(harness.db)).toEqual(['bitcoin']);
  const [halt] = await harness.db.rows<{ reason: string }>(sql`select reason from deposits_halts`);
  expect(halt?.reason).toMatch(/^0\.0005 BTC missing on the chain at height [0-9]+$/);
});
