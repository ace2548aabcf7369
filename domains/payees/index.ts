/** Payees of a user: address book, domestic and international cards, users. */
import type { Contract, UserId } from '@karat/contract';
import type { Queries } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import { openFields } from './cards.ts';
import { checkAllowed } from './allow-list.ts';
import { payeesHandlers } from './http.ts';
import { resolveDeps } from './deps.ts';
import type { PayeesDeps } from './deps.ts';
import type { CardFields, PayeeHashing } from './hashing.ts';
import { receiverUsableAt } from './receiver-store.ts';
import { namedReceiver } from './receivers.ts';
import type { NamedReceiver } from './receivers.ts';
import { accountsSharing } from './shared-payees.ts';
import { findPayee } from './target.ts';
import type { Payee, Wanted } from './target.ts';

export { boundTo as payeePlace, createPayeeHashing } from './hashing.ts';
export { payeesKeyedRows } from './keyed-rows.ts';
export { accountsWithSameCard, pairsWithOnePayee } from './shared-payees.ts';
export { payeesMessages } from './messages.ts';
export { networkNamed } from './address.ts';
export { maskCard, maskedName } from './rules.ts';
export { CARD_NETWORK } from './target.ts';
export type { CardFields, PayeeHashes, PayeeHashing } from './hashing.ts';
export type { NamedUser, PayableNetwork, PayeesDeps } from './deps.ts';
export type { Payee, Wanted } from './target.ts';

export interface Payees {
  readonly handlers: Handlers<Contract['payees']>;
  /** Finds the payee of a withdrawal; see `findPayee` for its refusals. */
  find(queries: Queries, wanted: Wanted): Promise<Payee>;
  /** Refuses a payee that the allow-list, or with `always` the rule of API keys, does not permit. */
  checkAllowed(
    queries: Queries,
    user: UserId,
    usableAt: number | undefined,
    rule: { readonly always: boolean },
  ): Promise<void>;
  /** Returns from when a user can be paid while the allow-list is on; undefined if not stored. */
  userUsableAt(queries: Queries, user: UserId, receiver: UserId): Promise<number | undefined>;
  /** Returns the user of a UID or email address, and the masked nickname. Refuses `recipient_self`. */
  namedReceiver(user: UserId, named: string): Promise<NamedReceiver>;
  /** Returns the fields of a card from a withdrawal's copy. */
  open(user: UserId, sealed: Uint8Array): CardFields;
  /** Hashes of payees, for rows of withdrawals. */
  readonly hashing: PayeeHashing;
  /** Returns other accounts that have or had the payee of these hashes. */
  sharedWith(queries: Queries, hashes: readonly Uint8Array[], user: UserId): Promise<UserId[]>;
}

export function createPayees(deps: PayeesDeps): Payees {
  const resolved = resolveDeps(deps);
  return {
    handlers: payeesHandlers(resolved),
    find: (queries, wanted) => findPayee(resolved, queries, wanted),
    checkAllowed: (queries, user, usableAt, rule) => checkAllowed(resolved, queries, user, usableAt, rule),
    userUsableAt: receiverUsableAt,
    namedReceiver: (user, named) => namedReceiver(resolved, user, named),
    open: (user, sealed) => openFields(resolved, user, sealed),
    hashing: resolved.hashing,
    sharedWith: accountsSharing,
  };
}
