import type { Market } from '@karat/domains/market';
import type { Contracts } from './create.ts';

export type ContractStatus = 'open' | 'close_only' | 'halted' | 'closed' | 'stale';

/** State of a market's contracts: operators' halts, trading hours, age of the index. */
export function contractStatusOf({ inside: { deps, engine } }: Contracts, market: Market): ContractStatus {
  const contract = engine.contract(market.id);
  const state = deps.market.state(market.id);
  if (!contract || contract.state === 'halted' || state === 'halted') return 'halted';
  if (state === 'closed') return 'closed';
  const index = deps.market.index(market.id);
  if (!index || index.stale) return 'stale';
  return contract.state === 'close_only' || state === 'cancel_only' || !market.openLever
    ? 'close_only'
    : 'open';
}
