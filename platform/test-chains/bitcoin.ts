import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hex } from '@scure/base';
import { NETWORK, Transaction, p2wpkh } from '@scure/btc-signer';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import * as z from 'zod';
import type { Amount } from '@karat/money';
import { bitcoinNetwork, unitsOf } from '@karat/platform/chains';
import { freePort, startProgram } from './processes.ts';

const REGTEST = { ...NETWORK, bech32: bitcoinNetwork('regtest').prefix, pubKeyHash: 0x6f, scriptHash: 0xc4 };
/** The key that this chain's blocks pay to: public, because nothing here has value. */
const MINER_KEY = sha256(new TextEncoder().encode('karat regtest miner'));
const COIN_DECIMALS = 8;
const UNITS = 10 ** COIN_DECIMALS;
const FEE = 1_000n;
const DUST = 546n;
/** Coinbases of this chain can be spent after this many blocks. */
const MATURITY = 100;
const source = join(import.meta.dirname, 'regtest');
const NAME = 'bcoin';

/** An output of a P2WPKH address with its key. */
interface Spendable {
  readonly transaction: string;
  readonly output: number;
  readonly units: bigint;
  readonly privateKey: Uint8Array;
}

export interface BitcoinTestChain {
  readonly url: string;
  /** Sends BTC of the miner; returns the transaction's id. It is in the next block. */
  send(to: string, value: Amount): Promise<string>;
  /**
   * Spends outputs with the given keys, all of them to one address less the fee (satoshi); returns the transaction's
   * id.
   */
  spend(outputs: readonly Spendable[], to: string, fee: bigint): Promise<string>;
  /** Mines blocks to the miner, or to an address; returns their hashes. */
  mine(blocks: number, to?: string): Promise<readonly string[]>;
  /** Invalidates the blocks from a hash on, as a reorganisation does. */
  invalidate(hash: string): Promise<void>;
  /** Empties the node's mempool. */
  forget(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Installs the node's program once, by its own lock file and without install scripts, under `directory`. It is large,
 * so it is installed only for test chains.
 */
export async function installBitcoinNode(directory: string): Promise<string> {
  const lock = readFileSync(join(source, 'package-lock.json'), 'utf8');
  const target = join(directory, NAME);
  const stamp = join(target, 'package-lock.json');
  if (
    existsSync(join(target, 'node_modules', NAME)) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === lock
  )
    return target;
  // Only one that was there before is removed: another process may put the same there meanwhile.
  const isStale = existsSync(target);
  const unfinished = join(directory, `${NAME}-${process.pid}`);
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  for (const name of ['package.json', 'package-lock.json'])
    cpSync(join(source, name), join(unfinished, name));
  const child = spawn('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: unfinished,
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32',
  });
  let said = '';
  child.stderr?.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0)
    throw new Error(`the Bitcoin test node cannot be installed: ${said.trim().split('\n').at(-1) ?? ''}`);
  if (isStale) rmSync(target, { recursive: true, force: true });
  try {
    renameSync(unfinished, target);
  } catch (failure) {
    // Another process has just put the same there.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(stamp)) throw failure;
  }
  return target;
}

const rpcAnswer = z.object({ result: z.unknown(), error: z.object({ message: z.string() }).nullish() });
const outputAnswer = z.object({ value: z.number(), confirmations: z.number() }).nullable();
const blockAnswer = z.object({ tx: z.array(z.string()).min(1) });

interface Coin {
  readonly transaction: string;
  readonly index: number;
  readonly units: bigint;
}

type Rpc = (method: string, ...params: unknown[]) => Promise<unknown>;

/** Returns the miner's spendable outputs: change of earlier transactions, then the coinbases from the first block on. */
function pocketOf(rpc: Rpc) {
  const change: Coin[] = [];
  let height = 0;
  const coinbase = async (): Promise<Coin | undefined> => {
    if (z.number().parse(await rpc('getblockcount')) - height <= MATURITY) return undefined;
    height += 1;
    const block = blockAnswer.parse(await rpc('getblock', await rpc('getblockhash', height), true));
    const [transaction = ''] = block.tx;
    const output = outputAnswer.parse(await rpc('gettxout', transaction, 0, true));
    if (output === null) return coinbase();
    return { transaction, index: 0, units: BigInt(Math.round(output.value * UNITS)) };
  };
  return {
    keep: (coin: Coin): void => void change.push(coin),
    next: async (): Promise<Coin | undefined> => change.pop() ?? coinbase(),
  };
}

const miner = () => {
  const own = p2wpkh(secp256k1.getPublicKey(MINER_KEY), REGTEST);
  return { script: own.script, address: own.address ?? '' };
};

/** Builds a replaceable transaction of all outputs to one address, signed and serialised. */
function spending(outputs: readonly Spendable[], to: string, fee: bigint): string {
  const transaction = new Transaction();
  for (const { transaction: txid, output, units, privateKey } of outputs) {
    const { script } = p2wpkh(secp256k1.getPublicKey(privateKey), REGTEST);
    const witnessUtxo = { script, amount: units };
    transaction.addInput({ txid, index: output, sequence: 0xfffffffd, witnessUtxo });
  }
  const total = outputs.reduce((sum, { units }) => sum + units, 0n);
  transaction.addOutputAddress(to, total - fee, REGTEST);
  for (const [place, { privateKey }] of outputs.entries()) transaction.signIdx(privateKey, place);
  transaction.finalize();
  return hex.encode(transaction.extract());
}

/** JSON-RPC of a running node. */
export function attachBitcoin(url: string): Omit<BitcoinTestChain, 'stop'> {
  const own = miner();
  const rpc: Rpc = async (method, ...params) => {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify({ method, params }) });
    const { result, error } = rpcAnswer.parse(await response.json());
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  const pocket = pocketOf(rpc);
  return {
    url,
    async send(to, value) {
      const units = unitsOf(value, COIN_DECIMALS);
      const transaction = new Transaction();
      let paid = 0n;
      while (paid < units + FEE) {
        const coin = await pocket.next();
        if (coin === undefined) throw new Error('the miner of this chain has insufficient funds');
        const { transaction: txid, index, units: amount } = coin;
        transaction.addInput({ txid, index, witnessUtxo: { script: own.script, amount } });
        paid += amount;
      }
      transaction.addOutputAddress(to, units, REGTEST);
      const rest = paid - units - FEE;
      if (rest > DUST) transaction.addOutputAddress(own.address, rest, REGTEST);
      transaction.sign(MINER_KEY);
      transaction.finalize();
      const id = z.string().parse(await rpc('sendrawtransaction', hex.encode(transaction.extract())));
      if (rest > DUST) pocket.keep({ transaction: id, index: 1, units: rest });
      return id;
    },
    spend: async (outputs, to, fee) =>
      z.string().parse(await rpc('sendrawtransaction', spending(outputs, to, fee))),
    mine: async (blocks, to = own.address) =>
      z.array(z.string()).parse(await rpc('generatetoaddress', blocks, to)),
    invalidate: async (hash) => void (await rpc('invalidateblock', hash)),
    forget: async () => void (await rpc('forgetmempool')),
  };
}

/**
 * Starts a private Bitcoin chain by bcoin. With an interval it mines a block every `interval` ms. `program` is the
 * path from `installBitcoinNode`, `directory` that of the chain's data.
 */
export async function startBitcoin(options: {
  readonly program: string;
  readonly directory: string;
  readonly intervalMs?: number;
}): Promise<BitcoinTestChain> {
  const port = await freePort();
  const { program, directory, intervalMs = 0 } = options;
  mkdirSync(directory, { recursive: true });
  const running = await startProgram(
    process.execPath,
    [join(source, 'node.cjs'), program, directory, String(port), miner().address, String(intervalMs)],
    {
      env: { NODE_BACKEND: 'js', BCRYPTO_FORCE_JS: '1', NODE_NO_WARNINGS: '1' },
      ready: async (child) => void (await once(child, 'message')),
    },
  );
  return { ...attachBitcoin(`http://127.0.0.1:${port}/`), stop: () => running.stop() };
}
