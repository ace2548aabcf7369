import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { mnemonicToSeedSync } from '@scure/bip39';
import { amount } from '@karat/money';
import { expect, test } from 'vitest';
import {
  KeyRefused,
  accountKey,
  amountOf,
  amountUpOf,
  bitcoinNetwork,
  checkAddress,
  createDeriver,
  evmNetwork,
  isRealNetwork,
  keyAt,
  tronNetwork,
  unitsOf,
} from './index.ts';

const main = bitcoinNetwork('main');
const test31337 = evmNetwork(31_337);
/** Seed of the BIP84 test vectors. */
const BIP84 = mnemonicToSeedSync(
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
);
/** Seed of the well-known development accounts. */
const DEVELOPMENT = mnemonicToSeedSync('test test test test test test test test test test test junk');

test('coins are real on the main networks alone', () => {
  const real = [main, evmNetwork(1), tronNetwork];
  const others = [
    ...[bitcoinNetwork('test'), bitcoinNetwork('regtest')],
    ...[0, 2, 11_155_111, 31_337].map((id) => evmNetwork(id)),
  ];
  expect([real.map(isRealNetwork), others.map(isRealNetwork)]).toEqual([
    real.map(() => true),
    others.map(() => false),
  ]);
});

test("an account's public key and addresses match the BIP84 vectors", () => {
  const key = accountKey(BIP84, main, 'deposits');
  expect(key).toBe(
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
  );
  const deriver = createDeriver(main, key);
  expect(deriver.receiving(0)).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
  expect(deriver.receiving(1)).toBe('bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g');
  expect(deriver.change(0)).toBe('bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el');
});

test('EVM and Tron addresses match the well-known addresses of the seed', () => {
  const evm = createDeriver(test31337, accountKey(DEVELOPMENT, test31337, 'deposits'));
  expect(evm.receiving(0)).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
  expect(evm.receiving(1)).toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8');
  const tron = createDeriver(tronNetwork, accountKey(BIP84, tronNetwork, 'deposits'));
  expect(tron.receiving(0)).toBe('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH');
});

test('the seed derives the private key of each address', () => {
  for (const network of [main, bitcoinNetwork('regtest'), test31337, tronNetwork]) {
    const deriver = createDeriver(network, accountKey(BIP84, network, 'house'));
    const pair = keyAt(BIP84, network, 'house', 7);
    expect(pair.address).toBe(deriver.receiving(7));
    expect(checkAddress(network, pair.address)).toEqual({ ok: true, address: pair.address });
    expect(keyAt(BIP84, network, 'house', 7, 1).address).toBe(deriver.change(7));
    expect(keyAt(BIP84, network, 'deposits', 7).address).not.toBe(pair.address);
  }
});

test('a private key, a key of another chain and a key of another depth are refused without being quoted', () => {
  const zprv =
    'zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE';
  for (const wrong of [
    zprv,
    accountKey(BIP84, bitcoinNetwork('test'), 'deposits'),
    'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
    'nonsense',
  ]) {
    const attempt = (): unknown => createDeriver(main, wrong);
    expect(attempt).toThrow(KeyRefused);
    expect(attempt).not.toThrow(wrong);
  }
});

test('an address of the network is returned in canonical form', () => {
  const taken: [Parameters<typeof checkAddress>[0], string, string][] = [
    [main, ' BC1QCR8TE4KR609GCAWUTMRZA0J4XV80JY8Z306FYU ', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    [
      main,
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    ],
    [main, '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
    [main, '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
    [test31337, '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    [tronNetwork, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ];
  for (const [network, text, address] of taken)
    expect(checkAddress(network, text)).toEqual({ ok: true, address });
});

test('each invalid form has its own reason', () => {
  const reasonOf = (...asked: Parameters<typeof checkAddress>): unknown => {
    const checked = checkAddress(...asked);
    return checked.ok ? 'ok' : checked.reason === 'wrong_network' ? checked.of : checked.reason;
  };
  expect(reasonOf(main, '')).toBe('malformed');
  expect(reasonOf(main, 'x'.repeat(5_000))).toBe('malformed');
  expect(reasonOf(main, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyv')).toBe('checksum');
  expect(reasonOf(main, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306FYU')).toBe('checksum');
  expect(reasonOf(main, '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3')).toBe('checksum');
  expect(reasonOf(main, 'bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x')).toBe('other_chain');
  expect(reasonOf(main, 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn')).toBe('other_chain');
  expect(reasonOf(main, '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe('ethereum');
  expect(reasonOf(main, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe('tron');
  expect(reasonOf(tronNetwork, '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe('ethereum');
  expect(reasonOf(tronNetwork, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u')).toBe('checksum');
  expect(reasonOf(test31337, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe('tron');
  expect(reasonOf(test31337, 'bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x')).toBe('bitcoin');
  expect(reasonOf(test31337, '0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe('checksum');
  expect(reasonOf(test31337, '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb9226')).toBe('malformed');
  expect(reasonOf(test31337, `0x${'0'.repeat(40)}`)).toBe('unspendable');
});

test('a segwit address has the checksum of its version, and a program of a length that wallets can spend', () => {
  const encoded = (form: 'bech32' | 'bech32m', version: number, bytes: number): string => {
    const coder = form === 'bech32' ? bech32 : bech32m;
    return coder.encode('bc', [version, ...coder.toWords(new Uint8Array(bytes).fill(7))]);
  };
  const verdictOf = (...of: Parameters<typeof encoded>): string => {
    const checked = checkAddress(main, encoded(...of));
    return checked.ok ? 'ok' : checked.reason;
  };
  expect([verdictOf('bech32', 0, 20), verdictOf('bech32', 0, 32)]).toEqual(['ok', 'ok']);
  expect(verdictOf('bech32m', 1, 32)).toBe('ok');
  expect([verdictOf('bech32m', 0, 20), verdictOf('bech32', 1, 32)]).toEqual(['checksum', 'checksum']);
  for (const [version, bytes] of [
    [1, 20],
    [1, 33],
    [2, 32],
  ] as const)
    expect(verdictOf('bech32m', version, bytes), `${version} ${bytes}`).toBe('malformed');
  expect(verdictOf('bech32', 0, 21)).toBe('malformed');
});

test('an address that only begins like one of Tron is none', () => {
  const coder = createBase58check(sha256);
  const withVersion = (version: number): string =>
    coder.encode(Uint8Array.of(version, ...new Uint8Array(20).fill(7)));
  expect(withVersion(0x42)).toMatch(/^T/);
  expect(checkAddress(tronNetwork, withVersion(0x42))).toEqual({ ok: false, reason: 'malformed' });
  expect(checkAddress(tronNetwork, withVersion(0x41)).ok).toBe(true);
});

test('what a chain took is rounded up to the precision of a currency', () => {
  expect(amountUpOf(1_000_000_000_000_000_001n, 18)).toBe(amount('1.0000000001'));
  expect(amountUpOf(1_000_000_000_000_000_000n, 18)).toBe(amount('1'));
  expect(amountUpOf(1n, 18, 8)).toBe(amount('0.00000001'));
  expect([amountUpOf(10_000n, 6, 2), amountUpOf(10_001n, 6, 2)]).toEqual([amount('0.01'), amount('0.02')]);
  expect(amountUpOf(123n, 6)).toBe(amount('0.000123'));
  expect(amountUpOf(0n, 18)).toBe(amount('0'));
});

test('chain units become amounts rounded down and convert back exactly', () => {
  expect(amountOf(123_456_789n, 8)).toBe(amount('1.23456789'));
  expect(amountOf(1_000_000_000_999_999_999n, 18)).toBe(amount('1.0000000009'));
  expect(amountOf(1_999_999n, 6, 2)).toBe(amount('1.99'));
  expect(unitsOf(amount('1.23456789'), 8)).toBe(123_456_789n);
  expect(unitsOf(amount('0.0000000001'), 18)).toBe(100_000_000n);
  expect(() => unitsOf(amount('0.0000000001'), 8)).toThrow(RangeError);
});
