import type { CurrencyId, UserId } from '@karat/contract';
import type { Credentials } from '@karat/domains/credentials';
import type { Ledger } from '@karat/domains/ledger';
import type { Network } from '@karat/platform/chains';
import type { Context } from '@karat/platform/context';
import type { Queries } from '@karat/platform/db';
import { createSeal } from '@karat/platform/crypto';
import type { Seal } from '@karat/platform/crypto';
import { COOLING_MS } from './rules.ts';

/** A user, found by UID or email address. */
export interface NamedUser {
  readonly id: UserId;
  readonly nickname: string;
  readonly house: boolean;
}

/** A chain with its currencies. */
export interface PayableNetwork {
  readonly network: Network;
  readonly currencies: readonly CurrencyId[];
}

export interface PayeesDeps {
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly credentials: Pick<Credentials, 'confirm'>;
  /** 32 secret bytes: key of the payee hashes and of the sealed card data. */
  readonly secret: Uint8Array;
  readonly networks: readonly PayableNetwork[];
  /** Returns the account of a UID or an email address. */
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

/** Associated data: a value sealed for one user does not open for another. */
export const boundTo = (user: UserId): string => `payee of ${user}`;
