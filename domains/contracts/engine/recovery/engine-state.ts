import { Refusal } from '@karat/contract';
import type { MarketId, UserId } from '@karat/contract';
import { USDT, userAccount } from '@karat/domains/ledger';
import type { Balance } from '@karat/domains/ledger';
import type { Tick } from '@karat/domains/market';
import { amount } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { contractQuantity } from '@karat/rules';
import type { PositionSide } from '@karat/rules';
import type { OrderTerms } from '../../order-checks.ts';
import type { PositionEvent, MarkPrice } from '../../position-events.ts';
import type { Position } from '../../position.ts';
import { readContractMarkets, readLimits } from '../../settings-store.ts';
import type { ContractMarket, Limits } from '../../settings-store.ts';
import { readLive } from '../../store.ts';
import type { ContractsDeps } from '../ports.ts';
import { RiskBook } from '../decide/risk-book.ts';
import { TrialEnds } from '../decide/trial-ends.ts';

/** The committed result of a transaction, applied to memory. */
export interface SettledBatch {
  readonly events: readonly PositionEvent[];
  /** Changed positions, each once, in their new state. */
  readonly positions: readonly Position[];
  /** New available balances of the users. */
  readonly available: ReadonlyMap<UserId, Amount>;
}

const STALE_MS = 2_000;
const PAGE = 5_000;

export const markOf = ({ price, time }: { readonly price: Price; readonly time: number }): MarkPrice => ({
  index: price,
  tick: time,
});

/**
 * The engine's memory: the index, the markets' settings, and the prices at which positions are due. It only finds who
 * is due; every action is decided from locked rows.
 */
export class EngineState {
  readonly #deps: ContractsDeps;
  readonly #marks = new Map<MarketId, MarkPrice>();
  #book = new RiskBook();
  #trials = new TrialEnds();
  #contracts = new Map<MarketId, ContractMarket>();
  #limits: Limits = { levels: [], positionsMax: 0, version: 0 };

  constructor(deps: ContractsDeps) {
    this.#deps = deps;
  }

  get book(): RiskBook {
    return this.#book;
  }

  /** Users with a coupon position whose holding time is over at the index of a trading market. */
  usersHeldTooLong(isTrading: (market: MarketId) => boolean): UserId[] {
    return this.#trials.due((id) => (isTrading(id) ? this.#marks.get(id)?.tick : undefined));
  }

  get limits(): Limits {
    return this.#limits;
  }

  contract(id: MarketId): ContractMarket | undefined {
    return this.#contracts.get(id);
  }

  mark(id: MarketId): MarkPrice | undefined {
    return this.#marks.get(id);
  }

  /** Whether an index is stale or ahead of the clock. */
  isStale(id: MarketId): boolean {
    const index = this.#deps.market.index(id);
    const mark = this.#marks.get(id);
    if (!index || !mark || index.stale) return true;
    const open = this.#deps.market.state(id) !== 'closed';
    return open && Math.abs(this.#deps.ctx.clock.now() - mark.tick * 1_000) > STALE_MS;
  }

  /** Stores ticks; returns the new prices. */
  recordTicks(ticks: readonly Tick[]): Map<MarketId, Price> {
    const prices = new Map<MarketId, Price>();
    for (const tick of ticks) {
      const stored = this.#marks.get(tick.marketId);
      // The first poll after a start repeats a tick; an older tick is ignored.
      if (stored && tick.time < stored.tick) continue;
      this.#marks.set(tick.marketId, markOf(tick));
      prices.set(tick.marketId, tick.price);
    }
    return prices;
  }

  /**
   * A closed market has no ticks, yet a split or a dividend adjusts its last price: takes over the market's present
   * value and returns the changed prices.
   */
  refreshAdjustedPrices(): Map<MarketId, Price> {
    const prices = new Map<MarketId, Price>();
    for (const [id, mark] of this.#marks) {
      const index = this.#deps.market.index(id);
      if (!index || index.time / 1_000 !== mark.tick || index.price === mark.index) continue;
      this.#marks.set(id, { index: index.price, tick: mark.tick });
      prices.set(id, index.price);
    }
    return prices;
  }

  /** Terms of a market, with the exposure that the same transaction has added so far. */
  termsWith(events: readonly PositionEvent[]): (market: MarketId) => OrderTerms {
    const { market: port } = this.#deps;
    const added = exposureDelta(events);
    return (id) => {
      const market = port.find(id);
      const contract = this.#contracts.get(id);
      if (!market || !contract) throw new Refusal('market_unknown');
      const more = added(id);
      const base = this.#book.exposure(id);
      const exposure = {
        long: amount(base.long + more.open.long),
        short: amount(base.short + more.open.short),
        pendingLong: amount(base.pendingLong + more.added.long),
        pendingShort: amount(base.pendingShort + more.added.short),
      };
      const mark = this.#marks.get(id);
      return { market, contract, state: port.state(id), mark, stale: this.isStale(id), exposure };
    };
  }

  /** Applies a committed result. */
  apply({ positions, available }: SettledBatch): void {
    for (const position of positions) {
      this.#book.set({ ...position, version: position.version + 1 });
      this.#trials.set(position);
    }
    // The ledger published these balances before memory had the new account.
    for (const [user, now] of available) this.#book.setAvailable(user, now);
  }

  setAvailable(user: UserId, available: Amount): void {
    this.#book.setAvailable(user, available);
  }

  /** Clears everything but the index and reloads it. */
  async load(): Promise<void> {
    const { ctx, market } = this.#deps;
    this.#contracts = new Map((await readContractMarkets(ctx.db)).map((row) => [row.marketId, row]));
    this.#limits = await readLimits(ctx.db);
    const book = new RiskBook();
    const trials = new TrialEnds();
    for (const { id, indexDecimals } of market.all()) book.addMarket(id, indexDecimals);
    for (let after = 0; ;) {
      const page = await readLive(ctx.db, after, PAGE);
      for (const position of page) {
        book.set(position);
        trials.set(position);
      }
      after = page.at(-1)?.id ?? after;
      if (page.length < PAGE) break;
    }
    const users = book.crossUsers();
    this.#book = book;
    this.#trials = trials;
    for (let from = 0; from < users.length; from += PAGE) {
      await this.#readBalances(users.slice(from, from + PAGE));
    }
    this.refreshAdjustedPrices();
    book.tick(new Map([...this.#marks].map(([id, { index }]) => [id, index])));
  }

  async #readBalances(users: readonly UserId[]): Promise<void> {
    const { ctx, ledger } = this.#deps;
    const accounts = users.map((user) => userAccount(user, 'lever'));
    const rows: readonly Balance[] = await ledger.balances(ctx.db, accounts);
    const byAccount = new Map(
      rows.filter((row) => row.currency === USDT).map((row) => [row.account, row.available]),
    );
    for (const user of users) {
      const available = byAccount.get(userAccount(user, 'lever'));
      if (available !== undefined) this.#book.setAvailable(user, available);
    }
  }
}

/** Exposure that events add to a market; later events are counted at the next call. */
function exposureDelta(events: readonly PositionEvent[]): (market: MarketId) => ExposureDelta {
  const deltas = new Map<MarketId, MutableDelta>();
  let counted = 0;
  return (id) => {
    for (; counted < events.length; counted++) {
      const event = events[counted];
      const added = event && addedBy(event);
      if (!event || added === undefined) continue;
      const { marketId, side } = event.position;
      const delta = deltas.get(marketId) ?? { open: { long: 0n, short: 0n }, added: { long: 0n, short: 0n } };
      delta[event.kind === 'closed' ? 'open' : 'added'][side] += added;
      deltas.set(marketId, delta);
    }
    return deltas.get(id) ?? NO_DELTA;
  };
}

interface MutableDelta {
  /** Change of the open quantities; closes lower them. */
  readonly open: Record<PositionSide, bigint>;
  /** Quantity of new positions and pending orders. */
  readonly added: Record<PositionSide, bigint>;
}
type ExposureDelta = {
  readonly [Part in keyof MutableDelta]: Readonly<MutableDelta[Part]>;
};
const NO_DELTA: ExposureDelta = { open: { long: 0n, short: 0n }, added: { long: 0n, short: 0n } };

/** Quantity that an event adds; undefined if none. The fill of a pending order adds nothing: it was counted as pending. */
function addedBy(event: PositionEvent): bigint | undefined {
  const { lots, lotSize } = event.position;
  switch (event.kind) {
    case 'pended':
      return contractQuantity(lots, lotSize);
    case 'opened':
      return event.hold > 0n ? undefined : contractQuantity(lots, lotSize);
    case 'amended':
      return event.added;
    case 'closed':
      return -event.quantity;
    case 'cancelled':
    case 'margin_changed':
    case 'overnight':
    case 'stops_set':
    case 'triggered':
      return undefined;
  }
}
