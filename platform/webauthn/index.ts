/** Passkeys (WebAuthn): options for browsers, and verification of their responses. Stateless. */
export { newChallenge, siteOf, signOptions, registerOptions } from './options.ts';
export type { Site } from './options.ts';
export { readAuthentication, readRegistration } from './response.ts';
export type { SignedAnswer, RegisteredAnswer } from './response.ts';
export { verifyRegistration, verifySignature } from './verify.ts';
export type { KnownPasskey, NewPasskey } from './verify.ts';
