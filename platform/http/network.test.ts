import { expect, test } from 'vitest';
import { addressReader, coarseNetworkOf, isLoopback, networkOf } from './network.ts';

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['', ''],
  ['x', ''],
])('%s is stored as %s', (address, network) => {
  expect(coarseNetworkOf(address)).toBe(network);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::5:6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
])('%s is limited as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('loopback addresses are those of this machine only', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].map(isLoopback)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['128.0.0.1', '10.0.0.1', '::2', '1127.0.0.1'].map(isLoopback)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test('behind proxies the address is the one that the outermost own proxy saw, never one that the client wrote', () => {
  const request = (forwarded?: string | string[]) =>
    ({ socket: { remoteAddress: '10.0.0.1' }, headers: { 'x-forwarded-for': forwarded } }) as never;
  expect(addressReader(0)(request('1.1.1.1'))).toBe('10.0.0.1');
  expect(addressReader(1)(request('6.6.6.6, 2.2.2.2'))).toBe('2.2.2.2');
  expect(addressReader(2)(request('6.6.6.6, 2.2.2.2, 10.0.0.2'))).toBe('2.2.2.2');
  expect(addressReader(2)(request(['6.6.6.6, 2.2.2.2', '10.0.0.2']))).toBe('2.2.2.2');
  expect(addressReader(1)(request())).toBe('10.0.0.1');
});
