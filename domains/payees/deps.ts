import type { CurrencyId, UserId } from '@karat/contract';
import type { Credentials } from '@karat/domains/credentials';
import type { Ledger } from '@karat/domains/ledger';
import type { Network } from '@karat/platform/chains';
import type { Context } from '@karat/platform/context';
import type { Queries } from '@karat/platform/db';
import { createSeal } from '@karat/platform/crypto';
import type { Seal } from '@karat/platform/crypto';
import { COOLING_MS } from './rules.ts';

/** A user whom a UID or an e-mail address names. */
export interface NamedUser {
  readonly id: UserId;
  readonly nickname: string;
  readonly house: boolean;
}

/** A chain with the currencies that are paid over it. */
export interface PayableNetwork {
  readonly network: Network;
  readonly currencies: readonly CurrencyId[];
}

export interface PayeesDeps {
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly credentials: Pick<Credentials, 'confirm'>;
  /** 32 secret bytes: they key the hashes of payees and seal what is kept of cards. */
  readonly secret: Uint8Array;
  readonly networks: readonly PayableNetwork[];
  /** The account that a UID or an e-mail address names. */
  readonly findUser: (db: Queries, named: string) => Promise<NamedUser | undefined>;
  /** How long a new address waits while the allow-list is on. */
  readonly coolingMs?: number;
}

export interface ResolvedDeps extends PayeesDeps {
  readonly coolingMs: number;
  readonly seal: Seal;
}

export const resolveDeps = (deps: PayeesDeps): ResolvedDeps => ({
  coolingMs: COOLING_MS,
  ...deps,
  seal: createSeal(deps.secret, 'payees', deps.ctx.random),
});

/** What was sealed for one user does not open for another. */
export const boundTo = (user: UserId): string => `payee of ${user}`;
