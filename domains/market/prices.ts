import type { CurrencyId } from '@karat/contract';
import { UNIT, price } from '@karat/money';
import type { Price } from '@karat/money';
import type { Clock } from '@karat/platform/clock';
import type { IndexTicks } from './index-ticks.ts';
import type { Instruments } from './instruments.ts';

/** Value of one unit of a currency in USDT. A market that is priced by its own order book values nothing. */
export interface Prices {
  /** By a fresh index; undefined for fiat, and while the index is stale. USDT is 1. */
  inUsdt(id: CurrencyId): Price | undefined;
  /** By the last known index, for display only. */
  lastInUsdt(id: CurrencyId): Price | undefined;
}

const USDT = 'USDT';
const ONE = price(UNIT);

export function createPrices(clock: Clock, instruments: Instruments, ticks: IndexTicks): Prices {
  const value = (id: CurrencyId, fresh: boolean): Price | undefined => {
    const inUsdt = instruments
      .all()
      .filter(({ pricing, quoteName }) => pricing === 'sources' && quoteName === USDT);
    if (inUsdt.some((market) => market.quote === id)) return ONE;
    const market = inUsdt.find((row) => row.base === id);
    const index = market && ticks.price(market.id, clock.now());
    return index && !(fresh && index.stale) ? index.price : undefined;
  };
  return { inUsdt: (id) => value(id, true), lastInUsdt: (id) => value(id, false) };
}
