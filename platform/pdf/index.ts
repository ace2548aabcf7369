/** Portable documents of plain text and lines (PDF 1.4), with the standard fonts that every reader has. */
export { isPdf } from './is-pdf.ts';
export { textWidth, writePdf } from './pdf.ts';
export type { PdfLine, PdfPage, PdfText } from './pdf.ts';
