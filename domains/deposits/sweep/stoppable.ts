import type { NetworkId } from '@karat/contract';
import type { Stoppable } from '@karat/domains/operators';
import type { ResolvedDeps } from '../deps.ts';
import { haltSweeps, resumeSweeps, sweepHalts } from './halt-store.ts';

/** Sweeping of a network, which one operator stops; payouts go on. */
export const sweepStoppable = ({ open }: Pick<ResolvedDeps, 'open'>): Stoppable => {
  const networkOf = (subject: string): NetworkId | undefined =>
    [...open.values()].find(({ id, network }) => id === subject && network.family === 'evm')?.id;
  return {
    async find(db, subject) {
      const network = networkOf(subject);
      if (network === undefined) return undefined;
      const halt = (await sweepHalts(db)).find((each) => each.network === network);
      return {
        name: `sweeping of ${network}`,
        state: halt ? 'halted' : 'running',
        runs: !halt,
        ...(halt ? { reason: halt.reason, sinceMs: halt.sinceMs } : {}),
      };
    },
    async stop(tx, subject, { reason, by, at }) {
      const network = networkOf(subject);
      if (network !== undefined) await haltSweeps(tx, { network, reason, by, sinceMs: at });
    },
    async resume(tx, subject) {
      const network = networkOf(subject);
      if (network !== undefined) await resumeSweeps(tx, network);
    },
  };
};
