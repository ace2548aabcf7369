import { Refusal } from '@karat/contract';
import type { MarketId, UserId } from '@karat/contract';
import { USDT, userAccount } from '@karat/domains/ledger';
import type { Balance } from '@karat/domains/ledger';
import type { Tick } from '@karat/domains/market';
import { amount } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { contractQuantity } from '@karat/rules';
import type { OrderTerms } from '../../commands.ts';
import type { PositionEvent, MarkPrice } from '../../margin-account.ts';
import type { Position } from '../../position.ts';
import { readContractMarkets, readLimits } from '../../settings-store.ts';
import type { ContractMarket, Limits } from '../../settings-store.ts';
import { readLive } from '../../store.ts';
import type { ContractsDeps } from '../ports.ts';
import { RiskBook } from '../decide/risk-book.ts';

/** What a transaction did, which memory follows after its commit. */
export interface SettledBatch {
  readonly deeds: readonly PositionEvent[];
  /** Positions that changed, each once, as they are now. */
  readonly changed: readonly Position[];
  /** What the users have available now. */
  readonly available: ReadonlyMap<UserId, Amount>;
}

const STALE_MS = 2_000;
const PAGE = 5_000;

export const markOf = ({ price, time }: { readonly price: Price; readonly time: number }): MarkPrice => ({
  index: price,
  tick: time,
});

/**
 * What the engine knows without asking the database: the index, the markets' settings, and who would be due at which price.
 * It only says who is due; what happens is decided from locked rows.
 */
export class EngineState {
  readonly #deps: ContractsDeps;
  readonly #marks = new Map<MarketId, MarkPrice>();
  #book = new RiskBook();
  #contracts = new Map<MarketId, ContractMarket>();
  #limits: Limits = { levels: [], positionsMax: 0, version: 0 };

  constructor(deps: ContractsDeps) {
    this.#deps = deps;
  }

  get book(): RiskBook {
    return this.#book;
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

  /** Whether an index is too old, or ahead of the clock, to be used. */
  isStale(id: MarketId): boolean {
    const index = this.#deps.market.index(id);
    const mark = this.#marks.get(id);
    if (!index || !mark || index.stale) return true;
    const open = this.#deps.market.state(id) !== 'closed';
    return open && Math.abs(this.#deps.ctx.clock.now() - mark.tick * 1_000) > STALE_MS;
  }

  /** Remembers ticks; answers the prices that are news. */
  note(ticks: readonly Tick[]): Map<MarketId, Price> {
    const prices = new Map<MarketId, Price>();
    for (const tick of ticks) {
      const known = this.#marks.get(tick.marketId);
      // The first look after a start repeats a tick; an older one is nobody's price.
      if (known && tick.time < known.tick) continue;
      this.#marks.set(tick.marketId, markOf(tick));
      prices.set(tick.marketId, tick.price);
    }
    return prices;
  }

  /**
   * A market that rests has no ticks, yet a split or a dividend counts its last one anew: takes over what the market says of
   * it now, and answers the prices that have changed.
   */
  recount(): Map<MarketId, Price> {
    const prices = new Map<MarketId, Price>();
    for (const [id, mark] of this.#marks) {
      const index = this.#deps.market.index(id);
      if (!index || index.time / 1_000 !== mark.tick || index.price === mark.index) continue;
      this.#marks.set(id, { index: index.price, tick: mark.tick });
      prices.set(id, index.price);
    }
    return prices;
  }

  /** Terms of a market, with what the same transaction has added to its exposure so far. */
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
        ...base,
        pendingLong: amount(base.pendingLong + more.long),
        pendingShort: amount(base.pendingShort + more.short),
      };
      const mark = this.#marks.get(id);
      return { market, contract, state: port.state(id), mark, stale: this.isStale(id), exposure };
    };
  }

  /** Follows what was committed. */
  apply({ changed, available }: SettledBatch): void {
    for (const position of changed) this.#book.set({ ...position, version: position.version + 1 });
    // The ledger told of these balances before memory knew of a new account.
    for (const [user, now] of available) this.#book.setAvailable(user, now);
  }

  setAvailable(user: UserId, available: Amount): void {
    this.#book.setAvailable(user, available);
  }

  /** Forgets everything but the index and reads it again. */
  async load(): Promise<void> {
    const { ctx, market } = this.#deps;
    this.#contracts = new Map((await readContractMarkets(ctx.db)).map((row) => [row.marketId, row]));
    this.#limits = await readLimits(ctx.db);
    const book = new RiskBook();
    for (const { id, indexDecimals } of market.all()) book.addMarket(id, indexDecimals);
    for (let after = 0; ;) {
      const page = await readLive(ctx.db, after, PAGE);
      for (const position of page) book.set(position);
      after = page.at(-1)?.id ?? after;
      if (page.length < PAGE) break;
    }
    const users = book.crossUsers();
    this.#book = book;
    for (let from = 0; from < users.length; from += PAGE) {
      await this.#readBalances(users.slice(from, from + PAGE));
    }
    this.recount();
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

/** What deeds add to a market's exposure; deeds that come later are counted when it is asked again. */
function exposureDelta(
  events: readonly PositionEvent[],
): (market: MarketId) => { readonly long: bigint; readonly short: bigint } {
  const added = new Map<MarketId, { long: bigint; short: bigint }>();
  let counted = 0;
  return (id) => {
    for (; counted < events.length; counted++) {
      const event = events[counted];
      if (event?.kind !== 'pended' && (event?.kind !== 'opened' || event.hold > 0n)) continue;
      const { marketId, side, lots, lotSize } = event.position;
      const more = added.get(marketId) ?? { long: 0n, short: 0n };
      more[side] += contractQuantity(lots, lotSize);
      added.set(marketId, more);
    }
    return added.get(id) ?? { long: 0n, short: 0n };
  };
}
