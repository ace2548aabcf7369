import { expect, test } from 'vitest';
import { isOpen, isPayable, isRefundable } from './decisions.ts';

const STATES = [
  'to_be_paid',
  'proof_sent',
  'successful',
  'rejected',
  'expired',
  'cancelled',
  'refunded',
] as const;

test('a purchase is open until it is paid or has ended', () => {
  expect(STATES.filter((state) => isOpen({ state }))).toEqual(['to_be_paid', 'proof_sent']);
});

test('a line pays an open purchase if it fits and is not used', () => {
  const pays = (
    state: Parameters<typeof isPayable>[1]['state'],
    mismatch: Parameters<typeof isPayable>[1]['mismatch'] = null,
    order: (typeof STATES)[number] = 'proof_sent',
  ): boolean => isPayable({ state: order }, { state, mismatch });
  const states = ['unmatched', 'matched', 'used', 'set_aside', 'returned', 'discarded'] as const;
  expect(states.filter((state) => pays(state))).toEqual(['unmatched', 'matched']);
  expect([pays('matched', 'amount'), pays('matched', null, 'successful')]).toEqual([false, false]);
});

test('a card payment is refunded, unless its bank gives it back or has done so', () => {
  const paid = { state: 'successful', method: 'card', dispute: null } as const;
  const disputes = [null, 'open', 'won', 'lost', 'recovered', 'waived'] as const;
  expect(disputes.filter((dispute) => isRefundable({ ...paid, dispute }))).toEqual([null, 'won']);
  expect(STATES.filter((state) => isRefundable({ ...paid, state }))).toEqual(['successful']);
  expect(isRefundable({ ...paid, method: 'swift' })).toBe(false);
});
