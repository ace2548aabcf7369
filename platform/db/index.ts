export { cell, decimalCell, plainArray, rowArray, textArray, textCell } from './array-text.ts';
export { BinaryRows, binaryRows } from './binary-rows.ts';
export type { RowCells } from './binary-rows.ts';
export { openCopySession } from './copy.ts';
export type { CopySession, RowPiece } from './copy.ts';
export { openDatabase } from './database.ts';
export type { DatabaseOptions } from './database.ts';
export {
  errorCode,
  isLockTimeout,
  isRetryable,
  isUnavailable,
  isUniqueViolation,
  isUnusableValue,
  violatedConstraint,
} from './errors.ts';
export { outsideTransaction } from './guard.ts';
export { lockFor } from './lock-for.ts';
export { MigrationError, findMigrations, migrate } from './migrate.ts';
export type { Migration } from './migrate.ts';
export { databaseStatistics, describeServer } from './statistics.ts';
export type { DatabaseStatistics } from './statistics.ts';
export { firstIdAfter, firstIdSince, searchInWindows } from './newest-first.ts';
export type { FoundRows, IdRange } from './newest-first.ts';
export { empty, identifier, join, quoted, sql } from './sql.ts';
export type { Sql } from './sql.ts';
export type { Database, Queries, Session, StatementPart, Tx } from './types.ts';
