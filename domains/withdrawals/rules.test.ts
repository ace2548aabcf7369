import { RISK_NOTES, WITHDRAWAL_STATES } from '@karat/contract';
import { amount } from '@karat/money';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  DEFAULT_POLICY,
  approvalsNeeded,
  digestOf,
  canTransition,
  percentOf,
  percentile,
  riskNotes,
  statusOf,
} from './rules.ts';
import type { RiskFacts } from './rules.ts';

const amounts = fc.bigInt({ min: 0n, max: 10n ** 16n }).map((value) => amount(value));

const calm: RiskFacts = {
  usdt: amount('1000'),
  paidBefore: true,
  deviceSince: 0,
  requestsInWindow: 2,
  accountSince: 0,
  sharedWith: 0,
  heldUntil: undefined,
  isHeld: false,
  isUnscreened: false,
  now: 100 * DEFAULT_POLICY.youngMs,
};

test('each rule notes its own case, at its boundary', () => {
  const notes = (more: Partial<RiskFacts>) => riskNotes({ ...calm, ...more }, DEFAULT_POLICY);
  const { now } = calm;
  const { youngMs, credentialsMs } = DEFAULT_POLICY;
  expect(notes({})).toEqual([]);
  expect(notes({ paidBefore: false })).toEqual(['new_payee']);
  expect(notes({ deviceSince: now - youngMs })).toEqual([]);
  expect(notes({ deviceSince: now - youngMs + 1 })).toEqual(['new_device']);
  expect(notes({ deviceSince: undefined })).toEqual(['new_device']);
  expect(notes({ isHeld: true })).toEqual(['sanction_match']);
  expect(notes({ isUnscreened: true })).toEqual(['not_screened']);
  expect(notes({ usdt: amount('1000.0000000001') })).toEqual(['amount']);
  expect(notes({ requestsInWindow: 3 })).toEqual(['velocity']);
  expect(notes({ accountSince: now - youngMs + 1 })).toEqual(['account_age']);
  expect(notes({ sharedWith: 1 })).toEqual(['shared_payee']);
  expect(notes({ heldUntil: now - credentialsMs + 1 })).toEqual(['credentials_changed']);
  expect(notes({ heldUntil: now - credentialsMs })).toEqual([]);
});

test('more notes or a larger amount never need fewer operators', () => {
  fc.assert(
    fc.property(
      amounts,
      amounts,
      fc.subarray([...RISK_NOTES]),
      fc.subarray([...RISK_NOTES]),
      (a, b, some, more) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        const all = [...new Set([...some, ...more])];
        expect(approvalsNeeded(low, some, DEFAULT_POLICY)).toBeLessThanOrEqual(
          approvalsNeeded(high, all, DEFAULT_POLICY),
        );
      },
    ),
  );
  expect(approvalsNeeded(amount('1000'), [], DEFAULT_POLICY)).toBe(0);
  expect(approvalsNeeded(amount('1'), ['velocity'], DEFAULT_POLICY)).toBe(1);
  expect(approvalsNeeded(amount('49999.99'), [], DEFAULT_POLICY)).toBe(1);
  expect(approvalsNeeded(amount('50000'), [], DEFAULT_POLICY)).toBe(2);
});

test('no end state has a successor, and a signed payout cannot be cancelled', () => {
  for (const state of WITHDRAWAL_STATES) {
    if (['confirmed', 'rejected', 'failed', 'cancelled'].includes(state))
      for (const next of WITHDRAWAL_STATES)
        expect(canTransition(state, next), `${state} ${next}`).toBe(false);
    if (['signing', 'signed', 'broadcast', 'exported'].includes(state))
      expect(canTransition(state, 'cancelled'), state).toBe(false);
    expect([1, 2, 3, 4]).toContain(statusOf(state));
  }
});

test('any change of amount or payee changes the digest', () => {
  const payment = { id: 1, type: 0, currency: 3, network: 'tron', payee: 'T', number: '10', fee: '1' };
  const digests = [
    payment,
    { ...payment, id: 2 },
    { ...payment, type: 1 },
    { ...payment, currency: 1 },
    { ...payment, network: 'ethereum' },
    { ...payment, payee: 'U' },
    { ...payment, number: '11' },
    { ...payment, fee: '0' },
  ].map(digestOf);
  expect(new Set(digests).size).toBe(digests.length);
});

test('shares and percentiles', () => {
  expect(percentile([], 0.5)).toBeNull();
  expect(percentile([1, 2, 3, 4], 0.5)).toBe(2);
  expect(percentile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.9)).toBe(9);
  expect([percentOf(0, 0), percentOf(1, 2), percentOf(1, 3), percentOf(2, 3), percentOf(3, 3)]).toEqual([
    '0',
    '50',
    '33.33',
    '66.67',
    '100',
  ]);
  expect(percentOf(1, 8)).toBe('12.5');
  expect(percentOf(1, 10)).toBe('10');
});
