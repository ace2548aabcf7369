import type { CodePurpose, UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import type { RequestInfo } from '@karat/platform/http';
import { checkCode, resetCodeLimits, linkedContactAwaiting, useCode } from './codes.ts';
import { proveFactor, proveOwner } from './owner-proof.ts';
import type { OwnerProof, ProvenOwner } from './owner-proof.ts';
import type { ResolvedDeps } from './deps.ts';
import { provePassword } from './prove-password.ts';
import { passwordHashOf } from './store.ts';

/** Proof that the session belongs to the account's owner. */
export interface Proof {
  /** Verifies the login password and one more proof; see `proveOwner`. */
  owner(user: UserId, purpose: CodePurpose, proof: OwnerProof, request: RequestInfo): Promise<ProvenOwner>;
  /** Verifies the second factor of an account that has one; see `proveFactor`. */
  factor(user: UserId, proof: Pick<OwnerProof, 'totp' | 'credential'>, request: RequestInfo): Promise<void>;
  /** Compares the login password. Refuses `password_wrong`, which counts, and `too_many_attempts`. */
  password(user: UserId, password: string): Promise<void>;
  /** Returns true if a text is the login password. Counts nothing: the owner is proved already. */
  isPassword(user: UserId, text: string): Promise<boolean>;
  /** Verifies a code of a linked contact without consuming it. Refuses `code_wrong` and `code_expired`. */
  checkCode(user: UserId, purpose: CodePurpose, code: string): Promise<void>;
  /** Consumes the code in the transaction of the action. */
  useCode(tx: Tx, user: UserId, purpose: CodePurpose, code: string, request: RequestInfo): Promise<void>;
}

export const proofOf = (deps: ResolvedDeps): Proof => ({
  owner: (user, purpose, proof, request) => proveOwner(deps, user, purpose, proof, request),
  factor: (user, proof, request) => proveFactor(deps, user, proof, request, 'owner'),
  password: (user, password) => provePassword(deps, user, password),
  async isPassword(user, text) {
    const hash = await passwordHashOf(deps.ctx.db, user);
    return hash !== undefined && deps.passwords.verify(hash, text);
  },
  async checkCode(user, purpose, code) {
    const contact = await linkedContactAwaiting(deps, user, purpose);
    await checkCode(deps, contact.value, purpose, code);
  },
  async useCode(tx, user, purpose, code, request) {
    const contact = await linkedContactAwaiting(deps, user, purpose);
    await useCode(deps, tx, contact.value, purpose, code);
    await resetCodeLimits(tx, contact.value, request.address);
  },
});
