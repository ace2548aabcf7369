import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BTC } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { bitcoinNetwork, connectBitcoin, keyAt } from '@karat/platform/chains';
import type { BitcoinChain } from '@karat/platform/chains';
import type { Payload } from '@karat/domains/operators';
import { sql } from '@karat/platform/db';
import { installBitcoinNode, startBitcoin } from '@karat/platform/test-chains';
import type { BitcoinTestChain } from '@karat/platform/test-chains';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedOperators } from './testing/operators.ts';
import { ANNA, openChainHarness, receiversOn } from './testing/chain-harness.ts';

const regtest = bitcoinNetwork('regtest');
const newReceiver = receiversOn(regtest);

let directory: string;
let node: BitcoinTestChain;
let chain: BitcoinChain;
let database: TestDatabase;
let harness: Awaited<ReturnType<typeof openChainHarness>>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'karat-vanished-'));
  const program = await installBitcoinNode(resolve(import.meta.dirname, '../../node_modules/.karat'));
  [node, database] = await Promise.all([startBitcoin({ program, directory }), createTestDatabase()]);
  chain = connectBitcoin(regtest, { url: node.url });
  harness = await openChainHarness(database.url, chain);
  await seedOperators(harness.ctx);
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

/** Decides on an approval request as another operator, as the console does: effect and state in one transaction. */
async function approveAgain(asked: number): Promise<void> {
  const kind = harness.withdrawals.approvals['withdrawal again'] ?? expect.fail('no kind');
  await harness.db.transact(async (tx) => {
    const { payload } = await tx.one<{ payload: Payload }>(
      sql`select payload from operators_approvals where id = ${asked} for update`,
    );
    await kind.execute(tx, payload, { askedBy: 'risk', approvedBy: 'ada', approval: asked, reason: '' });
    await tx.run(
      sql`update operators_approvals set state = 'approved', decided_at = now(),
        decided_by = (select max(id) from operators_accounts) where id = ${asked}`,
    );
  });
}

test('a payout whose input vanished is paid again with other inputs once it can never confirm, by two operators, and paid once', async () => {
  await deposited('0.3');
  const wallet = keyAt(Buffer.alloc(64, 6), regtest, 'house', 0);
  const funding = await node.send(wallet.address, amount('0.5'));
  await pooled(funding);
  await mine(1);
  const parent = { transaction: funding, output: 0, units: 50_000_000n, privateKey: wallet.privateKey };
  const address = (await harness.deposits.firstAddress('BTC', ANNA)) ?? expect.fail('no address');
  const deposit = await node.spend([parent], address, 1_000n);
  await pooled(deposit);
  const before = await chain.reader.height();
  await mine(3);

  const receiver = newReceiver();
  const id = await harness.payOut(ANNA, BTC, '0.7', receiver);
  const txid = await sent(id);
  const inputsOf = async (): Promise<string[]> =>
    (
      await harness.db.rows<{ txid: string }>(
        sql`select txid from withdrawals_inputs where withdrawal_id = ${id}`,
      )
    ).map((row) => row.txid);
  expect(await inputsOf()).toContain(deposit);
  const survivors = (await inputsOf()).filter((each) => each !== deposit);
  expect(survivors).not.toEqual([]);

  // The deposit leaves the chain: it may return, so nothing is proved.
  const lost = (await chain.reader.block(before + 1)) ?? expect.fail('no block');
  await node.invalidate(lost.hash);
  await node.forget();
  await node.mine(4, newReceiver());
  await harness.turn();
  expect(await harness.vanished()).toMatchObject([{ id, dead_height: null, blocks: 0, asked: false }]);
  await expect(harness.payAgain(id)).rejects.toMatchObject({ code: 'withdrawal_may_confirm' });
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'broadcast' });

  // The depositor pays the same coins elsewhere: now it cannot return, but the block is not deep yet.
  await pooled(await node.spend([parent], newReceiver(), 2_000n));
  await mine(1);
  const [row] = await harness.vanished();
  expect(row?.dead_height).not.toBeNull();
  await expect(harness.payAgain(id)).rejects.toMatchObject({ code: 'withdrawal_may_confirm' });
  await mine((row?.blocks_needed ?? 0) - 1);
  await expect(harness.payAgain(id)).rejects.toMatchObject({ code: 'withdrawal_may_confirm' });
  await mine(1);

  const asks = await Promise.allSettled(Array.from({ length: 10 }, () => harness.payAgain(id)));
  const [asked] = asks.flatMap((each) => (each.status === 'fulfilled' ? [each.value.asked] : []));
  expect(asks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'broadcast' });
  await approveAgain(asked ?? 0);
  await expect(approveAgain(asked ?? 0)).rejects.toMatchObject({ code: 'approval_stale' });
  await deposited('0.6');
  await harness.steps(4);
  const { txid: second } = await harness.detail(ANNA, id);
  expect(second).not.toBe(txid);
  const inputs = await inputsOf();
  expect(inputs).not.toContain(deposit);
  expect(inputs).toEqual(expect.arrayContaining(survivors));
  await pooled(second);
  await mine(2);
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'confirmed', txid: second });
  expect(await chain.sender.transaction(txid)).toEqual({ state: 'unknown' });
  expect(await paidTo(receiver, 30)).toBe(69_980_000n);
  expect(await harness.vanished()).toEqual([]);
});
