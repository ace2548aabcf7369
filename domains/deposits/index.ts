/** Deposits: addresses, chain watchers, vouchers, and the comparison of the books with the chains. */
import type { Contract, CurrencyId, NetworkId, UserId } from '@karat/contract';
import type { ApprovalKinds, Stoppable } from '@karat/domains/operators';
import type { Handlers } from '@karat/platform/http';
import type { Polling, WorkHandlers } from '@karat/platform/work';
import { ownAddress, storeHouseAddresses } from './address.ts';
import { createComparing, custodyOf, custodyStoppable } from './custody.ts';
import type { Custody } from './custody.ts';
import { userHandlers } from './http.ts';
import { operatorHandlers } from './operator.ts';
import { openMethods } from './deposit-route.ts';
import { resolveDeps } from './deps.ts';
import type { ResolvedDeps } from './deps.ts';
import type { DepositsDeps } from './deps.ts';
import { planSweeps, createPlanner, startSweeps } from './sweep/plan.ts';
import { sweepHandlers } from './sweep/operator.ts';
import { sweepStoppable } from './sweep/stoppable.ts';
import { sweepWork } from './sweep/step.ts';
import { sweepingOn } from './sweep/deps.ts';
import { METHOD_CHANGE, methodKind } from './method-terms.ts';
import { readMethods } from './methods.ts';
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
export type {
  DepositNetwork,
  DepositsDeps,
  Faucet,
  InFlightPayout,
  OutgoingPort,
  SweepingDeps,
} from './deps.ts';
export { openSweeps, unswept } from './sweep/store.ts';

export interface Deposits {
  readonly handlers: Handlers<Contract['deposits']>;
  /** Decisions of two operators. */
  readonly approvals: ApprovalKinds;
  /** Payouts on a network whose custody is in doubt. */
  readonly stoppable: Stoppable;
  /** Sweeping of a network, which one operator stops. */
  readonly sweepStoppable: Stoppable;
  /** Due work with requests to nodes and the signer, which may be slow: for a worker of its own. */
  readonly sweepWork: WorkHandlers;
  readonly custody: Custody;
  /** Networks whose chain is watched. */
  readonly connected: readonly NetworkId[];
  /** Returns the user's address on the first network of a currency; null if there is none. */
  firstAddress(code: string, user: UserId): Promise<string | null>;
  /** Tokens that operators added to networks, as this process knows them. */
  addedTokens(): readonly { readonly network: NetworkId; readonly currency: CurrencyId }[];
  /** Reads once a second what operators add to networks; returns a function that stops it. In every process. */
  followMethods(): Promise<() => Promise<void>>;
  /** Follows all connected chains and compares them with the books, until `stop`. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Schedules sweeps that can continue. Call it once at the start of a work process. */
  startSweeps(): Promise<void>;
  /** Plans sweeps of a network at once; a timer does the same once a minute. Returns their count. */
  planSweeps(network: NetworkId): Promise<number>;
  /** Reads a network to its end and credits what is due, at once; timers do the same periodically. */
  readNow(network: NetworkId): Promise<void>;
}

/** Interval in which methods of other processes are read. */
const FOLLOW_MS = 1_000;

/** Reads tokens that operators added, now and at intervals. Returns a function that stops it. */
async function follow({ ctx: { clock, log } }: ResolvedDeps, read: () => Promise<void>) {
  await read();
  let reading: Promise<void> | undefined;
  const stop = clock.every(FOLLOW_MS, () => {
    reading ??= read()
      .catch((error: unknown) => log.warn({ err: error }, 'deposit methods read failed'))
      .finally(() => (reading = undefined));
  });
  return async () => {
    stop();
    await reading;
  };
}

/** Timers of one network. */
type Running = Map<NetworkId, ReturnType<typeof createWatcher>>;

export function createDeposits(deps: DepositsDeps): Deposits {
  const resolved = resolveDeps(deps);
  const watchers: Running = new Map();
  const sweeping = sweepingOn(resolved);
  const timers: Polling[] = [];
  let added: ReturnType<Deposits['addedTokens']> = [];
  const readAdded = async (): Promise<void> => {
    const { all } = await readMethods(resolved, resolved.ctx.db);
    added = all.flatMap(({ network, version }) =>
      version?.token === undefined ? [] : [{ network, currency: version.currency }],
    );
  };
  const watcherOf = (network: NetworkId): void => {
    const on = resolved.open.get(network);
    if (!on?.chain || watchers.has(network)) return;
    watchers.set(network, createWatcher(resolved, on, on.chain));
  };
  return {
    handlers: {
      ...userHandlers(resolved),
      ...operatorHandlers(resolved),
      ...sweepHandlers(resolved, sweeping),
    },
    approvals: { [VOUCHER_CREDIT]: voucherCredit(resolved), [METHOD_CHANGE]: methodKind(resolved) },
    stoppable: custodyStoppable(resolved),
    sweepStoppable: sweepStoppable(resolved),
    sweepWork: sweepWork(resolved, sweeping),
    custody: custodyOf(),
    connected: [...resolved.open.values()].flatMap(({ id, chain }) => (chain ? [id] : [])),
    async firstAddress(code, user) {
      const { db } = resolved.ctx;
      const currency = (await resolved.ledger.currencies(db)).find((each) => each.code === code);
      const [method] = currency ? await openMethods(resolved, db, currency) : [];
      return method ? ownAddress(resolved, method.network, user) : null;
    },
    addedTokens: () => added,
    followMethods: () => follow(resolved, readAdded),
    async start() {
      await storeHouseAddresses(resolved);
      for (const on of resolved.open.values()) {
        if (!on.chain) continue;
        watcherOf(on.id);
        timers.push(createComparing(resolved, on, on.chain));
      }
      for (const each of sweeping.values()) timers.push(createPlanner(each));
      for (const polling of [...watchers.values(), ...timers]) polling.start();
    },
    async stop() {
      await Promise.all([...watchers.values(), ...timers].map((polling) => polling.stop()));
    },
    startSweeps: () => startSweeps(resolved),
    async planSweeps(network) {
      const on = sweeping.get(network);
      return on === undefined ? 0 : planSweeps(on);
    },
    async readNow(network) {
      watcherOf(network);
      await watchers.get(network)?.runDue();
    },
  };
}
