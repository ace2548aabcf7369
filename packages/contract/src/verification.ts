/** Why a reviewer sends a request back. */
export const VERIFICATION_REASONS = [
  'unreadable',
  'data_mismatch',
  'document_expired',
  'document_unsupported',
  'document_used',
  'document_altered',
  'other',
] as const;
export type VerificationReason = (typeof VERIFICATION_REASONS)[number];

/** Verification of identity: data, photos, reviews. */
export const verification = {};
