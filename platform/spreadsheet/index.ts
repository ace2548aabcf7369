export { csv, harmless } from './csv.ts';
export type { Cell } from './csv.ts';
export { xlsx } from './xlsx.ts';
export type { XlsxSheet } from './xlsx.ts';
