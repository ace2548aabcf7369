import { format } from '@karat/money';
import { textWidth, writePdf } from '@karat/platform/pdf';
import type { PdfPage, PdfText } from '@karat/platform/pdf';
import type { ProjectTerms } from './types.ts';

/** A4, standing. */
const SIZE = [595, 842] as const;
const LEFT = 56;
const RIGHT = SIZE[0] - LEFT;
const TOP = SIZE[1] - 64;
const BOTTOM = 64;
const TEXT = 10.5;
const NAMES_WIDTH = 170;

const time = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Lines of a text that are not wider than `width` points. */
function wrapped(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer, size) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** Sets paragraphs from the top of a page downwards; begins a new page where one is full. */
class Paragraphs {
  readonly pages: { texts: PdfText[]; lines: [] }[] = [];
  #y = BOTTOM - 1;

  #place(text: string, x: number, size: number, bold: boolean): void {
    let page = this.pages.at(-1);
    if (!page || this.#y < BOTTOM) {
      page = { texts: [], lines: [] };
      this.pages.push(page);
      this.#y = TOP;
    }
    page.texts.push({ text, x, y: this.#y, size, bold });
  }

  paragraph(text: string, size = TEXT, bold = false): void {
    // Bold letters are a little wider than they are measured.
    for (const line of wrapped(text, size, (RIGHT - LEFT) * (bold ? 0.94 : 1))) {
      this.#place(line, LEFT, size, bold);
      this.#y -= size * 1.4;
    }
    this.#y -= size * 0.6;
  }

  facts(facts: readonly (readonly [name: string, value: string])[]): void {
    for (const [name, value] of facts) {
      this.#place(name, LEFT, TEXT, false);
      this.#place(value, LEFT + NAMES_WIDTH, TEXT, false);
      this.#y -= TEXT * 1.5;
    }
    this.#y -= TEXT * 0.6;
  }
}

const numbered = (pages: readonly PdfPage[], name: string): PdfPage[] =>
  pages.map(({ texts }, index) => ({
    lines: [{ x: LEFT, y: 46, width: RIGHT - LEFT }],
    texts: [
      ...texts,
      { text: name, x: LEFT, y: 32, size: 8 },
      { text: `Page ${index + 1} of ${pages.length}`, x: RIGHT, y: 32, size: 8, align: 'right' },
    ],
  }));

const factsOf = (terms: Omit<ProjectTerms, 'paper'>): readonly (readonly [string, string])[] => [
  ['Token', `${terms.code}, ${terms.decimals} decimals`],
  ['Tokens for sale', format(terms.supply)],
  ['Price', `${format(terms.price)} USDT`],
  ['Minimum of an application', `${format(terms.orderMin)} ${terms.code}`],
  ['Maximum of a user', `${format(terms.userMax)} ${terms.code}`],
  ['Subscription starts', time(terms.startMs)],
  ['Subscription ends', time(terms.endMs)],
  ['Listing', terms.listingMs === undefined ? 'to be announced' : time(terms.listingMs)],
];

/** The white paper of a demo project in English: what it is, its terms and its rules, and that nothing stands behind it. */
export function demoPaper(terms: Omit<ProjectTerms, 'paper'>): Uint8Array {
  const { title, summary } = terms.texts.en;
  const isFund = terms.kind === 'fund';
  const text = new Paragraphs();
  text.paragraph(`${title} (${terms.code})`, 20, true);
  text.paragraph('White paper of a demonstration', 13, true);
  text.paragraph(
    `${title} does not exist. No company, no ${isFund ? 'building' : 'plant or network'} and no person stands behind it. This ` +
      'document was written by the demonstration of Karat, so that a subscription can be tried with everything that belongs to ' +
      'it. Its tokens exist in this installation only and have no value outside of it.',
  );
  text.paragraph('The project', 13, true);
  text.paragraph(summary);
  text.paragraph('What is offered', 13, true);
  text.facts(factsOf(terms));
  text.paragraph('How tokens are allotted', 13, true);
  text.paragraph(
    'The cost of an application is held until the end of the subscription. If the applications together ask for no more than the ' +
      'tokens for sale, each receives all that it asked for. Otherwise each receives the same share, rounded down to the smallest ' +
      'unit of the token, and the units that are left go one each to the largest remainders, ties to the lowest application ' +
      'number. What the allotted tokens do not cost is returned. Every application gets a signed receipt from which the result ' +
      'can be computed again.',
  );
  text.paragraph('When tokens are unlocked', 13, true);
  text.paragraph('Allotted tokens are locked until the listing. They cannot be sold or sent before.');
  if (isFund) {
    text.paragraph('Dividends', 13, true);
    text.paragraph(
      'A dividend is paid to those who hold tokens at its record time, in proportion to what they hold. Two operators approve each ' +
        'one, and it is paid from money that was booked for it before. No dividend is promised.',
    );
  }
  text.paragraph('Risks', 13, true);
  text.paragraph(
    'A token can lose all of its value, and there may be nobody to sell it to. Nothing in this document is advice or an offer.',
  );
  const name = `${title}: white paper of a demonstration`;
  return writePdf({ title: name, size: SIZE, pages: numbered(text.pages, name) });
}
