import type { MarketId } from '@karat/contract';
import type { Rescale, ShareActions } from '@karat/domains/market';
import type { Queries } from '@karat/platform/db';
import { pauseBefore } from './rules.ts';
import { standingActions } from './store.ts';
import type { Action } from './store.ts';

/** Planned and executed actions in memory, for reads every second; rows are the source of truth. */
export interface ActionCalendar extends ShareActions {
  /** Reads the rows; before the first read, and after each commit that changed them. */
  load(db: Queries): Promise<void>;
}

const NONE: readonly Rescale[] = [];

export function createActionCalendar(): ActionCalendar {
  let planned: readonly Action[] = [];
  let rescales: ReadonlyMap<MarketId, readonly Rescale[]> = new Map();
  return {
    async load(db) {
      const actions = await standingActions(db);
      planned = actions.filter(({ state }) => state === 'planned');
      const done = actions.filter(({ rescale }) => rescale !== undefined);
      rescales = new Map(
        [...Map.groupBy(done, ({ marketId }) => marketId)].map(([id, ofMarket]) => [
          id,
          ofMarket.flatMap(({ rescale }) => (rescale ? [rescale] : [])),
        ]),
      );
    },
    paused: (id, at) =>
      planned.some(
        ({ marketId, effective, terms }) => marketId === id && at >= effective - pauseBefore(terms),
      ),
    rescales: (id) => rescales.get(id) ?? NONE,
  };
}
