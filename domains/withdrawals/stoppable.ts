import type { Stoppable } from '@karat/domains/operators';
import * as routeStore from './route-store.ts';

export const networkStoppable: Stoppable = {
  async find(db, network) {
    if (!(await routeStore.routeNetworks(db)).includes(network)) return undefined;
    const halt = (await routeStore.readHalts(db)).find((each) => each.network === network);
    return {
      name: `payouts on ${network}`,
      state: halt ? 'halted' : 'running',
      runs: !halt,
      ...(halt ? { reason: halt.reason } : {}),
    };
  },
  stop: async (tx, network, { reason, by, at }) =>
    void (await routeStore.halt(tx, { network, reason, by }, at)),
  resume: async (tx, network) => void (await routeStore.resume(tx, network)),
};
