import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
/** First four bytes of the hash of `balanceOf(address)`. */
const BALANCE_OF = '0x70a08231';
const WORD_HEX = 64;

/** Calls the node of the private Ethereum chain directly. */
async function ask<Result>(method: string, ...params: readonly unknown[]): Promise<Result> {
  const path = join(process.env['KARAT_E2E_DATA'] ?? '', 'chains/nodes.json');
  const { ethereum } = JSON.parse(readFileSync(path, 'utf8')) as { ethereum: string };
  const response = await fetch(ethereum, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result?: Result; error?: { message: string } };
  if (result === undefined) throw new Error(`${method}: ${error?.message ?? 'no result'}`);
  return result;
}

/** Balance of an address in wei. */
export const etherOf = async (address: string): Promise<bigint> =>
  BigInt(await ask<string>('eth_getBalance', address, 'latest'));

/** Token balance of an address, in its smallest units. */
export const tokensOf = async (contract: string, address: string): Promise<bigint> => {
  const data = `${BALANCE_OF}${address.slice(2).toLowerCase().padStart(WORD_HEX, '0')}`;
  return BigInt(await ask<string>('eth_call', { to: contract, data }, 'latest'));
};

/** A mined transaction: whether it succeeded, and its target. */
export async function receiptOf(hash: string): Promise<{ readonly succeeded: boolean; readonly to: string }> {
  const { status, to } = await ask<{ status: string; to: string }>('eth_getTransactionReceipt', hash);
  return { succeeded: status === '0x1', to };
}

/** Sends from the chain's own account, as `npm run faucet` does. */
export async function sendFromOutside(code: string, address: string, sum: string): Promise<void> {
  await run(process.execPath, [join(root, 'scripts/faucet.ts'), address, sum, code], {
    env: { ...process.env, KARAT_DATA: process.env['KARAT_E2E_DATA'] },
  });
}

/** Changes the balance of an address without a transaction. */
export async function slipEther(address: string, wei: bigint): Promise<void> {
  await ask('anvil_setBalance', address, `0x${((await etherOf(address)) + wei).toString(16)}`).catch(
    (error: Error) => {
      // The method returns null.
      if (!error.message.endsWith('no result')) throw error;
    },
  );
}
