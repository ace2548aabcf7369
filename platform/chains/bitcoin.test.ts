import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bitcoinNetwork, connectBitcoin } from './index.ts';
import type { BitcoinChain } from './index.ts';

interface Call {
  readonly method: string;
  readonly params: readonly unknown[];
}

let server: Server;
let chain: BitcoinChain;
let calls: Call[];
/** Results of a node as JSON text, so that decimals keep their digits. */
let results: Record<string, string>;

beforeAll(async () => {
  server = createServer((request, response) => {
    void json(request).then((call) => {
      const { method, params } = call as Call;
      calls.push({ method, params });
      response.end(`{"result":${results[method] ?? 'null'},"error":null}`);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  chain = connectBitcoin(bitcoinNetwork('main'), { url: `http://127.0.0.1:${port}` });
});
afterAll(() => void server.close());
beforeEach(() => {
  calls = [];
  results = {};
});

test.each([
  ['0.00012345', 13],
  ['0.00012000', 12],
  ['0.00000100', 1],
  ['0.5', 1_000],
  ['-1', 1],
])('an estimate of %s BTC for a thousand bytes is %i satoshi for each, rounded up', async (rate, satoshi) => {
  results['estimatesmartfee'] = `{"feerate":${rate},"blocks":6}`;
  expect(await chain.sender.feeRate(6)).toBe(satoshi);
  expect(calls).toEqual([{ method: 'estimatesmartfee', params: [6] }]);
});

test('an output is unspent by the chain alone, and has every satoshi of its amount', async () => {
  const script = `0014${'ab'.repeat(20)}`;
  const valueOf = async (value: string): Promise<bigint | undefined> => {
    results['gettxout'] =
      `{"bestblock":"b","confirmations":3,"value":${value},"scriptPubKey":{"hex":"${script}"}}`;
    const [found] = await chain.sender.unspent([{ transaction: 't', output: 1 }]);
    return found?.units;
  };
  expect(await valueOf('0.00000001')).toBe(1n);
  expect(await valueOf('20999999.97690000')).toBe(2_099_999_997_690_000n);
  expect(calls[0]).toEqual({ method: 'gettxout', params: ['t', 1, false] });
});

test('an answer without end is not read to its end', async () => {
  results['getblockcount'] = `"${'x'.repeat(16 * 1024 * 1024)}"`;
  await expect(chain.reader.height()).rejects.toThrow('more than 16777216 bytes');
});
