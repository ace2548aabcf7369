import type { Calls } from './call.ts';
import { content } from './content.ts';
import { identity } from './identity.ts';
import { account } from './profile.ts';
import { market } from './market.ts';
import { operators } from './operators.ts';
import { approvals } from './approvals.ts';
import { stops } from './stops.ts';
import { ledgerConsole } from './ledger-console.ts';
import { marketConsole } from './market-console.ts';
import { contentConsole } from './content-console.ts';
import { spot } from './spot.ts';
import { verification } from './verification.ts';
import { credentials } from './credentials.ts';
import { messages } from './messages.ts';
import { deposits } from './deposits.ts';
import { withdrawals } from './withdrawals.ts';
import { withdrawalsConsole } from './withdrawals-console.ts';
import { outflow } from './outflow.ts';
import { payees } from './payees.ts';
import { fiat } from './fiat.ts';
import { fiatConsole } from './fiat-console.ts';
import { contracts } from './contracts.ts';
import { contractsConsole } from './contracts-console.ts';
import { options } from './options.ts';
import { copytrade } from './copytrade.ts';
import { proofs } from './proofs.ts';
import { stocks } from './stocks.ts';
import { transfers } from './transfers.ts';
import { wallet } from './wallet.ts';

export * from './call.ts';
export * from './channels.ts';
export type { AnyPath, GetPath, PostPath, ReplyOf, SentTo } from './client.ts';
export * from './codes.ts';
export { CATEGORIES, CATEGORY_IDS, PUBLIC_SETTINGS } from './content.ts';
export type { CategoryId } from './content.ts';
export { CHANGED_CREDENTIALS } from './credentials.ts';
export type { ChangedCredential } from './credentials.ts';
export { FIATS, LOGIN_OUTCOMES } from './identity.ts';
export type { Fiat, LoginOutcome } from './identity.ts';
export type { CodePurpose } from './profile.ts';
export * from './ids.ts';
export { CLOSE_REASONS, MARGIN_MODES } from './contracts.ts';
export type { CloseReason, MarginMode } from './contracts.ts';
export { PERIODS } from './market.ts';
export type { Period } from './market.ts';
export { FOLLOW_ENDS, SKIP_REASONS, TRADER_STATES } from './copytrade.ts';
export type { FollowEnd, SkipReason, TraderState } from './copytrade.ts';
export * from './kinds.ts';
export { DEPOSIT_STATES, VOUCHER_REASONS } from './deposits.ts';
export type { DepositState, VoucherReason } from './deposits.ts';
export { NETWORKS } from './networks.ts';
export type { NetworkId } from './networks.ts';
export { CORRECTION_REASONS } from './ledger-console.ts';
export type { CorrectionReason } from './ledger-console.ts';
export * from './paging.ts';
export * from './refusal.ts';
export * from './replies.ts';
export { ORDER_TYPES, TIMES_IN_FORCE } from './spot.ts';
export type { OrderType, TimeInForce } from './spot.ts';
export { INTERNATIONAL_FIELDS } from './payees.ts';
export type { InternationalField } from './payees.ts';
export { STOCK_ACTION_KINDS, STOCK_ACTION_STATES } from './stocks.ts';
export type { StockActionKind, StockActionState } from './stocks.ts';
export { PRODUCTS, PRODUCT_CALLS, STOP_LEVELS, STOP_TARGETS } from './stops.ts';
export type { Product, StopLevel, StopTarget } from './stops.ts';
export * from './time.ts';
export { REJECTION_REASONS, RISK_NOTES, WITHDRAWAL_REASONS, WITHDRAWAL_STATES } from './withdrawals.ts';
export type { RiskNote, WithdrawalReason, WithdrawalState } from './withdrawals.ts';
export { VERIFICATION_REASONS, VERIFICATION_REMARKS } from './verification.ts';
export type { VerificationReason, VerificationRemark } from './verification.ts';
export { FIAT_METHODS, FIAT_REASONS, FIAT_STATUS } from './fiat.ts';
export type { FiatMethod, FiatReason, FiatState } from './fiat.ts';
export { FIAT_LINE_STATES, FIAT_MISMATCHES, STATEMENT_FORMATS } from './fiat-console.ts';
export type { FiatLineState, FiatMismatch } from './fiat-console.ts';
export { ACCOUNT_NAMES, ACCOUNT_TYPES, EXPORT_FORMATS } from './wallet.ts';
export type { AccountName, ExportFormat } from './wallet.ts';

/** Every call by its domain. */
export const contract = {
  content,
  identity: { ...identity, ...account },
  market,
  operators: { ...operators, ...approvals, ...stops, ...ledgerConsole, ...marketConsole, ...contentConsole },
  spot,
  wallet: { ...wallet, ...transfers },
  verification,
  credentials,
  messages,
  deposits,
  withdrawals: { ...withdrawals, ...withdrawalsConsole },
  outflow,
  payees,
  fiat: { ...fiat, ...fiatConsole },
  contracts: { ...contracts, ...contractsConsole },
  options,
  copytrade,
  proofs,
  stocks,
} satisfies Record<string, Calls>;
export type Contract = typeof contract;

type Merged<T> = T extends unknown ? (x: T) => void : never;
/** All calls by path. */
export type AllCalls = (Merged<Contract[keyof Contract]> extends (x: infer I) => void ? I : never) & Calls;
