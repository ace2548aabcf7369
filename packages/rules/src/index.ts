/** Formulas of the products, each once: the server charges, the app estimates and receipts are verified by them. Pure. */
export {
  CONTRACT_DECIMALS,
  MULTIPLE_MAX,
  closingPrice,
  contractFee,
  contractHold,
  contractMargin,
  contractNotional,
  contractProfit,
  contractQuantity,
  exactProfit,
  marginShare,
  openingPrice,
  returnOnMargin,
} from './contracts/amounts.ts';
export type { PositionSide } from './contracts/amounts.ts';
export { affordableLots, estimateOrder, maxLossWithStop, resultAtIndex } from './contracts/estimate.ts';
export type {
  AccountBefore,
  AffordableOrder,
  ClosingDraft,
  ContractTerms,
  OrderDraft,
  OrderEstimate,
} from './contracts/estimate.ts';
export { trialSettlement } from './contracts/trial.ts';
export { closingFill, openingFill, overnightCharge } from './contracts/fills.ts';
export type { ClosingFill, ClosingTerms, OpeningFill, OpeningTerms } from './contracts/fills.ts';
export { isolatedLiquidation, isolatedState, removableMargin } from './contracts/margin.ts';
export { estimateReversal } from './contracts/reversal.ts';
export type { ReversalEstimate, ReversedPosition } from './contracts/reversal.ts';
export {
  CLOSE_OUT_PERCENT,
  WARNING_PERCENT,
  isCloseOut,
  isWarning,
  liquidationPrice,
  marginRatio,
  riskRate,
  unrealisedProfit,
} from './contracts/risk.ts';
export type { HeldPosition, MarginState } from './contracts/risk.ts';
export { changeAtStop, returnAtStop, stopAtChange, stopAtReturn } from './contracts/stops.ts';
export type { StopTarget } from './contracts/stops.ts';
export { areStopsValid, isLimitReached, isStopReached, reachedStop } from './contracts/triggers.ts';
export type { Stops } from './contracts/triggers.ts';
export { convert, hasMoved, maxConversion } from './conversion.ts';
export type { Conversion, ConversionDecimals, ConversionPrices } from './conversion.ts';
export { copyLots, profitShare, roundMultiple } from './copying.ts';
export type { CopySize, ProfitShare } from './copying.ts';
export { copyResult } from './copytrade/result.ts';
export type { CopyFigures, CopyResult } from './copytrade/result.ts';
export { RISK_TERMS, riskScore } from './copytrade/risk-score.ts';
export type { RiskFacts, RiskScore } from './copytrade/risk-score.ts';
export { meanSlippage, proportionalMultiple, simulateCopies } from './copytrade/simulation.ts';
export type { CopiedFill, CopiedTrade, Simulation, SimulationTerms } from './copytrade/simulation.ts';
export { RETURN_DAYS, trackRecord } from './copytrade/track-record.ts';
export type {
  EquityPoint,
  PeriodReturn,
  ReturnDays,
  TrackRecord,
  TraderPosition,
} from './copytrade/track-record.ts';
export { DAY_MS, DAY_S, HOUR_MS, MINUTE_MS, utcDay } from './durations.ts';
export {
  GIFT_CODE_LENGTH,
  GIFT_DAYS_MAX,
  GIFT_DAYS_MIN,
  giftCodeFrom,
  groupedGiftCode,
  readGiftCode,
} from './gift-code.ts';
export { CREDIT_PARTS, CREDIT_SCORE_MAX, CREDIT_TERMS, creditScoreOf } from './growth/credit-score.ts';
export type { CreditFacts, CreditPart, CreditScore, CreditScorePart } from './growth/credit-score.ts';
export { feeReturn, rebateOf } from './growth/rebate.ts';
export { VIP_LEVEL_MAX, VIP_VOLUME_DAYS, discountedRate, vipLevelOf, vipMissing } from './growth/vip.ts';
export type { VipFigures, VipRequirement } from './growth/vip.ts';
export { fiatPurchasePrice, fiatPurchaseReceived } from './fiat.ts';
export {
  OPTION_TICKS_MIN,
  OPTION_WINDOW_MS,
  breakEvenRate,
  optionEntry,
  optionPayout,
  optionProfit,
  settleOption,
  settlementWindow,
} from './options.ts';
export type { OptionDirection, OptionOutcome, OptionResult, OptionTerms, OptionTick } from './options.ts';
export { dualOutcomeAt, dualPayouts } from './dual/payouts.ts';
export type { DualPayout, DualPrice, DualTerms, DualType } from './dual/payouts.ts';
export {
  divideGamePool,
  gameAnswer,
  gameMultiple,
  gamePayout,
  gameTicks,
  impliedGamePayout,
} from './games.ts';
export type { GameDivision, GamePool } from './games.ts';
export { divisionTerms } from './largest-remainder.ts';
export type { DivisionTerms, RemainderCutoff, WeightedMember } from './largest-remainder.ts';
export { auctionMargin, bidObligation, extendedEnd, minimumBid, saleStatusAt } from './nft/auction.ts';
export type { AuctionEnd, AuctionPrices, BidObligation, ExtensionTerms } from './nft/auction.ts';
export { artworkAt, contentsTotal, drawMessage, drawPosition, oddsPercent, withoutOne } from './nft/draw.ts';
export type { BoxContent } from './nft/draw.ts';
export { splitSale } from './nft/sale.ts';
export type { SaleParts, SaleRates } from './nft/sale.ts';
export {
  allotmentTerms,
  allottedTokens,
  estimatedTokens,
  priceInCurrency,
  settleApplication,
  subscriptionCost,
} from './launchpad/allotment.ts';
export type { Allotment, AllotmentTerms, HeldPayment, TokenApplication } from './launchpad/allotment.ts';
export { lockDays, projectStateAt, subscribedPercent, subscriptionDays } from './launchpad/project.ts';
export type { ProjectState, ProjectTimes } from './launchpad/project.ts';
export { estimateFill, holdPrice, priceBand, quoteAmount, takerFee, tradeFee } from './spot.ts';
export type { BookLevel, FillEstimate, FillRequest, WaitingPrices } from './spot.ts';
export {
  DEPOSIT_DAY_MS,
  dailyYield,
  elapsedDays,
  expiryOf,
  interestOf,
  markAt,
  redemptionPenalty,
  remainingDays,
} from './deposits.ts';
export type { DepositTerms, PaidDays } from './deposits.ts';
export { isWithinLeverage, loanLimitsIn, maxBorrowable, maxRelease } from './loans/amounts.ts';
export type { LoanCurrency, LoanLimits } from './loans/amounts.ts';
export {
  LOAN_DAY_MS,
  LOAN_OVERDUE_RATE,
  addCharge,
  interestOfTerm,
  loanCharge,
  loanChargeMs,
  loanDebt,
  loanDueMs,
  loanInterest,
  overdueCharge,
  reduceDebt,
  splitRepayment,
  startedLoanDays,
} from './loans/interest.ts';
export type { LoanCharge, LoanDebt, LoanTerms } from './loans/interest.ts';
export { coverShortfall, liquidateLoan } from './loans/liquidation.ts';
export type { LiquidatedAsset, LoanLiquidation, SoldAsset } from './loans/liquidation.ts';
export {
  LOAN_CALL_PERCENT,
  LOAN_LEVERAGE_MAX,
  LOAN_LIQUIDATION_PERCENT,
  LOAN_REARM_PERCENT,
  LOAN_RELEASE_PERCENT,
  exactLoanValue,
  isLoanBelow,
  loanLiquidationLevel,
  loanRiskRate,
} from './loans/risk.ts';
export type { LiquidationLevel, LoanPosition, LoanState, PricedAmount } from './loans/risk.ts';
export { LotBook, percentOfCost, profitAtPrice, realisedProfit, unitCost } from './portfolio/lots.ts';
export type { Lot, LotMethod, UsedLot, UsedLots } from './portfolio/lots.ts';
export { hasEmail, hasLink, hasPhoneNumber, hasWalletAddress, namesSecret, normalForm } from './screening.ts';
export { addDays, canonicalZone, dateIn, localMs, momentOf, weekdayOf } from './time-zone.ts';
export type { PlainDate } from './time-zone.ts';
