export { csv, harmless } from './csv.ts';
export type { Cell } from './csv.ts';
export { CsvError, readCsv } from './read-csv.ts';
export type { CsvOptions } from './read-csv.ts';
export { xlsx } from './xlsx.ts';
export type { XlsxSheet } from './xlsx.ts';
