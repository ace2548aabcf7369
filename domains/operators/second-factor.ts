import { refuse } from '@karat/contract';
import type { Context } from '@karat/platform/context';
import type { Queries, Tx } from '@karat/platform/db';
import type { RequestInfo } from '@karat/platform/http';
import { readAuthentication, siteOf, verifySignature } from '@karat/platform/webauthn';
import type { Site } from '@karat/platform/webauthn';
import * as store from './passkey-store.ts';

/** Whether operators need passkeys, and where they may use them. */
export interface PasskeyPolicy {
  /** Origins whose pages may use passkeys; `own`: any page that this server itself gave out. */
  readonly origins: readonly string[] | 'own';
  /** An operator without a passkey may do nothing but register one, and one with a passkey proves themselves by nothing else. */
  readonly isRequired: boolean;
}

/** A second factor as it is sent: a one-time code, or what a passkey signed. */
export interface SecondFactor {
  readonly totp?: string | undefined;
  readonly credential?: string | undefined;
}

/** The site of the page that asks. Refuses `passkey_origin`. */
export const siteOrRefuse = (policy: PasskeyPolicy, request: Pick<RequestInfo, 'origin'>): Site =>
  siteOf(policy.origins, request) ?? refuse('passkey_origin');

/** Whether an operator may prove themselves by a one-time code: not where passkeys are required and they have one. */
export const mayUseCode = async (db: Queries, policy: PasskeyPolicy, operator: number): Promise<boolean> =>
  !policy.isRequired || !(await store.hasPasskey(db, operator));

/**
 * Whether a passkey of an operator signed a challenge: of their session, or of a login. The challenge is used up in any case, so the
 * caller commits also when this answers false.
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
  if (!passkey || passkey.operatorId !== signed.operator) return false;
  const counter = await verifySignature(answer, site, passkey);
  if (counter === undefined) return false;
  await store.notePasskeyUse(tx, passkey.id, counter, now);
  return true;
}
