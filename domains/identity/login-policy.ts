import type { DeviceClaim } from '@karat/platform/crypto';
import { countAttempt } from './rules.ts';
import type { LoginLimits, AttemptCount } from './rules.ts';

/**
 * Source of a login: a device with a valid token of the account; a stranger with a right code of a contact of the
 * account (or of the operator's authenticator); or any other stranger.
 */
export type LoginSource = 'known_device' | 'proved' | 'stranger';

/** Failure counters: the known device; strangers by account and network, by network, and by account. */
export const LOGIN_COUNTERS = ['device', 'accountAtNetwork', 'network', 'account'] as const;
export type LoginCounter = (typeof LOGIN_COUNTERS)[number];

/** Counters that decide on a login and count its failure. Failures of strangers never affect a known device. */
export const COUNTERS_OF: Readonly<Record<LoginSource, readonly LoginCounter[]>> = {
  known_device: ['device'],
  proved: [],
  stranger: ['accountAtNetwork', 'network', 'account'],
};

export type LoginFailures = Readonly<Partial<Record<LoginCounter, AttemptCount>>>;

export type LoginVerdict =
  | { readonly kind: 'verify' }
  | { readonly kind: 'wait'; readonly waitMs: number }
  /** The password is not compared: a code of a contact, or a passkey, is required. */
  | { readonly kind: 'step_up' };

/** Decides if the password of a login is compared now. */
export function judgeLogin(
  source: LoginSource,
  failures: LoginFailures,
  now: number,
  limits: LoginLimits,
): LoginVerdict {
  const counters = COUNTERS_OF[source];
  const { account } = failures;
  const needsProof =
    counters.includes('account') &&
    account !== undefined &&
    now - account.lastAt < limits.account.forgetMs &&
    account.count >= limits.account.free;
  // Comes first, since a code lets the login continue and a wait does not.
  if (needsProof) return { kind: 'step_up' };
  const waits = counters.map((counter) => (failures[counter]?.blockedUntil ?? 0) - now);
  const waitMs = Math.max(0, ...waits);
  return waitMs > 0 ? { kind: 'wait', waitMs } : { kind: 'verify' };
}

/** Returns the counters of a source after one more failure. */
export function countLoginFailure(
  source: LoginSource,
  failures: LoginFailures,
  now: number,
  limits: LoginLimits,
): LoginFailures {
  const next: Partial<Record<LoginCounter, AttemptCount>> = {};
  for (const counter of COUNTERS_OF[source]) {
    const before = failures[counter];
    if (counter === 'account') {
      const fresh = !before || now - before.lastAt >= limits.account.forgetMs;
      next.account = { count: fresh ? 1 : before.count + 1, lastAt: now, blockedUntil: 0 };
      continue;
    }
    const count = countAttempt(before, now, limits[counter]);
    if (!('waitMs' in count)) next[counter] = count;
  }
  return next;
}

/** Stored state of a device. */
export interface DeviceState {
  readonly id: number;
  readonly account: number;
  readonly serial: number;
}

/** Lifetime of a device token; every login on the device renews it. */
export const DEVICE_LIFE_MS = 90 * 24 * 60 * 60 * 1_000;

/**
 * Returns true if a claim belongs to a known device of the account: the device is not revoked, and the token is the
 * newest one or the previous one, whose response may have been lost.
 */
export const isTrustedDevice = (
  claim: DeviceClaim,
  account: number,
  device: DeviceState | undefined,
  now: number,
): boolean =>
  device !== undefined &&
  claim.account === account &&
  device.account === account &&
  device.id === claim.device &&
  (claim.serial === device.serial || claim.serial === device.serial - 1) &&
  now - claim.issuedMs < DEVICE_LIFE_MS;
