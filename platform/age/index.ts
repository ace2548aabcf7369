/** Encryption in the format of age (age-encryption.org/v1). Loads little: PostgreSQL starts a process for each file of its log. */
export { BackupRefused, createKey, isKey, isRecipient } from './age-header.ts';
export type { Identity, Recipient } from './age-header.ts';
export { decrypt, encrypt } from './age.ts';
