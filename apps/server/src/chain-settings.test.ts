import { currencyId } from '@karat/contract';
import { BTC, USDT } from '@karat/domains/ledger';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { chainsOf, networksOf } from './chains.ts';
import { payableNetworks } from './payable.ts';
import { PRODUCTION } from './testing/production.ts';

const OWN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

const chains = (env: Readonly<Record<string, string>>) => readConfig(env).chains;

test('a demonstration has private chains, and production the real ones', () => {
  expect(chains({}).bitcoin.variant).toBe('regtest');
  expect(chains({}).ethereum).toMatchObject({
    chainId: 31_337,
    tokens: { USDT: undefined, USDC: undefined },
  });
  expect(chains({ KARAT_ETHEREUM_CHAIN_ID: '1', KARAT_BITCOIN_CHAIN: 'test' })).toMatchObject({
    bitcoin: { variant: 'test' },
    ethereum: { chainId: 1, tokens: { USDC: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' } },
  });
  expect(chains(PRODUCTION)).toMatchObject({
    bitcoin: { variant: 'main' },
    ethereum: {
      chainId: 1,
      tokens: {
        USDT: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
        USDC: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      },
    },
    tron: { usdt: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
  });
});

test('the real tokens belong to the real chain only', () => {
  const sepolia = { ...PRODUCTION, KARAT_ETHEREUM_CHAIN_ID: '11155111' };
  expect(chains(sepolia).ethereum.tokens).toEqual({ USDT: undefined, USDC: undefined });
  expect(chains({ ...sepolia, KARAT_USDC_CONTRACT: OWN }).ethereum.tokens).toEqual({
    USDT: undefined,
    USDC: OWN,
  });
});

test('every account key is that of its network and of its purpose', () => {
  const env = Object.fromEntries(
    ['BITCOIN', 'ETHEREUM', 'TRON'].flatMap((network) => [
      [`KARAT_XPUB_${network}`, `${network} deposits`],
      [`KARAT_XPUB_${network}_HOUSE`, `${network} house`],
    ]),
  );
  expect(chains(env).accountKeys).toEqual({
    bitcoin: { deposits: 'BITCOIN deposits', house: 'BITCOIN house' },
    ethereum: { deposits: 'ETHEREUM deposits', house: 'ETHEREUM house' },
    tron: { deposits: 'TRON deposits', house: 'TRON house' },
  });
});

test('the chains with a node are connected, with the tokens that have a contract', () => {
  const ids = (env: Readonly<Record<string, string>>) =>
    chainsOf(chains(env)).map(({ network, assets }) => [network.id, assets.map(({ code }) => code)]);
  expect(ids({})).toEqual([]);
  expect(
    ids({
      KARAT_BITCOIN_URL: 'http://127.0.0.1:1',
      KARAT_ETHEREUM_URL: 'http://127.0.0.1:2',
      KARAT_USDC_CONTRACT: OWN,
      KARAT_TRON_URL: 'http://127.0.0.1:3',
    }),
  ).toEqual([
    ['bitcoin', ['BTC']],
    ['ethereum', ['ETH', 'USDC']],
    ['tron', ['USDT']],
  ]);
});

test('payees are checked for the connected chain, else for the real one, and each network has its own tokens', () => {
  const connected = chainsOf(chains({ KARAT_ETHEREUM_URL: 'http://127.0.0.1:2' }));
  const [bitcoin, ethereum, tron] = payableNetworks(connected, () => [
    { network: 'ethereum', currency: currencyId(77) },
  ]);
  expect([bitcoin?.network, ethereum?.network, tron?.network]).toEqual([
    networksOf(chains(PRODUCTION)).bitcoin,
    networksOf(chains({})).ethereum,
    networksOf(chains(PRODUCTION)).tron,
  ]);
  expect([bitcoin?.currencies, ethereum?.currencies.at(-1), tron?.currencies]).toEqual([[BTC], 77, [USDT]]);
});
