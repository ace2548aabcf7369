import { rescaled } from '@karat/domains/market';
import { amount, price } from '@karat/money';
import type { Amount } from '@karat/money';
import type { AlertsDeps } from './deps.ts';
import { changeOf, sideOf, thresholdOf } from './rules.ts';
import type { WatchedAlert } from './book.ts';
import type { Alert, AlertTerms, SideAt } from './types.ts';
import type { MarketId } from '@karat/contract';

type TargetDeps = Pick<AlertsDeps, 'ctx' | 'market'>;

/** The target in today's shares: a price from before a split counts in shares of another size. */
export function presentTarget(
  { ctx, market }: TargetDeps,
  { kind, target, targetMs, marketId }: Pick<Alert, 'kind' | 'target' | 'targetMs' | 'marketId'>,
): Amount {
  if (kind !== 'price') return target;
  return amount(rescaled(price(target), market.rescales(marketId), targetMs, ctx.clock.now()));
}

/** The change of a market over 24 hours at an index price, signed percent. */
export function dayChange({ market }: TargetDeps, id: MarketId, at: bigint): bigint | undefined {
  const open = market.dayOpen(id);
  return open === undefined || open <= 0n ? undefined : changeOf(open, at);
}

/** The side on which the last index is, which the user sees; without an index the first tick decides. */
export function presentSide(deps: TargetDeps, id: MarketId, { kind, target }: AlertTerms): SideAt {
  const index = deps.market.index(id);
  const value = index && (kind === 'price' ? index.price : dayChange(deps, id, index.price));
  if (index === undefined || value === undefined) return { side: 'none', sideMs: deps.ctx.clock.now() };
  return { side: sideOf(kind, thresholdOf(kind, target), value), sideMs: index.time };
}

export const watchedOf = (deps: TargetDeps, alert: Alert): WatchedAlert => ({
  id: alert.id,
  version: alert.version,
  marketId: alert.marketId,
  kind: alert.kind,
  threshold: thresholdOf(alert.kind, presentTarget(deps, alert)),
  side: alert.side,
  sideMs: alert.sideMs,
  quietMs: alert.quietMs,
});
