import { SNAPSHOT_ROWS_MAX } from '@karat/contract';
import type { PrivateChannels } from '@karat/platform/ws';
import type { Contracts } from './create.ts';
import { livePositions } from './http.ts';
import { positionView } from './view.ts';
import { positionEvents } from './topics.ts';

/** Publishes every change of a user's positions on the user's `positions` channel, after its commit. */
export function contractsChannels(contracts: Contracts, own: PrivateChannels): () => void {
  const { deps, engine } = contracts.inside;
  own.setSnapshot('positions', async (user) =>
    (await livePositions(contracts, user)).slice(0, SNAPSHOT_ROWS_MAX),
  );
  return deps.ctx.bus.subscribe(positionEvents, (events) => {
    for (const position of new Set(events.map((event) => event.position))) {
      const market = deps.market.find(position.marketId);
      if (!market || !own.hasReaders(position.userId, 'positions')) continue;
      // Figures that depend on the whole account come with the next read.
      const alone = { available: position.margin, positions: [position] };
      const view = positionView(position, market, alone, (id) => engine.mark(id));
      const shared = position.mode === 'cross' ? { hazard_rate: null, liquidation_price: null } : {};
      own.publishTo(position.userId, 'positions', { ...view, ...shared });
    }
  });
}
