import { bitcoinNetwork } from '@karat/platform/chains';
import type { BitcoinChain, Block, ChainReader, EvmChain, Transfer } from '@karat/platform/chains';
import { sweepChain } from './sweep-chain.ts';

/** Blocks that a test mines and loses, with their transfers, and what lies on the chain by asset. */
export function scriptedBlocks() {
  const blocks: (Block & { readonly transfers: readonly Transfer[] })[] = [];
  const state = {
    /** Blocks that the node knows and does not hand out yet. */
    ahead: 0,
    balances: new Map<string, bigint>(),
  };
  let mined = 0;
  const mine = (...transfers: Partial<Transfer>[]): void => {
    mined += 1;
    const parent = blocks.at(-1)?.hash ?? '';
    const filled = transfers.map((each, place): Transfer => ({
      ...{ transaction: `0xt${mined}${place}`, output: place, to: '', from: '0xsender', spends: [] },
      ...{ asset: 'ETH', units: 0n, ...each },
    }));
    const height = blocks.length;
    blocks.push({ height, hash: `h${mined}`, parent, time: height * 1_000, transfers: filled });
  };
  mine();
  const reader: ChainReader = {
    height: async () => blocks.length - 1 + state.ahead,
    block: async (height) => blocks[height],
    transfers: async ({ hash }, watched) =>
      (blocks.find((block) => block.hash === hash)?.transfers ?? []).filter(({ to }) => watched.has(to)),
  };
  return { state, mine, lose: (): void => void blocks.pop(), reader };
}

/** An EVM chain without a node. */
export function scriptedEvm() {
  const { reader, ...blocks } = scriptedBlocks();
  const { chain } = sweepChain();
  const evm: EvmChain = {
    ...chain,
    reader: {
      ...chain.reader,
      ...reader,
      balance: async (_addresses, { code }, height) => ({
        units: blocks.state.balances.get(code) ?? 0n,
        height,
      }),
    },
  };
  return { chain: evm, ...blocks };
}

/** A Bitcoin chain without a node. */
export function scriptedBitcoin() {
  const { reader, ...blocks } = scriptedBlocks();
  const chain: BitcoinChain = {
    network: bitcoinNetwork('regtest'),
    assets: [{ network: 'bitcoin', code: 'BTC', standard: 'native', contract: undefined, decimals: 8 }],
    reader,
    sender: {
      broadcast: async (raw) => raw,
      transaction: async () => ({ state: 'unknown' }),
      feeRate: async () => 1,
      unspent: async () => [],
      spends: async () => undefined,
    },
  };
  return { chain, ...blocks };
}
