import { WITHDRAWAL_TYPE, refuse } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import type { Queries } from '@karat/platform/db';
import { checkedAddress } from './address.ts';
import type { ResolvedDeps } from './deps.ts';
import type { PayeeHashes } from './hashing.ts';
import { addressKept, cardById } from './store.ts';

/** Payee of a withdrawal, fixed at the request: later changes of the address book do not affect it. */
export interface Payee {
  /** The network of an address; `card` for cards. */
  readonly network: string;
  /** The address, or the masked number of a card. */
  readonly shown: string;
  readonly hashes: PayeeHashes;
  /** The sealed fields of a card; undefined for addresses. */
  readonly sealed: Buffer | undefined;
  /** From when it can be paid while the allow-list is on; undefined for an address that is not in the book. */
  readonly usableAt: number | undefined;
}

export interface Wanted {
  readonly user: UserId;
  /** 0 an address, 1 a domestic card, 2 an international card. */
  readonly type: 0 | 1 | 2;
  readonly currency: CurrencyId;
  readonly network: string | undefined;
  /** An address, or the id of a card. */
  readonly address: string;
  /** No cards: the rule for API keys. */
  readonly addressOnly?: boolean;
}

/** Network name of card payouts. */
export const CARD_NETWORK = 'card';
const CARD_ID = /^[1-9][0-9]{0,15}$/;

/**
 * Finds the payee; `checkAllowed` applies the allow-list. Refuses `network_unknown`, `address_invalid`,
 * `payee_unknown`, and for `addressOnly` `payee_not_allowed`.
 */
export async function findPayee(deps: ResolvedDeps, queries: Queries, wanted: Wanted): Promise<Payee> {
  const { user, type, addressOnly = false } = wanted;
  if (type !== WITHDRAWAL_TYPE.address) {
    if (addressOnly) refuse('payee_not_allowed');
    if (!CARD_ID.test(wanted.address)) refuse('payee_unknown');
    const card = (await cardById(queries, user, type, Number(wanted.address))) ?? refuse('payee_unknown');
    const display = `${card.title} ${card.masked}`;
    return {
      network: CARD_NETWORK,
      shown: display,
      hashes: deps.hashing.ofSealedCard({ user, sealed: card.sealed }),
      sealed: card.sealed,
      usableAt: card.usableAt,
    };
  }
  const checked = checkedAddress(deps, wanted.currency, wanted.network, wanted.address);
  const stored = await addressKept(queries, user, { currency: wanted.currency, ...checked });
  return {
    network: checked.network,
    shown: checked.address,
    hashes: checked.hashes,
    sealed: undefined,
    usableAt: stored?.usableAt,
  };
}
