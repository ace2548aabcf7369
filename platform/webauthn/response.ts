import type {
  AuthenticationResponseJSON,
  AuthenticatorTransportFuture,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import * as z from 'zod';

const base64url = z.string().regex(/^[A-Za-z0-9_-]*$/);
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** Responses of a browser, WebAuthn level 3, sections 5.1.8 and 5.8.1; other fields are ignored. */
const registration = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string()).optional(),
  }),
});
const authentication = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
});
const clientData = z.object({ challenge: base64url.min(1) });

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Returns the challenge that the authenticator signed. */
const challengeIn = (encoded: string): string | undefined =>
  clientData.safeParse(parsed(Buffer.from(encoded, 'base64url').toString('utf8'))).data?.challenge;

export const isTransport = (text: string): text is AuthenticatorTransportFuture =>
  TRANSPORTS.some((transport) => transport === text);

/** Response to a registration, with its challenge. */
export interface RegisteredAnswer {
  readonly response: RegistrationResponseJSON;
  readonly challenge: string;
}

/** Response to a signature request, with its challenge. */
export interface SignedAnswer {
  readonly response: AuthenticationResponseJSON;
  readonly challenge: string;
}

/** Parses the response to a registration with its challenge; undefined if malformed. */
export function readRegistration(text: string): RegisteredAnswer | undefined {
  const read = registration.safeParse(parsed(text)).data;
  const challenge = read && challengeIn(read.response.clientDataJSON);
  if (!read || challenge === undefined) return undefined;
  const { clientDataJSON, attestationObject, transports = [] } = read.response;
  return {
    challenge,
    response: {
      ...read,
      response: { clientDataJSON, attestationObject, transports: transports.filter(isTransport) },
      clientExtensionResults: {},
    },
  };
}

/** Parses the response to a signature request with its challenge; undefined if malformed. */
export function readAuthentication(text: string): SignedAnswer | undefined {
  const read = authentication.safeParse(parsed(text)).data;
  const challenge = read && challengeIn(read.response.clientDataJSON);
  if (!read || challenge === undefined) return undefined;
  const { userHandle, ...signed } = read.response;
  return {
    challenge,
    response: {
      ...read,
      response: { ...signed, ...(typeof userHandle === 'string' ? { userHandle } : {}) },
      clientExtensionResults: {},
    },
  };
}
