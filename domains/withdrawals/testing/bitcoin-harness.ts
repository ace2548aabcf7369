import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BTC } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { bitcoinNetwork, connectBitcoin } from '@karat/platform/chains';
import type { BitcoinChain } from '@karat/platform/chains';
import { installBitcoinNode, startBitcoin } from '@karat/platform/test-chains';
import type { BitcoinTestChain } from '@karat/platform/test-chains';
import { createTestDatabase } from '@karat/testkit';
import { expect } from 'vitest';
import { ANNA, openChainHarness, receiversOn } from './chain-harness.ts';

export const regtest = bitcoinNetwork('regtest');
export const newReceiver = receiversOn(regtest);

/** Deposits and withdrawals of bitcoin on a real node in regtest mode, with a database of their own. */
export interface BitcoinHarness {
  readonly node: BitcoinTestChain;
  readonly chain: BitcoinChain;
  readonly harness: Awaited<ReturnType<typeof openChainHarness>>;
  /** Mines blocks and lets deposits and withdrawals see them. */
  readonly mine: (blocks?: number) => Promise<void>;
  /** Waits until the node has a transaction in its pool, shortly after its response. */
  readonly pooled: (id: string) => Promise<void>;
  /** Deposits external coins for Anna and waits until they are credited. Returns the transaction's id. */
  readonly deposited: (sum: string) => Promise<string>;
  /** Steps until a payout is broadcast and the node knows it. Returns its transaction's id. */
  readonly sent: (id: number) => Promise<string>;
  /** Returns the amounts that the newest blocks paid to an address, in satoshi. */
  readonly paidTo: (address: string, blocks: number) => Promise<bigint>;
  /** Checks the books, stops the node and removes its data. */
  readonly close: () => Promise<void>;
}

export async function openBitcoinHarness(): Promise<BitcoinHarness> {
  const directory = await mkdtemp(join(tmpdir(), 'karat-bitcoin-'));
  const program = await installBitcoinNode(resolve(import.meta.dirname, '../../../node_modules/.karat'));
  const [node, database] = await Promise.all([startBitcoin({ program, directory }), createTestDatabase()]);
  const chain = connectBitcoin(regtest, { url: node.url });
  const harness = await openChainHarness(database.url, chain);
  const mine = (blocks?: number): Promise<void> => harness.mine(node, blocks);

  const pooled = async (id: string): Promise<void> => {
    await expect.poll(() => chain.sender.transaction(id)).toEqual({ state: 'pending' });
  };

  return {
    node,
    chain,
    harness,
    mine,
    pooled,
    async deposited(sum) {
      const address = (await harness.deposits.firstAddress('BTC', ANNA)) ?? expect.fail('no address');
      const before = await harness.balance(ANNA, BTC);
      const id = await node.send(address, amount(sum));
      await pooled(id);
      await mine(2);
      expect(await harness.balance(ANNA, BTC)).not.toBe(before);
      return id;
    },
    async sent(id) {
      await harness.steps(4);
      const { state, txid } = await harness.detail(ANNA, id);
      expect(state).toBe('broadcast');
      await pooled(txid);
      return txid;
    },
    async paidTo(address, blocks) {
      const height = await chain.reader.height();
      let units = 0n;
      for (let at = height - blocks + 1; at <= height; at++) {
        const block = (await chain.reader.block(at)) ?? expect.fail('no block');
        for (const found of await chain.reader.transfers(block, new Set([address]))) units += found.units;
      }
      return units;
    },
    async close() {
      await harness.booksAreRight();
      await harness.close();
      await Promise.all([node.stop(), database.drop()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
