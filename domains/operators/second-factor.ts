import { refuse } from '@karat/contract';
import type { Context } from '@karat/platform/context';
import type { Queries, Tx } from '@karat/platform/db';
import type { RequestInfo } from '@karat/platform/http';
import { readAuthentication, siteOf, verifySignature } from '@karat/platform/webauthn';
import type { Site } from '@karat/platform/webauthn';
import { passkeyStore as store } from './passkey-store.ts';

/** Passkey policy of operators. */
export interface PasskeyPolicy {
  /** Origins whose pages may use passkeys; `own`: any page that this server itself served. */
  readonly origins: readonly string[] | 'own';
  /** If true, an operator without a passkey can only register one, and one with a passkey has no other second factor. */
  readonly isRequired: boolean;
}

/** A second factor on the wire: a one-time code, or a passkey signature. */
export interface SecondFactor {
  readonly totp?: string | undefined;
  readonly credential?: string | undefined;
}

/** Returns the site of the page that asks. Refuses `passkey_origin`. */
export const siteOrRefuse = (policy: PasskeyPolicy, request: Pick<RequestInfo, 'origin'>): Site =>
  siteOf(policy.origins, request) ?? refuse('passkey_origin');

/** Returns true if an operator may use a one-time code: not if passkeys are required and they have one. */
export const mayUseCode = async (db: Queries, policy: PasskeyPolicy, operator: number): Promise<boolean> =>
  !policy.isRequired || !(await store.hasPasskey(db, operator));

/**
 * Returns true if a passkey of the operator signed a challenge of their session or of a login. Consumes the challenge
 * in any case, so the caller commits also when this returns false.
 */
export async function isSignedBy(
  ctx: Context,
  policy: PasskeyPolicy,
  tx: Tx,
  signed: {
    readonly credential: string;
    readonly operator: number | undefined;
    readonly by: 'login' | 'session';
  },
  request: Pick<RequestInfo, 'origin'>,
): Promise<boolean> {
  const site = siteOf(policy.origins, request);
  const answer = readAuthentication(signed.credential);
  if (!site || !answer) return false;
  const now = ctx.clock.now();
  const asker = signed.by === 'login' ? null : (signed.operator ?? null);
  if (!(await store.takeChallenge(tx, answer.challenge, asker, now))) return false;
  const passkey = await store.lockPasskey(tx, answer.response.id);
  if (!passkey || passkey.ownerId !== signed.operator) return false;
  const counter = await verifySignature(answer, site, passkey);
  if (counter === undefined) return false;
  await store.savePasskeyUse(tx, passkey.id, counter, now);
  return true;
}
