/** How a server asks the process that holds the keys for a signature, and how both know each other. Knows no key itself. */
export { createSigningClient, SigningRefused, SigningUnavailable } from './client.ts';
export type { SigningClient } from './client.ts';
export { MAC_HEADERS, macOf, SKEW_MS_MAX } from './mac.ts';
export { approvalText } from './protocol.ts';
export type {
  ApprovalRecord,
  BitcoinInput,
  BitcoinTerms,
  EvmTerms,
  PaymentFacts,
  Signed,
  SignRequest,
  SignerStatus,
} from './protocol.ts';
