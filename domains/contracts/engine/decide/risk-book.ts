import type { MarketId, UserId } from '@karat/contract';
import { UNIT, amount, price } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { contractQuantity } from '@karat/rules';
import { Status, isOpen } from '../../position.ts';
import type { Position } from '../../position.ts';
import type { Exposure } from '../../rules.ts';
import { TriggerLevels } from './trigger-levels.ts';

/**
 * All live positions in integers, so that a tick checks each in a few nanoseconds. It only finds candidates: every
 * action is decided again, exactly, from rows in the transaction that executes it. Money is in units of 1e-8 of the
 * quote, prices in the decimals of the index.
 */
const MONEY_UNIT = 100n;
/** Integers are exact below it. */
const EXACT_MAX = Number.MAX_SAFE_INTEGER;

interface MarketColumns {
  readonly at: number;
  readonly priceUnit: bigint;
  /** Last ticked index in price units; 0 before the first tick. */
  index: number;
  /** Exposures of this market: accounts, and the money value of a price step for each. */
  readonly lines: PositionColumns;
  readonly up: TriggerLevels;
  readonly down: TriggerLevels;
  /** Triggered positions that wait for their fill. */
  readonly closing: Set<number>;
  longLots: bigint;
  shortLots: bigint;
  pendingLong: bigint;
  pendingShort: bigint;
  open: number;
  pending: number;
  /** Sum over all positions. */
  slope: number;
  cost: number;
}

/** Parallel columns: the value of one price unit for each pair of account and market, in money units. */
class PositionColumns {
  accounts = new Int32Array(1_024);
  slopes = new Float64Array(1_024);
  counts = new Int32Array(1_024);
  size = 0;

  add(account: number): number {
    if (this.size === this.accounts.length) {
      this.accounts = growInt(this.accounts);
      this.slopes = grow(this.slopes);
      this.counts = growInt(this.counts);
    }
    const at = this.size++;
    this.accounts[at] = account;
    this.slopes[at] = 0;
    this.counts[at] = 0;
    return at;
  }
}

const grow = (array: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> => {
  const next = new Float64Array(array.length * 2);
  next.set(array);
  return next;
};
const growInt = (array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
  const next = new Int32Array(array.length * 2);
  next.set(array);
  return next;
};

/** What a position added to the columns, so that it can be subtracted again. */
interface RiskEntry {
  readonly userId: UserId;
  readonly market: MarketColumns;
  readonly account: number;
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

const ceilNumber = (value: bigint, unit: bigint): number =>
  Number(value >= 0n ? (value + unit - 1n) / unit : value / unit);
const floorNumber = (value: bigint, unit: bigint): number => -ceilNumber(-value, unit);

export class RiskBook {
  readonly #markets = new Map<MarketId, MarketColumns>();
  readonly #entries = new Map<number, RiskEntry>();
  /** Cross accounts by user, isolated ones by position. */
  readonly #cross = new Map<UserId, number>();
  readonly #isolated = new Map<number, number>();
  readonly #lineOf = new Map<number, number>();
  readonly #free: number[] = [];
  #users = new Float64Array(1_024);
  /** Available balance (cross only), margins, and unrealised profit of each account. */
  #available = new Float64Array(1_024);
  #margins = new Float64Array(1_024);
  #profits = new Float64Array(1_024);
  #members = new Int32Array(1_024);
  #accounts = 0;
  #stamp = 0;

  /** `decimals`: those of the index. */
  addMarket(id: MarketId, decimals: number): void {
    this.#markets.set(id, {
      at: this.#markets.size,
      priceUnit: 10n ** BigInt(10 - decimals),
      index: 0,
      lines: new PositionColumns(),
      up: new TriggerLevels('up'),
      down: new TriggerLevels('down'),
      closing: new Set<number>(),
      longLots: 0n,
      shortLots: 0n,
      pendingLong: 0n,
      pendingShort: 0n,
      open: 0,
      pending: 0,
      slope: 0,
      cost: 0,
    });
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Whether the user has a cross account, whose risk depends on the available balance. */
  crossUsers(): UserId[] {
    return [...this.#cross.keys()];
  }

  /** Sets a user's available balance; ignored without a cross position. */
  setAvailable(user: UserId, available: Amount): void {
    const account = this.#cross.get(user);
    if (account !== undefined)
      this.#available[account] = Math.min(Number(available / MONEY_UNIT), EXACT_MAX / 64);
  }

  /** Replaces the stored state of a position. */
  set(position: Position): void {
    this.remove(position.id);
    if (position.status >= Status.closed) return;
    const market = this.#need(position.marketId);
    const quantity = contractQuantity(position.lots, position.lotSize);
    const stamp = ++this.#stamp;
    const isHeld = isOpen(position);
    const account = isHeld ? this.#accountOf(position) : -1;
    const sign = position.side === 'long' ? 1n : -1n;
    const slope = isHeld ? Number((sign * quantity * market.priceUnit) / (UNIT * MONEY_UNIT)) : 0;
    // A long loses if it opened high, so its cost rounds up; the spread is part of the cost of closing.
    const cost = isHeld ? this.#costOf(position, quantity) : 0;
    const margin = isHeld ? Number(position.margin / MONEY_UNIT) : 0;
    this.#entries.set(position.id, {
      userId: position.userId,
      market,
      account,
      slope,
      cost,
      margin,
      quantity,
      stamp,
      side: position.side,
      status: position.status,
    });
    market.slope += slope;
    market.cost += cost;
    if (isHeld) this.#hold(market, account, slope, cost, margin);
    this.#count(market, position.side, position.status, quantity, 1);
    this.#arm(market, position, stamp);
  }

  remove(id: number): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    const { market, account, side, status, quantity } = entry;
    this.#entries.delete(id);
    market.closing.delete(id);
    this.#count(market, side, status, quantity, -1);
    if (account < 0) return;
    market.slope -= entry.slope;
    market.cost -= entry.cost;
    this.#profits[account] = (this.#profits[account] ?? 0) - (entry.slope * market.index - entry.cost);
    this.#margins[account] = (this.#margins[account] ?? 0) - entry.margin;
    this.#leaveLine(market, account, entry.slope);
    const left = (this.#members[account] = (this.#members[account] ?? 0) - 1);
    if (left > 0) return;
    if (this.#cross.get(entry.userId) === account) this.#cross.delete(entry.userId);
    else this.#isolated.delete(id);
    this.#free.push(account);
  }

  /** Sets the new index of the ticked markets and returns who is due. */
  tick(prices: ReadonlyMap<MarketId, Price>): DuePositions {
    const due: DuePositions = { users: new Set(), warned: new Set() };
    const ticked: MarketColumns[] = [];
    for (const [id, price] of prices) {
      const market = this.#markets.get(id);
      if (!market) continue;
      ticked.push(market);
      this.#move(market, Number(price / market.priceUnit));
    }
    for (const market of ticked) {
      this.#findTriggered(market, due);
      this.#judge(market, due);
    }
    return due;
  }

  /** Open interest of all users in a market. */
  exposure(id: MarketId): Exposure & { readonly positions: number; readonly orders: number } {
    const { longLots, shortLots, pendingLong, pendingShort, open, pending } = this.#need(id);
    return {
      long: amount(longLots),
      short: amount(shortLots),
      pendingLong: amount(pendingLong),
      pendingShort: amount(pendingShort),
      positions: open,
      orders: pending,
    };
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
    let [profit, margins, atRisk] = [0n, 0n, 0];
    for (let account = 0; account < this.#accounts; account++) {
      if ((this.#members[account] ?? 0) === 0) continue;
      profit += BigInt(this.#profits[account] ?? 0);
      margins += BigInt(this.#margins[account] ?? 0);
      if (5 * this.#equity(account) <= 4 * (this.#margins[account] ?? 0)) atRisk++;
    }
    let positions = 0;
    for (const market of this.#markets.values()) positions += market.open;
    return { profit: profit * MONEY_UNIT, margins: margins * MONEY_UNIT, atRisk, positions };
  }

  #need(id: MarketId): MarketColumns {
    const market = this.#markets.get(id);
    if (!market) throw new Error(`no contracts on market ${id}`);
    return market;
  }

  #costOf({ price: entry = price('0'), spread, side }: Position, quantity: bigint): number {
    const unit = UNIT * MONEY_UNIT;
    return side === 'long'
      ? ceilNumber((entry + spread) * quantity, unit)
      : ceilNumber(-(entry - spread) * quantity, unit);
  }

  #accountOf({ mode, userId, id }: Position): number {
    const stored = mode === 'cross' ? this.#cross.get(userId) : undefined;
    if (stored !== undefined) return stored;
    const account = this.#free.pop() ?? this.#accounts++;
    if (account === this.#users.length) {
      this.#users = grow(this.#users);
      this.#available = grow(this.#available);
      this.#margins = grow(this.#margins);
      this.#profits = grow(this.#profits);
      this.#members = growInt(this.#members);
    }
    this.#users[account] = userId;
    this.#available[account] = this.#margins[account] = this.#profits[account] = this.#members[account] = 0;
    if (mode === 'cross') this.#cross.set(userId, account);
    else this.#isolated.set(id, account);
    return account;
  }

  #hold(market: MarketColumns, account: number, slope: number, cost: number, margin: number): void {
    const key = account * 4_096 + market.at;
    let line = this.#lineOf.get(key);
    if (line === undefined) this.#lineOf.set(key, (line = market.lines.add(account)));
    const { slopes, counts } = market.lines;
    slopes[line] = (slopes[line] ?? 0) + slope;
    counts[line] = (counts[line] ?? 0) + 1;
    this.#profits[account] = (this.#profits[account] ?? 0) + slope * market.index - cost;
    this.#margins[account] = (this.#margins[account] ?? 0) + margin;
    this.#members[account] = (this.#members[account] ?? 0) + 1;
  }

  #leaveLine({ lines, at }: MarketColumns, account: number, slope: number): void {
    const key = account * 4_096 + at;
    const line = this.#lineOf.get(key);
    if (line === undefined) return;
    const { accounts, slopes, counts } = lines;
    slopes[line] = (slopes[line] ?? 0) - slope;
    counts[line] = (counts[line] ?? 0) - 1;
    if ((counts[line] ?? 0) > 0) return;
    const last = --lines.size;
    this.#lineOf.delete(key);
    if (last === line) return;
    accounts[line] = accounts[last] ?? 0;
    slopes[line] = slopes[last] ?? 0;
    counts[line] = counts[last] ?? 0;
    this.#lineOf.set((accounts[line] ?? 0) * 4_096 + at, line);
  }

  #count(market: MarketColumns, side: Position['side'], status: Status, quantity: bigint, by: 1 | -1): void {
    const change = by === 1 ? quantity : -quantity;
    if (status === Status.pending) {
      market.pending += by;
      if (side === 'long') market.pendingLong += change;
      else market.pendingShort += change;
    } else {
      market.open += by;
      if (side === 'long') market.longLots += change;
      else market.shortLots += change;
    }
  }

  /** Index levels at which the position is due. */
  #arm(market: MarketColumns, position: Position, stamp: number): void {
    const { side, status, id, spread, target, takeProfit, stopLoss } = position;
    const { priceUnit } = market;
    const up = (level: bigint): void => market.up.add(ceilNumber(level, priceUnit), id, stamp);
    const down = (level: bigint): void => market.down.add(floorNumber(level, priceUnit), id, stamp);
    if (status === Status.closing) market.closing.add(id);
    else if (status === Status.pending) {
      if (target === undefined) return;
      if (side === 'long') down(target - spread);
      else up(target + spread);
    } else {
      if (takeProfit !== undefined) (side === 'long' ? up : down)(takeProfit);
      if (stopLoss !== undefined) (side === 'long' ? down : up)(stopLoss);
    }
    for (const heap of [market.up, market.down]) {
      if (heap.size > 4_096 && heap.size > 4 * (market.open + market.pending)) heap.sweep(this.#isMeant);
    }
  }

  readonly #isMeant = (id: number, stamp: number): boolean => this.#entries.get(id)?.stamp === stamp;

  #move(market: MarketColumns, index: number): void {
    const step = index - market.index;
    market.index = index;
    if (step === 0) return;
    const { accounts, slopes, size } = market.lines;
    const profits = this.#profits;
    for (let line = 0; line < size; line++) {
      const account = accounts[line] ?? 0;
      profits[account] = (profits[account] ?? 0) + (slopes[line] ?? 0) * step;
    }
  }

  #findTriggered(market: MarketColumns, due: DuePositions): void {
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

  #equity(account: number): number {
    return (this.#available[account] ?? 0) + (this.#margins[account] ?? 0) + (this.#profits[account] ?? 0);
  }

  #judge({ lines }: MarketColumns, due: DuePositions): void {
    const { accounts, size } = lines;
    for (let line = 0; line < size; line++) {
      const account = accounts[line] ?? 0;
      const margins = this.#margins[account] ?? 0;
      const equity = this.#equity(account);
      if (5 * equity > 4 * margins) continue;
      const user = (this.#users[account] ?? 0) as UserId;
      if (2 * equity <= margins) due.users.add(user);
      else due.warned.add(user);
    }
  }
}
