import type { Side } from './codes.ts';

// A fill is eight doubles, one cache line.
const COLUMNS = 8;
const MAKER_ID = 0;
const TAKER_ID = 1;
const PRICE = 2;
const QUANTITY = 3;
const MAKER_REMAINING = 4;
const MAKER_OWNER = 5;
const TAKER_SIDE = 6;
const INITIAL_FILLS = 1_024;

/** One trade as an object, for callers that accept the allocation. */
export interface Fill {
  readonly makerId: number;
  readonly makerOwner: number;
  readonly takerId: number;
  readonly takerSide: Side;
  /** Ticks; always the maker's price. */
  readonly price: number;
  /** Lots. */
  readonly quantity: number;
  /** Remaining lots of the maker; 0 if the maker has left the book. */
  readonly makerRemaining: number;
}

/** The fills of the latest command, in the order in which they happened: 0 .. count - 1. */
export class FillLog {
  count = 0;
  #columns = new Float64Array(INITIAL_FILLS * COLUMNS);

  makerId(fill: number): number {
    return this.#columns[fill * COLUMNS + MAKER_ID]!;
  }

  makerOwner(fill: number): number {
    return this.#columns[fill * COLUMNS + MAKER_OWNER]!;
  }

  takerId(fill: number): number {
    return this.#columns[fill * COLUMNS + TAKER_ID]!;
  }

  takerSide(fill: number): Side {
    return this.#columns[fill * COLUMNS + TAKER_SIDE] === 0 ? 0 : 1;
  }

  /** Ticks; always the maker's price. */
  price(fill: number): number {
    return this.#columns[fill * COLUMNS + PRICE]!;
  }

  /** Lots. */
  quantity(fill: number): number {
    return this.#columns[fill * COLUMNS + QUANTITY]!;
  }

  /** Remaining lots of the maker; 0 if the maker has left the book. */
  makerRemaining(fill: number): number {
    return this.#columns[fill * COLUMNS + MAKER_REMAINING]!;
  }

  /** Copies of all fills. */
  toArray(): Fill[] {
    return Array.from({ length: this.count }, (_, fill) => ({
      makerId: this.makerId(fill),
      makerOwner: this.makerOwner(fill),
      takerId: this.takerId(fill),
      takerSide: this.takerSide(fill),
      price: this.price(fill),
      quantity: this.quantity(fill),
      makerRemaining: this.makerRemaining(fill),
    }));
  }

  record(
    takerId: number,
    takerSide: Side,
    makerId: number,
    makerOwner: number,
    price: number,
    quantity: number,
    makerRemaining: number,
  ): void {
    const at = this.count * COLUMNS;
    if (at === this.#columns.length) this.#grow();
    const columns = this.#columns;
    columns[at + MAKER_ID] = makerId;
    columns[at + TAKER_ID] = takerId;
    columns[at + PRICE] = price;
    columns[at + QUANTITY] = quantity;
    columns[at + MAKER_REMAINING] = makerRemaining;
    columns[at + MAKER_OWNER] = makerOwner;
    columns[at + TAKER_SIDE] = takerSide;
    this.count++;
  }

  #grow(): void {
    const wider = new Float64Array(this.#columns.length * 2);
    wider.set(this.#columns);
    this.#columns = wider;
  }
}
