export {
  HOUSE_ACCOUNTS,
  HOUSE_SHARDS,
  accountTitle,
  houseAccount,
  isHouse,
  mayGoNegative,
  ownerOf,
  userAccount,
} from './accounts.ts';
export type { AccountId, AccountOwner, HouseAccountName } from './accounts.ts';
export type { Batch } from './batch.ts';
export { BATCH_JOURNALS_MAX } from './journal-builder.ts';
export { BTC, ETH, USDC, USDT } from './currencies.ts';
export type { Currency, CurrencyKind, NewCurrency } from './currency.ts';
export type { Balance, BalanceKey, Entry, Journal, Posted } from './journal.ts';
export { balancesChanged, createLedger } from './ledger.ts';
export type { BalanceChanged, Hold, Ledger } from './ledger.ts';
export { JOURNAL_FLOWS } from './flows.ts';
export type { JournalFlow } from './flows.ts';
export type { Permit, PermitIssuer, PermitTerms } from './permits.ts';
export { heldByDomain } from './held.ts';
export type { HeldPart } from './held.ts';
export { allHoldings, holdersOf, holdingsAt, holdingsOfUsers } from './holders.ts';
export type { Holding, UserHolding } from './holders.ts';
export type { BalanceCache } from './balance-cache.ts';
export { balanceNumber } from './posting-buffer.ts';
export { ledgerMessages } from './messages.ts';
export { movementsOf } from './movements.ts';
export type { Movement } from './movements.ts';
export { auditLedger } from './audit.ts';
export { carriedUntil, carryBalances, forgetCarried } from './carried.ts';
export { auditAndRecord, lastAudit } from './audit-record.ts';
export type { AuditReport } from './audit.ts';
export { WRITER_SESSION } from './session.ts';
export { houseBalances, journals } from './operator.ts';
export type { JournalFilter } from './journal-filter.ts';
export type { JournalView, MovementView, PostingView } from './operator.ts';
export { entriesOfJournals, existingKeys, relatedEntries, statement, statementPage } from './statement.ts';
export type { StatementEntry, StatementFilter, StatementSearch } from './statement.ts';
export { lowestSince } from './lowest-balance.ts';
export { postingsAfter } from './own-postings.ts';
export type { BalanceCursor, PostingScan } from './own-postings.ts';
