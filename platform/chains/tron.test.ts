import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ChainUnavailable, connectTron } from './index.ts';
import type { TronChain } from './index.ts';

const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const ANNA = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const ANNA_HEX = 'c8599111f29c1e1e061265b4af93ea1f274ad78a';
const OTHER_HEX = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c';
const topic = (hex: string): string => hex.padStart(64, '0');
const log = (to: string, units: number, contract = OTHER_HEX) => ({
  address: contract,
  topics: [TRANSFER, topic(OTHER_HEX), topic(to)],
  data: units.toString(16).padStart(64, '0'),
});

/** Replies of a full node, by path. */
const block = (number: number, id: string) => ({
  blockID: id,
  block_header: { raw_data: { number, parentHash: `parent-of-${id}`, timestamp: 1_700_000_000_000 } },
});
let answers: Record<string, unknown>;
let asked: { path: string; key: string | undefined }[];
let server: Server;
let chain: TronChain;

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push({ path, key: request.headers['tron-pro-api-key'] as string | undefined });
    request.resume();
    const answer = answers[path];
    response.statusCode = answer === undefined ? 404 : 200;
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? 'no'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  chain = connectTron({ url: `http://127.0.0.1:${port}`, headers: { 'TRON-PRO-API-KEY': 'k' } }, [
    { code: 'USDT', contract: USDT, decimals: 6 },
  ]);
});
afterAll(() => void server.close());
beforeEach(() => {
  asked = [];
  answers = {
    '/walletsolidity/getnowblock': block(70, 'b70'),
    '/walletsolidity/getblockbynum': block(69, 'b69'),
    '/walletsolidity/gettransactioninfobyblocknum': [
      { id: 't1', receipt: { result: 'SUCCESS' }, log: [log(OTHER_HEX, 5), log(ANNA_HEX, 25_500_000)] },
      { id: 't2', receipt: { result: 'REVERT' }, log: [log(ANNA_HEX, 1)] },
      { id: 't3', receipt: {}, log: [log(ANNA_HEX, 7, '11'.repeat(20))] },
      { id: 't4', receipt: {} },
    ],
  };
});

test('solidified transfers of the token to a watched address are found; reverted ones and other contracts are ignored', async () => {
  expect(await chain.reader.height()).toBe(70);
  const found = await chain.reader.block(69);
  expect(found).toEqual({ height: 69, hash: 'b69', parent: 'parent-of-b69', time: 1_700_000_000_000 });
  const transfers = await chain.reader.transfers(found!, new Set([ANNA]));
  expect(transfers).toEqual([
    {
      transaction: 't1',
      output: 1,
      to: ANNA,
      asset: 'USDT',
      units: 25_500_000n,
      from: USDT,
      spends: [],
    },
  ]);
  expect(asked.every(({ key }) => key === 'k')).toBe(true);
});

test('a block replaced while its transfers were read throws', async () => {
  const found = await chain.reader.block(69);
  answers['/walletsolidity/getblockbynum'] = block(69, 'another');
  await expect(chain.reader.transfers(found!, new Set([ANNA]))).rejects.toThrow(ChainUnavailable);
});

test('balances, states and broadcasts use the HTTP API', async () => {
  answers['/walletsolidity/triggerconstantcontract'] = {
    constant_result: [(42).toString(16).padStart(64, '0')],
  };
  const [asset] = chain.assets;
  expect(await chain.reader.balance([ANNA, USDT], asset!, 70)).toEqual({ units: 84n, height: 70 });
  answers['/walletsolidity/gettransactioninfobyid'] = {
    id: 't',
    blockNumber: 69,
    fee: 345_000,
    receipt: { result: 'SUCCESS' },
  };
  expect(await chain.sender.transaction('t')).toEqual({
    state: 'mined',
    height: 69,
    blockHash: 'b69',
    confirmations: 2,
    succeeded: true,
    fee: 345_000n,
  });
  answers['/walletsolidity/gettransactioninfobyid'] = {
    id: 't',
    blockNumber: 69,
    receipt: { result: 'REVERT' },
  };
  expect(await chain.sender.transaction('t')).toMatchObject({ state: 'mined', succeeded: false });
  answers['/walletsolidity/gettransactioninfobyid'] = {};
  answers['/wallet/gettransactionbyid'] = { txID: 't' };
  expect(await chain.sender.transaction('t')).toEqual({ state: 'pending' });
  answers['/wallet/gettransactionbyid'] = {};
  expect(await chain.sender.transaction('t')).toEqual({ state: 'unknown' });
  answers['/wallet/broadcasthex'] = { result: true, txid: 't' };
  expect(await chain.sender.broadcast('00')).toBe('t');
  answers['/wallet/broadcasthex'] = { code: 'DUP_TRANSACTION_ERROR', txid: 't' };
  expect(await chain.sender.broadcast('00')).toBe('t');
  answers['/wallet/broadcasthex'] = { code: 'SIGERROR' };
  await expect(chain.sender.broadcast('00')).rejects.toThrow(ChainUnavailable);
});

test('a transfer costs its energy and its bytes, and one that would revert has no price', async () => {
  const tried = { result: { result: true }, energy_used: 64_285 };
  answers['/wallet/triggerconstantcontract'] = { ...tried, transaction: { ret: [{}] } };
  answers['/wallet/getchainparameters'] = {
    chainParameter: [
      { key: 'getTransactionFee', value: 1_000 },
      { key: 'getEnergyFee', value: 210 },
    ],
  };
  const price = () => chain.sender.transferFee({ from: ANNA, to: ANNA, contract: USDT, units: 5n });
  expect(await price()).toEqual({ energy: 13_499_850n, bandwidth: 420_000n });
  answers['/wallet/triggerconstantcontract'] = { ...tried, transaction: { ret: [{ ret: 'FAILED' }] } };
  await expect(price()).rejects.toThrow(ChainUnavailable);
  answers['/wallet/triggerconstantcontract'] = { result: { code: 'CONTRACT_VALIDATE_ERROR' } };
  await expect(price()).rejects.toThrow('CONTRACT_VALIDATE_ERROR');
});

test('malformed replies, errors and timeouts throw', async () => {
  for (const nonsense of ['<html>', '{}', '[]', '{"blockID":5}']) {
    answers['/walletsolidity/getnowblock'] = nonsense;
    await expect(chain.reader.height()).rejects.toThrow(ChainUnavailable);
  }
  answers = {};
  await expect(chain.reader.height()).rejects.toThrow(ChainUnavailable);
});
