import { UNIT, ZERO, minus, mulDivDown, plus, split, sum } from '@karat/money';
import type { Amount } from '@karat/money';

/** Which units a sale uses up: the oldest, the newest, or an equal part of all. */
export type LotMethod = 'fifo' | 'lifo' | 'average';

/** Units of one acquisition that are still owned. */
export interface Lot {
  readonly id: number;
  /** Unix ms. */
  readonly acquiredMs: number;
  /** What is left of the acquisition. */
  readonly quantity: Amount;
  /** Cost of what is left, fees included. */
  readonly cost: Amount;
  /** True if the cost is a price at the time and not what was paid. */
  readonly estimated: boolean;
}

/** The units of a lot that a sale used up, with their cost. */
export type UsedLot = Lot;

/** What a sale used up. */
export interface UsedLots {
  readonly used: readonly UsedLot[];
  readonly cost: Amount;
  /** Units that were never acquired, as far as the lots know; zero in a complete history. */
  readonly missing: Amount;
}

const costOf = (lots: readonly Lot[]): Amount => sum(lots.map(({ cost }) => cost));

/** Minimum number of used lots before their places are freed. */
const FREED_MIN = 1_024;

/**
 * The lots of one asset by a method: its cost basis. Costs are conserved exactly: the cost of a part of a lot rounds down at 1e-10, and the last
 * part takes what is left. The average is one lot that every acquisition joins; it carries the time of the first.
 */
export class LotBook {
  readonly #method: LotMethod;
  #lots: Lot[] = [];
  /** Lots before it are used up. */
  #first = 0;

  constructor(method: LotMethod, lots: Iterable<Lot> = []) {
    this.#method = method;
    for (const lot of lots) this.add(lot);
  }

  /** The open lots, oldest first. */
  get lots(): readonly Lot[] {
    return this.#lots.slice(this.#first);
  }
  get quantity(): Amount {
    return sum(this.lots.map(({ quantity }) => quantity));
  }
  get cost(): Amount {
    return costOf(this.lots);
  }

  /** Adds an acquisition, which is newer than all before. */
  add(lot: Lot): void {
    const own = this.#lots.at(-1);
    if (this.#method !== 'average' || own === undefined || this.#first === this.#lots.length) {
      this.#lots.push(lot);
      return;
    }
    this.#lots[this.#lots.length - 1] = {
      ...own,
      quantity: plus(own.quantity, lot.quantity),
      cost: plus(own.cost, lot.cost),
      estimated: own.estimated || lot.estimated,
    };
  }

  /** Uses up units, as many as there are. */
  take(quantity: Amount): UsedLots {
    const used: UsedLot[] = [];
    let missing = quantity;
    while (missing > 0n && this.#first < this.#lots.length) {
      const part = this.#takeFrom(this.#method === 'lifo' ? this.#lots.length - 1 : this.#first, missing);
      used.push(part);
      missing = minus(missing, part.quantity);
    }
    return { used, cost: costOf(used), missing };
  }

  /** Uses up at most `wanted` units of the lot at an index. */
  #takeFrom(index: number, wanted: Amount): UsedLot {
    const lot = this.#lots[index];
    if (lot === undefined) throw new RangeError(`no lot ${index}`);
    if (lot.quantity <= wanted) {
      this.#remove(index);
      return lot;
    }
    const cost = mulDivDown(lot.cost, wanted, lot.quantity);
    this.#lots[index] = {
      ...lot,
      quantity: minus(lot.quantity, wanted),
      cost: minus(lot.cost, cost),
    };
    return { ...lot, quantity: wanted, cost };
  }

  #remove(index: number): void {
    if (index === this.#lots.length - 1) this.#lots.pop();
    else this.#first = index + 1;
    if (this.#first < FREED_MIN || this.#first * 2 < this.#lots.length) return;
    this.#lots = this.#lots.slice(this.#first);
    this.#first = 0;
  }

  /**
   * Sets the total quantity after a split of shares: every lot keeps its cost and its share of the total, by largest remainder.
   * A total of zero leaves nothing; the cost of what was lost is returned.
   */
  resize(total: Amount): Amount {
    const lots = this.lots;
    this.#first = 0;
    if (total <= 0n) {
      this.#lots = [];
      return costOf(lots);
    }
    const quantities = split(
      total,
      lots.map(({ quantity }) => quantity),
    );
    const resized = lots.map((lot, index) => ({ ...lot, quantity: quantities[index] ?? ZERO }));
    this.#lots = resized.filter(({ quantity }) => quantity > 0n);
    return costOf(resized.filter(({ quantity }) => quantity <= 0n));
  }
}

/** Profit of a sale: proceeds, which are less their fees, minus the cost of the units, which contains the fees of their purchase. */
export const realisedProfit = (proceeds: Amount, cost: Amount): Amount => minus(proceeds, cost);

/** Cost of one unit, rounded down; undefined if nothing is owned. */
export const unitCost = (cost: Amount, quantity: Amount): Amount | undefined =>
  quantity > 0n ? mulDivDown(cost, UNIT, quantity) : undefined;
