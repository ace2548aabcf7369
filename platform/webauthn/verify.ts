import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { Site } from './options.ts';
import { isTransport } from './response.ts';
import type { RegisteredAnswer, SignedAnswer } from './response.ts';

/** The public half of a passkey that was made. */
export interface NewPasskey {
  /** base64url, as WebAuthn names it. */
  readonly credentialId: string;
  readonly publicKey: Buffer;
  /** Signatures that the authenticator has counted; 0 where it does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
  /** Kept by a provider that brings it to all devices of a person. */
  readonly synced: boolean;
}

/** What a signature is verified with. */
export type KnownPasskey = Pick<NewPasskey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

/** The passkey that an authenticator made for a challenge, its user verified; undefined whatever is wrong with the answer. */
export async function verifyRegistration(
  { response, challenge }: RegisteredAnswer,
  site: Site,
): Promise<NewPasskey | undefined> {
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.domain,
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const { credential, credentialBackedUp } = verified.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: (credential.transports ?? []).filter(isTransport),
    synced: credentialBackedUp,
  };
}

/** The new count of signatures when a passkey signed the challenge and its user was verified; undefined otherwise. */
export async function verifySignature(
  { response, challenge }: SignedAnswer,
  site: Site,
  passkey: KnownPasskey,
): Promise<number | undefined> {
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.domain,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: Uint8Array.from(passkey.publicKey),
      counter: passkey.counter,
      transports: passkey.transports.filter(isTransport),
    },
  }).catch(() => undefined);
  return verified?.verified === true ? verified.authenticationInfo.newCounter : undefined;
}
