// Measures the order book on the two streams of the workload. Run: node_modules/.bin/node bench/orderbook.ts
import { cpus } from 'node:os';
import { OrderBook } from '@karat/orderbook';
import { CommandKind, DEEP, generate, NORMAL } from './orderbook-workload.ts';
import type { CommandStream, WorkloadCase, WorkloadTotals } from './orderbook-workload.ts';

const { Limit, Cancel } = CommandKind;

const TOTALS = ['trades', 'quantity', 'notional', 'ordersLeft', 'ordersMost'] as const;
const PASSES = 15;
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

/** Fills the book, then returns the seconds that the operations took. */
function timedPass(stream: CommandStream): { pass: Pass; seconds: number } {
  const pass = new Pass(stream);
  pass.run(0, stream.buildUp);
  const started = process.hrtime.bigint();
  pass.run(stream.buildUp, stream.count);
  return { pass, seconds: Number(process.hrtime.bigint() - started) / 1e9 };
}

/** Nanoseconds of each single operation, sorted; they include the clock's own cost. */
function singleOperations(stream: CommandStream): Float64Array {
  const pass = new Pass(stream);
  pass.run(0, stream.buildUp);
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
  verify(workload, timedPass(stream).pass.totals());
  const rates: number[] = [];
  let bytes = 0;
  for (let run = 0; run < PASSES; run++) {
    const { pass, seconds } = timedPass(stream);
    verify(workload, pass.totals());
    rates.push(workload.operations / seconds / 1e6);
    bytes = pass.book.bytes;
  }
  rates.sort((one, other) => one - other);
  const single = singleOperations(stream);
  const [p50, p99, p999] = PERCENTILES.map((share) => single[Math.floor(share * single.length)]!);
  return {
    case: workload.name,
    'million ops/s (median)': rates[Math.floor(PASSES / 2)]!.toFixed(1),
    'slowest - fastest': `${rates[0]!.toFixed(1)} - ${rates[PASSES - 1]!.toFixed(1)}`,
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
