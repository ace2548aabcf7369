import type { MarketId, UserId } from '@karat/contract';
import type { Tick } from '@karat/domains/market';
import type { Price } from '@karat/money';
import { settleTick, warningsOf } from '../../tick.ts';
import type { TickView } from '../../tick.ts';
import type { ContractsDeps, UserNotification } from '../ports.ts';
import { USERS_MAX, isTransient, runExclusive } from '../persist/batch.ts';
import type { EngineDeps } from '../deps.ts';
import { settle } from '../persist/settle.ts';
import type { UserDesk } from '../persist/settle.ts';

const HOUR_MS = 3_600_000;

const chunks = (users: readonly UserId[]): UserId[][] =>
  Array.from({ length: Math.ceil(users.length / USERS_MAX) }, (_, at) =>
    users.slice(at * USERS_MAX, (at + 1) * USERS_MAX),
  );

/** What ticks do: orders fill, positions close, people are warned. */
export class Ticking {
  readonly #works: EngineDeps;
  /** The hour in which somebody was warned last. */
  readonly #warned = new Map<UserId, number>();

  constructor(works: EngineDeps) {
    this.#works = works;
  }

  /** Settles everybody who is due at these ticks. */
  async settle(ticks: readonly Tick[]): Promise<void> {
    const { memory } = this.#works;
    const prices = memory.note(ticks);
    const due = memory.book.tick(new Map([...memory.recount(), ...prices]));
    const view = this.#view(prices);
    for (const users of chunks([...due.users])) {
      // Who could not be settled stays due and is tried again at the next tick.
      await runExclusive(this.#works, users, (some) => ({
        users: some,
        ids: 0,
        levelled: [],
        work(_tx, sceneOf, events) {
          for (const user of some) {
            const { account, house } = sceneOf(user);
            events.push(...settleTick(account, house, view));
          }
        },
      }));
    }
    await this.#warn(due.warned, view).catch((error: unknown) => {
      if (isTransient(error)) throw error;
      this.#works.deps.ctx.log.error({ err: error }, 'risk warnings failed');
    });
  }

  #view(prices: ReadonlyMap<MarketId, Price>): TickView {
    const { memory, deps } = this.#works;
    const trades = (id: MarketId): boolean => {
      const state = deps.market.state(id);
      return (
        prices.has(id) && memory.contract(id)?.state !== 'halted' && state !== 'halted' && state !== 'closed'
      );
    };
    return {
      mark: (id) => memory.mark(id),
      trades,
      stalled: (id) => !prices.has(id) && memory.isStale(id),
      at: deps.ctx.clock.now(),
    };
  }

  /** Warns once an hour at most, however often a rate crosses the line. */
  async #warn(users: ReadonlySet<UserId>, view: TickView): Promise<void> {
    const { deps, writer } = this.#works;
    const hour = Math.floor(view.at / HOUR_MS);
    const asked = [...users].filter((user) => this.#warned.get(user) !== hour);
    for (const some of chunks(asked)) {
      await writer.transactUnnumbered((tx) =>
        settle({ deps, listeners: [] }, tx, some, {
          async decide(desk) {
            const told = some.flatMap((user) => warningsTo(deps, user, desk, view, hour));
            if (told.length > 0) await deps.tell(tx, told);
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
  desk: UserDesk,
  view: TickView,
  hour: number,
): UserNotification[] {
  return warningsOf(desk.account(user), view).map(({ position, rate }) => ({
    user,
    kind: 'contracts:warning',
    values: { subject: position ? (market.find(position.marketId)?.symbol ?? '') : 'Cross', rate },
    key: `contract:warning:${user}:${position?.id ?? 'cross'}:${hour}`,
  }));
}
