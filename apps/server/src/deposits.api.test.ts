import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditLedger } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { startEvm } from '@karat/platform/test-chains';
import type { EvmTestChain } from '@karat/platform/test-chains';
import { ServerProcess } from '@karat/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { apiClientAt } from './testing/api-client.ts';

const USDT = 3;
const DEEP = 25;
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const soon = { timeout: 40_000, interval: 200 };

let chain: EvmTestChain;
let dataDir: string;
let server: ServerProcess;

const start = (): Promise<ServerProcess> =>
  ServerProcess.start(dataDir, {
    settings: {
      KARAT_ETHEREUM_URL: chain.url,
      KARAT_ETHEREUM_CHAIN_ID: String(chain.chainId),
      KARAT_USDT_CONTRACT: chain.tokens.USDT,
      KARAT_USDC_CONTRACT: chain.tokens.USDC,
      KARAT_TOKEN_DECIMALS: String(chain.decimals),
    },
  });
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'karat-deposits-'));
  chain = await startEvm();
  await chain.mine(2 * DEEP);
  server = await start();
});
afterAll(async () => {
  await server?.stop();
  await chain?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Replies of the node to its own protocol. */
async function node(method: string, ...params: readonly unknown[]): Promise<string> {
  const answer = await fetch(chain.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return String(((await answer.json()) as { result: unknown }).result);
}

test('a transaction that a deep reorganisation removes and its sender sends again is credited once, over a kill of server and database', async () => {
  const first = apiClientAt(server.url);
  const token = await first.login('alice');
  const where = { token, body: { currency: USDT, network: 'ethereum' } };
  const { address } = await first.reply('deposit/address', where);
  const balance = async (): Promise<number> => {
    const body = { currency: USDT, type: 'change' };
    return Number((await apiClientAt(server.url).reply('wallet/detail', { token, body })).balance);
  };
  const before = await balance();
  const txid = await chain.send('USDT', address, amount('30'));
  await chain.mine(DEEP - 5);
  await expect.poll(balance, soon).toBe(before + 30);

  const raw = await node('eth_getRawTransactionByHash', txid);
  await server.kill(true);
  await chain.reorganise(DEEP);
  expect(await node('eth_getTransactionReceipt', txid)).toBe('null');
  expect(await node('eth_sendRawTransaction', raw)).toBe(txid);
  await chain.mine(2 * DEEP);
  server = await start();

  const asker = apiClientAt(server.url);
  const finance = await asker.loginOperator('finance');
  const height = Number(await node('eth_blockNumber'));
  const scanned = async (): Promise<number> => {
    const { networks } = await asker.reply('console/custody', { token: finance });
    return networks.find(({ network }) => network === 'ethereum')?.scanned ?? 0;
  };
  await expect.poll(scanned, soon).toBeGreaterThanOrEqual(height);
  expect(await balance()).toBe(before + 30);
  const { data } = await asker.reply('recharge/log', { token, body: { currency: USDT } });
  expect(data.filter((row) => row.txid === txid)).toHaveLength(1);
  expect((await auditLedger(server.db)).differences).toEqual([]);
});
