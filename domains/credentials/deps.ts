import type { Identity } from '@karat/domains/identity';
import type { Messages } from '@karat/domains/messages';
import type { Context } from '@karat/platform/context';
import { createSeal } from '@karat/platform/crypto';
import type { Passwords, Seal } from '@karat/platform/crypto';
import { DEFAULT_LIMITS } from './rules.ts';
import type { CredentialsLimits } from './rules.ts';

/** What the room is built from. */
export interface CredentialsDeps {
  readonly ctx: Context;
  readonly identity: Identity;
  readonly messages: Pick<Messages, 'notify'>;
  readonly passwords: Passwords;
  /** 32 secret bytes of the house: key of the hashes of backup codes, and source of the key that seals secrets. */
  readonly secret: Uint8Array;
  readonly limits?: Partial<CredentialsLimits>;
  /** Origins whose pages may use passkeys; `own`: any page that this server itself gave out. */
  readonly origins?: readonly string[] | 'own';
  /** Name of the site in an authenticator. */
  readonly siteName?: string;
}

/** The same with every choice made. */
export interface ResolvedDeps extends Required<Omit<CredentialsDeps, 'limits'>> {
  readonly limits: CredentialsLimits;
  readonly seal: Seal;
}

export const resolveDeps = (deps: CredentialsDeps): ResolvedDeps => ({
  siteName: 'Karat',
  origins: 'own',
  ...deps,
  limits: { ...DEFAULT_LIMITS, ...deps.limits },
  seal: createSeal(deps.secret, 'credentials', deps.ctx.random),
});
