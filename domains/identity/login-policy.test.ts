import { DAY_MS } from '@karat/rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  COUNTERS_OF,
  DEVICE_LIFE_MS,
  countLoginFailure,
  isTrustedDevice,
  judgeLogin,
} from './login-policy.ts';
import type { LoginFailures, LoginSource } from './login-policy.ts';
import { DEFAULT_LIMITS } from './rules.ts';
import type { LoginLimits } from './rules.ts';

const limits: LoginLimits = DEFAULT_LIMITS.login;
const SECOND = 1_000;

const failure = fc.record({
  count: fc.integer({ min: 0, max: 1_000 }),
  lastAt: fc.integer({ min: 0, max: 2 * DAY_MS }),
  blockedUntil: fc.integer({ min: 0, max: 4 * DAY_MS }),
});
const failures = fc.record(
  { device: failure, accountAtNetwork: failure, network: failure, account: failure },
  { requiredKeys: [] },
);
const moment = fc.integer({ min: 0, max: 3 * DAY_MS });

describe('a login', () => {
  test('on a known device does not depend on strangers', () => {
    fc.assert(
      fc.property(failures, failures, moment, (one, other, now) => {
        const judged = judgeLogin('known_device', one, now, limits);
        const others = one.device === undefined ? other : { ...other, device: one.device };
        if (one.device === undefined) delete (others as { device?: unknown }).device;
        expect(judgeLogin('known_device', others, now, limits)).toEqual(judged);
        expect(judged.kind).not.toBe('step_up');
      }),
    );
  });

  test('with a proof never waits', () => {
    fc.assert(
      fc.property(failures, moment, (before, now) => {
        expect(judgeLogin('proved', before, now, limits)).toEqual({ kind: 'verify' });
      }),
    );
  });

  test('counts a failure only for the counters that decide on it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<LoginSource>('known_device', 'proved', 'stranger'),
        failures,
        moment,
        (source, before, now) => {
          const counted = Object.keys(countLoginFailure(source, before, now, limits));
          for (const counter of counted) expect(COUNTERS_OF[source]).toContain(counter);
        },
      ),
    );
  });

  test('waits at most a quarter of an hour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), (times) => {
        let before: LoginFailures = {};
        let now = 0;
        for (let time = 0; time < times; time++) {
          before = countLoginFailure('known_device', before, now, limits);
          const verdict = judgeLogin('known_device', before, now, limits);
          if (verdict.kind !== 'wait') continue;
          expect(verdict.waitMs).toBeLessThanOrEqual(900 * SECOND);
          now += verdict.waitMs;
        }
      }),
    );
  });
});

test('strangers of any number of networks get a limited number of guesses per account and day', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ network: fc.nat(50), gapMs: fc.nat(120 * SECOND) }), {
        minLength: 200,
        maxLength: 400,
      }),
      (guesses) => {
        const networks = new Map<number, LoginFailures>();
        let account: LoginFailures['account'];
        let now = 0;
        let answered = 0;
        for (const { network, gapMs } of guesses) {
          now += gapMs;
          const own = networks.get(network) ?? {};
          const before: LoginFailures = account ? { ...own, account } : own;
          if (judgeLogin('stranger', before, now, limits).kind !== 'verify') continue;
          answered += 1;
          const after = countLoginFailure('stranger', before, now, limits);
          networks.set(network, after);
          account = after.account;
        }
        expect(answered).toBeLessThanOrEqual(limits.account.free);
      },
    ),
  );
});

test('the counter of strangers resets after a day without a counted failure', () => {
  const account = { count: limits.account.free, lastAt: 0, blockedUntil: 0 };
  expect(judgeLogin('stranger', { account }, limits.account.forgetMs - 1, limits).kind).toBe('step_up');
  expect(judgeLogin('stranger', { account }, limits.account.forgetMs, limits).kind).toBe('verify');
});

describe('a device token', () => {
  const now = 1_790_000_000_000;
  const device = { id: 7, account: 100_001, serial: 4 };
  const claim = { account: 100_001, device: 7, serial: 4, issuedMs: now };
  test('is valid as the newest of its device, and as the previous one', () => {
    expect(isTrustedDevice(claim, 100_001, device, now)).toBe(true);
    expect(isTrustedDevice({ ...claim, serial: 3 }, 100_001, device, now)).toBe(true);
  });
  test.each([
    ['an older one', { ...claim, serial: 2 }, device],
    ['one that was never issued', { ...claim, serial: 5 }, device],
    ['one of another account', { ...claim, account: 100_002 }, device],
    ['one of a device of another account', claim, { ...device, account: 100_002 }],
    ['one of a revoked device', claim, undefined],
    ['one of another device', { ...claim, device: 8 }, device],
    ['one that has expired', { ...claim, issuedMs: now - DEVICE_LIFE_MS }, device],
  ])('is invalid as %s', (_name, claim, stored) => {
    expect(isTrustedDevice(claim, 100_001, stored, now)).toBe(false);
  });
});
