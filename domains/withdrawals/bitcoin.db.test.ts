import { BTC } from '@karat/domains/ledger';
import { keyAt } from '@karat/platform/chains';
import { sql } from '@karat/platform/db';
import type { BitcoinInput } from '@karat/platform/signing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AGREED, ANNA, TEST_SEED } from './testing/chain-harness.ts';
import { newReceiver, openBitcoinHarness, regtest } from './testing/bitcoin-harness.ts';
import type { BitcoinHarness } from './testing/bitcoin-harness.ts';

let bitcoin: BitcoinHarness;
let harness: BitcoinHarness['harness'];
let node: BitcoinHarness['node'];
let chain: BitcoinHarness['chain'];

beforeAll(async () => {
  bitcoin = await openBitcoinHarness();
  ({ harness, node, chain } = bitcoin);
}, 120_000);
afterAll(() => bitcoin.close());

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
  await bitcoin.deposited('1.5');
  expect(await harness.agree()).toEqual(AGREED);
  const receiver = newReceiver();
  const id = await harness.payOut(ANNA, BTC, '0.4', receiver);
  const txid = await bitcoin.sent(id);
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
  await bitcoin.mine();
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'confirmed', txid });
  expect(await harness.agree()).toEqual(AGREED);
  expect(await bitcoin.paidTo(receiver, 2)).toBe(39_980_000n);
  expect(await bitcoin.paidTo(harness.house.change(0), 2)).toBeGreaterThan(110_000_000n);
  expect(await harness.balance(ANNA, BTC)).toBe('1.1 + 0');
  expect(await harness.db.rows(sql`select state from deposits_deposits`)).toEqual([{ state: 'credited' }]);
  await bitcoin.mine(2);
  expect(await harness.agree()).toEqual(AGREED);
});

test('returned change pays for the next one', async () => {
  const id = await harness.payOut(ANNA, BTC, '0.1', newReceiver());
  await bitcoin.sent(id);
  expect(
    await harness.db.rows(sql`select input from withdrawals_inputs where withdrawal_id = ${id}`),
  ).toMatchObject([{ input: { account: 'house', chain: 1, index: 0 } }]);
  await bitcoin.mine(2);
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'confirmed' });
  await bitcoin.mine(2);
  expect(await harness.agree()).toEqual(AGREED);
});

test('an unmined payout is replaced by one with the same inputs and a higher fee, which the node accepts', async () => {
  const receiver = newReceiver();
  const id = await harness.payOut(ANNA, BTC, '0.1', receiver);
  const first = await bitcoin.sent(id);
  await harness.turn(31 * 60_000);
  await harness.turn();
  const { txid: second } = await harness.detail(ANNA, id);
  expect(second).not.toBe(first);
  await bitcoin.pooled(second);
  expect(await chain.sender.transaction(first)).toEqual({ state: 'unknown' });
  const fees = await harness.db.rows<{ fee: number }>(
    sql`select network_fee::int as fee from withdrawals_attempts where withdrawal_id = ${id} order by attempt`,
  );
  expect(fees[1]?.fee).toBeGreaterThanOrEqual((fees[0]?.fee ?? 0) + 141);
  await bitcoin.mine(2);
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'confirmed', txid: second });
  expect(await bitcoin.paidTo(receiver, 2)).toBe(9_980_000n);
  expect(await harness.agree()).toEqual(AGREED);
  await bitcoin.mine(2);
});

test('a payout that a reorganisation removes, before or after the books settled it, is sent again and paid once', async () => {
  const receiver = newReceiver();
  const id = await harness.payOut(ANNA, BTC, '0.1', receiver);
  const txid = await bitcoin.sent(id);
  const loseFrom = async (height: number): Promise<void> => {
    const lost = (await chain.reader.block(height)) ?? expect.fail('no block');
    await node.invalidate(lost.hash);
    await node.forget();
    await node.mine(3, newReceiver());
    expect(await chain.sender.transaction(txid)).toEqual({ state: 'unknown' });
  };
  await bitcoin.mine();
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'broadcast', confirmations: 1 });
  await loseFrom(await chain.reader.height());
  await harness.turn();
  await bitcoin.pooled(txid);
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'broadcast', confirmations: 0 });
  expect(await harness.agree()).toEqual(AGREED);
  await bitcoin.mine(2);
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'confirmed' });

  await loseFrom((await chain.reader.height()) - 1);
  await harness.deposits.readNow('bitcoin');
  expect(await harness.agree()).toEqual(AGREED);
  await harness.turn(40_000);
  await bitcoin.pooled(txid);
  await bitcoin.mine(2);
  expect(await chain.sender.transaction(txid)).toMatchObject({ state: 'mined' });
  expect(await bitcoin.paidTo(receiver, 2)).toBe(9_980_000n);
  expect(await harness.agree()).toEqual(AGREED);
  await bitcoin.mine(2);
});

test('a payout whose inputs another transaction spent fails and is released once that transaction is deep', async () => {
  const receiver = newReceiver();
  const before = await harness.balance(ANNA, BTC);
  const id = await harness.payOut(ANNA, BTC, '0.1', receiver);
  const txid = await bitcoin.sent(id);
  await bitcoin.pooled(await node.spend(await spendableOf(id), harness.house.change(0), 50_000n));
  await bitcoin.mine();
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'broadcast' });
  await bitcoin.mine(3);
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'failed', reason: 'chain_failed' });
  expect(await harness.balance(ANNA, BTC)).toBe(before);
  expect(await chain.sender.transaction(txid)).toEqual({ state: 'unknown' });
  expect(await bitcoin.paidTo(receiver, 4)).toBe(0n);
});

test('unbooked outgoing coins halt the network', async () => {
  // The fee of the manual transaction is missing already: it is not booked.
  expect(await harness.compare()).toBe(false);
  expect(await harness.deposits.custody.haltedNetworks(harness.db)).toEqual(['bitcoin']);
  const [halt] = await harness.db.rows<{ reason: string }>(sql`select reason from deposits_halts`);
  expect(halt?.reason).toMatch(/^0\.0005 BTC missing on the chain at height [0-9]+$/);
});
