import type { RequestInfo } from '@karat/platform/http';
import type { Random } from '@karat/platform/random';
import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server';

const CHALLENGE_BYTES = 32;

/** The origin that signatures must name, and the domain to which passkeys are bound. */
export interface Site {
  readonly origin: string;
  readonly domain: string;
}

/** The site of a request's page; undefined where that page may not use passkeys. `own`: any page that this server gave out. */
export function siteOf(
  origins: readonly string[] | 'own',
  { origin }: Pick<RequestInfo, 'origin'>,
): Site | undefined {
  const isKnown = origin !== undefined && (origins === 'own' || origins.includes(origin));
  return isKnown ? { origin, domain: new URL(origin).hostname } : undefined;
}

/** 256 random bits to be signed, base64url. */
export const newChallenge = (random: Pick<Random, 'bytes'>): string =>
  Buffer.from(random.bytes(CHALLENGE_BYTES)).toString('base64url');

const bytesOf = (challenge: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(challenge, 'base64url'));

/** What a browser asks an authenticator in order to make a passkey for somebody; those of `known` are not made again. */
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

/** What a browser asks an authenticator to sign; only with passkeys of `known` where that is given, else with any of the site. */
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
