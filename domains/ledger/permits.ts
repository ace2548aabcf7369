import type { CurrencyId, UserId } from '@karat/contract';
import type { Amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';

/** What a permit allows: at most `number` of a currency leaves the account of `user`. */
export interface PermitTerms {
  readonly user: UserId;
  /** The user who gets it; undefined where it leaves the exchange. */
  readonly receiver: UserId | undefined;
  readonly currency: CurrencyId;
  readonly number: Amount;
}

declare const issued: unique symbol;
/** Says that the gate let money go. Only the holder of `PermitIssuer` makes one; it is used up by its journal. */
export interface Permit extends PermitTerms {
  readonly [issued]: true;
}

export type PermitIssuer = (tx: Tx, terms: PermitTerms) => Permit;

/** Permits of one ledger, each bound to its transaction. */
export class Permits {
  #isClaimed = false;
  readonly #open = new WeakMap<Permit, Tx>();

  /** Hands out the right to issue permits, once: a second gate beside the first is a bug and throws. */
  claim(): PermitIssuer {
    if (this.#isClaimed) throw new Error('the ledger has its gate already');
    this.#isClaimed = true;
    return (tx, terms) => {
      const permit = Object.freeze({ ...terms }) as Permit;
      this.#open.set(permit, tx);
      return permit;
    };
  }

  /** Uses a permit up; false for one that was not issued for this transaction, or that was used. */
  take(tx: Tx, permit: Permit): boolean {
    return this.#open.get(permit) === tx && this.#open.delete(permit);
  }
}
