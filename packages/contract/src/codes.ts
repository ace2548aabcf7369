import {
  identityCodes,
  verificationCodes,
  credentialsCodes,
  operatorCodes,
  complianceCodes,
  growthCodes,
  giftsCodes,
} from './codes/account.ts';
import {
  ledgerCodes,
  walletCodes,
  depositsCodes,
  withdrawalsCodes,
  outflowCodes,
  payeesCodes,
  fiatCodes,
} from './codes/money.ts';
import {
  marketCodes,
  spotCodes,
  contractsCodes,
  optionsCodes,
  stocksCodes,
  copytradeCodes,
  recurringCodes,
  alertsCodes,
} from './codes/trading.ts';
import {
  dualCodes,
  miningCodes,
  launchpadCodes,
  loansCodes,
  nftCodes,
  gamesCodes,
} from './codes/products.ts';
import {
  contentCodes,
  messagesCodes,
  supportCodes,
  chatCodes,
  portfolioCodes,
  proofsCodes,
} from './codes/service.ts';

export * from './codes/account.ts';
export * from './codes/money.ts';
export * from './codes/trading.ts';
export * from './codes/products.ts';
export * from './codes/service.ts';

/** Refusals that any call may return. */
export const commonCodes = [
  'unauthenticated',
  'not_verified',
  'forbidden',
  'parameter_error',
  'not_found',
  'host_unknown',
  'method_not_allowed',
  'body_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'idempotency_conflict',
  'unavailable',
  'internal_error',
] as const;
export type CommonCode = (typeof commonCodes)[number];

export const codes = [
  ...commonCodes,
  ...ledgerCodes,
  ...identityCodes,
  ...walletCodes,
  ...marketCodes,
  ...spotCodes,
  ...contentCodes,
  ...operatorCodes,
  ...verificationCodes,
  ...credentialsCodes,
  ...messagesCodes,
  ...depositsCodes,
  ...withdrawalsCodes,
  ...outflowCodes,
  ...payeesCodes,
  ...fiatCodes,
  ...contractsCodes,
  ...optionsCodes,
  ...dualCodes,
  ...nftCodes,
  ...growthCodes,
  ...giftsCodes,
  ...loansCodes,
  ...gamesCodes,
  ...copytradeCodes,
  ...miningCodes,
  ...launchpadCodes,
  ...portfolioCodes,
  ...proofsCodes,
  ...recurringCodes,
  ...alertsCodes,
  ...stocksCodes,
  ...supportCodes,
  ...chatCodes,
  ...complianceCodes,
] as const;

/** The stable machine code of a refusal (`error` in the envelope). */
export type Code = (typeof codes)[number];
