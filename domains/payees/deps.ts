import type { CurrencyId, UserId } from '@karat/contract';
import type { Credentials } from '@karat/domains/credentials';
import type { Ledger } from '@karat/domains/ledger';
import type { Network } from '@karat/platform/chains';
import type { Context } from '@karat/platform/context';
import type { Queries } from '@karat/platform/db';
import type { KeyRing } from '@karat/platform/crypto';
import { createPayeeHashing } from './hashing.ts';
import type { PayeeHashing } from './hashing.ts';
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
  /** Keys of the payee hashes and of the sealed card data. */
  readonly keys: KeyRing;
  /** Key of the nicknames of unknown users, which stay the same when hash keys change. */
  readonly nicknameSecret: Uint8Array;
  readonly networks: readonly PayableNetwork[];
  /** Returns the account of a UID or an email address. */
  readonly findUser: (db: Queries, named: string) => Promise<NamedUser | undefined>;
  /** How long a new address waits while the allow-list is on. */
  readonly coolingMs?: number;
}

export interface ResolvedDeps extends PayeesDeps {
  readonly coolingMs: number;
  readonly hashing: PayeeHashing;
}

export const resolveDeps = (deps: PayeesDeps): ResolvedDeps => ({
  coolingMs: COOLING_MS,
  ...deps,
  hashing: createPayeeHashing(deps.keys, deps.ctx.random),
});
