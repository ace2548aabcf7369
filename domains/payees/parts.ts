import type { CurrencyId, UserId } from '@karat/contract';
import type { Credentials } from '@karat/domains/credentials';
import type { Ledger } from '@karat/domains/ledger';
import type { Network } from '@karat/platform/chains';
import type { Context } from '@karat/platform/context';
import { createSeal } from '@karat/platform/crypto';
import type { Seal } from '@karat/platform/crypto';
import { COOLING_MS } from './rules.ts';

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
  /** How long a new address waits while the allow-list is on. */
  readonly coolingMs?: number;
}

export interface Parts extends PayeesDeps {
  readonly coolingMs: number;
  readonly seal: Seal;
}

export const partsOf = (deps: PayeesDeps): Parts => ({
  coolingMs: COOLING_MS,
  ...deps,
  seal: createSeal(deps.secret, 'payees', deps.ctx.random),
});

/** What was sealed for one user does not open for another. */
export const boundTo = (user: UserId): string => `payee of ${user}`;
