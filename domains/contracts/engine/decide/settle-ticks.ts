import type { MarketId, UserId } from '@karat/contract';
import type { Tick } from '@karat/domains/market';
import type { Price } from '@karat/money';
import { HOUR_MS } from '@karat/rules';
import { settleTick, warningsOf } from '../../tick.ts';
import type { TickView } from '../../tick.ts';
import type { ContractsDeps, UserNotification } from '../ports.ts';
import { USERS_MAX, isTransient, runExclusive } from '../persist/batch.ts';
import type { EngineDeps } from '../deps.ts';
import { settle } from '../persist/settle.ts';
import type { SettlementState } from '../persist/settle.ts';

const chunks = (users: readonly UserId[]): UserId[][] =>
  Array.from({ length: Math.ceil(users.length / USERS_MAX) }, (_, at) =>
    users.slice(at * USERS_MAX, (at + 1) * USERS_MAX),
  );

/** Executes the effects of ticks: fills, closes, liquidations and warnings. */
export class TickSettler {
  readonly #engineDeps: EngineDeps;
  /** The hour of the last warning per user. */
  readonly #warned = new Map<UserId, number>();

  constructor(engine: EngineDeps) {
    this.#engineDeps = engine;
  }

  /** Settles every user who is due at these ticks. */
  async settle(ticks: readonly Tick[]): Promise<void> {
    const { memory } = this.#engineDeps;
    const prices = memory.recordTicks(ticks);
    const due = memory.book.tick(new Map([...memory.refreshAdjustedPrices(), ...prices]));
    const view = this.#view(prices);
    const users = new Set([...due.users, ...memory.usersHeldTooLong(view.isTrading)]);
    for (const some of chunks([...users])) {
      // Users who could not be settled stay due and are retried at the next tick.
      await runExclusive(this.#engineDeps, some, (part) => ({
        users: part,
        ids: 0,
        levelUsers: [],
        decide(_tx, contextOf, events) {
          for (const user of part) {
            const { account, house } = contextOf(user);
            events.push(...settleTick(account, house, view));
          }
        },
      }));
    }
    await this.#warn(due.warned, view).catch((error: unknown) => {
      if (isTransient(error)) throw error;
      this.#engineDeps.deps.ctx.log.error({ err: error }, 'risk warnings failed');
    });
  }

  #view(prices: ReadonlyMap<MarketId, Price>): TickView {
    const { memory, deps } = this.#engineDeps;
    const isTrading = (id: MarketId): boolean => {
      const state = deps.market.state(id);
      return (
        prices.has(id) && memory.contract(id)?.state !== 'halted' && state !== 'halted' && state !== 'closed'
      );
    };
    return {
      mark: (id) => memory.mark(id),
      isTrading,
      isStalled: (id) => !prices.has(id) && memory.isStale(id),
      at: deps.ctx.clock.now(),
    };
  }

  /** Warns at most once an hour, however often the rate crosses the threshold. */
  async #warn(users: ReadonlySet<UserId>, view: TickView): Promise<void> {
    const { deps, writer } = this.#engineDeps;
    const hour = Math.floor(view.at / HOUR_MS);
    const unwarned = [...users].filter((user) => this.#warned.get(user) !== hour);
    for (const some of chunks(unwarned)) {
      await writer.transactUnnumbered((tx) =>
        settle({ deps, listeners: [] }, tx, some, {
          async decide(settlement) {
            const notifications = some.flatMap((user) => warningsTo(deps, user, settlement, view, hour));
            if (notifications.length > 0) await deps.notify(tx, notifications);
          },
        }),
      );
      for (const user of some) this.#warned.set(user, hour);
    }
  }
}

function warningsTo(
  { market }: ContractsDeps,
  user: UserId,
  settlement: SettlementState,
  view: TickView,
  hour: number,
): UserNotification[] {
  return warningsOf(settlement.account(user), view).map(({ position, rate }) => ({
    user,
    kind: 'contracts:warning',
    values: { subject: position ? (market.find(position.marketId)?.symbol ?? '') : 'Cross', rate },
    key: `contract:warning:${user}:${position?.id ?? 'cross'}:${hour}`,
  }));
}
