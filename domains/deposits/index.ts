/** Deposits: addresses, chain watchers, vouchers, and the comparison of the books with the chains. */
import type { Contract, NetworkId, UserId } from '@karat/contract';
import type { ApprovalKinds, Stoppable } from '@karat/domains/operators';
import type { Handlers } from '@karat/platform/http';
import { ownAddress, storeHouseAddresses } from './address.ts';
import { createComparing, custodyOf, custodyStoppable } from './custody.ts';
import type { Custody } from './custody.ts';
import { userHandlers } from './http.ts';
import { operatorHandlers } from './operator.ts';
import { resolveDeps } from './deps.ts';
import type { DepositsDeps } from './deps.ts';
import { VOUCHER_CREDIT, voucherCredit } from './voucher.ts';
import { createWatcher } from './watch.ts';

export { depositRecords } from './records.ts';
export { creditedTo } from './monitored.ts';
export { creditedDeposits } from './daily.ts';
export { userDeposits } from './user-records.ts';
export { custodyAccount } from './custody-account.ts';
export type { Custody } from './custody.ts';
export { depositsMessages } from './messages.ts';
export { depositsNotices } from './notices.ts';
export type { OwnOutput } from './custody-store.ts';
export type { DepositNetwork, DepositsDeps, Faucet, OutgoingPort, InFlightPayout } from './deps.ts';

export interface Deposits {
  readonly handlers: Handlers<Contract['deposits']>;
  /** Decisions of two operators. */
  readonly approvals: ApprovalKinds;
  /** Payouts on a network whose custody is in doubt. */
  readonly stoppable: Stoppable;
  readonly custody: Custody;
  /** Networks whose chain is watched. */
  readonly connected: readonly NetworkId[];
  /** Returns true if a currency can be deposited over any network. */
  acceptsDeposit(code: string): boolean;
  /** Returns the user's address on the first network of a currency; null if there is none. */
  firstAddress(code: string, user: UserId): Promise<string | null>;
  /** Follows all connected chains and compares them with the books, until `stop`. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Reads a network to its end and credits what is due, at once; timers do the same periodically. */
  readNow(network: NetworkId): Promise<void>;
}

/** Timers of one network. */
type Running = Map<NetworkId, Awaited<ReturnType<typeof createWatcher>>>;

export function createDeposits(deps: DepositsDeps): Deposits {
  const resolved = resolveDeps(deps);
  const watchers: Running = new Map();
  const comparing: ReturnType<typeof createComparing>[] = [];
  const watcherOf = async (network: NetworkId): Promise<void> => {
    const on = resolved.open.get(network);
    if (!on?.chain || watchers.has(network)) return;
    watchers.set(network, await createWatcher(resolved, on, on.chain));
  };
  return {
    handlers: { ...userHandlers(resolved), ...operatorHandlers(resolved) },
    approvals: { [VOUCHER_CREDIT]: voucherCredit(resolved) },
    stoppable: custodyStoppable(resolved),
    custody: custodyOf(),
    connected: [...resolved.open.values()].flatMap(({ id, chain }) => (chain ? [id] : [])),
    acceptsDeposit: (code) => resolved.methodsOf(code).length > 0,
    async firstAddress(code, user) {
      const [method] = resolved.methodsOf(code);
      return method ? ownAddress(resolved, method.network, user) : null;
    },
    async start() {
      await storeHouseAddresses(resolved);
      for (const on of resolved.open.values()) {
        if (!on.chain) continue;
        await watcherOf(on.id);
        comparing.push(createComparing(resolved, on, on.chain));
      }
      for (const polling of [...watchers.values(), ...comparing]) polling.start();
    },
    async stop() {
      await Promise.all([...watchers.values(), ...comparing].map((polling) => polling.stop()));
    },
    async readNow(network) {
      await watcherOf(network);
      await watchers.get(network)?.runDue();
    },
  };
}
