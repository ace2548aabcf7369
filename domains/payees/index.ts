/** Where a user may be paid: address book, domestic and international cards. */
import type { Contract, UserId } from '@karat/contract';
import type { Queries } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import { openFields } from './cards.ts';
import type { CardFields } from './cards.ts';
import { checkAllowed } from './allow-list.ts';
import { payeesHandlers } from './http.ts';
import { resolveDeps } from './deps.ts';
import type { PayeesDeps } from './deps.ts';
import { receiverUsableAt } from './receiver-store.ts';
import { namedReceiver } from './receivers.ts';
import type { NamedReceiver } from './receivers.ts';
import { accountsSharing } from './store.ts';
import { findPayee } from './target.ts';
import type { Payee, Wanted } from './target.ts';

export { accountsWithSameCard } from './store.ts';
export { payeesMessages } from './messages.ts';
export { networkNamed } from './address.ts';
export { maskCard, maskedName } from './rules.ts';
export { CARD_NETWORK } from './target.ts';
export type { CardFields } from './cards.ts';
export type { NamedUser, PayableNetwork, PayeesDeps } from './deps.ts';
export type { Payee, Wanted } from './target.ts';

export interface Payees {
  readonly handlers: Handlers<Contract['payees']>;
  /** Finds whom a withdrawal pays; see `findPayee` for its refusals. */
  find(queries: Queries, wanted: Wanted): Promise<Payee>;
  /** Refuses a receiver that the allow-list, or `always` the rule of programs, does not let be paid. */
  checkAllowed(
    queries: Queries,
    user: UserId,
    usableAt: number | undefined,
    rule: { readonly always: boolean },
  ): Promise<void>;
  /** From when a user may be paid while the allow-list is on; undefined for one that is not kept. */
  userUsableAt(queries: Queries, user: UserId, receiver: UserId): Promise<number | undefined>;
  /** The user behind a UID or e-mail address, and the masked nickname. Refuses `recipient_self`. */
  namedReceiver(user: UserId, named: string): Promise<NamedReceiver>;
  /** The fields of a card as a withdrawal took them. */
  open(user: UserId, sealed: Uint8Array): CardFields;
  /** Other accounts that keep or kept the same payee. */
  sharedWith(queries: Queries, hash: Uint8Array, user: UserId): Promise<UserId[]>;
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
    sharedWith: accountsSharing,
  };
}
