import { unzipSync } from 'fflate';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CsvError, csv, harmless, readCsv, xlsx } from './index.ts';

test('texts that begin a formula are escaped and decimals are unchanged', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '＝1+1', '\r=x']) {
    expect(harmless(text)).toBe(`'${text}`);
  }
  expect(harmless('Conversion')).toBe('Conversion');
  expect(csv([['=cmd', { decimal: '-1.5' }, 'a,b', 'say "x"', { decimal: '=1' }]])).toBe(
    `'=cmd,-1.5,"a,b","say ""x""",'=1\r\n`,
  );
});

const LIMITS = { separator: ',', rowsMax: 1_000, fieldsMax: 50, fieldMax: 1_000 } as const;

test('any text is read back the same or behind an apostrophe, and none begins a formula', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 })),
      (rows) => {
        const back = readCsv(csv(rows), LIMITS);
        // A row of one empty field is an empty line.
        const written = rows.filter((row) => row.length > 1 || row[0] !== '');
        expect(back).toEqual(written.map((row) => row.map(harmless)));
        for (const field of back.flat()) expect(field).not.toMatch(/^[=+\-@]/);
      },
    ),
    { numRuns: 500 },
  );
});

test.each([
  [
    'a,b\r\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a,b\nc,d\n\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a,\n,b',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  ['a,', [['a', '']]],
  ['"a,""\n",b\r\n', [['a,"\n', 'b']]],
  ['a;b', [['a;b']]],
  ['', []],
])('reads the rows of %j', (text, rows) => {
  expect(readCsv(text, LIMITS)).toEqual(rows);
});

test.each([
  ['a\n"b', 2, false],
  ['"a"b', 1, false],
  ['a,b,c', 1, false],
  ['abcd', 1, false],
  ['a\na\na\na', 4, true],
])('refuses %j in row %i', (text, row, isTooLong) => {
  const read = (): unknown => readCsv(text, { separator: ',', rowsMax: 3, fieldsMax: 2, fieldMax: 3 });
  expect(read).toThrow(CsvError);
  expect(read).toThrow(expect.objectContaining({ row, isTooLong }));
});

test('in a workbook decimals are numbers, long ones exact texts, and no formula is written', async () => {
  const bytes = await xlsx({
    name: 'Bills',
    rows: [
      ['head', 'value'],
      ['=HYPERLINK("x")', { decimal: '-0.0000001' }],
      ['long', { decimal: '1234567890.0123456789' }],
    ],
  });
  expect(bytes).toBeDefined();
  const files = unzipSync(bytes ?? new Uint8Array());
  const text = (path: string): string => Buffer.from(files[path] ?? []).toString();
  const sheet = text('xl/worksheets/sheet1.xml');
  expect(sheet).not.toContain('<f>');
  expect(sheet).toMatch(/<v>-(1e-7|0\.0000001)<\/v>/i);
  const everything = sheet + text('xl/sharedStrings.xml');
  expect(everything).toMatch(/(&apos;|&#39;|')=HYPERLINK/);
  expect(everything).toContain('1234567890.0123456789');
});
