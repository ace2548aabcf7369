/** A text on a page. Points from the bottom left corner. */
export interface PdfText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly bold?: boolean;
  /** `right`: x is the end of the text. */
  readonly align?: 'left' | 'right';
}

/** A thin horizontal line. */
export interface PdfLine {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface PdfPage {
  readonly texts: readonly PdfText[];
  readonly lines: readonly PdfLine[];
}

/** Widths of Helvetica in thousandths of the size, from code 32 to 126; wider for all others. */
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
const WIDE = 722;

/** Width of a text in Helvetica, in points. Bold text is a little wider. */
export function textWidth(text: string, size: number): number {
  let width = 0;
  for (let index = 0; index < text.length; index++) width += WIDTHS[text.charCodeAt(index) - 32] ?? WIDE;
  return (width * size) / 1000;
}

/** Latin-1 text as a string of the document; other characters become a question mark. */
const stringOf = (text: string): string =>
  `(${text.replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/gu, '?').replaceAll(/[\\()]/g, String.raw`\$&`)})`;

const number = (value: number): string => String(Math.round(value * 100) / 100);

function contentOf({ texts, lines }: PdfPage): string {
  const parts = texts.map(({ text, x, y, size, bold = false, align = 'left' }) => {
    const left = align === 'right' ? x - textWidth(text, size) : x;
    return `BT /F${bold ? 2 : 1} ${number(size)} Tf ${number(left)} ${number(y)} Td ${stringOf(text)} Tj ET`;
  });
  const strokes = lines.map(
    ({ x, y, width }) => `${number(x)} ${number(y)} m ${number(x + width)} ${number(y)} l S`,
  );
  return ['0.4 w', ...strokes, ...parts].join('\n');
}

const font = (name: string): string =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;

/** Number of the first object of a page; before it stand catalogue, page tree, two fonts and the information. */
const FIRST_PAGE = 6;

/** Writes a document. The same input gives the same bytes: it carries no date and no random id. */
export function writePdf({
  title,
  size: [width, height],
  pages,
}: {
  readonly title: string;
  /** In points. */
  readonly size: readonly [number, number];
  readonly pages: readonly PdfPage[];
}): Uint8Array {
  const ids = pages.map((_, index) => FIRST_PAGE + 2 * index);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${ids.map((id) => `${id} 0 R`).join(' ')}] >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Title ${stringOf(title)} /Producer (Karat) >>`,
    ...pages.flatMap((page, index) => {
      const content = contentOf(page);
      const resources = '<< /Font << /F1 3 0 R /F2 4 0 R >> >>';
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${number(width)} ${number(height)}] /Resources ${resources} /Contents ${FIRST_PAGE + 2 * index + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  // One byte per character, so that lengths of texts are offsets in the file.
  const parts = ['%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n'];
  let offset = parts[0]?.length ?? 0;
  const offsets = objects.map((object, index) => {
    const part = `${index + 1} 0 obj\n${object}\nendobj\n`;
    const start = offset;
    parts.push(part);
    offset += part.length;
    return start;
  });
  const table = offsets.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`);
  parts.push(
    `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${offset}\n%%EOF\n`,
  );
  return Buffer.from(parts.join(''), 'latin1');
}
