import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mnemonicToSeedSync } from '@scure/bip39';
import { amount } from '@karat/money';
import { installBitcoinNode, startBitcoin } from '@karat/platform/test-chains';
import type { BitcoinTestChain } from '@karat/platform/test-chains';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChainUnavailable, accountKey, bitcoinNetwork, connectBitcoin, createDeriver } from './index.ts';
import type { BitcoinChain } from './index.ts';

const regtest = bitcoinNetwork('regtest');
const seed = mnemonicToSeedSync(
  'legal winner thank year wave sausage worth useful legal winner thank yellow',
);
const deriver = createDeriver(regtest, accountKey(seed, regtest, 'deposits'));
const ANNA = deriver.receiving(0);

let directory: string;
let node: BitcoinTestChain;
let chain: BitcoinChain;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'karat-regtest-'));
  const program = await installBitcoinNode(join(import.meta.dirname, '../../node_modules/.karat'));
  node = await startBitcoin({ program, directory });
  chain = connectBitcoin(regtest, { url: node.url });
}, 120_000);
afterAll(async () => {
  await node.stop();
  await rm(directory, { recursive: true, force: true });
});

const newest = async () => {
  const block = await chain.reader.block(await chain.reader.height());
  if (!block) throw new Error('no block');
  return block;
};

test('an output to a watched address is found in its block, exact to the satoshi', async () => {
  const id = await node.send(ANNA, amount('0.12345678'));
  // The node adds the transaction to its mempool shortly after it has replied.
  await expect.poll(() => chain.sender.transaction(id)).toEqual({ state: 'pending' });
  await node.mine(1);
  const block = await newest();
  const found = await chain.reader.transfers(block, new Set([ANNA]));
  expect(found).toEqual([
    expect.objectContaining({ transaction: id, to: ANNA, asset: 'BTC', units: 12_345_678n, from: undefined }),
  ]);
  expect(found[0]?.spends.length).toBeGreaterThan(0);
  expect(await chain.reader.transfers(block, new Set([deriver.receiving(1)]))).toEqual([]);
  expect(await chain.sender.transaction(id)).toMatchObject({
    state: 'mined',
    height: block.height,
    blockHash: block.hash,
    confirmations: 1,
    succeeded: true,
  });
  const unspent = await chain.sender.unspent([
    { transaction: id, output: found[0]?.output ?? 0 },
    { transaction: id, output: 99 },
  ]);
  expect(unspent).toEqual([
    expect.objectContaining({ address: ANNA, units: 12_345_678n, confirmations: 1, bestBlock: block.hash }),
  ]);
});

test('headers chain, and there is no block above the last', async () => {
  const last = await newest();
  expect((await chain.reader.block(last.height - 1))?.hash).toBe(last.parent);
  expect(await chain.reader.block(last.height + 1)).toBeUndefined();
});

test('an orphaned block is replaced at its height', async () => {
  const [lost = ''] = await node.mine(1);
  const height = await chain.reader.height();
  await node.invalidate(lost);
  await node.mine(2, deriver.change(0));
  const now = await chain.reader.block(height);
  expect(now?.hash).not.toBe(lost);
});

test('a chain without history has the minimum fee, and unknown transactions are reported as unknown', async () => {
  expect(await chain.sender.feeRate(3)).toBe(1);
  expect(await chain.sender.transaction('ab'.repeat(32))).toEqual({ state: 'unknown' });
  await expect(chain.sender.broadcast('00')).rejects.toThrow(ChainUnavailable);
});
