/** Where a user may be paid: address book, domestic and international cards. */
import type { Contract, UserId } from '@karat/contract';
import type { Queries } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import { openFields } from './cards.ts';
import type { CardFields } from './cards.ts';
import { payeesHandlers } from './http.ts';
import { partsOf } from './parts.ts';
import type { PayeesDeps } from './parts.ts';
import { accountsSharing } from './store.ts';
import { findPayee } from './target.ts';
import type { Payee, Wanted } from './target.ts';

export { accountsWithSameCard } from './store.ts';
export { payeesMessages } from './messages.ts';
export { networkNamed } from './address.ts';
export { maskCard } from './rules.ts';
export { CARD_NETWORK } from './target.ts';
export type { CardFields } from './cards.ts';
export type { PayableNetwork, PayeesDeps } from './parts.ts';
export type { Payee, Wanted } from './target.ts';

export interface Payees {
  readonly handlers: Handlers<Contract['payees']>;
  /** Finds and checks whom a withdrawal pays; see `findPayee` for its refusals. */
  find(queries: Queries, wanted: Wanted): Promise<Payee>;
  /** The fields of a card as a withdrawal took them. */
  open(user: UserId, sealed: Uint8Array): CardFields;
  /** Other accounts that keep or kept the same payee. */
  sharedWith(queries: Queries, hash: Uint8Array, user: UserId): Promise<UserId[]>;
}

export function createPayees(deps: PayeesDeps): Payees {
  const parts = partsOf(deps);
  return {
    handlers: payeesHandlers(parts),
    find: (queries, wanted) => findPayee(parts, queries, wanted),
    open: (user, sealed) => openFields(parts, user, sealed),
    sharedWith: accountsSharing,
  };
}
