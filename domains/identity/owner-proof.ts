import { Refusal, refuse } from '@karat/contract';
import type { CodePurpose, UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import type { RequestInfo } from '@karat/platform/http';
import { checkCode, resetCodeLimits, linkedContactAwaiting, useCode } from './codes.ts';
import type { ProofMethod } from './contact-store.ts';
import type { ResolvedDeps } from './deps.ts';
import { provePassword } from './prove-password.ts';

/** Proof that the session belongs to the owner: the login password and one of the others. */
export interface OwnerProof {
  readonly password?: string | undefined;
  /** A code sent to a contact of the account, */
  readonly old_code?: string | undefined;
  /** or a code of its authenticator (or a backup code), */
  readonly totp?: string | undefined;
  /** or a signature of one of its passkeys, as the browser returns it. */
  readonly credential?: string | undefined;
}

/** The proof of an owner, verified. */
export interface ProvenOwner {
  readonly method: ProofMethod;
  /** Consumes a code in the transaction of the action; other proofs are consumed already. */
  use(tx: Tx): Promise<void>;
}

/**
 * Verifies the login password and one more proof. Refuses `password_required`, `proof_required`, `password_wrong`,
 * `old_code_wrong`, `code_expired`, `contact_recent`, `totp_wrong`, `passkey_refused`, `passkey_origin` and
 * `too_many_attempts`. Each wrong proof counts as an attempt.
 */
export async function proveOwner(
  deps: ResolvedDeps,
  user: UserId,
  purpose: CodePurpose,
  proof: OwnerProof,
  request: RequestInfo,
): Promise<ProvenOwner> {
  const { old_code: code, totp, credential } = proof;
  if (proof.password === undefined) refuse('password_required');
  if (code === undefined && totp === undefined && credential === undefined) refuse('proof_required');
  await provePassword(deps, user, proof.password);
  if (code !== undefined) return proveByContact(deps, user, purpose, code, request);
  return { method: await proveByFactor(deps, user, proof, request), use: async () => undefined };
}

async function proveByContact(
  deps: ResolvedDeps,
  user: UserId,
  purpose: CodePurpose,
  code: string,
  request: RequestInfo,
): Promise<ProvenOwner> {
  const contact = await linkedContactAwaiting(deps, user, purpose);
  await checkCode(deps, contact.value, purpose, code).catch(ofOldContact);
  return {
    method: 'code',
    async use(tx) {
      await useCode(deps, tx, contact.value, purpose, code);
      await resetCodeLimits(tx, contact.value, request.address);
    },
  };
}

/** A form with codes of two contacts needs to know which one is wrong. */
function ofOldContact(failure: unknown): never {
  if (failure instanceof Refusal && failure.code === 'code_wrong') refuse('old_code_wrong');
  throw failure;
}

async function proveByFactor(
  deps: ResolvedDeps,
  user: UserId,
  { totp, credential }: OwnerProof,
  request: RequestInfo,
): Promise<ProofMethod> {
  const { secondStep, ctx } = deps;
  if (totp !== undefined && (await secondStep.isSet(ctx.db, user))) {
    await secondStep.prove(user, totp);
    return 'authenticator';
  }
  if (credential === undefined) return refuse('proof_required');
  await secondStep.provePasskey(user, credential, request, 'owner');
  return 'passkey';
}

/**
 * Requires the second factor of an account before its password is replaced: access to its mailbox is not enough.
 * Refuses `code_required` (an authenticator, or a passkey in its place), `passkey_required`, `totp_wrong`,
 * `passkey_refused`, `passkey_origin` and `too_many_attempts`. `asker` is the owner of the challenge that the passkey
 * signs: the session, or a login.
 */
export async function proveFactor(
  deps: ResolvedDeps,
  user: UserId,
  proof: Pick<OwnerProof, 'totp' | 'credential'>,
  request: RequestInfo,
  asker: 'owner' | 'visitor',
): Promise<void> {
  const { secondStep, ctx } = deps;
  const hasAuthenticator = await secondStep.isSet(ctx.db, user);
  const hasPasskey = await secondStep.hasPasskey(ctx.db, user);
  if (!hasAuthenticator && !hasPasskey) return;
  if (hasAuthenticator && proof.totp !== undefined) return secondStep.prove(user, proof.totp);
  if (hasPasskey && proof.credential !== undefined)
    return secondStep.provePasskey(user, proof.credential, request, asker);
  refuse(hasAuthenticator ? 'code_required' : 'passkey_required');
}
