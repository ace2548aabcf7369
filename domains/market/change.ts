import { refuse } from '@karat/contract';
import type { MarketId } from '@karat/contract';
import { rate, ZERO } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { lockMarket, writeMarket, writeOrigin } from './store.ts';
import type { IndexOrigin } from './store.ts';
import type { Market, SetState } from './types.ts';

/**
 * Parameters of an instrument that operators may change. Steps and currencies are fixed: resting orders are counted in
 * them.
 */
export interface MarketChange {
  readonly marketId: MarketId;
  /** The version that was read; a market changed since then refuses `approval_stale`. */
  readonly version: number;
  readonly state?: SetState;
  readonly minNotional?: Amount;
  readonly band?: Rate;
  readonly makerFee?: Rate;
  readonly takerFee?: Rate;
  readonly spread?: Price;
  readonly overnight?: Rate;
  readonly tradeFee?: Rate;
  readonly minShare?: Amount;
  readonly maxShare?: Amount;
}

const FEE_MAX = rate('0.05');
const BAND_MAX = rate('0.9');
const OVERNIGHT_MAX = rate('0.05');

/** The instrument after a change; refuses `value_invalid` with the field that is out of bounds. */
export function changed(market: Market, change: MarketChange): Market {
  const next: Market = {
    ...market,
    state: change.state ?? market.state,
    minNotional: change.minNotional ?? market.minNotional,
    band: change.band ?? market.band,
    makerFee: change.makerFee ?? market.makerFee,
    takerFee: change.takerFee ?? market.takerFee,
    terms: {
      ...market.terms,
      spread: change.spread ?? market.terms.spread,
      overnight: change.overnight ?? market.terms.overnight,
      tradeFee: change.tradeFee ?? market.terms.tradeFee,
      minShare: change.minShare ?? market.terms.minShare,
      maxShare: change.maxShare ?? market.terms.maxShare,
    },
    version: market.version + 1,
  };
  const within = (field: string, value: bigint, low: bigint, high?: bigint): void => {
    if (value < low || (high !== undefined && value > high)) refuse('value_invalid', { field });
  };
  within('min_notional', next.minNotional, 1n);
  within('band', next.band, 1n, BAND_MAX);
  within('maker_fee', next.makerFee, ZERO, FEE_MAX);
  within('taker_fee', next.takerFee, ZERO, FEE_MAX);
  within('spread', next.terms.spread, ZERO);
  within('overnight', next.terms.overnight, ZERO, OVERNIGHT_MAX);
  within('lever_trade_fee', next.terms.tradeFee, ZERO, FEE_MAX);
  within('lever_min_share', next.terms.minShare, 1n);
  within('lever_max_share', next.terms.maxShare, next.terms.minShare);
  return next;
}

/**
 * Changes an instrument inside the operators' transaction and returns the old and the new one. Refuses
 * `market_unknown`, `approval_stale` (changed since it was read) and `value_invalid`.
 */
export async function changeMarket(tx: Tx, change: MarketChange): Promise<{ before: Market; after: Market }> {
  const before = (await lockMarket(tx, change.marketId)) ?? refuse('market_unknown');
  if (before.version !== change.version) refuse('approval_stale');
  const after = changed(before, change);
  await writeMarket(tx, after);
  return { before, after };
}

/** A listed market whose index comes from elsewhere from now on. */
export interface OriginChange {
  readonly marketId: MarketId;
  /** The version that was read; a market changed since then refuses `approval_stale`. */
  readonly version: number;
  readonly origin: IndexOrigin;
}

/** Changes what the index of a listed market is made of, inside the operators' transaction. Refuses `market_unknown`, `approval_stale`. */
export async function changeOrigin(
  tx: Tx,
  { marketId, version, origin }: OriginChange,
): Promise<{ before: Market; after: Market }> {
  const before = (await lockMarket(tx, marketId)) ?? refuse('market_unknown');
  if (before.version !== version) refuse('approval_stale');
  await writeOrigin(tx, marketId, origin);
  return { before, after: (await lockMarket(tx, marketId)) ?? refuse('market_unknown') };
}
