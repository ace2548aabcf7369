import { marketId } from '@karat/contract';
import type { StopLevel } from '@karat/contract';
import type { Market } from '@karat/domains/market';
import type { Context } from '@karat/platform/context';
import type { Tx } from '@karat/platform/db';
import type { ConsoleDeps } from './console.ts';
import * as store from './store.ts';
import type { Stoppable } from './stops.ts';

const STATE = { reduce: 'cancel_only', halt: 'halted' } as const;
const levelOf = ({ state }: Market): StopLevel => (state === 'cancel_only' ? 'reduce' : 'halt');

/** Spot markets: cancel only, or halted. */
export function marketStoppable(markets: ConsoleDeps['markets']): Stoppable {
  const marketOf = (subject: string): Market | undefined => {
    const id = Number(subject);
    return Number.isSafeInteger(id) && id > 0 ? markets.find(marketId(id)) : undefined;
  };
  const turn = async (tx: Tx, subject: string, state: Market['state']): Promise<void> => {
    const market = marketOf(subject);
    if (market) await markets.change(tx, { marketId: market.id, version: market.version, state });
  };
  return {
    reduces: true,
    async find(_db, subject) {
      const market = marketOf(subject);
      if (!market) return undefined;
      return {
        name: market.symbol,
        state: market.state,
        runs: market.state === 'open',
        level: levelOf(market),
      };
    },
    stop: (tx, subject, { level }) => turn(tx, subject, STATE[level]),
    resume: (tx, subject) => turn(tx, subject, 'open'),
  };
}

/** Bots of the exchange. */
export const botStoppable = (ctx: Context, bots: ConsoleDeps['bots']): Stoppable => ({
  async find(db, subject) {
    if (!bots.all().some(({ name }) => name === subject)) return undefined;
    const paused = (await store.pausedBots(db)).includes(subject);
    return { name: subject, state: paused ? 'paused' : 'running', runs: !paused };
  },
  async stop(tx, subject) {
    await store.saveBotPaused(tx, subject, ctx.clock.now());
    tx.afterCommit(() => bots.setPaused(subject, true));
  },
  async resume(tx, subject) {
    await store.deleteBotPaused(tx, subject);
    tx.afterCommit(() => bots.setPaused(subject, false));
  },
});
