import { createHash } from 'node:crypto';
import { RISK_NOTES, WITHDRAWAL_STATES, WITHDRAWAL_TYPE } from '@karat/contract';
import { amount } from '@karat/money';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@karat/rules';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  DEFAULT_POLICY,
  STATES_OF_STATUS,
  approvalsNeeded,
  canTransition,
  confirmationsOf,
  decimalsOut,
  digestOf,
  percentOf,
  percentile,
  releaseAt,
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
  isMonitored: false,
  hasDispute: false,
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
  expect(notes({ isMonitored: true })).toEqual(['monitoring_rule']);
  expect(notes({ hasDispute: true })).toEqual(['payment_dispute']);
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

/** Every way that a withdrawal can take. */
const LIVES = [
  'requested approved signing signed broadcast confirmed',
  'requested approved exported confirmed',
  'requested cancelled',
  'requested rejected',
  'requested approved cancelled',
  'requested approved rejected',
  'requested approved exported rejected',
  // The signer refuses, and the payout is decided again.
  'requested approved signing approved rejected',
  'requested approved signing signed failed',
  'requested approved signing signed broadcast failed',
  // Two operators give a transaction up that can never confirm, and it is paid with other inputs.
  'requested approved signing signed approved signing signed broadcast approved',
];

test('a withdrawal takes the steps of these lives and no others: none from an end, no cancelling once signing starts', () => {
  const steps = new Set(
    LIVES.flatMap((life) =>
      life
        .split(' ')
        .map((state, at, all) => `${state} ${all[at + 1] ?? ''}`)
        .filter((step) => !step.endsWith(' ')),
    ),
  );
  for (const from of WITHDRAWAL_STATES)
    for (const to of WITHDRAWAL_STATES)
      expect(canTransition(from, to), `${from} ${to}`).toBe(steps.has(`${from} ${to}`));
});

test('a list of one status shows exactly the withdrawals that have this status', () => {
  const shown = ([1, 2, 3, 4] as const).map((status) => [...STATES_OF_STATUS[status]].toSorted());
  expect(shown).toEqual(
    [1, 2, 3, 4].map((status) => WITHDRAWAL_STATES.filter((state) => statusOf(state) === status).toSorted()),
  );
  const status = (state: (typeof WITHDRAWAL_STATES)[number]) => statusOf(state);
  expect([status('signed'), status('broadcast'), status('exported')]).toEqual([1, 4, 4]);
  expect([status('confirmed'), status('rejected'), status('failed')]).toEqual([2, 3, 3]);
});

test('a payout is done after the confirmations of its network; an unnamed network needs the most', () => {
  const policy = {
    ...DEFAULT_POLICY,
    confirmations: { bitcoin: 3, ethereum: 12 },
    testConfirmations: { bitcoin: 1 },
  };
  expect([confirmationsOf(policy, 'bitcoin', false), confirmationsOf(policy, 'ethereum', false)]).toEqual([
    3, 12,
  ]);
  expect([confirmationsOf(policy, 'bitcoin', true), confirmationsOf(policy, 'ethereum', true)]).toEqual([
    1, 20,
  ]);
  for (const network of ['bitcoin', 'ethereum', 'tron'])
    expect(confirmationsOf(DEFAULT_POLICY, network, false), network).toBeGreaterThan(1);
  expect(confirmationsOf(DEFAULT_POLICY, 'bitcoin', false)).toBeLessThan(
    confirmationsOf(DEFAULT_POLICY, 'moon', false),
  );
  expect(confirmationsOf(DEFAULT_POLICY, 'ethereum', true)).toBeLessThan(
    confirmationsOf(DEFAULT_POLICY, 'ethereum', false),
  );
});

test('a bank pays hundredths at most, an address all decimals of the currency', () => {
  const { address, ...banks } = WITHDRAWAL_TYPE;
  expect([decimalsOut(address, 8), decimalsOut(address, 0)]).toEqual([8, 0]);
  for (const bank of Object.values(banks))
    expect([decimalsOut(bank, 8), decimalsOut(bank, 0)]).toEqual([2, 0]);
});

test('from its value on a withdrawal waits; without a delay none does', () => {
  const policy = { ...DEFAULT_POLICY, delayUsdt: amount('500'), delayMs: 7 };
  expect([releaseAt(amount('499.99'), 100, policy), releaseAt(amount('500'), 100, policy)]).toEqual([
    undefined,
    107,
  ]);
  expect(releaseAt(amount('500'), 100, { ...policy, delayMs: 0 })).toBeUndefined();
});

test('by default accounts and devices are young for days, and a stuck payout is replaced within the hour', () => {
  const { youngMs, stuckMs, delayMs, aloneMax, delayUsdt, twoPeopleUsdt } = DEFAULT_POLICY;
  expect(youngMs).toBeGreaterThanOrEqual(DAY_MS);
  expect(stuckMs).toBeGreaterThanOrEqual(10 * MINUTE_MS);
  expect(stuckMs).toBeLessThan(HOUR_MS);
  expect(delayMs).toBeGreaterThanOrEqual(HOUR_MS);
  // One operator alone never releases more to a user than a single withdrawal of two would need.
  expect(aloneMax.user).toBeLessThanOrEqual(twoPeopleUsdt);
  expect(aloneMax.user).toBeLessThanOrEqual(aloneMax.operator);
  expect(aloneMax.operator).toBeLessThanOrEqual(aloneMax.day);
  expect(delayUsdt).toBeLessThanOrEqual(twoPeopleUsdt);
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
  // The signer computes the digest by itself, so its form is fixed.
  const text = '[1,0,3,"tron","T","10","1"]';
  expect(digests[0]).toBe(createHash('sha256').update(text).digest('hex'));
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
  expect([percentOf(1, 1000), percentOf(1003, 1000), percentOf(2009, 1000)]).toEqual([
    '0.1',
    '100.3',
    '200.9',
  ]);
  expect([percentOf(1, 2000), percentOf(1, 20_001)]).toEqual(['0.05', '0']);
  expect([percentOf(101, 2000), percentOf(1, 99)]).toEqual(['5.05', '1.01']);
  expect(percentOf(1, 8)).toBe('12.5');
  expect(percentOf(1, 10)).toBe('10');
});
