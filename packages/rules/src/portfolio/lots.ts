import {
  UNIT,
  ZERO,
  max,
  minus,
  mulDivDown,
  mulDown,
  percentFromRate,
  plus,
  ratioDown,
  roundDown,
  split,
  sum,
} from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';

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
  /** Sums over the open lots: a replay asks for them at every event, and there may be a hundred thousand lots. */
  #quantity: Amount = ZERO;
  #cost: Amount = ZERO;

  constructor(method: LotMethod, lots: Iterable<Lot> = []) {
    this.#method = method;
    for (const lot of lots) this.add(lot);
  }

  /** The open lots, oldest first. */
  get lots(): readonly Lot[] {
    return this.#lots.slice(this.#first);
  }
  get quantity(): Amount {
    return this.#quantity;
  }
  get cost(): Amount {
    return this.#cost;
  }

  /** Adds an acquisition, which is newer than all before. */
  add(lot: Lot): void {
    this.#quantity = plus(this.#quantity, lot.quantity);
    this.#cost = plus(this.#cost, lot.cost);
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
    const cost = costOf(used);
    this.#quantity = minus(this.#quantity, minus(quantity, missing));
    this.#cost = minus(this.#cost, cost);
    return { used, cost, missing };
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
   * A total of zero leaves nothing; the cost of what was lost is returned. Without lots nothing changes.
   */
  resize(total: Amount): Amount {
    const lots = this.lots;
    if (lots.length === 0) return ZERO;
    this.#first = 0;
    this.#quantity = max(total, ZERO);
    if (total <= 0n) {
      this.#lots = [];
      this.#cost = ZERO;
      return costOf(lots);
    }
    const quantities = split(
      total,
      lots.map(({ quantity }) => quantity),
    );
    const resized = lots.map((lot, index) => ({ ...lot, quantity: quantities[index] ?? ZERO }));
    this.#lots = resized.filter(({ quantity }) => quantity > 0n);
    const lost = costOf(resized.filter(({ quantity }) => quantity <= 0n));
    this.#cost = minus(this.#cost, lost);
    return lost;
  }
}

/** Profit of a sale: proceeds, which are less their fees, minus the cost of the units, which contains the fees of their purchase. */
export const realisedProfit = (proceeds: Amount, cost: Amount): Amount => minus(proceeds, cost);

/** Cost of one unit, rounded down; undefined if nothing is owned. */
export const unitCost = (cost: Amount, quantity: Amount): Amount | undefined =>
  quantity > 0n ? mulDivDown(cost, UNIT, quantity) : undefined;

/** Unrealised profit of what is owned: its value at a price, rounded down, less its cost. */
export const profitAtPrice = (quantity: Amount, cost: Amount, at: Price): Amount =>
  minus(mulDown(quantity, at), cost);

/** A profit in percent of its cost, two decimals, rounded down; undefined of nothing. */
export const percentOfCost = (profit: Amount, cost: Amount): Rate | undefined =>
  cost > 0n ? roundDown(percentFromRate(ratioDown(profit, cost)), 2) : undefined;
