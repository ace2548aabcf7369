/** Passkeys (WebAuthn): options for browsers, verification of their responses, and the store of keys and challenges. */
export { newChallenge, siteOf, signOptions, registerOptions } from './options.ts';
export type { Site } from './options.ts';
export { readAuthentication, readRegistration } from './response.ts';
export type { SignedAnswer, RegisteredAnswer } from './response.ts';
export { verifyRegistration, verifySignature } from './verify.ts';
export type { KnownPasskey, NewPasskey } from './verify.ts';
export { createPasskeyStore } from './store.ts';
export type { Passkey } from './store.ts';
