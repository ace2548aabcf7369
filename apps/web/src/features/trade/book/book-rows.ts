/** A price of the book, formatted for the locale. */
export interface RowText {
  /** Decimal text of the wire: the price that a tap picks. */
  readonly at: string;
  readonly price: string;
  readonly quantity: string;
  /** Cumulated quantity from the best price; empty where there is no room for it. */
  readonly total: string;
  /** Length of the bar, 0 to 1. */
  readonly share: number;
  /** Whether an own order rests at this price. */
  readonly own: boolean;
  /** Text for screen readers. */
  readonly label: string;
}

export type Side = 'bids' | 'asks';

const LINE =
  'relative flex h-(--row) w-full shrink-0 items-center text-xs tnum contain-strict active:bg-raised';
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

/** A row with a text node per figure. */
function textIn(parent: HTMLElement): Text {
  return parent.appendChild(document.createTextNode(''));
}

/**
 * One row of the book. Written to directly, and only where something differs: rendering ten updates a second through
 * React would keep a phone busy. Not in the tab order: keyboard users type into the ticket's price field.
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

/** Update interval of rows outside of the viewport. */
const UNSEEN_MS = 1_000;

/**
 * The rows of one side in an element that only this class writes to: by index, so that no row is created or moved
 * while prices change. On a phone with an open chart half of the book is below the viewport: those rows are updated
 * once a second, and when they come into view.
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

  /** Shows these rows and no others, best price first. */
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
