import type { Stoppable } from '@karat/domains/operators';
import * as ways from './route-store.ts';

export const networkStoppable: Stoppable = {
  async find(db, network) {
    if (!(await ways.routeNetworks(db)).includes(network)) return undefined;
    const halt = (await ways.readHalts(db)).find((each) => each.network === network);
    return {
      name: `payouts on ${network}`,
      state: halt ? 'halted' : 'running',
      runs: !halt,
      ...(halt ? { reason: halt.reason } : {}),
    };
  },
  stop: async (tx, network, { reason, by, at }) => void (await ways.halt(tx, { network, reason, by }, at)),
  resume: async (tx, network) => void (await ways.resume(tx, network)),
};
