/** 0 not verified, 1 identity data verified, 2 photos verified. */
export type VerificationLevel = 0 | 1 | 2;
