import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { Site } from './options.ts';
import { isTransport } from './response.ts';
import type { RegisteredAnswer, SignedAnswer } from './response.ts';

/** Public key of a new passkey. */
export interface NewPasskey {
  /** base64url, as WebAuthn names it. */
  readonly credentialId: string;
  readonly publicKey: Buffer;
  /** Signature counter of the authenticator; 0 if it does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
  /** Synchronised by a provider to all devices of the user. */
  readonly synced: boolean;
}

/** Stored data for verification. */
export type KnownPasskey = Pick<NewPasskey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

/**
 * Verifies the passkey that an authenticator created for a challenge, with user verification; undefined if anything is
 * wrong.
 */
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

/** Returns the new signature counter if a passkey signed the challenge with user verification; undefined otherwise. */
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
