import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDeriver } from '@karat/platform/chains';
import { placeDemoKeys } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { depositNetworks } from './chains.ts';
import { ConfigError, readConfig } from './config.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'karat-chains-'));
  await placeDemoKeys(dataDir);
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test('a demonstration reads its chains from the beginning, and its house has accounts of its own', async () => {
  const config = readConfig({ KARAT_DATA: dataDir });
  const networks = await depositNetworks(config, []);
  expect(networks.map(({ network, fromHeight }) => [network.id, fromHeight])).toEqual([
    ['bitcoin', 0],
    ['ethereum', 0],
    ['tron', 0],
  ]);
  for (const { network, accountKey = '', houseAddresses = [] } of networks) {
    const [deposit, receiving, change] = [createDeriver(network, accountKey).receiving(0), ...houseAddresses];
    expect(houseAddresses).toHaveLength(2);
    expect(new Set([deposit, receiving, change]).size, network.id).toBe(3);
  }
});

test('account keys of the settings come before those of the demonstration', async () => {
  const [bitcoin] = await depositNetworks(readConfig({ KARAT_DATA: dataDir }), []);
  const key = bitcoin?.accountKey ?? '';
  const [own] = await depositNetworks(readConfig({ KARAT_DATA: dataDir, KARAT_XPUB_BITCOIN_HOUSE: key }), []);
  expect(own?.houseAddresses?.[0]).toBe(bitcoin && createDeriver(bitcoin.network, key).receiving(0));
});

test('keys of a demonstration without those of the house are refused by their path', async () => {
  const path = join(dataDir, 'keys', 'xpubs.json');
  const keys = { deposits: 'x' };
  writeFileSync(path, JSON.stringify({ bitcoin: keys, ethereum: keys, tron: keys }));
  await expect(depositNetworks(readConfig({ KARAT_DATA: dataDir }), [])).rejects.toThrow(
    new ConfigError(`${path} cannot be used: remove it to have it written anew.`),
  );
});

test('production reads its chains from now on, and derives nothing without keys', async () => {
  const config = { ...readConfig({ KARAT_DATA: dataDir }), demo: false };
  for (const each of await depositNetworks(config, []))
    expect([each.accountKey, each.houseAddresses, 'fromHeight' in each]).toEqual([undefined, [], false]);
});
