import { expect, test } from 'vitest';
import { textWidth, writePdf } from './pdf.ts';

const document = (text: string) =>
  Buffer.from(
    writePdf({
      title: 'Statement',
      size: [595, 842],
      pages: [
        {
          texts: [{ text, x: 100, y: 700, size: 10, align: 'right' }],
          lines: [{ x: 40, y: 690, width: 500 }],
        },
      ],
    }),
  ).toString('latin1');

test('every object stands where the table says', () => {
  const file = document('1,000.50');
  const start = Number(/startxref\n(\d+)/.exec(file)?.[1]);
  expect(file.slice(start, start + 4)).toBe('xref');
  const offsets = [...file.slice(start).matchAll(/^(\d{10}) 00000 n /gm)].map(([, offset]) => Number(offset));
  expect(offsets).toHaveLength(7);
  for (const [index, offset] of offsets.entries())
    expect(file.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
  const length = Number(/\/Length (\d+)/.exec(file)?.[1]);
  expect(/stream\n([^]*)\nendstream/.exec(file)?.[1]).toHaveLength(length);
});

test('text cannot leave its string, and characters that the fonts lack become question marks', () => {
  expect(document(String.raw`a) Tj ET (b\ `)).toContain(String.raw`(a\) Tj ET \(b\\ )`);
  expect(document('比特幣 é')).toContain('(??? é)');
});

test('the same input gives the same bytes', () => expect(document('x')).toBe(document('x')));

test('digits have one width, so that columns of figures align', () => {
  expect(textWidth('111.1', 10)).toBe(textWidth('808.9', 10));
  expect(document('10')).toContain('88.88 700 Td');
});
