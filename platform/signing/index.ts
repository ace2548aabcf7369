/** Signature requests to the process that holds the keys, and authentication of both sides. Holds no key. */
export { createSigningClient, SigningRefused, SigningUnavailable } from './client.ts';
export type { SigningClient } from './client.ts';
export { MAC_HEADERS, macOf, SKEW_MS_MAX } from './mac.ts';
export { approvalText, timedApprovalText } from './protocol.ts';
export type {
  ApprovalRecord,
  BitcoinInput,
  BitcoinTerms,
  EvmTerms,
  PaymentFacts,
  Signed,
  SignedSweep,
  SignRequest,
  SignerAssets,
  SignerStatus,
  SweepFacts,
  SweepRequest,
  Terms,
  TimedApproval,
  TronTerms,
} from './protocol.ts';
