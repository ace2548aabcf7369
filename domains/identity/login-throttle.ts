import type { Clock } from '@karat/platform/clock';
import type { Queries, Tx } from '@karat/platform/db';
import { TokenBuckets, networkOf } from '@karat/platform/http';
import { resetAttempts, lockAttempts, attemptsOf, saveAttempts } from './attempt-store.ts';
import { COUNTERS_OF, countLoginFailure, judgeLogin } from './login-policy.ts';
import type { LoginCounter, LoginFailures, LoginVerdict, LoginSource } from './login-policy.ts';
import type { LoginLimits } from './rules.ts';

/** Identifies a login attempt. */
export interface LoginSubject {
  /** Kind of login; each kind has separate counters. */
  readonly what: 'login' | 'console';
  /** Key of the typed login; the same whether or not an account exists. */
  readonly name: string;
  readonly address: string;
  readonly source: LoginSource;
  /** Id of the known device. */
  readonly device: number | undefined;
}

/** A login whose counters are locked until the transaction ends. */
export interface LockedLogin {
  readonly verdict: LoginVerdict;
  fail(): Promise<void>;
  /** Resets the failures of the device, or of this network on this account. */
  succeed(): Promise<void>;
}

/** Slows guessing down without locking anybody out. `login-policy.ts` has the rules. */
export interface LoginThrottle {
  /** Returns the verdict before a password is hashed. Takes no lock. */
  mayVerify(db: Queries, subject: LoginSubject): Promise<LoginVerdict>;
  /** Locks the counters. If the verdict is not `verify`, the caller must not reveal the outcome of the comparison. */
  lock(tx: Tx, subject: LoginSubject): Promise<LockedLogin>;
  /** Resets the failures of strangers on an account, after its owner proved themselves. */
  forget(tx: Tx, subject: Pick<LoginSubject, 'what' | 'name' | 'address'>): Promise<void>;
}

const ACCOUNTS_MAX = 50_000;

const keysOf = ({
  what,
  name,
  address,
  device,
}: Omit<LoginSubject, 'source'>): Record<LoginCounter, string> => ({
  device: `${what}-device:${device ?? 0}`,
  accountAtNetwork: `${what}:${name}@${networkOf(address)}`,
  network: `${what}@${networkOf(address)}`,
  account: `${what}:${name}`,
});

export function createLoginThrottle(clock: Clock, limits: LoginLimits): LoginThrottle {
  const verifications = new TokenBuckets(ACCOUNTS_MAX);
  return {
    async mayVerify(db, subject) {
      const { source } = subject;
      const keys = keysOf(subject);
      const counters = COUNTERS_OF[source];
      const rows = await attemptsOf(
        db,
        counters.map((counter) => keys[counter]),
      );
      const failures: LoginFailures = Object.fromEntries(
        counters.flatMap((counter) => {
          const row = rows.get(keys[counter]);
          return row ? [[counter, row]] : [];
        }),
      );
      const verdict = judgeLogin(source, failures, clock.now(), limits);
      if (verdict.kind !== 'verify' || source !== 'stranger') return verdict;
      const { verificationsPerMinute } = limits.account;
      const isWithin = verifications.take(keys.account, verificationsPerMinute, clock.now());
      return isWithin ? verdict : { kind: 'step_up' };
    },
    async lock(tx, subject) {
      const { source } = subject;
      const keys = keysOf(subject);
      const now = clock.now();
      const failures: Partial<Record<LoginCounter, NonNullable<LoginFailures[LoginCounter]>>> = {};
      // In key order, to avoid deadlocks between logins.
      for (const counter of COUNTERS_OF[source].toSorted((a, b) => (keys[a] < keys[b] ? -1 : 1))) {
        const row = await lockAttempts(tx, keys[counter]);
        if (row) failures[counter] = row;
      }
      return {
        verdict: judgeLogin(source, failures, now, limits),
        async fail() {
          const next = countLoginFailure(source, failures, now, limits);
          for (const counter of COUNTERS_OF[source]) {
            const row = next[counter];
            if (row) await saveAttempts(tx, keys[counter], row);
          }
        },
        async succeed() {
          for (const counter of COUNTERS_OF[source]) {
            if (counter === 'device' || counter === 'accountAtNetwork')
              await resetAttempts(tx, keys[counter]);
          }
        },
      };
    },
    async forget(tx, { what, name, address }) {
      const keys = keysOf({ what, name, address, device: undefined });
      await resetAttempts(tx, keys.account);
      await resetAttempts(tx, keys.accountAtNetwork);
    },
  };
}
