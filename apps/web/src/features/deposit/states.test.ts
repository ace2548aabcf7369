import { expect, test } from 'vitest';
import { stateOf } from './states.ts';
import type { Deposit } from './states.ts';

test.each([
  ['pending', 'chain', 'state_pending', 'gold'],
  ['pending', 'voucher', 'state_review', 'gold'],
  ['credited', 'chain', 'state_credited', 'good'],
  ['approved', 'voucher', 'state_credited', 'good'],
  ['house', 'chain', 'state_credited', 'good'],
  ['rejected', 'voucher', 'state_rejected', 'bad'],
  ['below_minimum', 'chain', 'state_below', 'bad'],
  ['orphaned', 'chain', 'state_orphaned', 'plain'],
])('a deposit that is %s by %s is shown as %s', (state, kind, word, intent) => {
  expect(stateOf({ state, kind } as Deposit)).toEqual({ word, intent });
});
