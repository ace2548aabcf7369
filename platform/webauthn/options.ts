import type { RequestInfo } from '@karat/platform/http';
import type { Random } from '@karat/platform/random';
import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server';

const CHALLENGE_BYTES = 32;

/** The origin that signatures must contain, and the domain of the passkeys. */
export interface Site {
  readonly origin: string;
  readonly domain: string;
}

/**
 * Returns the site of a request's page; undefined if that page may not use passkeys. `own`: any page that this server
 * served.
 */
export function siteOf(
  origins: readonly string[] | 'own',
  { origin }: Pick<RequestInfo, 'origin'>,
): Site | undefined {
  const isKnown = origin !== undefined && (origins === 'own' || origins.includes(origin));
  return isKnown ? { origin, domain: new URL(origin).hostname } : undefined;
}

/** 256 random bits to sign, base64url. */
export const newChallenge = (random: Pick<Random, 'bytes'>): string =>
  Buffer.from(random.bytes(CHALLENGE_BYTES)).toString('base64url');

const bytesOf = (challenge: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(challenge, 'base64url'));

/** Returns the options for creating a passkey; authenticators of `known` passkeys are excluded. */
export async function registerOptions(asked: {
  readonly site: Site;
  readonly siteName: string;
  readonly challenge: string;
  readonly timeoutMs: number;
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly known: readonly { readonly credentialId: string }[];
}): Promise<Record<string, unknown>> {
  const options = await generateRegistrationOptions({
    rpName: asked.siteName,
    rpID: asked.site.domain,
    userID: Uint8Array.from(Buffer.from(asked.user.id)),
    userName: asked.user.name,
    userDisplayName: asked.user.displayName,
    challenge: bytesOf(asked.challenge),
    timeout: asked.timeoutMs,
    excludeCredentials: asked.known.map((one) => ({ id: one.credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { ...options };
}

/** Returns the options for signing; only with passkeys of `known` if given, else with any of the site. */
export async function signOptions(asked: {
  readonly site: Site;
  readonly challenge: string;
  readonly timeoutMs: number;
  readonly known?: readonly { readonly credentialId: string }[];
}): Promise<Record<string, unknown>> {
  const options = await generateAuthenticationOptions({
    rpID: asked.site.domain,
    challenge: bytesOf(asked.challenge),
    timeout: asked.timeoutMs,
    userVerification: 'required',
    ...(asked.known ? { allowCredentials: asked.known.map((one) => ({ id: one.credentialId })) } : {}),
  });
  return { ...options };
}
