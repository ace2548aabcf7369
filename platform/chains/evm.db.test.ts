import { amount } from '@karat/money';
import { startEvm } from '@karat/platform/test-chains';
import type { EvmTestChain } from '@karat/platform/test-chains';
import { mnemonicToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChainUnavailable, connectEvm, evmNetwork, tokenTransferData } from './index.ts';
import type { EvmChain, Transfer } from './index.ts';

const ANNA = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const BEN = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const CAROL = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const watched = new Set([ANNA, CAROL]);

let node: EvmTestChain;
let chain: EvmChain;

beforeAll(async () => {
  node = await startEvm();
  chain = connectEvm(evmNetwork(node.chainId), { url: node.url }, [
    { code: 'USDT', contract: node.tokens.USDT, decimals: node.decimals },
    { code: 'USDC', contract: node.tokens.USDC, decimals: node.decimals },
  ]);
});
afterAll(() => node.stop());

async function lastTransfers(): Promise<readonly Transfer[]> {
  const block = await chain.reader.block(await chain.reader.height());
  if (!block) throw new Error('no block');
  return chain.reader.transfers(block, watched);
}

/** Calls the node itself. */
async function rpc<T>(method: string, ...params: unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(node.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return ((await response.json()) as { result: T }).result;
}

test('coins and tokens to a watched address are found in their own units; other transfers are ignored', async () => {
  const coin = await node.send('ETH', ANNA, amount('1.5'));
  expect(await lastTransfers()).toEqual([
    expect.objectContaining({
      transaction: coin,
      output: -1,
      to: ANNA,
      asset: 'ETH',
      units: 1_500_000_000_000_000_000n,
    }),
  ]);
  const token = await node.send('USDT', ANNA, amount('25.5'));
  const [seen, ...more] = await lastTransfers();
  expect(more).toEqual([]);
  expect(seen).toMatchObject({
    transaction: token,
    to: ANNA,
    asset: 'USDT',
    units: 25_500_000_000_000_000_000n,
  });
  expect(seen?.output).toBeGreaterThanOrEqual(0);
  await node.send('USDC', BEN, amount('1'));
  expect(await lastTransfers()).toEqual([]);
});

test('a token with other decimals than configured is neither read nor paid', async () => {
  const wrong = connectEvm(evmNetwork(node.chainId), { url: node.url }, [
    { code: 'USDT', contract: node.tokens.USDT, decimals: 6 },
  ]);
  const block = await wrong.reader.block(await wrong.reader.height());
  if (!block) throw new Error('no block');
  const error = { message: 'USDT counts 18 decimals, not 6 as configured' };
  await expect(wrong.reader.transfers(block, watched)).rejects.toMatchObject(error);
  await expect(wrong.sender.nonce(ANNA)).rejects.toMatchObject(error);
});

test('blocks refer to their parents, and there is none above the last', async () => {
  await node.mine(2);
  const height = await chain.reader.height();
  const last = await chain.reader.block(height);
  const before = await chain.reader.block(height - 1);
  expect(last?.parent).toBe(before?.hash);
  expect(await chain.reader.block(height + 1)).toBeUndefined();
});

test('a reorganised block has another hash, and a query for the orphaned hash returns nothing of the new block', async () => {
  await node.send('ETH', ANNA, amount('2'));
  await node.mine(1);
  const height = await chain.reader.height();
  const lost = await chain.reader.block(height - 1);
  await node.reorganise(2);
  const now = await chain.reader.block(height - 1);
  expect(now?.hash).not.toBe(lost?.hash);
  if (!lost || !now) throw new Error('no block');
  expect(await chain.reader.transfers(now, watched)).toEqual([]);
  const late = await chain.reader.transfers(lost, watched).catch((failure: unknown) => failure);
  expect(late instanceof ChainUnavailable || (Array.isArray(late) && late.length === 0)).toBe(true);
});

test('balances are those of the requested height', async () => {
  const height = await chain.reader.height();
  const [asset] = chain.assets.filter(({ code }) => code === 'USDC');
  if (!asset) throw new Error('no asset');
  const before = await chain.reader.balance([ANNA, BEN], asset, height);
  await node.send('USDC', ANNA, amount('3'));
  const after = await chain.reader.balance([ANNA, BEN], asset, await chain.reader.height());
  expect(after.units - before.units).toBe(3_000_000_000_000_000_000n);
  expect((await chain.reader.balance([ANNA, BEN], asset, height)).units).toBe(before.units);
});

test('fees, nonces and transaction states come from the node', async () => {
  const fees = await chain.sender.fees();
  expect(fees.maxFeePerGas).toBeGreaterThan(fees.maxPriorityFeePerGas);
  expect(await chain.sender.nonce(BEN)).toBe(0);
  expect(await chain.sender.gas({ from: ANNA, to: BEN, value: 1n, data: '0x' })).toBe(21_000n);
  const id = await node.send('ETH', ANNA, amount('1'));
  expect(await chain.sender.transaction(id)).toMatchObject({
    state: 'mined',
    confirmations: 1,
    succeeded: true,
  });
  await node.mine(2);
  expect(await chain.sender.transaction(id)).toMatchObject({ confirmations: 3 });
  expect(await chain.sender.transaction(`0x${'ab'.repeat(32)}`)).toEqual({ state: 'unknown' });
});

test('a transfer has the number that its own transaction gives it, wherever that is in its block', async () => {
  for (const owner of [ANNA, BEN]) await node.send('USDT', owner, amount('9'));
  await node.setAutomine(false);
  const sent = async (from: string, units: bigint): Promise<string> => {
    const data = tokenTransferData(CAROL, units);
    return rpc('eth_sendTransaction', { from, to: node.tokens.USDT, data });
  };
  const ids = [await sent(ANNA, 5n), await sent(BEN, 7n), await sent(BEN, 0n)];
  await node.mine(1);
  await node.setAutomine(true);
  const found = await lastTransfers();
  expect(found.map(({ transaction, output, units }) => ({ transaction, output, units }))).toEqual(
    expect.arrayContaining([
      { transaction: ids[0], output: 0, units: 5n },
      { transaction: ids[1], output: 0, units: 7n },
    ]),
  );
  // Nothing is no deposit.
  expect(found).toHaveLength(2);
});

test('a transaction that waits counts for the next nonce and not for the mined one, and is sent twice without harm', async () => {
  const account = mnemonicToAccount('test test test test test test test test test test test junk', {
    addressIndex: 2,
  });
  expect(account.address).toBe(BEN);
  const fees = await chain.sender.fees();
  const { baseFeePerGas } = await rpc<{ baseFeePerGas: string }>('eth_getBlockByNumber', 'latest', false);
  expect(fees.maxFeePerGas).toBe(2n * BigInt(baseFeePerGas) + fees.maxPriorityFeePerGas);
  const nonce = await chain.sender.nonce(BEN);
  const raw = await account.signTransaction({
    ...{ type: 'eip1559', chainId: node.chainId, nonce, to: ANNA, value: 1n, gas: 21_000n, ...fees },
  });
  await node.setAutomine(false);
  const id = await chain.sender.broadcast(raw);
  expect(await chain.sender.broadcast(raw)).toBe(id);
  expect(await chain.sender.transaction(id)).toEqual({ state: 'pending' });
  expect([await chain.sender.nonce(BEN), await chain.sender.minedNonce(BEN)]).toEqual([nonce + 1, nonce]);
  await node.mine(1);
  await node.setAutomine(true);
  expect(await chain.sender.broadcast(raw)).toBe(id);
  expect(await chain.sender.minedNonce(BEN)).toBe(nonce + 1);
});

test('an unreachable node is reported without its address', async () => {
  const gone = connectEvm(evmNetwork(31_337), { url: 'http://user:secret@127.0.0.1:1/key' }, []);
  const failure = await gone.reader.height().catch((reason: unknown) => reason);
  expect(failure).toBeInstanceOf(ChainUnavailable);
  expect(String(failure)).not.toMatch(/secret|key|127/);
});
