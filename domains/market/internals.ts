import type { Context } from '@karat/platform/context';
import type { Signer } from '@karat/platform/crypto';
import type { CandleWriter } from './candle-writer.ts';
import type { IndexTicks } from './index-ticks.ts';
import type { Seeds } from './seeds.ts';
import type { Books, TradeLog } from './types.ts';
import type { ViewCounter } from './view-counter.ts';

/** Read access to the matching engine. */
export interface Engine {
  readonly books: Books;
  readonly trades: TradeLog;
}

/** For the handlers and channels of this domain only. */
export interface MarketInternals {
  readonly ctx: Context;
  readonly ticks: IndexTicks;
  readonly candles: CandleWriter;
  readonly looks: ViewCounter;
  readonly seeds: Seeds;
  readonly signer: Signer;
  /** Undefined before `connect`. */
  engine: Engine | undefined;
}
