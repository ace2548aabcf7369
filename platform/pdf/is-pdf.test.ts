import { expect, test } from 'vitest';
import { isPdf } from './is-pdf.ts';
import { writePdf } from './pdf.ts';

const pdf = Buffer.from(writePdf({ title: 'x', size: [595, 842], pages: [{ texts: [], lines: [] }] }));

test('a PDF is one, whatever follows its end mark on the last kilobyte', () => {
  expect(isPdf(pdf)).toBe(true);
  expect(isPdf(Buffer.concat([pdf, Buffer.from('\r\n\0\0')]))).toBe(true);
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a header alone', Buffer.from('%PDF-1.7\n')],
  ['a file cut off', pdf.subarray(0, pdf.length - 8)],
  ['a page that contains one', Buffer.concat([Buffer.from('<html><script>alert(1)</script>'), pdf])],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['an unknown version', Buffer.from('%PDF-9.0\n%%EOF')],
])('%s is none', (_, bytes) => expect(isPdf(bytes)).toBe(false));
