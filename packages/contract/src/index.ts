export * from './call.ts';
export * from './channels.ts';
export type { AnyPath, GetPath, PostPath, ReplyOf, SentTo } from './client.ts';
export * from './codes.ts';
export { contract } from './contract.ts';
export type { AllCalls, Contract } from './contract.ts';
export * from './enums.ts';
export { CATEGORIES, CATEGORY_IDS } from './categories.ts';
export type { ArticlePreview, CategoryId } from './categories.ts';
export { PUBLIC_SETTINGS } from './content.ts';
export { CHANGED_CREDENTIALS } from './security-state.ts';
export type { ChangedCredential } from './security-state.ts';
export { FIATS, LOGIN_OUTCOMES } from './identity.ts';
export type { Fiat, LoginOutcome } from './identity.ts';
export type { CodePurpose } from './profile.ts';
export { PROJECT_KINDS, PROJECT_STATES } from './launchpad.ts';
export type { ProjectKind, ProjectState } from './launchpad.ts';
export { DUAL_SALE_STATES, DUAL_TYPES } from './dual.ts';
export type { DualSaleState } from './dual.ts';
export * from './ids.ts';
export { LOAN_EVENTS, LOAN_HINDRANCES, LOAN_REASONS, LOAN_STATES, REPAYMENT_SOURCES } from './loan-shapes.ts';
export type { CurrencyAmount, LoanEventKind, LoanReason, LoanState, RepaymentSource } from './loan-shapes.ts';
export { CLOSE_REASONS, MARGIN_MODES } from './position-shape.ts';
export type { CloseReason, MarginMode } from './position-shape.ts';
export { PERIODS } from './market.ts';
export type { Period } from './market.ts';
export { DRAWINGS_MAX, DRAWING_TEXT_MAX, DRAWING_TOOLS, TWO_POINT_TOOLS } from './drawing-tools.ts';
export type { DrawingTool } from './drawing-tools.ts';
export { PLACES_MAX, POSITION_VISIBILITY, TRADER_SORTS } from './copytrade-traders.ts';
export type { PositionVisibility, TraderSort } from './copytrade-traders.ts';
export { FOLLOW_ENDS, SKIP_REASONS, TRADER_STATES } from './copytrade.ts';
export type { FollowEnd, SkipReason, TraderState } from './copytrade.ts';
export { COUPON_AUDIENCES, COUPON_KINDS, COUPON_STATES } from './coupons.ts';
export type { CouponAudience, CouponKind, CouponState } from './coupons.ts';
export { GIFT_STATES } from './gifts.ts';
export type { GiftState } from './gifts.ts';
export { INVITATION_SIGNS, INVITATION_STATES, REBATE_PRODUCTS, REBATE_STATES } from './growth.ts';
export type { InvitationSign, InvitationState, RebateProduct, RebateState } from './growth.ts';
export { inputReader } from './input-reader.ts';
export type { InputReader } from './input-reader.ts';
export * from './kinds.ts';
export { MINING_CATEGORIES } from './mining.ts';
export type { MiningCategory, MiningEnd, MiningProductState } from './mining.ts';
export { DEPOSIT_STATES, VOUCHER_REASONS } from './deposits.ts';
export type { DepositState, VoucherReason } from './deposits.ts';
export type { SweepLeg, SweepReason, SweepState } from './custody-console.ts';
export { logoPath } from './logo.ts';
export { NETWORKS } from './networks.ts';
export type { NetworkId } from './networks.ts';
export { CORRECTION_REASONS } from './ledger-console.ts';
export type { CorrectionReason } from './ledger-console.ts';
export { NFT_SORTS } from './nft.ts';
export type { NftSort } from './nft.ts';
export { NFT_REPORT_REASONS, NFT_REPORT_STATES } from './nft-artists.ts';
export type { NftReportReason, NftReportState } from './nft-artists.ts';
export { NFT_DECISIONS } from './nft-console.ts';
export type { NftDecision } from './nft-console.ts';
export { NFT_OWN_LISTS } from './nft-orders.ts';
export type { NftOwnList } from './nft-orders.ts';
export { DAILY_PERIODS, DAILY_PRODUCTS } from './daily-console.ts';
export type { DailyPeriod, DailyProduct } from './daily-console.ts';
export { USER_RECORDS } from './user-records-console.ts';
export type { UserRecords } from './user-records-console.ts';
export {
  NFT_LISTING_STATES,
  NFT_ORDER_STATES,
  NFT_RARITIES,
  NFT_REVIEW_REASONS,
  NFT_REVIEW_STATES,
  NFT_TRANSFER_CAUSES,
} from './nft-shapes.ts';
export type {
  NftListingState,
  NftOrderState,
  NftRarity,
  NftReviewReason,
  NftReviewState,
  NftTile,
  NftTransferCause,
} from './nft-shapes.ts';
export * from './paging.ts';
export { GAME_DISPUTE_STATES, GAME_KINDS, GAME_OUTCOMES } from './game-shapes.ts';
export type { GameDisputeState, GameKind, GameOutcome } from './game-shapes.ts';
export { GAME_ROUND_STATES } from './games-console.ts';
export type { GameRoundState } from './games-console.ts';
export { INVESTED_KINDS } from './wealth.ts';
export type { WealthKind } from './wealth.ts';
export { noticePlace } from './notice-places.ts';
export { ALERT_KINDS, ALERT_REPEATS } from './alerts.ts';
export type { AlertKind, AlertRepeat, AlertState } from './alerts.ts';
export { RECURRING_FREQUENCIES } from './recurring.ts';
export type { RecurringFrequency, RecurringOutcome, RecurringState } from './recurring.ts';
export {
  COST_METHODS,
  PORTFOLIO_EVENTS,
  PORTFOLIO_RANGES,
  STATEMENT_FILES,
  TAX_FORMATS,
  TAX_METHODS,
} from './portfolio-fields.ts';
export type {
  CostMethod,
  PortfolioEventType,
  PortfolioRange,
  StatementFile,
  TaxFormat,
  TaxMethod,
} from './portfolio-fields.ts';
export * from './refusal.ts';
export * from './replies.ts';
export { ORDER_TYPES, TIMES_IN_FORCE } from './spot.ts';
export type { OrderType, TimeInForce } from './spot.ts';
export { INTERNATIONAL_FIELDS } from './payees.ts';
export type { InternationalField } from './payees.ts';
export { STOCK_ACTION_KINDS, STOCK_ACTION_STATES } from './stocks.ts';
export type { StockActionKind, StockActionState } from './stocks.ts';
export { PRICE_SOURCES } from './currencies-console.ts';
export type { PriceSource } from './currencies-console.ts';
export { CURRENCY_USES, PRODUCTS, PRODUCT_CALLS, STOP_LEVELS, STOP_TARGETS } from './stops.ts';
export type { CurrencyUse, Product, StopLevel, StopTarget } from './stops.ts';
export * from './time.ts';
export {
  WALLET_HOSTINGS,
  WALLET_OWNERS,
  REJECTION_REASONS,
  RISK_NOTES,
  WITHDRAWAL_REASONS,
  WITHDRAWAL_STATES,
} from './withdrawals.ts';
export type {
  WalletHosting,
  WalletOwner,
  RiskNote,
  WithdrawalReason,
  WithdrawalState,
} from './withdrawals.ts';
export { VERIFICATION_REASONS, VERIFICATION_REMARKS } from './verification.ts';
export type { VerificationReason, VerificationRemark } from './verification.ts';
export { FIAT_DISPUTE_REASONS, FIAT_DISPUTE_STATES, FIAT_METHODS, FIAT_REASONS } from './fiat.ts';
export type { FiatDisputeReason, FiatDisputeState, FiatMethod, FiatReason, FiatState } from './fiat.ts';
export { FIAT_EXCEPTION_KINDS, FIAT_EXCEPTION_STATES } from './fiat-disputes.ts';
export type { FiatExceptionKind, FiatExceptionState } from './fiat-disputes.ts';
export { FIAT_LINE_STATES, FIAT_MISMATCHES, STATEMENT_FORMATS } from './fiat-console.ts';
export type { FiatLineState, FiatMismatch } from './fiat-console.ts';
export { ACCOUNT_NAMES } from './wallet-accounts.ts';
export type { AccountName } from './wallet-accounts.ts';
export { EXPORT_FORMATS, HELD_REASONS } from './wallet.ts';
export type { ExportFormat, HeldReason } from './wallet.ts';
export { ACTIVITY_GROUPS } from './activity.ts';
export type { ActivityGroup, ActivityState } from './activity.ts';
export { CHAT_MESSAGE_STATES, CHAT_REPORT_REASONS, CHAT_ROOM_KINDS, CHAT_TEXT_MAX } from './chat.ts';
export type {
  ChatMessageState,
  ChatOwnFrame,
  ChatReportReason,
  ChatRoomFrame,
  ChatRoomKind,
} from './chat.ts';
export { CHAT_DECISIONS, CHAT_HOLDS, CHAT_MUTE_MINUTES, CHAT_SLOW_MODES } from './chat-console.ts';
export type { ChatDecision, ChatHold } from './chat-console.ts';
export { SENSITIVE_PARTS } from './support-console.ts';
export type { SensitivePart } from './support-console.ts';
export {
  SUPPORT_AUTHORS,
  SUPPORT_EVENTS,
  SUPPORT_KINDS,
  SUPPORT_REFERENCES,
  SUPPORT_STARS_MAX,
  SUPPORT_STATES,
  SUPPORT_TEXT_MAX,
} from './support-shapes.ts';
export type {
  SupportAuthor,
  SupportEvent,
  SupportFrame,
  SupportKind,
  SupportReferenceKind,
  SupportState,
} from './support-shapes.ts';
export {
  CASE_EVENTS,
  CASE_KINDS,
  CASE_LINKS,
  CASE_OUTCOMES,
  CASE_SEVERITIES,
  CASE_STATUSES,
} from './compliance.ts';
export { CASE_FACTS, MONITORING_PARAMETERS, MONITORING_RULES } from './monitoring-rules.ts';
export type { CaseFactKind, MonitoringParameter, MonitoringRule } from './monitoring-rules.ts';
export type {
  CaseEventKind,
  CaseKind,
  CaseLinkKind,
  CaseOutcome,
  CaseSeverity,
  CaseStatus,
} from './compliance.ts';
