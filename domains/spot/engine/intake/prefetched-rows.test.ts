import { marketId } from '@karat/contract';
import { amount, price, rate } from '@karat/money';
import { expect, test } from 'vitest';
import type { PlaceInput } from '../../types.ts';
import { canonicalInput } from './prefetched-rows.ts';

const INPUT: PlaceInput = { marketId: marketId(1), side: 'buy', orderType: 'limit' };
const CHANGES: readonly Partial<PlaceInput>[] = [
  { marketId: marketId(2) },
  { side: 'sell' },
  { orderType: 'market' },
  { timeInForce: 'IOC' },
  { postOnly: true },
  ...[{ price: price('2') }, { stopPrice: price('2') }, { quantity: amount('2') }],
  { quoteAmount: amount('2') },
  { slippage: rate('2') },
];

test('requests that differ in any field have different texts, whatever their client key', () => {
  const texts = [{}, ...CHANGES].map((change) => canonicalInput({ ...INPUT, ...change }));
  expect(new Set(texts).size).toBe(CHANGES.length + 1);
  expect(canonicalInput({ ...INPUT, clientKey: 'mine' })).toBe(texts[0]);
  expect(canonicalInput({ ...INPUT, postOnly: false })).toBe(texts[0]);
});
