import { MAX_QUANTITY, opposite, Reason } from './codes.ts';
import type { Side } from './codes.ts';
import type { FillLog } from './fill-log.ts';
import { ORDER_RECORD } from './order-pool.ts';
import type { RestingOrders } from './resting-orders.ts';

const { None, NoLiquidity, SelfTrade, BudgetSpent, NotFillable, OutOfBounds } = Reason;
const {
  doubleShift: ORDER_DOUBLE_SHIFT,
  intShift: ORDER_INT_SHIFT,
  id: ORDER_ID,
  quantity: ORDER_QUANTITY,
  none: NO_SLOT,
} = ORDER_RECORD;
const { owner: ORDER_OWNER } = ORDER_RECORD;
const { next: ORDER_NEXT } = ORDER_RECORD;

// Indexes in the figures of a match.
const REMAINING = 0;
const SPENT = 1;

/** Executes a taker against the resting orders in price-time priority: best price first, oldest order first. */
export class Matcher {
  readonly #resting: RestingOrders;
  readonly #fills: FillLog;
  readonly #figures = new Float64Array(2);

  constructor(resting: RestingOrders, fills: FillLog) {
    this.#resting = resting;
    this.#fills = fills;
  }

  /** Lots of the latest taker that were not filled. */
  get remaining(): number {
    return this.#figures[REMAINING]!;
  }

  /** Ticks x lots that the latest taker traded. */
  get spent(): number {
    return this.#figures[SPENT]!;
  }

  /**
   * Trades up to `quantity` lots and `budget` ticks x lots at prices within `limit`, and returns why it stopped: None
   * (quantity filled), NoLiquidity, SelfTrade or BudgetSpent. A lot that the budget does not pay for is not traded,
   * nor is a worse price tried.
   */
  take(id: number, owner: number, side: Side, limit: number, quantity: number, budget: number): Reason {
    const resting = this.#resting;
    const { ladder, floats, ints } = resting;
    const makerSide = opposite(side);
    const ownerBits = owner | 0;
    let remaining = quantity;
    let budgetLeft = budget;
    let reason: Reason = NoLiquidity;
    while (reason === NoLiquidity && resting.crosses(side, limit)) {
      const price = resting.best(makerSide);
      const level = ladder.levelOf(price);
      const before = remaining;
      const first = ladder.head(level);
      let maker = first;
      do {
        const open = floats[(maker << ORDER_DOUBLE_SHIFT) | ORDER_QUANTITY]!;
        let traded = open < remaining ? open : remaining;
        if (traded * price > budgetLeft) {
          // Exact: a quotient of integers below 2^53 is never rounded up to the next integer.
          traded = Math.floor(budgetLeft / price);
          reason = BudgetSpent;
          if (traded === 0) break;
        }
        const makerOwner = ints[(maker << ORDER_INT_SHIFT) | ORDER_OWNER]!;
        if (makerOwner === ownerBits) {
          reason = SelfTrade;
          break;
        }
        remaining -= traded;
        budgetLeft -= traded * price;
        const makerId = floats[(maker << ORDER_DOUBLE_SHIFT) | ORDER_ID]!;
        this.#fills.record(id, side, makerId, makerOwner >>> 0, price, traded, open - traded);
        if (remaining === 0) reason = None;
        if (traded < open) {
          floats[(maker << ORDER_DOUBLE_SHIFT) | ORDER_QUANTITY] = open - traded;
          break;
        }
        const next = ints[(maker << ORDER_INT_SHIFT) | ORDER_NEXT]!;
        resting.release(maker, makerId);
        maker = next;
      } while (maker !== NO_SLOT && remaining !== 0);
      resting.addToTotals(makerSide, level, remaining - before);
      if (maker !== first) resting.promote(maker, level, price);
    }
    this.#figures[REMAINING] = remaining;
    this.#figures[SPENT] = budget - budgetLeft;
    return reason === NoLiquidity && budgetLeft === 0 ? BudgetSpent : reason;
  }

  /** Returns what would stop a taker of all of `quantity`: None, NotFillable, SelfTrade or OutOfBounds. */
  obstacle(owner: number, side: Side, limit: number, quantity: number): Reason {
    if (!this.#holdsEnough(side, limit, quantity)) return NotFillable;
    const resting = this.#resting;
    const { ladder } = resting;
    const makerSide = opposite(side);
    let wanted = quantity;
    let spent = 0;
    let price = resting.best(makerSide);
    for (;;) {
      const level = ladder.levelOf(price);
      for (let maker = ladder.head(level); maker !== NO_SLOT; maker = resting.next(maker)) {
        if (resting.ownerBits(maker) === (owner | 0)) return SelfTrade;
        const traded = Math.min(resting.quantity(maker), wanted);
        spent += traded * price;
        if (spent > MAX_QUANTITY) return OutOfBounds;
        wanted -= traded;
        if (wanted === 0) return None;
      }
      price = resting.nextPrice(makerSide, level);
    }
  }

  /** Level by level, so that the cost of a large order that cannot be filled does not grow with the orders. */
  #holdsEnough(side: Side, limit: number, quantity: number): boolean {
    const resting = this.#resting;
    const makerSide = opposite(side);
    if (resting.total(makerSide) < quantity || !resting.crosses(side, limit)) return false;
    let wanted = quantity;
    let level = resting.ladder.levelOf(resting.best(makerSide));
    for (;;) {
      wanted -= resting.ladder.total(level);
      if (wanted <= 0) return true;
      const price = resting.nextPrice(makerSide, level);
      if (side === 0 ? price > limit : price < limit) return false;
      level = resting.ladder.levelOf(price);
    }
  }
}
