import { refuse } from '@karat/contract';
import { createSemaphore } from '@karat/platform/semaphore';
import { hash, parseOptions, verify } from '@node-rs/argon2';

/**
 * Cost of argon2id: 19 MiB, two passes, one lane, the first choice of OWASP's password storage guidance. About 20 ms on one
 * core. A changed cost takes effect account by account at the next login (`outdated`).
 */
export interface PasswordCost {
  /** KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The package declares its enum `const`, which cannot be imported when files are compiled one by one. */
const ARGON2ID = 2;
/** So many are hashed at once: the thread pool is shared with files and pictures. */
const AT_ONCE = 2;
/** So many may wait, about two seconds of work; later ones are refused rather than kept waiting. */
const WAITING_MAX = 100;

export interface Passwords {
  /** Argon2id in PHC form with a salt of its own. Refuses with `unavailable` when too many wait. */
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /** The work of a verification, for accounts that do not exist: time does not tell. Always false. */
  pretend(password: string): Promise<boolean>;
  /** Whether a hash was made at another cost and should be made anew while the password is at hand. */
  outdated(hash: string): boolean;
}

/** Compatibility composition first: the same password typed on two keyboards is the same bytes. */
const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFKC'), 'utf8');

export function createPasswords(cost: PasswordCost = PASSWORD_COST): Passwords {
  const options = { ...cost, algorithm: ARGON2ID };
  const gate = createSemaphore(AT_ONCE, WAITING_MAX);
  const full = (): never => refuse('unavailable');
  let decoy: Promise<string> | undefined;

  const check = (hashed: string, password: string): Promise<boolean> =>
    gate.run(() => verify(hashed, bytesOf(password)).catch(() => false), full);

  return {
    hash: (password) => gate.run(() => hash(bytesOf(password), options), full),
    verify: check,
    async pretend(password) {
      decoy ??= hash('no account has this password', options);
      await check(await decoy, password);
      return false;
    },
    outdated(hashed) {
      const found = parseOptions(hashed);
      return (
        found.algorithm !== options.algorithm ||
        found.memoryCost !== cost.memoryCost ||
        found.timeCost !== cost.timeCost ||
        found.parallelism !== cost.parallelism
      );
    },
  };
}
