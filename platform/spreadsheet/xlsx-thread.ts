import { parentPort, workerData } from 'node:worker_threads';
import writeExcelFile from 'write-excel-file/node';
import type { SheetData } from 'write-excel-file/node';
import { harmless } from './csv.ts';
import type { Cell } from './csv.ts';
import type { XlsxSheet } from './xlsx.ts';

/** Maximum digits that binary numbers of spreadsheets keep exactly. */
const DIGITS_MAX = 15;
const DECIMAL = /^-?[0-9]+(\.[0-9]+)?$/;

function cellOf(cell: Cell): SheetData[number][number] {
  if (typeof cell === 'string') return { value: harmless(cell), type: String };
  const { decimal } = cell;
  const digits = decimal.replaceAll(/[^0-9]/g, '').replace(/^0+/, '').length;
  return DECIMAL.test(decimal) && digits <= DIGITS_MAX
    ? { value: Number(decimal), type: Number }
    : { value: harmless(decimal), type: String };
}

const { name, rows } = workerData as XlsxSheet;
const [head = [], ...rest] = rows;
const data: SheetData = [
  head.map((cell) => ({
    value: typeof cell === 'string' ? cell : cell.decimal,
    fontWeight: 'bold' as const,
  })),
  ...rest.map((row) => row.map(cellOf)),
];
const bytes = await writeExcelFile(data, { sheet: name, stickyRowsCount: 1 }).toBuffer();
parentPort?.postMessage(new Uint8Array(bytes));
