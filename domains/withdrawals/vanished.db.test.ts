import { BTC } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { keyAt } from '@karat/platform/chains';
import type { Payload } from '@karat/domains/operators';
import { sql } from '@karat/platform/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedOperators } from './testing/operators.ts';
import { ANNA } from './testing/chain-harness.ts';
import { newReceiver, openBitcoinHarness, regtest } from './testing/bitcoin-harness.ts';
import type { BitcoinHarness } from './testing/bitcoin-harness.ts';

let bitcoin: BitcoinHarness;
let harness: BitcoinHarness['harness'];
let node: BitcoinHarness['node'];
let chain: BitcoinHarness['chain'];

beforeAll(async () => {
  bitcoin = await openBitcoinHarness();
  ({ harness, node, chain } = bitcoin);
  await seedOperators(harness.ctx);
}, 120_000);
afterAll(() => bitcoin.close());

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
  await bitcoin.deposited('0.3');
  const wallet = keyAt(Buffer.alloc(64, 6), regtest, 'house', 0);
  const funding = await node.send(wallet.address, amount('0.5'));
  await bitcoin.pooled(funding);
  await bitcoin.mine(1);
  const parent = { transaction: funding, output: 0, units: 50_000_000n, privateKey: wallet.privateKey };
  const address = (await harness.deposits.firstAddress('BTC', ANNA)) ?? expect.fail('no address');
  const deposit = await node.spend([parent], address, 1_000n);
  await bitcoin.pooled(deposit);
  const before = await chain.reader.height();
  await bitcoin.mine(3);

  const receiver = newReceiver();
  const id = await harness.payOut(ANNA, BTC, '0.7', receiver);
  const txid = await bitcoin.sent(id);
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
  const vanished = {
    ...{ id, uid: ANNA, network: 'bitcoin', currency_name: 'BTC', number: '0.7', payee: receiver, txid },
    ...{ vanished_height: await chain.reader.height(), blocks_needed: 6 },
  };
  expect(await harness.vanished()).toEqual([{ ...vanished, dead_height: null, blocks: 0, asked: false }]);
  await expect(harness.payAgain(id)).rejects.toMatchObject({ code: 'withdrawal_may_confirm' });
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'broadcast' });

  // The depositor pays the same coins elsewhere: now it cannot return, but the block is not deep yet.
  await bitcoin.pooled(await node.spend([parent], newReceiver(), 2_000n));
  await bitcoin.mine(1);
  const dead = { ...vanished, dead_height: await chain.reader.height() };
  expect(await harness.vanished()).toEqual([{ ...dead, blocks: 0, asked: false }]);
  await expect(harness.payAgain(id)).rejects.toMatchObject({ code: 'withdrawal_may_confirm' });
  await bitcoin.mine(vanished.blocks_needed - 1);
  await expect(harness.payAgain(id)).rejects.toMatchObject({ code: 'withdrawal_may_confirm' });
  await bitcoin.mine(1);

  const asks = await Promise.allSettled(Array.from({ length: 10 }, () => harness.payAgain(id)));
  const [first = 0] = asks.flatMap((each) => (each.status === 'fulfilled' ? [each.value.asked] : []));
  expect(asks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await harness.vanished()).toEqual([{ ...dead, blocks: 6, asked: true }]);
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'broadcast' });
  // A request that nobody approved in time makes way for another one.
  const end = sql`update operators_approvals set state = 'expired', decided_at = now() where id = ${first}`;
  await harness.db.run(end);
  const { asked } = await harness.payAgain(id);
  await expect(approveAgain(first)).rejects.toMatchObject({ code: 'approval_stale' });
  await approveAgain(asked);
  await expect(approveAgain(asked)).rejects.toMatchObject({ code: 'approval_stale' });
  await bitcoin.deposited('0.6');
  await harness.steps(4);
  const { txid: second } = await harness.detail(ANNA, id);
  expect(second).not.toBe(txid);
  const inputs = await inputsOf();
  expect(inputs).not.toContain(deposit);
  expect(inputs).toEqual(expect.arrayContaining(survivors));
  await bitcoin.pooled(second);
  await bitcoin.mine(2);
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'confirmed', txid: second });
  expect(await chain.sender.transaction(txid)).toEqual({ state: 'unknown' });
  expect(await bitcoin.paidTo(receiver, 30)).toBe(69_980_000n);
  expect(await harness.vanished()).toEqual([]);
});
