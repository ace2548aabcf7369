import type { CurrencyId, UserId } from '@karat/contract';
import type { Amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';

/** A permission: at most `number` of a currency leaves the account of `user`. */
export interface PermitTerms {
  readonly user: UserId;
  /** The receiving user; undefined if it leaves the exchange. */
  readonly receiver: UserId | undefined;
  readonly currency: CurrencyId;
  readonly number: Amount;
  /** The money is held since an earlier permit, and leaves the held part. */
  readonly isHeld?: true;
}

declare const issued: unique symbol;
/** Proof that the gate allowed a movement. Only the holder of `PermitIssuer` creates one; its journal uses it up. */
export interface Permit extends PermitTerms {
  readonly [issued]: true;
}

export type PermitIssuer = (tx: Tx, terms: PermitTerms) => Permit;

/** Permits of one ledger, each bound to its transaction. */
export class Permits {
  #isClaimed = false;
  readonly #open = new WeakMap<Permit, Tx>();

  /** Grants the right to issue permits, once: a second gate is a bug and throws. */
  claim(): PermitIssuer {
    if (this.#isClaimed) throw new Error('the ledger already has a gate');
    this.#isClaimed = true;
    return (tx, terms) => {
      const permit = Object.freeze({ ...terms }) as Permit;
      this.#open.set(permit, tx);
      return permit;
    };
  }

  /** Uses up a permit; returns false if it was not issued for this transaction or is used already. */
  take(tx: Tx, permit: Permit): boolean {
    return this.#open.get(permit) === tx && this.#open.delete(permit);
  }
}
