import { Outcome, Reason } from './codes.ts';

const FILLED_QUANTITY = 0;
const FILLED_NOTIONAL = 1;
const RESTING_QUANTITY = 2;
const CANCELLED_QUANTITY = 3;

/** The result of the last command. The book reuses one object: read it before the next command. */
export class CommandResult {
  outcome: Outcome = Outcome.Refused;
  reason: Reason = Reason.None;
  // Doubles in a typed array: numbers above 2^31 in plain fields would be allocated.
  readonly #figures = new Float64Array(4);

  /** Lots traded by the new order. */
  get filledQuantity(): number {
    return this.#figures[FILLED_QUANTITY]!;
  }

  /** Ticks x lots traded by the new order. */
  get filledNotional(): number {
    return this.#figures[FILLED_NOTIONAL]!;
  }

  /** Lots that rest in the book after the command: of the new or of the reduced order. */
  get restingQuantity(): number {
    return this.#figures[RESTING_QUANTITY]!;
  }

  /**
   * Lots that were cancelled: the rest of a taker, a cancelled order, or the amount of a reduction. 0 for orders by
   * quote amount, whose rest is a budget and not a quantity.
   */
  get cancelledQuantity(): number {
    return this.#figures[CANCELLED_QUANTITY]!;
  }

  set(
    outcome: Outcome,
    reason: Reason,
    filledQuantity: number,
    filledNotional: number,
    restingQuantity: number,
    cancelledQuantity: number,
  ): Outcome {
    this.outcome = outcome;
    this.reason = reason;
    this.#figures[FILLED_QUANTITY] = filledQuantity;
    this.#figures[FILLED_NOTIONAL] = filledNotional;
    this.#figures[RESTING_QUANTITY] = restingQuantity;
    this.#figures[CANCELLED_QUANTITY] = cancelledQuantity;
    return outcome;
  }
}
