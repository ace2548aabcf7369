import type { MarketId, UserId } from '@karat/contract';
import { UNIT, price } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { contractQuantity } from '@karat/rules';
import { Status, isOpen } from '../../position.ts';
import type { Position } from '../../position.ts';
import type { Exposure } from '../../rules.ts';
import { AccountRisk, isClosedOut, isWarned } from './account-risk.ts';
import { ceilNumber } from './columns.ts';
import { MarketRisk } from './market-risk.ts';
import type { TriggerLevels } from './trigger-levels.ts';

/**
 * All live positions in integers, so that a tick checks each in a few nanoseconds. It only finds candidates: every
 * action is decided again, exactly, from rows in the transaction that executes it. Money is in units of 1e-8 of the
 * quote, prices in the decimals of the index.
 */
const MONEY_UNIT = 100n;
/** Integers are exact below it. */
const EXACT_MAX = Number.MAX_SAFE_INTEGER;

/** What a position added to the columns, so that it can be subtracted again. */
interface RiskEntry {
  readonly userId: UserId;
  readonly market: MarketRisk;
  /** -1 for a pending order. */
  readonly account: number;
  /** Value of one price unit, in money units. */
  readonly slope: number;
  readonly cost: number;
  readonly margin: number;
  readonly quantity: bigint;
  readonly side: Position['side'];
  readonly status: Status;
  readonly stamp: number;
}

/** Users due at a tick: liquidation, take-profit, stop-loss, and margin warnings. */
export interface DuePositions {
  readonly users: Set<UserId>;
  /** At or below the warning rate, without any other action due. */
  readonly warned: Set<UserId>;
}

export class RiskBook {
  readonly #markets = new Map<MarketId, MarketRisk>();
  readonly #entries = new Map<number, RiskEntry>();
  readonly #accounts = new AccountRisk();
  #stamp = 0;

  /** `decimals`: those of the index. */
  addMarket(id: MarketId, decimals: number): void {
    this.#markets.set(id, new MarketRisk(decimals));
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Users with a cross account, whose risk depends on the available balance. */
  crossUsers(): UserId[] {
    return this.#accounts.crossUsers();
  }

  /** Sets a user's available balance; ignored without a cross position. */
  setAvailable(user: UserId, available: Amount): void {
    this.#accounts.setAvailable(user, Math.min(Number(available / MONEY_UNIT), EXACT_MAX / 64));
  }

  /** Replaces the stored state of a position. */
  set(position: Position): void {
    this.remove(position.id);
    if (position.status >= Status.closed) return;
    const { id, userId, side, status } = position;
    const market = this.#need(position.marketId);
    const quantity = contractQuantity(position.lots, position.lotSize);
    const stamp = ++this.#stamp;
    const isHeld = isOpen(position);
    const account = isHeld ? this.#accounts.accountOf(position) : -1;
    const sign = side === 'long' ? 1n : -1n;
    const slope = isHeld ? Number((sign * quantity * market.priceUnit) / (UNIT * MONEY_UNIT)) : 0;
    // A long loses if it opened high, so its cost rounds up; the spread is part of the cost of closing.
    const cost = isHeld ? costOf(position, quantity) : 0;
    const margin = isHeld ? Number(position.margin / MONEY_UNIT) : 0;
    const entry = { userId, market, account, slope, cost, margin, quantity, stamp, side, status };
    this.#entries.set(id, entry);
    market.slope += slope;
    market.cost += cost;
    if (isHeld) {
      market.slopes.add(account, slope);
      this.#accounts.add(account, slope * market.index - cost, margin);
    }
    market.count(side, status, quantity, 1);
    market.arm(position, stamp, this.#isCurrent);
  }

  remove(id: number): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    const { market, account, side, status, quantity, slope, cost, margin, userId } = entry;
    this.#entries.delete(id);
    market.closing.delete(id);
    market.count(side, status, quantity, -1);
    if (account < 0) return;
    market.slope -= slope;
    market.cost -= cost;
    market.slopes.remove(account, slope);
    this.#accounts.subtract(account, { id, userId, margin, profit: slope * market.index - cost });
  }

  /** Sets the new index of the ticked markets and returns who is due. */
  tick(prices: ReadonlyMap<MarketId, Price>): DuePositions {
    const due: DuePositions = { users: new Set(), warned: new Set() };
    const ticked: MarketRisk[] = [];
    for (const [id, at] of prices) {
      const market = this.#markets.get(id);
      if (!market) continue;
      ticked.push(market);
      this.#move(market, Number(at / market.priceUnit));
    }
    for (const market of ticked) {
      this.#findTriggered(market, due);
      this.#judge(market, due);
    }
    return due;
  }

  /** Open interest of all users in a market. */
  exposure(id: MarketId): Exposure & { readonly positions: number; readonly orders: number } {
    return this.#need(id).exposure();
  }

  /** Unrealised profit of all users in one market, in 1e-10. */
  profitIn(id: MarketId): bigint {
    const market = this.#need(id);
    return BigInt(market.slope * market.index - market.cost) * MONEY_UNIT;
  }

  /** Unrealised profit and margins of all users, in 1e-10, and the count at or below the warning. */
  totals(): {
    readonly profit: bigint;
    readonly margins: bigint;
    readonly atRisk: number;
    readonly positions: number;
  } {
    const { profit, margins, atRisk } = this.#accounts.totals();
    let positions = 0;
    for (const market of this.#markets.values()) positions += market.open;
    return { profit: profit * MONEY_UNIT, margins: margins * MONEY_UNIT, atRisk, positions };
  }

  #need(id: MarketId): MarketRisk {
    const market = this.#markets.get(id);
    if (!market) throw new Error(`no contracts on market ${id}`);
    return market;
  }

  readonly #isCurrent = (id: number, stamp: number): boolean => this.#entries.get(id)?.stamp === stamp;

  #move(market: MarketRisk, index: number): void {
    const step = index - market.index;
    market.index = index;
    if (step !== 0) market.slopes.move(this.#accounts.profits, step);
  }

  #findTriggered(market: MarketRisk, due: DuePositions): void {
    for (const id of market.closing) {
      const entry = this.#entries.get(id);
      if (entry) due.users.add(entry.userId);
    }
    const again: [TriggerLevels, number, number, number][] = [];
    for (const heap of [market.up, market.down]) {
      heap.take(market.index, (id, stamp, level) => {
        const entry = this.#entries.get(id);
        if (!entry || entry.stamp !== stamp) return;
        due.users.add(entry.userId);
        // Stays armed until the action is executed: then the stamp differs.
        again.push([heap, level, id, stamp]);
      });
    }
    for (const [heap, level, id, stamp] of again) heap.add(level, id, stamp);
  }

  #judge({ slopes }: MarketRisk, due: DuePositions): void {
    const accounts = this.#accounts;
    for (let row = 0; row < slopes.size; row++) {
      const account = slopes.accountAt(row);
      const margins = accounts.margins(account);
      const equity = accounts.equity(account);
      if (!isWarned(equity, margins)) continue;
      (isClosedOut(equity, margins) ? due.users : due.warned).add(accounts.userOf(account));
    }
  }
}

/** What a position cost with the spread of its close, in money units, rounded against the user. */
function costOf({ price: entry = price('0'), spread, side }: Position, quantity: bigint): number {
  const unit = UNIT * MONEY_UNIT;
  return side === 'long'
    ? ceilNumber((entry + spread) * quantity, unit)
    : ceilNumber(-(entry - spread) * quantity, unit);
}
