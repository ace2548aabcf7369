export { checkCanaries, keepCanaries, replaceCanary } from './canary.ts';
export type { CanarySource } from './canary.ts';
export { sameBytes, sameText, sha256, tokenHash } from './compare.ts';
export { checkHashKeys, knownHashKeys, openKeyRing, readKeyRing } from './hash-keys.ts';
export type { HashKeySource, KnownHashKey } from './hash-keys.ts';
export { hashKeyId, isOneOf, keyRing, keyedHashes } from './key-ring.ts';
export type { HashKey, KeyRing } from './key-ring.ts';
export { countByMark, markedRows, openAll, resealAll, sealedRows } from './keyed-rows.ts';
export type { KeyedRows, MarkCount, ResealReport, ResealStep, SealedColumn } from './keyed-rows.ts';
export { lastingSecretRows, openLastingSecret } from './lasting-secret.ts';
export {
  SecretError,
  derivedSigner,
  findSecret,
  keyedHash,
  openDerivedSigner,
  openSecret,
  openSigner,
  publishedKeys,
  readSecret,
  signerFromSeed,
  verifySignature,
} from './keys.ts';
export type { PublishedKey, SecretSource, Signer } from './keys.ts';
export { PASSWORD_COST, createPasswords } from './passwords.ts';
export type { PasswordCost, Passwords } from './passwords.ts';
export { createSeal, purposeKey, sealedMark } from './seal.ts';
export type { Seal } from './seal.ts';
export { createSessionTokens } from './session-tokens.ts';
export type { SessionTokens } from './session-tokens.ts';
export { createDeviceTokens } from './device-tokens.ts';
export type { DeviceClaim, DeviceTokens } from './device-tokens.ts';
