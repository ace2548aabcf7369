import { wireTime } from '@karat/contract';
import type { AccountName, UserId } from '@karat/contract';
import type { StatementEntry } from '@karat/domains/ledger';
import { format, plus } from '@karat/money';
import { textWidth, writePdf } from '@karat/platform/pdf';
import type { PdfLine, PdfPage, PdfText } from '@karat/platform/pdf';
import { accountName } from './statement.ts';
import type { Statement } from './statement.ts';
import type { StatementNames } from './statement-csv.ts';

/** A4, lying. */
const SIZE = [842, 595] as const;
const LEFT = 36;
const RIGHT = SIZE[0] - LEFT;
const TOP = SIZE[1] - 40;
const BOTTOM = 40;
const ROW = 12;
const TEXT = 7.5;

const ACCOUNT_TITLES: Readonly<Record<AccountName, string>> = {
  legal: 'Fiat',
  change: 'Exchange',
  lever: 'Futures',
  micro: 'Options',
};

interface Column {
  readonly title: string;
  /** Start of a text, end of a figure. */
  readonly x: number;
  readonly align: 'left' | 'right';
  readonly width: number;
}

const BALANCE_COLUMNS: readonly Column[] = [
  { title: 'Account', x: LEFT, align: 'left', width: 90 },
  { title: 'Currency', x: 130, align: 'left', width: 60 },
  { title: 'Opening balance', x: 310, align: 'right', width: 120 },
  { title: 'In', x: 440, align: 'right', width: 120 },
  { title: 'Out', x: 570, align: 'right', width: 120 },
  { title: 'Closing balance', x: 700, align: 'right', width: 120 },
  { title: 'Thereof held', x: RIGHT, align: 'right', width: 100 },
];

const MOVEMENT_COLUMNS: readonly Column[] = [
  { title: 'Time (UTC)', x: LEFT, align: 'left', width: 80 },
  { title: 'Account', x: 122, align: 'left', width: 50 },
  { title: 'Description', x: 176, align: 'left', width: 160 },
  { title: 'Reference', x: 340, align: 'left', width: 90 },
  { title: 'Currency', x: 434, align: 'left', width: 50 },
  { title: 'Available', x: 600, align: 'right', width: 105 },
  { title: 'Held', x: 704, align: 'right', width: 100 },
  { title: 'Balance', x: RIGHT, align: 'right', width: 100 },
];

/** Shortens a text to a width; figures are never shortened. */
function fitting(text: string, { width, align }: Column): string {
  if (align === 'right' || textWidth(text, TEXT) <= width) return text;
  let end = text.length;
  while (end > 0 && textWidth(`${text.slice(0, end)}...`, TEXT) > width) end--;
  return `${text.slice(0, end)}...`;
}

/** Lays out rows from the top of a page downwards; begins a new page where one is full. */
class Layout {
  readonly pages: { texts: PdfText[]; lines: PdfLine[] }[] = [];
  #y = 0;

  constructor() {
    this.#begin();
  }

  #begin(): { texts: PdfText[]; lines: PdfLine[] } {
    const page = { texts: [], lines: [] };
    this.pages.push(page);
    this.#y = TOP;
    return page;
  }

  get #page(): { texts: PdfText[]; lines: PdfLine[] } {
    return this.pages.at(-1) ?? this.#begin();
  }

  line(text: string, size: number, bold = false): void {
    this.#page.texts.push({ text, x: LEFT, y: this.#y, size, bold });
    this.#y -= size * 1.6;
  }

  /** A table whose head is repeated on every page. */
  table(columns: readonly Column[], rows: Iterable<readonly string[]>): void {
    this.#head(columns);
    for (const row of rows) {
      if (this.#y < BOTTOM) {
        this.#begin();
        this.#head(columns);
      }
      this.#row(columns, row, false);
    }
    this.#y -= ROW;
  }

  #head(columns: readonly Column[]): void {
    if (this.#y < BOTTOM + 2 * ROW) this.#begin();
    this.#row(
      columns,
      columns.map(({ title }) => title),
      true,
    );
    this.#page.lines.push({ x: LEFT, y: this.#y + ROW - 3, width: RIGHT - LEFT });
  }

  #row(columns: readonly Column[], cells: readonly string[], bold: boolean): void {
    for (const [index, column] of columns.entries()) {
      const text = fitting(cells[index] ?? '', column);
      if (text !== '')
        this.#page.texts.push({ text, x: column.x, y: this.#y, size: TEXT, bold, align: column.align });
    }
    this.#y -= ROW;
  }
}

/** Pages with their numbers at the foot. */
const numbered = (pages: readonly PdfPage[], name: string): PdfPage[] =>
  pages.map(({ texts, lines }, index) => ({
    lines,
    texts: [
      ...texts,
      { text: name, x: LEFT, y: 22, size: TEXT },
      { text: `Page ${index + 1} of ${pages.length}`, x: RIGHT, y: 22, size: TEXT, align: 'right' },
    ],
  }));

/** Writes a statement in English: the fonts that every reader has contain no other scripts than Latin. */
export function statementPdf(
  user: UserId,
  statement: Statement,
  entries: readonly StatementEntry[],
  { codeOf, kindName }: StatementNames,
): Uint8Array {
  const { month, fromMs, toMs, closed, balances } = statement;
  const layout = new Layout();
  layout.line('Karat', 16, true);
  layout.line(`Account statement ${month}`, 12, true);
  layout.line(`UID ${user}`, 9);
  const end = closed ? wireTime(toMs - 1_000) : `${wireTime(toMs)} (the month has not ended)`;
  layout.line(`${wireTime(fromMs)} to ${end}, UTC. Balances are available and held together.`, 9);
  layout.line('Balances', 10, true);
  layout.table(
    BALANCE_COLUMNS,
    balances.map((row) => [
      ACCOUNT_TITLES[accountName(row.account)],
      codeOf(row.currency),
      ...[row.opening, row.arrived, row.departed, row.closing, row.held].map(format),
    ]),
  );
  layout.line(`Movements (${entries.length})`, 10, true);
  layout.table(
    MOVEMENT_COLUMNS,
    entries.map((entry) => [
      wireTime(entry.at),
      ACCOUNT_TITLES[accountName(entry.account)],
      kindName(entry.kind),
      entry.reference,
      codeOf(entry.currency),
      format(entry.available),
      format(entry.held),
      format(plus(entry.availableAfter, entry.heldAfter)),
    ]),
  );
  const name = `Karat statement ${month}, UID ${user}`;
  return writePdf({ title: name, size: SIZE, pages: numbered(layout.pages, name) });
}
