/** Verification of identity: data, photos, reviews. */
import type { UserId } from '@karat/contract';
import type { Queries } from '@karat/platform/db';

export { verificationMessages } from './messages.ts';

/** 0 not verified, 1 identity data verified, 2 photos verified. */
export type VerificationLevel = 0 | 1 | 2;

export interface Verification {
  levelOf(db: Queries, user: UserId): Promise<VerificationLevel>;
}
