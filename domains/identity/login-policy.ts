import type { DeviceClaim } from '@karat/platform/crypto';
import { tryOnce } from './rules.ts';
import type { LoginLimits, Tried } from './rules.ts';

/**
 * From where a login comes: a device that showed a valid token of the account; a stranger who also sent a right code to a
 * contact of the account (or of its authenticator, where operators log in); or any other stranger.
 */
export type Standing = 'known_device' | 'proved' | 'stranger';

/** What failures are counted by: the known device; strangers by account and network, by network, and by account. */
export const LOGIN_COUNTERS = ['device', 'accountAtNetwork', 'network', 'account'] as const;
export type LoginCounter = (typeof LOGIN_COUNTERS)[number];

/** Which counters decide on a login and count its failure. What strangers do never concerns a known device. */
export const COUNTERS_OF: Readonly<Record<Standing, readonly LoginCounter[]>> = {
  known_device: ['device'],
  proved: [],
  stranger: ['accountAtNetwork', 'network', 'account'],
};

export type LoginFailures = Readonly<Partial<Record<LoginCounter, Tried>>>;

export type LoginVerdict =
  | { readonly kind: 'verify' }
  | { readonly kind: 'wait'; readonly waitMs: number }
  /** The password is not looked at: a code to a contact, or a passkey, is needed. */
  | { readonly kind: 'step_up' };

/** Whether the password of a login is compared now. */
export function judgeLogin(
  standing: Standing,
  failures: LoginFailures,
  now: number,
  limits: LoginLimits,
): LoginVerdict {
  const counters = COUNTERS_OF[standing];
  const { account } = failures;
  const needsProof =
    counters.includes('account') &&
    account !== undefined &&
    now - account.lastAt < limits.account.forgetMs &&
    account.count >= limits.account.free;
  // First, because it names a way in; a wait does not.
  if (needsProof) return { kind: 'step_up' };
  const waits = counters.map((counter) => (failures[counter]?.blockedUntil ?? 0) - now);
  const waitMs = Math.max(0, ...waits);
  return waitMs > 0 ? { kind: 'wait', waitMs } : { kind: 'verify' };
}

/** The counters of a standing after one more failure. */
export function countLoginFailure(
  standing: Standing,
  failures: LoginFailures,
  now: number,
  limits: LoginLimits,
): LoginFailures {
  const next: Partial<Record<LoginCounter, Tried>> = {};
  for (const counter of COUNTERS_OF[standing]) {
    const before = failures[counter];
    if (counter === 'account') {
      const fresh = !before || now - before.lastAt >= limits.account.forgetMs;
      next.account = { count: fresh ? 1 : before.count + 1, lastAt: now, blockedUntil: 0 };
      continue;
    }
    const tried = tryOnce(before, now, limits[counter]);
    if (!('waitMs' in tried)) next[counter] = tried;
  }
  return next;
}

/** A device as it is stored. */
export interface DeviceState {
  readonly id: number;
  readonly account: number;
  readonly serial: number;
}

/** A device token is good for so long; every login on the device renews it. */
export const DEVICE_LIFE_MS = 90 * 24 * 60 * 60 * 1_000;

/**
 * Whether a claim makes a login of an account one of a known device: it is of this account, its device was not revoked, and it
 * is the newest token of the device or the one before, whose answer may have been lost.
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
