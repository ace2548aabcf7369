import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { NetworkId } from '@karat/contract';
import type { DepositNetwork, Faucet } from '@karat/domains/deposits';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { installBitcoinNode, startBitcoin, startEvm } from '@karat/platform/test-chains';
import type { BitcoinTestChain, EvmTestChain } from '@karat/platform/test-chains';
import type { ChainSettings } from './chain-settings.ts';
import type { Config } from './config.ts';

const EVM_BLOCK_S = 2;
const BITCOIN_BLOCK_MS = 3_000;
/** Amounts of the test coin button. */
const GIFTS: Readonly<Record<string, Amount>> = {
  BTC: amount('0.01'),
  ETH: amount('0.5'),
  USDT: amount('100'),
  USDC: amount('100'),
};
/** Coins for the fees of sweeps. */
const GAS = amount('10');
/** Initial funds of the house addresses, for payouts. */
const HOUSE: Readonly<Record<string, Amount>> = {
  BTC: amount('20'),
  ETH: amount('500'),
  USDT: amount('1000000'),
  USDC: amount('1000000'),
};

/** Private chains that run beside the server. */
export interface TestChains {
  /** The settings with these chains' nodes. */
  readonly settings: ChainSettings;
  readonly faucet: Faucet;
  /** Funds the house addresses for payouts, once. */
  fundHouse(networks: readonly DepositNetwork[]): Promise<void>;
  stop(): Promise<void>;
}

/** Starts both chains with their data under `.karat/chains`, where `nodes.json` has their addresses while they run. */
export async function startTestChains(config: Config): Promise<TestChains> {
  const directory = join(config.dataDir, 'chains');
  mkdirSync(directory, { recursive: true });
  const program = await installBitcoinNode(resolve(import.meta.dirname, '../../../node_modules/.karat'));
  const evm = await startEvm({ intervalS: EVM_BLOCK_S, statePath: join(directory, 'evm.json') });
  const bitcoin = await startBitcoin({
    program,
    directory: join(directory, 'bitcoin'),
    intervalMs: BITCOIN_BLOCK_MS,
  }).catch(async (failure: unknown) => {
    await evm.stop();
    throw failure;
  });
  const nodes = join(directory, 'nodes.json');
  writeFileSync(nodes, JSON.stringify({ ethereum: evm.url, bitcoin: bitcoin.url }));
  const send = senderOf(evm, bitcoin);
  return {
    settings: settingsOf(config.chains, evm, bitcoin),
    faucet: {
      async send(network, code, address) {
        const gift = GIFTS[code] ?? amount('1');
        return { txid: await send(network, code, address, gift), amount: gift };
      },
    },
    async fundHouse(networks) {
      const gasDone = join(directory, 'gas-station-funded');
      const [, gasStation] = networks.find(({ network }) => network.family === 'evm')?.houseAddresses ?? [];
      if (gasStation !== undefined && !existsSync(gasDone)) {
        await send('ethereum', 'ETH', gasStation, GAS);
        writeFileSync(gasDone, '');
      }
      const done = join(directory, 'house-funded');
      if (existsSync(done)) return;
      for (const [code, sum] of Object.entries(HOUSE)) {
        const network = code === 'BTC' ? 'bitcoin' : 'ethereum';
        const [address] = networks.find((each) => each.network.id === network)?.houseAddresses ?? [];
        if (address !== undefined) await send(network, code, address, sum);
      }
      writeFileSync(done, '');
    },
    async stop() {
      rmSync(nodes, { force: true });
      await Promise.all([evm.stop(), bitcoin.stop()]);
    },
  };
}

const settingsOf = (
  settings: ChainSettings,
  evm: EvmTestChain,
  bitcoin: BitcoinTestChain,
): ChainSettings => ({
  ...settings,
  bitcoin: { url: bitcoin.url, variant: 'regtest' },
  ethereum: { url: evm.url, chainId: evm.chainId, tokens: evm.tokens, decimals: evm.decimals },
});

/** One payment at a time: the chain's account has one nonce. */
function senderOf(evm: EvmTestChain, bitcoin: BitcoinTestChain) {
  let last: Promise<unknown> = Promise.resolve();
  return (network: NetworkId, code: string, address: string, value: Amount): Promise<string> => {
    const sent = last.then(() => {
      if (network === 'bitcoin') return bitcoin.send(address, value);
      if (network === 'ethereum') return evm.send(code, address, value);
      throw new RangeError(`no test chain of ${network}`);
    });
    last = sent.catch(() => undefined);
    return sent;
  };
}
