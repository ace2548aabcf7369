import { expect, test } from 'vitest';
import { coarseNetworkOf } from './network.ts';

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
