import type { VerificationReason, VerificationRemark } from '@karat/contract';

export const ID_TYPES = ['Identity card', 'Passport', 'Driving licence'] as const;

/** Reasons of failure; the user reads the same one translated. */
export const REASONS: Readonly<Record<VerificationReason, string>> = {
  unreadable: 'Photos cannot be read',
  data_mismatch: 'Data do not match the document',
  document_expired: 'Document has expired',
  document_unsupported: 'Kind of document is not accepted',
  document_used: 'Document is used by another account',
  document_altered: 'Document may not be genuine',
  other: 'Other (say why)',
};

/** Findings of the automatic check. */
export const REMARKS: Readonly<Record<VerificationRemark, string>> = {
  name_unusual: 'unusual name',
  number_form: 'impossible date in the number',
  number_checksum: 'wrong check digit',
  number_repeats: 'repeating number',
  under_age: 'under 18',
  document_elsewhere: 'document of another account',
  pictures_same: 'both sides are the same picture',
  picture_small: 'small picture',
  picture_elsewhere: 'picture of another account',
  tried_often: 'failed three times this month',
  provider_failed: 'automatic check failed',
};
