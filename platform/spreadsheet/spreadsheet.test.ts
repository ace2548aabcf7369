import { unzipSync } from 'fflate';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csv, harmless, xlsx } from './index.ts';

test('texts that begin a formula are escaped and decimals are unchanged', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '＝1+1', '\r=x']) {
    expect(harmless(text)).toBe(`'${text}`);
  }
  expect(harmless('Conversion')).toBe('Conversion');
  expect(csv([['=cmd', { decimal: '-1.5' }, 'a,b', 'say "x"', { decimal: '=1' }]])).toBe(
    `'=cmd,-1.5,"a,b","say ""x""",'=1\r\n`,
  );
});

/** A reader of RFC 4180 to check the writer. */
function read(text: string): string[][] {
  const rows: string[][] = [[]];
  let field = '';
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (quoted) {
      if (sign !== '"') field += sign;
      else if (text[at + 1] === '"') {
        field += '"';
        at++;
      } else quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === ',' || (sign === '\r' && text[at + 1] === '\n')) {
      rows.at(-1)?.push(field);
      field = '';
      if (sign === '\r') {
        rows.push([]);
        at++;
      }
    } else field += sign;
  }
  rows.pop();
  return rows;
}

test('any text is read back the same or behind an apostrophe, and none begins a formula', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 })),
      (rows) => {
        const back = read(csv(rows));
        expect(back).toEqual(rows.map((row) => row.map(harmless)));
        for (const field of back.flat()) expect(field).not.toMatch(/^[=+\-@]/);
      },
    ),
    { numRuns: 500 },
  );
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
