/** What one price of the book says, laid out in the person's language. */
export interface RowText {
  /** Decimal text as the wire has it: what a tap on the line picks. */
  readonly at: string;
  readonly price: string;
  readonly quantity: string;
  /** Quantity from the best price to this one; empty where there is no room for it. */
  readonly total: string;
  /** Length of the bar, 0 to 1. */
  readonly share: number;
  /** Whether an order of the person rests at this price. */
  readonly own: boolean;
  /** For a screen reader. */
  readonly label: string;
}

export type Side = 'bids' | 'asks';

const LINE =
  'relative flex h-5 w-full shrink-0 items-center text-xs tnum contain-strict active:bg-raised wide:h-5.5';
const BAR = {
  bids: 'absolute inset-0 top-px bottom-px origin-right bg-up-soft',
  asks: 'absolute inset-0 top-px bottom-px origin-right bg-down-soft',
} as const;
const PRICE = {
  bids: 'relative flex-1 text-start text-up-ink',
  asks: 'relative flex-1 text-start text-down-ink',
} as const;
const OWN = 'me-1 inline-block size-1.5 rounded-full bg-gold align-middle';
const QUANTITY = 'relative flex-1 text-end';
const TOTAL = 'relative hidden flex-1 text-end text-muted wide:inline';

function span(className: string, hidden = false): HTMLSpanElement {
  const element = document.createElement('span');
  element.className = className;
  if (hidden) element.setAttribute('aria-hidden', 'true');
  return element;
}

/** A line with a text of its own for each figure. */
function textIn(parent: HTMLElement): Text {
  return parent.appendChild(document.createTextNode(''));
}

/**
 * One price. It is written to directly, and only where something differs from what it shows: a book that changes ten
 * times a second would keep the phone busy with comparing trees. Kept out of the tab order: the ticket's price field is
 * the way for a keyboard.
 */
class BookRow {
  readonly element = document.createElement('button');
  readonly #bar: HTMLSpanElement;
  readonly #own = span(OWN, true);
  readonly #price: Text;
  readonly #quantity: Text;
  readonly #total: Text;
  #shown: RowText | undefined;

  constructor(side: Side, onPick: (price: string) => void) {
    const { element } = this;
    element.type = 'button';
    element.tabIndex = -1;
    element.className = LINE;
    this.#bar = span(BAR[side], true);
    const price = span(PRICE[side]);
    const quantity = span(QUANTITY);
    const total = span(TOTAL);
    this.#own.hidden = true;
    price.append(this.#own);
    this.#price = textIn(price);
    this.#quantity = textIn(quantity);
    this.#total = textIn(total);
    element.append(this.#bar, price, quantity, total);
    element.addEventListener('click', () => this.#shown && onPick(this.#shown.at));
  }

  show(text: RowText): void {
    const before = this.#shown;
    this.#shown = text;
    if (before?.price !== text.price) this.#price.data = text.price;
    if (before?.quantity !== text.quantity) this.#quantity.data = text.quantity;
    if (before?.total !== text.total) this.#total.data = text.total;
    if (before?.share !== text.share) this.#bar.style.transform = `scaleX(${text.share})`;
    if (before?.own !== text.own) this.#own.hidden = !text.own;
    if (before?.label !== text.label) this.element.setAttribute('aria-label', text.label);
  }
}

/** Lines that nobody sees are written so often. */
const UNSEEN_MS = 1_000;

/**
 * The lines of one side in an element that nobody else writes to: by place, so that no line is made or moved while prices
 * come and go. On a phone with its chart open half of the book lies below the screen: those lines are written once a second,
 * and as they come into view.
 */
export class BookRows {
  readonly #place: HTMLElement;
  readonly #side: Side;
  readonly #onPick: (price: string) => void;
  readonly #lines: BookRow[] = [];
  readonly #unseen = new Set<Element>();
  readonly #views = new IntersectionObserver((entries) => this.#viewed(entries));
  #texts: readonly RowText[] = [];
  #catchUp: ReturnType<typeof setTimeout> | undefined;

  constructor(place: HTMLElement, side: Side, onPick: (price: string) => void) {
    this.#place = place;
    this.#side = side;
    this.#onPick = onPick;
  }

  /** Shows these and no other, the best price first. */
  show(texts: readonly RowText[]): void {
    const before = this.#texts.length;
    this.#texts = texts;
    texts.forEach((text, place) => {
      const line = (this.#lines[place] ??= this.#made());
      if (place >= before) this.#place.append(line.element);
      if (place >= before || !this.#unseen.has(line.element)) line.show(text);
    });
    for (const line of this.#lines.slice(texts.length, before)) line.element.remove();
    if (this.#unseen.size > 0) this.#catchUp ??= setTimeout(() => this.#showAll(), UNSEEN_MS);
  }

  end(): void {
    clearTimeout(this.#catchUp);
    this.#views.disconnect();
    this.#place.replaceChildren();
  }

  #made(): BookRow {
    const line = new BookRow(this.#side, this.#onPick);
    this.#views.observe(line.element);
    return line;
  }

  #viewed(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.#unseen.delete(target);
      else this.#unseen.add(target);
    }
    this.#showAll();
  }

  #showAll(): void {
    clearTimeout(this.#catchUp);
    this.#catchUp = undefined;
    this.#texts.forEach((text, place) => this.#lines[place]?.show(text));
  }
}
