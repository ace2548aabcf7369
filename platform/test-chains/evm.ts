import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  createTestClient,
  createWalletClient,
  encodeDeployData,
  getAddress,
  getContractAddress,
  http,
  parseAbi,
  publicActions,
} from 'viem';
import type { Address, Hash } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { PRIVATE_CHAIN_ID, unitsOf } from '@karat/platform/chains';
import { freePort, startProgram } from './processes.ts';
import { TOKEN_BYTECODE, TOKEN_DECIMALS } from './token.ts';

/** The public development mnemonic of such chains: nothing of value is behind it. */
const WORDS = 'test test test test test test test test test test test junk';
const READY_MS = 20_000;
const POLL_MS = 50;
const ETHER_DECIMALS = 18;
const STATE_SECONDS = 5;
const SUPPLY = '1000000000';

const constructor = parseAbi(['constructor(string name, string symbol, uint256 supply, address owner)']);
const tokenAbi = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'function symbol() view returns (string)',
]);

/** Tokens of this chain by currency code. */
export type TestTokens = Readonly<Record<'USDT' | 'USDC', string>>;

export interface EvmTestChain {
  readonly url: string;
  readonly chainId: number;
  readonly tokens: TestTokens;
  /** Decimals of both tokens. */
  readonly decimals: number;
  /** Sends ETH or a token from the chain's own funds; returns the transaction's id. */
  send(code: string, to: string, value: Amount): Promise<string>;
  mine(blocks: number): Promise<void>;
  /** Replaces the last blocks with empty ones. */
  reorganise(depth: number): Promise<void>;
  /** Whether a transaction is mined as soon as it arrives; otherwise it waits for `mine`. */
  setAutomine(isOn: boolean): Promise<void>;
  /** Sets the coins of an address in wei, without a transaction. */
  setBalance(address: string, units: bigint): Promise<void>;
  stop(): Promise<void>;
}

/** Returns the binary that npm installed for this machine. */
function binary(): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  const name = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  // The package of this platform alone: its parent names platforms that not every registry has.
  const load = createRequire(import.meta.url);
  const manifest = load.resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/package.json`);
  return manifest.replace(/package\.json$/, `bin/${name}`);
}

const clientOf = (url: string) => {
  const account = mnemonicToAccount(WORDS);
  const transport = http(url, { retryCount: 0 });
  const chain = {
    id: PRIVATE_CHAIN_ID,
    name: 'private chain',
    rpcUrls: { default: { http: [url] } },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: ETHER_DECIMALS },
  };
  const test = createTestClient({
    mode: 'anvil',
    transport,
    chain,
    cacheTime: 0,
    pollingInterval: POLL_MS,
  }).extend(publicActions);
  return { account, test, wallet: createWalletClient({ account, transport, chain }) };
};
type Client = ReturnType<typeof clientOf>;

async function answers({ test }: Client): Promise<void> {
  const until = performance.now() + READY_MS;
  for (;;) {
    try {
      await test.getChainId();
      return;
    } catch (failure) {
      if (performance.now() > until) throw failure;
      await pause(POLL_MS);
    }
  }
}

/** Returns the tokens, deployed by the first two transactions of the chain; deploys them if missing. */
async function tokensOf({ account, test, wallet }: Client): Promise<TestTokens> {
  const deploy = async (symbol: 'USDT' | 'USDC', nonce: number): Promise<string> => {
    const address = getContractAddress({ from: account.address, nonce: BigInt(nonce) });
    if ((await test.getCode({ address })) !== undefined) return address;
    const args = [
      `Test ${symbol}`,
      symbol,
      unitsOf(amount(SUPPLY), TOKEN_DECIMALS),
      account.address,
    ] as const;
    const data = encodeDeployData({ abi: constructor, bytecode: TOKEN_BYTECODE, args });
    const hash = await wallet.sendTransaction({ data, nonce });
    await test.waitForTransactionReceipt({ hash });
    return address;
  };
  return { USDT: await deploy('USDT', 0), USDC: await deploy('USDC', 1) };
}

/**
 * Starts a private EVM chain by anvil, with two tokens. With an interval it mines a block every `interval` seconds,
 * without one as soon as there is a transaction. `statePath` keeps the chain over restarts.
 */
export async function startEvm(
  options: { readonly intervalS?: number; readonly statePath?: string } = {},
): Promise<EvmTestChain> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const client = clientOf(url);
  const program = binary();
  if (!existsSync(program)) throw new Error(`anvil is not installed for ${process.platform}-${process.arch}`);
  const { statePath, intervalS } = options;
  const running = await startProgram(
    process.execPath,
    [
      join(import.meta.dirname, 'leash.cjs'),
      program,
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--chain-id',
      String(PRIVATE_CHAIN_ID),
      '--mnemonic',
      WORDS,
      '--quiet',
      ...(intervalS === undefined ? [] : ['--block-time', String(intervalS)]),
      ...(statePath === undefined ? [] : ['--state', statePath, '--state-interval', String(STATE_SECONDS)]),
    ],
    { ready: () => answers(client) },
  );
  try {
    const tokens = await tokensOf(client);
    return {
      url,
      chainId: PRIVATE_CHAIN_ID,
      tokens,
      decimals: TOKEN_DECIMALS,
      ...actionsOf(client, tokens, intervalS === undefined),
      stop: () => running.stop(),
    };
  } catch (failure) {
    await running.stop();
    throw failure;
  }
}

async function transfer(
  { wallet }: Pick<Client, 'wallet'>,
  tokens: TestTokens,
  { code, to, value }: { code: string; to: Address; value: Amount },
): Promise<Hash> {
  if (code === 'ETH') return wallet.sendTransaction({ to, value: unitsOf(value, ETHER_DECIMALS) });
  const contract = code === 'USDT' || code === 'USDC' ? tokens[code] : undefined;
  if (contract === undefined) throw new RangeError(`no ${code} on this chain`);
  return wallet.writeContract({
    address: getAddress(contract),
    abi: tokenAbi,
    functionName: 'transfer',
    args: [to, unitsOf(value, TOKEN_DECIMALS)],
  });
}

const actionsOf = (
  { test, wallet }: Client,
  tokens: TestTokens,
  minesAtOnce: boolean,
): Omit<EvmTestChain, 'url' | 'chainId' | 'tokens' | 'decimals' | 'stop'> => ({
  async send(code, to, value) {
    const hash = await transfer({ wallet }, tokens, { code, to: getAddress(to), value });
    // The node replies before it has mined, even with instant mining.
    if (minesAtOnce) await test.waitForTransactionReceipt({ hash });
    return hash;
  },
  mine: (blocks) => test.mine({ blocks }),
  async reorganise(depth) {
    await test.request({ method: 'anvil_reorg', params: [depth, []] } as never);
  },
  setAutomine: (isOn) => test.setAutomine(isOn),
  setBalance: (address, value) => test.setBalance({ address: getAddress(address), value }),
});

/** Sends from the funds of a running chain. */
export async function attachEvm(url: string): Promise<Pick<EvmTestChain, 'send'>> {
  const client = clientOf(url);
  return actionsOf(client, await tokensOf(client), false);
}
