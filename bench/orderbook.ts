// Measures the order book on the two streams of the workload. Run: node_modules/.bin/node bench/orderbook.ts
import { cpus } from 'node:os';
import { OrderBook } from '@karat/orderbook';
import { CommandKind, DEEP, generate, NORMAL } from './orderbook-workload.ts';
import type { CommandStream, WorkloadCase, WorkloadTotals } from './orderbook-workload.ts';

const { Limit, Cancel } = CommandKind;

const TOTALS = ['trades', 'quantity', 'notional', 'ordersLeft', 'ordersMost'] as const;
const PASSES = 20;
/** Parts of a pass that are timed on their own: a tenth of a millisecond or two each. */
const SLICES = 1_000;
const PERCENTILES = [0.5, 0.99, 0.999] as const;
const BYTES_PER_MEBIBYTE = 2 ** 20;

/** One pass over commands from..to; every fill is read back, as an engine would. */
class Pass {
  readonly book: OrderBook;
  trades = 0;
  quantity = 0;
  notional = 0;
  ordersMost = 0;
  readonly #stream: CommandStream;

  constructor(stream: CommandStream) {
    this.#stream = stream;
    // As an engine that knows how many orders it restores; from there on the book grows by itself.
    this.book = stream.buildUp > 0 ? new OrderBook({ expectedOrders: stream.buildUp }) : new OrderBook();
  }

  run(from: number, to: number): void {
    const { kinds, ids, sides, prices, quantities } = this.#stream;
    const { book } = this;
    for (let at = from; at < to; at++) {
      const id = ids[at]!;
      // Every order has its own owner, so that self-trade prevention compares but never cancels.
      const kind = kinds[at];
      if (kind === Cancel) {
        book.cancel(id);
        continue;
      }
      const side = sides[at]!;
      if (kind === Limit) book.limit(id, id, side, prices[at]!, quantities[at]!);
      else book.market(id, id, side, quantities[at]!);
      if (book.fills.count > 0) this.#readFills();
      if (book.orderCount > this.ordersMost) this.ordersMost = book.orderCount;
    }
  }

  totals(): WorkloadTotals {
    const { trades, quantity, notional, ordersMost } = this;
    return { trades, quantity, notional, ordersLeft: this.book.orderCount, ordersMost };
  }

  #readFills(): void {
    const { fills } = this.book;
    const count = fills.count;
    let quantity = 0;
    let notional = 0;
    for (let fill = 0; fill < count; fill++) {
      quantity += fills.quantity(fill);
      notional += fills.quantity(fill) * fills.price(fill);
    }
    this.trades += count;
    this.quantity += quantity;
    this.notional += notional;
  }
}

/**
 * The time of each slice of the operations in its fastest pass so far. Every pass runs the same commands, so a slice is
 * slower than another time only when something else had the core or its caches: the sum over the slices is the time of a
 * pass that nothing disturbs, which no single pass is on a shared machine.
 */
class FastestSlices {
  readonly #milliseconds = new Float64Array(SLICES).fill(Infinity);

  /** Runs the operations behind the build-up; returns the milliseconds that they took this time. */
  time(pass: Pass, { buildUp, count }: CommandStream): number {
    const length = (count - buildUp) / SLICES;
    let sum = 0;
    for (let slice = 0; slice < SLICES; slice++) {
      const from = buildUp + slice * length;
      const started = performance.now();
      pass.run(from, from + length);
      const milliseconds = performance.now() - started;
      sum += milliseconds;
      if (milliseconds < this.#milliseconds[slice]!) this.#milliseconds[slice] = milliseconds;
    }
    return sum;
  }

  sum(): number {
    return this.#milliseconds.reduce((sum, milliseconds) => sum + milliseconds);
  }
}

/** A pass whose book is filled already. */
function preparedPass(stream: CommandStream): Pass {
  const pass = new Pass(stream);
  pass.run(0, stream.buildUp);
  return pass;
}

/** Nanoseconds of each single operation, sorted; they include the clock's own cost. */
function singleOperations(stream: CommandStream): Float64Array {
  const pass = preparedPass(stream);
  const nanoseconds = new Float64Array(stream.count - stream.buildUp);
  for (let at = stream.buildUp; at < stream.count; at++) {
    const started = performance.now();
    pass.run(at, at + 1);
    nanoseconds[at - stream.buildUp] = (performance.now() - started) * 1e6;
  }
  return nanoseconds.sort();
}

function verify(workload: WorkloadCase, totals: WorkloadTotals): void {
  for (const name of TOTALS) {
    const expected = workload.expected[name];
    if (expected === undefined || expected === totals[name]) continue;
    throw new Error(`${workload.name}: ${name} is ${totals[name]}, expected ${expected}`);
  }
}

function measure(workload: WorkloadCase): Record<string, string> {
  const { stream } = generate(workload);
  const rates: number[] = [];
  let fastest = new FastestSlices();
  let bytes = 0;
  for (let run = 0; run <= PASSES; run++) {
    const pass = preparedPass(stream);
    const milliseconds = fastest.time(pass, stream);
    verify(workload, pass.totals());
    bytes = pass.book.bytes;
    // The first pass lets the code be compiled.
    if (run === 0) fastest = new FastestSlices();
    else rates.push(workload.operations / milliseconds / 1e3);
  }
  rates.sort((one, other) => one - other);
  const single = singleOperations(stream);
  const [p50, p99, p999] = PERCENTILES.map((share) => single[Math.floor(share * single.length)]!);
  return {
    case: workload.name,
    'million ops/s': (workload.operations / fastest.sum() / 1e3).toFixed(1),
    'whole passes': `${rates[0]!.toFixed(1)} - ${rates[PASSES - 1]!.toFixed(1)}`,
    'p50 ns': p50!.toFixed(0),
    'p99 ns': p99!.toFixed(0),
    'p99.9 ns': p999!.toFixed(0),
    'worst us': (single[single.length - 1]! / 1e3).toFixed(0),
    'book MiB': (bytes / BYTES_PER_MEBIBYTE).toFixed(1),
    'process MiB': (process.memoryUsage().rss / BYTES_PER_MEBIBYTE).toFixed(0),
  };
}

const processors = cpus();
console.log(`${processors.length} x ${processors[0]?.model ?? 'unknown processor'}, Node ${process.version}`);
console.table([NORMAL, DEEP].map(measure));
