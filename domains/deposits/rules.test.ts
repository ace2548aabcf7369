import { amount } from '@karat/money';
import { expect, test } from 'vitest';
import {
  DEPOSIT_METHODS,
  agrees,
  confirmationsAt,
  differenceOf,
  firstState,
  matureHeight,
  statusOf,
} from './rules.ts';

test('a deposit has one confirmation in its own block and never more than it needs', () => {
  expect(confirmationsAt(100, 99, 3)).toBe(0);
  expect(confirmationsAt(100, 100, 3)).toBe(1);
  expect(confirmationsAt(100, 102, 3)).toBe(3);
  expect(confirmationsAt(100, 500, 3)).toBe(3);
  expect(matureHeight(102, 3)).toBe(100);
});

test('the exact minimum is enough, less is not, and transfers of the exchange credit nobody', () => {
  const minimum = amount('5');
  expect(firstState({ amount: amount('5'), minimum }, 'user')).toBe('pending');
  expect(firstState({ amount: amount('4.9999999999'), minimum }, 'user')).toBe('below_minimum');
  expect(firstState({ amount: amount('0'), minimum: amount('0') }, 'user')).toBe('below_minimum');
  expect(firstState({ amount: amount('100'), minimum }, 'house')).toBe('house');
  expect([statusOf('pending'), statusOf('credited'), statusOf('orphaned')]).toEqual([1, 2, 3]);
  expect([statusOf('house'), statusOf('below_minimum')]).toEqual([2, 3]);
});

test('each coin arrives over its networks once, as the token standard that the network has', () => {
  expect(DEPOSIT_METHODS.map(({ network, code, standard }) => `${network} ${code} ${standard}`)).toEqual([
    'bitcoin BTC native',
    'ethereum ETH native',
    'ethereum USDT erc20',
    'tron USDT trc20',
    'ethereum USDC erc20',
  ]);
  for (const { standard, subName, code } of DEPOSIT_METHODS)
    expect(subName).toBe(standard === 'native' ? code : standard.toUpperCase());
});

test('a real chain is waited for at least as long as a test chain, coins of one network equally long', () => {
  const needed = new Map<string, number>();
  for (const { network, confirmations, minimum, tolerance } of DEPOSIT_METHODS) {
    expect(confirmations.test, network).toBeGreaterThanOrEqual(1);
    expect(confirmations.real, network).toBeGreaterThanOrEqual(confirmations.test);
    expect(needed.get(network) ?? confirmations.real, network).toBe(confirmations.real);
    needed.set(network, confirmations.real);
    // A difference that halts nothing is below any deposit.
    expect(tolerance < minimum, network).toBe(true);
  }
});

test('books and chain agree if the difference stays within the tolerance', () => {
  const holding = {
    booked: amount('10'),
    unbooked: amount('2'),
    outgoing: amount(-amount('1')),
    chain: amount('11'),
  };
  expect(differenceOf(holding)).toBe(amount('0'));
  expect(agrees(holding, { tolerance: amount('0') })).toBe(true);
  expect(agrees({ ...holding, chain: amount('10.9') }, { tolerance: amount('0.1') })).toBe(true);
  expect(agrees({ ...holding, chain: amount('10.8999999999') }, { tolerance: amount('0.1') })).toBe(false);
  expect(agrees({ ...holding, chain: amount('11.2') }, { tolerance: amount('0.1') })).toBe(false);
  const added = { tolerance: amount('0'), allowsSurplus: true };
  expect(agrees({ ...holding, chain: amount('99') }, added)).toBe(true);
  expect(agrees({ ...holding, chain: amount('10.9999999999') }, added)).toBe(false);
});
