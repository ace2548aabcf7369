import type { CurrencyId } from '@karat/contract';
import { ETH, USDT } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { connectEvm, evmNetwork, keyAt, unitsOf } from '@karat/platform/chains';
import type { EvmChain } from '@karat/platform/chains';
import { sql } from '@karat/platform/db';
import { startEvm } from '@karat/platform/test-chains';
import type { EvmTestChain } from '@karat/platform/test-chains';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AGREED, ANNA, TEST_SEED, openChainHarness, receiversOn } from './testing/chain-harness.ts';

const GWEI = 10n ** 9n;
const newReceiver = receiversOn(evmNetwork(31_337));

let node: EvmTestChain;
let chain: EvmChain;
let database: TestDatabase;
let harness: Awaited<ReturnType<typeof openChainHarness>>;

beforeAll(async () => {
  [node, database] = await Promise.all([startEvm(), createTestDatabase()]);
  chain = connectEvm(evmNetwork(node.chainId), { url: node.url }, [
    { code: 'USDT', contract: node.tokens.USDT, decimals: node.decimals },
  ]);
  harness = await openChainHarness(database.url, chain);
  const address = (await harness.deposits.firstAddress('USDT', ANNA)) ?? expect.fail('no address');
  await node.send('USDT', address, amount('5000'));
  await node.send('ETH', address, amount('3'));
  await mine(4);
}, 120_000);
afterAll(async () => {
  await harness.booksAreRight();
  await harness.close();
  await Promise.all([node.stop(), database.drop()]);
});

const mine = (blocks?: number): Promise<void> => harness.mine(node, blocks);
const steps = (count: number): Promise<void> => harness.steps(count);
/** Returns the balance of an address in the asset's smallest units. */
async function heldBy(address: string, code: string): Promise<bigint> {
  const asset = chain.assets.find((each) => each.code === code) ?? expect.fail(code);
  return (await chain.reader.balance([address], asset, await chain.reader.height())).units;
}
const payOut = (currency: CurrencyId, number: string, address: string): Promise<number> =>
  harness.payOut(ANNA, currency, number, address);

test("a payout beyond the payout address's balance does not start, uses no nonce and can be cancelled, until there is enough", async () => {
  const receiver = newReceiver();
  const id = await payOut(ETH, '0.5', receiver);
  await steps(2);
  expect(await harness.detail(ANNA, id)).toMatchObject({
    state: 'approved',
    waits: 'funds',
    may_cancel: true,
  });
  expect(await harness.db.one(sql`select nonce, problem from withdrawals_requests where id = ${id}`)).toEqual(
    {
      nonce: null,
      problem: 'too little to pay from: ETH at the payout address',
    },
  );
  await node.send('ETH', harness.house.receiving(0), amount('10'));
  await node.send('USDT', harness.house.receiving(0), amount('10000'));
  await steps(4);
  await mine(2);
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'confirmed' });
  expect(await heldBy(receiver, 'ETH')).toBe(499_000_000_000_000_000n);
  expect(await harness.agree()).toEqual(AGREED);
});

test('coins and tokens are paid in turn; books and chain agree at every step, whichever of them is behind', async () => {
  const [coins, tokens] = [newReceiver(), newReceiver()];
  const ids = [await payOut(ETH, '1', coins), await payOut(USDT, '1000', tokens)];
  for (let step = 0; step < 4; step++) {
    await steps(1);
    expect(await harness.agree(), `step ${step}`).toEqual(AGREED);
  }
  for (let block = 0; block < 4; block++) {
    await node.mine(1);
    // The chain is ahead of the watcher: no verdict, and no halt.
    await harness.compare();
    expect(await harness.deposits.custody.haltedNetworks(harness.db)).toEqual([]);
    await steps(1);
    expect(await harness.agree(), `block ${block}`).toEqual(AGREED);
  }
  for (const id of ids) expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'confirmed' });
  expect(await heldBy(coins, 'ETH')).toBe(999_000_000_000_000_000n);
  expect(await heldBy(tokens, 'USDT')).toBe(996n * 10n ** 18n);
  expect(await harness.db.rows(sql`select distinct state from deposits_deposits order by state`)).toEqual([
    { state: 'credited' },
    { state: 'house' },
  ]);
});

test('a payout whose nonce another transaction used fails once that is deep, and is released', async () => {
  const before = await harness.balance(ANNA, USDT);
  const id = await payOut(USDT, '50', newReceiver());
  await steps(2);
  // Signed and not sent yet: a manual transaction uses the same nonce.
  const { nonce } = await harness.db.one<{ nonce: number }>(
    sql`select nonce from withdrawals_requests where id = ${id}`,
  );
  await spendByHand(harness.house.receiving(0), 0n, nonce);
  await steps(2);
  expect((await harness.detail(ANNA, id)).state).not.toBe('failed');
  await mine(4);
  expect(await harness.detail(ANNA, id)).toMatchObject({ state: 'failed', reason: 'chain_failed' });
  expect(await harness.balance(ANNA, USDT)).toBe(before);
  const next = await payOut(USDT, '50', newReceiver());
  await steps(4);
  await mine(3);
  expect(await harness.detail(ANNA, next)).toMatchObject({ state: 'confirmed' });
});

/** Sends from the payout address with its key, as a holder of the seed can. */
async function spendByHand(to: string, value: bigint, nonce: number): Promise<void> {
  const { privateKey } = keyAt(TEST_SEED, chain.network, 'house', 0);
  const account = privateKeyToAccount(`0x${Buffer.from(privateKey).toString('hex')}`);
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId: node.chainId,
    nonce,
    to: to as `0x${string}`,
    value,
    gas: 21_000n,
    maxFeePerGas: 10n * GWEI,
    maxPriorityFeePerGas: GWEI,
  });
  await chain.sender.broadcast(raw);
}

test('unbooked outgoing coins halt the network', async () => {
  const nonce = await chain.sender.nonce(harness.house.receiving(0));
  await spendByHand(newReceiver(), unitsOf(amount('0.25'), 18), nonce);
  await mine(1);
  expect(await harness.compare()).toBe(false);
  expect(await harness.deposits.custody.haltedNetworks(harness.db)).toEqual(['ethereum']);
  const [halt] = await harness.db.rows<{ reason: string }>(sql`select reason from deposits_halts`);
  expect(halt?.reason).toMatch(/^0\.25[0-9]* ETH missing on the chain at height [0-9]+$/);
});
