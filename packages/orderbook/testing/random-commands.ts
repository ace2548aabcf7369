import { MAX_PRICE, MAX_QUANTITY, Side, TimeInForce } from '../src/index.ts';
import type { OrderBook } from '../src/index.ts';
import { mulberry32 } from './random.ts';
import type { Answer, NaiveBook } from './naive-book.ts';

/** A command for either book. */
export type Command =
  | {
      kind: 'limit';
      id: number;
      owner: number;
      side: Side;
      price: number;
      quantity: number;
      timeInForce: TimeInForce;
    }
  | { kind: 'market'; id: number; owner: number; side: Side; quantity: number; fillOrKill: boolean }
  | { kind: 'quote'; id: number; owner: number; side: Side; budget: number; quantityMax: number }
  | { kind: 'cancel'; id: number }
  | { kind: 'reduce'; id: number; quantity: number };

/** The distribution of the random commands. */
export interface Profile {
  readonly name: string;
  /** Prices lie within this many ticks of the middle; without it anywhere up to the highest price. */
  readonly priceRange: number | null;
  readonly owners: number;
  /** Distance from one order id to the next. */
  readonly idStep: number;
}

const MIDDLE = 100_000;
const QUANTITY_MAX = 40;
const TIMES_IN_FORCE = Object.values(TimeInForce);

export function runOnBook(book: OrderBook, command: Command): Answer {
  switch (command.kind) {
    case 'limit': {
      const { id, owner, side, price, quantity, timeInForce } = command;
      book.limit(id, owner, side, price, quantity, timeInForce);
      break;
    }
    case 'market':
      book.market(command.id, command.owner, command.side, command.quantity, command.fillOrKill);
      break;
    case 'quote':
      book.marketByQuote(command.id, command.owner, command.side, command.budget, command.quantityMax);
      break;
    case 'cancel':
      book.cancel(command.id);
      break;
    case 'reduce':
      book.reduce(command.id, command.quantity);
      break;
  }
  const { outcome, reason, filledQuantity, filledNotional, restingQuantity, cancelledQuantity } = book.result;
  const fills = book.fills.toArray();
  return { outcome, reason, filledQuantity, filledNotional, restingQuantity, cancelledQuantity, fills };
}

export function runOnNaiveBook(book: NaiveBook, command: Command): Answer {
  switch (command.kind) {
    case 'limit': {
      const { id, owner, side, price, quantity, timeInForce } = command;
      return book.limit(id, owner, side, price, quantity, timeInForce);
    }
    case 'market':
      return book.market(command.id, command.owner, command.side, command.quantity, command.fillOrKill);
    case 'quote':
      return book.marketByQuote(command.id, command.owner, command.side, command.budget, command.quantityMax);
    case 'cancel':
      return book.cancel(command.id);
    case 'reduce':
      return book.reduce(command.id, command.quantity);
  }
}

/** Draws commands that are meaningful for the present resting ids. */
export class CommandSource {
  readonly #profile: Profile;
  readonly #draw: () => number;
  #lastId = 0;

  constructor(profile: Profile, seed: number) {
    this.#profile = profile;
    this.#draw = mulberry32(seed);
  }

  next(restingIds: readonly number[]): Command {
    const kind = this.#draw();
    if (kind < 0.25 && restingIds.length > 0) return this.#onResting(restingIds);
    const id = this.#newId(restingIds);
    const owner = this.#whole(this.#profile.owners);
    const side = this.#draw() < 0.5 ? Side.Buy : Side.Sell;
    if (kind > 0.94) return this.#byQuote(id, owner, side);
    if (kind > 0.88) {
      // Sometimes one that sweeps the whole side.
      const quantity = this.#whole(QUANTITY_MAX * (this.#draw() < 0.03 ? 200 : 4));
      return { kind: 'market', id, owner, side, quantity, fillOrKill: this.#draw() < 0.3 };
    }
    const timeInForce = this.#draw() < 0.6 ? TimeInForce.GoodTillCancelled : this.#timeInForce();
    const quantity = this.#whole(QUANTITY_MAX);
    return { kind: 'limit', id, owner, side, price: this.#price(side), quantity, timeInForce };
  }

  #onResting(restingIds: readonly number[]): Command {
    const id = this.#draw() < 0.02 ? this.#lastId + 7 : restingIds[this.#whole(restingIds.length) - 1]!;
    if (this.#draw() < 0.7) return { kind: 'cancel', id };
    return { kind: 'reduce', id, quantity: this.#whole(QUANTITY_MAX) - 1 };
  }

  #byQuote(id: number, owner: number, side: Side): Command {
    const budget = this.#whole((this.#profile.priceRange === null ? MAX_PRICE : MIDDLE) * QUANTITY_MAX);
    const quantityMax = this.#draw() < 0.3 ? this.#whole(QUANTITY_MAX) : MAX_QUANTITY;
    return { kind: 'quote', id, owner, side, budget, quantityMax };
  }

  /** Mostly a new id, rarely that of an order which rests. */
  #newId(restingIds: readonly number[]): number {
    if (this.#draw() < 0.01 && restingIds.length > 0) return restingIds[this.#whole(restingIds.length) - 1]!;
    this.#lastId += this.#profile.idStep;
    return this.#lastId;
  }

  #price(side: Side): number {
    const { priceRange } = this.#profile;
    if (priceRange === null) return Math.min(MAX_PRICE, Math.floor(2 ** (this.#draw() * 31)));
    const lean = side === Side.Buy ? -priceRange / 3 : priceRange / 3;
    return Math.max(1, MIDDLE + Math.round(lean + (this.#draw() * 2 - 1) * priceRange));
  }

  #timeInForce(): TimeInForce {
    return TIMES_IN_FORCE[this.#whole(TIMES_IN_FORCE.length) - 1]!;
  }

  /** A whole number in 1..max. */
  #whole(max: number): number {
    return 1 + Math.floor(this.#draw() * max);
  }
}
