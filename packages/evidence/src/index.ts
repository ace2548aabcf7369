/**
 * Proof of settlements: the chain of published ticks, the rules, the receipts, and their verification. Pure, also in a
 * browser.
 */
export { canonicalJson } from './canonical.ts';
export type { Canonical } from './canonical.ts';
export {
  CLAMP,
  chainHash,
  followsFrom,
  genesisOf,
  indexOf,
  median,
  quotesIn,
  textOfHead,
  textOfTick,
} from './chain.ts';
export type { TickFacts } from './chain.ts';
export { verifyByLibrary, verifyEd25519 } from './ed25519.ts';
export { fact, wholeFact } from './formula.ts';
export type { Facts, Formula, TickRange } from './formula.ts';
export { contractFormula } from './formulas/contract.ts';
export { contractWhyFormula } from './formulas/contract-2.ts';
export { contractCouponFormula } from './formulas/contract-3.ts';
export {
  DUAL_TICKS_MIN,
  DUAL_WINDOW_S,
  dualFacts,
  dualFormula,
  dualWindow,
  shownDualPrice,
  summariseDualWindow,
} from './formulas/dual.ts';
export type { DualBasis, DualOutcome, DualReceiptFacts, DualWindow } from './formulas/dual.ts';
export { gameTermsText, readGameTerms } from './formulas/game-terms.ts';
export type { GameTerms, GameTexts } from './formulas/game-terms.ts';
export { GAME_BASES, gameFacts, gamesFormula } from './formulas/games.ts';
export type { GameBasis, GameFacts } from './formulas/games.ts';
export { formulaOf, formulas } from './formulas/index.ts';
export { allotmentFacts, launchpadFormula } from './formulas/launchpad.ts';
export type { AllotmentFacts } from './formulas/launchpad.ts';
export { loanConversionFacts, loanConversionFormula } from './formulas/loan-conversion.ts';
export type { ConvertedCurrency, LoanConversionFacts } from './formulas/loan-conversion.ts';
export { loanFacts, loanFormula } from './formulas/loan.ts';
export type { LoanLiquidationFacts, ReceiptAsset } from './formulas/loan.ts';
export { depositFacts, miningFormula } from './formulas/mining.ts';
export type { DepositFacts } from './formulas/mining.ts';
export {
  boxContentsText,
  boxFacts,
  boxFormula,
  drawBox,
  readContents,
  seedHashOf,
} from './formulas/nft-box.ts';
export type { BoxDraw, BoxFacts } from './formulas/nft-box.ts';
export { saleFacts, saleFormula } from './formulas/nft-sale.ts';
export type { SaleFacts } from './formulas/nft-sale.ts';
export { optionFacts, optionFormula } from './formulas/option.ts';
export {
  NO_STATEMENT,
  isIncluded,
  leafNode,
  levelsOf,
  pathIn,
  rootOf,
  statementBytes,
  statementHash,
  statementText,
  verifyStatement,
} from './liabilities.ts';
export type {
  CurrencyLiability,
  InclusionProof,
  LiabilityStatement,
  PathStep,
  SignedStatement,
  StatementCheck,
  SumNode,
} from './liabilities.ts';
export { Malformed, readReceipt } from './read.ts';
export { ownerHash, receiptHash, receiptText, signedBytes } from './receipt.ts';
export type { Receipt, ReceiptTick, SignedReceipt } from './receipt.ts';
export {
  bytesFromBase64,
  bytesOf,
  bytesToHex,
  hexToBytes,
  hmacSha256,
  keyIdOf,
  sha256Bytes,
  sha256Hex,
} from './sha256.ts';
export { readTicksFile } from './ticks-file.ts';
export type { TicksFile } from './ticks-file.ts';
export { CHECKS, verifyReceipt } from './verify.ts';
export type { Check, CheckName, Evidence } from './verify.ts';
export {
  isStockSession,
  lastTradingMoment,
  newYorkOffsetHours,
  nextSession,
  sessionAround,
  sessionMs,
  sessionOfDate,
} from './walk/calendar.ts';
export type { Session } from './walk/calendar.ts';
export { ONE, exp, fixed, fourNormals, isqrt, normal, sqrt, uniform16, words } from './walk/fixed.ts';
export { BEHAVIOURS } from './walk/instruments.ts';
export type { Behaviour } from './walk/instruments.ts';
export { createWalk } from './walk/walk.ts';
export type { DayPlan, Walk } from './walk/walk.ts';
export { dayChecker, seedCommitment } from './seed.ts';
export type { DayCheck, RevealedDay } from './seed.ts';
