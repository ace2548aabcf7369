import { refuse } from '@karat/contract';
import { createSemaphore } from '@karat/platform/semaphore';
import { hash, parseOptions, verify } from '@node-rs/argon2';

/**
 * Cost of argon2id: 19 MiB, two passes, one lane, the first choice of OWASP's password storage guidance. About 20 ms
 * on one core. A changed cost takes effect for each account at its next login (`outdated`).
 */
export interface PasswordCost {
  /** KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The package declares its enum `const`, which cannot be imported with isolated modules. */
const ARGON2ID = 2;
/** Hashes computed at once: the thread pool is shared with files and images. */
const AT_ONCE = 2;
/** Maximum queue length, about two seconds of work; later requests are refused. */
const WAITING_MAX = 100;

export interface Passwords {
  /** Returns an argon2id hash in PHC form with its own salt. Refuses with `unavailable` if the queue is full. */
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /**
   * Takes as long as a verification, for accounts that do not exist, so that timing does not reveal them. Always
   * returns false.
   */
  pretend(password: string): Promise<boolean>;
  /** Returns true if the hash has another cost and should be replaced while the password is known. */
  outdated(hash: string): boolean;
}

/** NFKC: the same password typed on two keyboards gives the same bytes. */
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
