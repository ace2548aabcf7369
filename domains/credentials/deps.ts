import type { Identity } from '@karat/domains/identity';
import type { Messages } from '@karat/domains/messages';
import type { Context } from '@karat/platform/context';
import { createSeal } from '@karat/platform/crypto';
import type { KeyRing, Passwords, Seal } from '@karat/platform/crypto';
import type { Random } from '@karat/platform/random';
import { DEFAULT_LIMITS } from './rules.ts';
import type { CredentialsLimits } from './rules.ts';

export interface CredentialsDeps {
  readonly ctx: Context;
  readonly identity: Identity;
  readonly messages: Pick<Messages, 'notify'>;
  readonly passwords: Passwords;
  /** Keys of the backup code hashes, and sources of the keys that seal secrets. */
  readonly keys: KeyRing;
  readonly limits?: Partial<CredentialsLimits>;
  /** Origins whose pages may use passkeys; `own`: any page that this server itself served. */
  readonly origins?: readonly string[] | 'own';
  /** Site name in an authenticator. */
  readonly siteName?: string;
}

/** The dependencies with every default filled in. */
export interface ResolvedDeps extends Required<Omit<CredentialsDeps, 'limits'>> {
  readonly limits: CredentialsLimits;
  readonly seal: Seal;
}

/** Seals secrets of authenticators and API keys. */
export const createCredentialsSeal = (keys: KeyRing, random: Random): Seal =>
  createSeal(keys, 'credentials', random);

export const resolveDeps = (deps: CredentialsDeps): ResolvedDeps => ({
  siteName: 'Karat',
  origins: 'own',
  ...deps,
  limits: { ...DEFAULT_LIMITS, ...deps.limits },
  seal: createCredentialsSeal(deps.keys, deps.ctx.random),
});
