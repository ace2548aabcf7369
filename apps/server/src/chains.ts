import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { NETWORKS } from '@karat/contract';
import type { NetworkId } from '@karat/contract';
import type { DepositNetwork } from '@karat/domains/deposits';
import {
  KeyRefused,
  bitcoinNetwork,
  checkAddress,
  connectBitcoin,
  connectEvm,
  connectTron,
  createDeriver,
  evmNetwork,
  tronNetwork,
} from '@karat/platform/chains';
import type { Chain, Deriver, Network } from '@karat/platform/chains';
import * as z from 'zod';
import { ConfigError } from './config.ts';
import type { AccountKeys, ChainSettings } from './chain-settings.ts';
import type { Config } from './config.ts';

const TRON_DECIMALS = 6;
const keys = z.object({ deposits: z.string(), house: z.string() });
const exported = z.record(z.enum(NETWORKS), keys);
const run = promisify(execFile);

/** Networks for address validation. */
export const networksOf = ({ bitcoin, ethereum }: ChainSettings): Readonly<Record<NetworkId, Network>> => ({
  bitcoin: bitcoinNetwork(bitcoin.variant),
  ethereum: evmNetwork(ethereum.chainId),
  tron: tronNetwork,
});

/** Chains with a configured node. */
export function chainsOf({ bitcoin, ethereum, tron }: ChainSettings): Chain[] {
  const tokens = (['USDT', 'USDC'] as const).flatMap((code) => {
    const contract = ethereum.tokens[code];
    return contract === undefined ? [] : [{ code, contract, decimals: ethereum.decimals }];
  });
  const headers = tron.key === undefined ? {} : { headers: { 'TRON-PRO-API-KEY': tron.key } };
  return [
    ...(bitcoin.url === undefined
      ? []
      : [connectBitcoin(bitcoinNetwork(bitcoin.variant), { url: bitcoin.url })]),
    ...(ethereum.url === undefined
      ? []
      : [connectEvm(evmNetwork(ethereum.chainId), { url: ethereum.url }, tokens)]),
    ...(tron.url === undefined
      ? []
      : [
          connectTron({ url: tron.url, ...headers }, [
            { code: 'USDT', contract: tron.usdt, decimals: TRON_DECIMALS },
          ]),
        ]),
  ];
}

/** Returns the public keys of the demonstration's accounts; a separate program creates them if missing. */
async function demoKeys(config: Config): Promise<Readonly<Partial<Record<NetworkId, AccountKeys>>>> {
  const directory = join(config.dataDir, 'keys');
  const path = join(directory, 'xpubs.json');
  if (!existsSync(path)) {
    await run(process.execPath, [
      join(import.meta.dirname, '../../../platform/chains/demo-keys.ts'),
      directory,
    ]);
  }
  const read = exported.safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (!read.success) throw new ConfigError(`${path} cannot be used: remove it to have it written anew.`);
  return read.data;
}

/** Sources of deposit addresses: keys from the configuration, in a demonstration from the signer's export. */
export async function depositNetworks(config: Config, chains: readonly Chain[]): Promise<DepositNetwork[]> {
  const networks = networksOf(config.chains);
  const demo = config.demo ? await demoKeys(config) : {};
  return NETWORKS.map((id) => {
    const configured = config.chains.accountKeys[id];
    const deposits = configured.deposits ?? demo[id]?.deposits;
    const container = configured.house ?? demo[id]?.house;
    const network = networks[id];
    const own = container === undefined ? undefined : deriverOf(network, 'house', container);
    if (deposits !== undefined) deriverOf(network, 'deposits', deposits);
    return {
      network,
      accountKey: deposits,
      chain: chains.find((chain) => chain.network.id === id),
      houseAddresses: own ? [own.receiving(0), own.change(0)] : [],
      ...(config.demo ? { fromHeight: 0 } : {}),
    };
  });
}

function deriverOf(network: Network, use: keyof AccountKeys, key: string): Deriver {
  try {
    return createDeriver(network, key);
  } catch (failure) {
    if (!(failure instanceof KeyRefused)) throw failure;
    const variable = `KARAT_XPUB_${network.id.toUpperCase()}${use === 'house' ? '_HOUSE' : ''}`;
    throw new ConfigError(`${variable}: ${failure.message}.`);
  }
}

/** Refuses malformed account keys and token contracts. */
export function checkChains(settings: ChainSettings): void {
  const networks = networksOf(settings);
  for (const id of NETWORKS) {
    const { deposits, house: container } = settings.accountKeys[id];
    if (deposits !== undefined) deriverOf(networks[id], 'deposits', deposits);
    if (container !== undefined) deriverOf(networks[id], 'house', container);
  }
  const { ethereum, tron } = settings;
  checkContract('KARAT_USDT_CONTRACT', networks.ethereum, ethereum.tokens.USDT);
  checkContract('KARAT_USDC_CONTRACT', networks.ethereum, ethereum.tokens.USDC);
  checkContract('KARAT_TRON_USDT_CONTRACT', networks.tron, tron.usdt);
}

function checkContract(variable: string, network: Network, text: string | undefined): void {
  const checked = text === undefined ? undefined : checkAddress(network, text);
  if (checked === undefined || checked.ok) return;
  throw new ConfigError(`${variable} is no address of ${network.id} (${checked.reason}): it is "${text}".`);
}
