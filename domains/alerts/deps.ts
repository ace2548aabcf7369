import type { MarketId } from '@karat/contract';
import type { MarketData, Rescale } from '@karat/domains/market';
import type { Messages } from '@karat/domains/messages';
import type { Price } from '@karat/money';
import type { Context } from '@karat/platform/context';

/** Prices as alerts read them. */
export interface AlertPrices extends Pick<
  MarketData,
  'instruments' | 'index' | 'state' | 'newestSeconds' | 'ticks'
> {
  /** The price 24 hours ago that market lists show; undefined while it is not known. */
  dayOpen(id: MarketId): Price | undefined;
  /** Price factors of splits and dividends, oldest first. */
  rescales(id: MarketId): readonly Rescale[];
}

export interface AlertsDeps {
  readonly ctx: Context;
  readonly market: AlertPrices;
  readonly messages: Pick<Messages, 'notifyAll'>;
  /** Maximum number of alerts of a user. */
  readonly alertsMax: number;
  /** Called between the steps of notifying; tests that kill the process listen. */
  readonly onStep?: (step: 'crossed' | 'written' | 'committed') => void;
}
