import { OrderBook, Outcome, Side } from '@karat/orderbook';
import { LiveOrders } from './live-orders.ts';
import { mulberry32 } from './mulberry32.ts';

export const CommandKind = { Limit: 0, Cancel: 1, Market: 2 } as const;

/** Commands in columns; created before the clock starts. */
export interface CommandStream {
  /** Number of first commands that fill the book and are not measured. */
  readonly buildUp: number;
  readonly count: number;
  readonly kinds: Uint8Array;
  /** Id of the new order, or of the order to cancel. */
  readonly ids: Int32Array;
  readonly sides: Side[];
  readonly prices: Int32Array;
  readonly quantities: Int32Array;
}

/** Expected totals of a correct book. */
export interface WorkloadTotals {
  readonly trades: number;
  readonly quantity: number;
  readonly notional: number;
  readonly ordersLeft: number;
  readonly ordersMost: number;
}

export interface WorkloadCase {
  readonly name: 'normal' | 'deep';
  readonly seed: number;
  /** Limit orders that do not cross, placed before the measured operations. */
  readonly buildUp: number;
  readonly operations: number;
  /** Mean distance from the middle in ticks. */
  readonly meanDistance: number;
  readonly expected: Partial<WorkloadTotals>;
}

export const NORMAL: WorkloadCase = {
  name: 'normal',
  seed: 20_260_101,
  buildUp: 0,
  operations: 1_000_000,
  meanDistance: 50,
  expected: {
    trades: 293_153,
    quantity: 7_477_768,
    notional: 1_495_604_900_989,
    ordersLeft: 4_978,
    ordersMost: 10_391,
  },
};

export const DEEP: WorkloadCase = {
  name: 'deep',
  seed: 20_260_102,
  buildUp: 1_000_000,
  operations: 1_000_000,
  meanDistance: 2_000,
  expected: { trades: 234_436, quantity: 5_971_051, ordersLeft: 1_061_886 },
};

const MIDDLE = 200_000;
const MIDDLE_RANGE = 5_000;
const DISTANCE_MAX = 100_000;
const QUANTITY_MAX = 100;
/** Maximum distance of a limit order beyond the middle, so that some cross. */
const CROSSING_TICKS = 2;

/**
 * The command stream of a case and the totals of a book. A cancellation picks a live order, so running a book once
 * creates the stream.
 */
export function generate(workload: WorkloadCase): { stream: CommandStream; totals: WorkloadTotals } {
  return new StreamGenerator(workload).run();
}

class StreamGenerator {
  readonly #workload: WorkloadCase;
  readonly #stream: CommandStream;
  readonly #draw: () => number;
  readonly #live: LiveOrders;
  readonly #book = new OrderBook();
  #length = 0;
  #lastId = 0;
  #middle = MIDDLE;
  #trades = 0;
  #quantity = 0;
  #notional = 0;
  #ordersMost = 0;

  constructor(workload: WorkloadCase) {
    const count = workload.buildUp + workload.operations;
    this.#workload = workload;
    this.#draw = mulberry32(workload.seed);
    this.#live = new LiveOrders(count);
    this.#stream = {
      buildUp: workload.buildUp,
      count,
      kinds: new Uint8Array(count),
      ids: new Int32Array(count),
      sides: new Array<Side>(count).fill(Side.Buy),
      prices: new Int32Array(count),
      quantities: new Int32Array(count),
    };
  }

  run(): { stream: CommandStream; totals: WorkloadTotals } {
    for (let order = 0; order < this.#workload.buildUp; order++) {
      const side = this.#drawSide();
      const quantity = this.#drawQuantity();
      this.#limit(side, quantity, MIDDLE, this.#drawDistance() + 1);
    }
    for (let operation = 0; operation < this.#workload.operations; operation++) this.#operation();
    return {
      stream: this.#stream,
      totals: {
        trades: this.#trades,
        quantity: this.#quantity,
        notional: this.#notional,
        ordersLeft: this.#book.orderCount,
        ordersMost: this.#ordersMost,
      },
    };
  }

  #operation(): void {
    const kind = this.#draw();
    const walk = this.#draw();
    if (walk < 0.05) this.#middle = Math.min(this.#middle + 1, MIDDLE + MIDDLE_RANGE);
    else if (walk < 0.1) this.#middle = Math.max(this.#middle - 1, MIDDLE - MIDDLE_RANGE);
    if (kind < 0.55 || (kind < 0.9 && this.#live.count === 0)) {
      const side = this.#drawSide();
      const quantity = this.#drawQuantity();
      this.#limit(side, quantity, this.#middle, this.#drawDistance() - CROSSING_TICKS);
    } else if (kind < 0.9) {
      this.#cancel(this.#live.at(Math.floor(this.#draw() * this.#live.count)));
    } else {
      const side = this.#drawSide();
      this.#market(side, this.#drawQuantity());
    }
  }

  #drawSide(): Side {
    return this.#draw() < 0.5 ? Side.Buy : Side.Sell;
  }

  #drawQuantity(): number {
    return 1 + Math.floor(this.#draw() * QUANTITY_MAX);
  }

  #drawDistance(): number {
    return Math.min(DISTANCE_MAX, Math.floor(-Math.log(1 - this.#draw()) * this.#workload.meanDistance));
  }

  #limit(side: Side, quantity: number, middle: number, distance: number): void {
    const id = ++this.#lastId;
    const price = side === Side.Buy ? middle - distance : middle + distance;
    this.#write(CommandKind.Limit, id, side, price, quantity);
    const outcome = this.#book.limit(id, id, side, price, quantity);
    this.#countFills();
    if (outcome !== Outcome.Resting && outcome !== Outcome.PartlyFilledResting) return;
    this.#live.add(id);
    this.#ordersMost = Math.max(this.#ordersMost, this.#live.count);
  }

  #cancel(id: number): void {
    this.#write(CommandKind.Cancel, id, Side.Buy, 0, 0);
    this.#book.cancel(id);
    this.#live.remove(id);
  }

  #market(side: Side, quantity: number): void {
    const id = ++this.#lastId;
    this.#write(CommandKind.Market, id, side, 0, quantity);
    this.#book.market(id, id, side, quantity);
    this.#countFills();
  }

  #countFills(): void {
    const { fills } = this.#book;
    for (let fill = 0; fill < fills.count; fill++) {
      this.#trades++;
      this.#quantity += fills.quantity(fill);
      this.#notional += fills.quantity(fill) * fills.price(fill);
      if (fills.makerRemaining(fill) === 0) this.#live.remove(fills.makerId(fill));
    }
  }

  #write(kind: number, id: number, side: Side, price: number, quantity: number): void {
    const at = this.#length++;
    this.#stream.kinds[at] = kind;
    this.#stream.ids[at] = id;
    this.#stream.sides[at] = side;
    this.#stream.prices[at] = price;
    this.#stream.quantities[at] = quantity;
  }
}
