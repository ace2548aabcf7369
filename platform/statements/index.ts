export { readCamt053 } from './camt053.ts';
export { readCsvStatement } from './csv.ts';
export { STATEMENT_BYTES_MAX, STATEMENT_LINES_MAX, StatementError } from './line.ts';
export type { Statement, StatementLine } from './line.ts';
