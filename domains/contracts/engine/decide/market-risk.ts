import { amount } from '@karat/money';
import { Status } from '../../position.ts';
import type { Position } from '../../position.ts';
import type { Exposure } from '../../rules.ts';
import { ceilNumber, floorNumber, grow, growInt } from './columns.ts';
import { TriggerLevels } from './trigger-levels.ts';

/** Parallel columns: the value of one price unit for each account of a market, in money units. */
export class AccountSlopes {
  #accounts = new Int32Array(1_024);
  #slopes = new Float64Array(1_024);
  #counts = new Int32Array(1_024);
  readonly #rowOf = new Map<number, number>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  accountAt(row: number): number {
    return this.#accounts[row] ?? 0;
  }

  /** Adds a position of an account. */
  add(account: number, slope: number): void {
    let row = this.#rowOf.get(account);
    if (row === undefined) this.#rowOf.set(account, (row = this.#newRow(account)));
    this.#slopes[row] = (this.#slopes[row] ?? 0) + slope;
    this.#counts[row] = (this.#counts[row] ?? 0) + 1;
  }

  /** Removes a position of an account; the last row moves to the place of an empty one. */
  remove(account: number, slope: number): void {
    const row = this.#rowOf.get(account);
    if (row === undefined) return;
    this.#slopes[row] = (this.#slopes[row] ?? 0) - slope;
    this.#counts[row] = (this.#counts[row] ?? 0) - 1;
    if ((this.#counts[row] ?? 0) > 0) return;
    const last = --this.#size;
    this.#rowOf.delete(account);
    if (last === row) return;
    this.#accounts[row] = this.#accounts[last] ?? 0;
    this.#slopes[row] = this.#slopes[last] ?? 0;
    this.#counts[row] = this.#counts[last] ?? 0;
    this.#rowOf.set(this.#accounts[row] ?? 0, row);
  }

  /** Adds to profits what a move by some price units changes. */
  move(profits: Float64Array<ArrayBuffer>, step: number): void {
    const [accounts, slopes] = [this.#accounts, this.#slopes];
    for (let row = 0; row < this.#size; row++) {
      const account = accounts[row] ?? 0;
      profits[account] = (profits[account] ?? 0) + (slopes[row] ?? 0) * step;
    }
  }

  #newRow(account: number): number {
    if (this.#size === this.#accounts.length) {
      this.#accounts = growInt(this.#accounts);
      this.#slopes = grow(this.#slopes);
      this.#counts = growInt(this.#counts);
    }
    const row = this.#size++;
    this.#accounts[row] = account;
    this.#slopes[row] = 0;
    this.#counts[row] = 0;
    return row;
  }
}

/** Open interest, trigger levels and index of one market. */
export class MarketRisk {
  readonly priceUnit: bigint;
  /** Last ticked index in price units; 0 before the first tick. */
  index = 0;
  readonly slopes = new AccountSlopes();
  readonly up = new TriggerLevels('up');
  readonly down = new TriggerLevels('down');
  /** Triggered positions that wait for their fill. */
  readonly closing = new Set<number>();
  /** Sums over all positions. */
  slope = 0;
  cost = 0;
  #open = 0;
  #pending = 0;
  readonly #quantities = { open: { long: 0n, short: 0n }, pending: { long: 0n, short: 0n } };

  /** `decimals`: those of the index. */
  constructor(decimals: number) {
    this.priceUnit = 10n ** BigInt(10 - decimals);
  }

  /** Number of open positions. */
  get open(): number {
    return this.#open;
  }

  /** Adds (1) or removes (-1) a position. */
  count(side: Position['side'], status: Status, quantity: bigint, by: 1 | -1): void {
    const isPending = status === Status.pending;
    this.#quantities[isPending ? 'pending' : 'open'][side] += by === 1 ? quantity : -quantity;
    if (isPending) this.#pending += by;
    else this.#open += by;
  }

  /** Open interest of all users. */
  exposure(): Exposure & { readonly positions: number; readonly orders: number } {
    const { open, pending } = this.#quantities;
    return {
      long: amount(open.long),
      short: amount(open.short),
      pendingLong: amount(pending.long),
      pendingShort: amount(pending.short),
      positions: this.#open,
      orders: this.#pending,
    };
  }

  /** Sets the index levels at which a position is due. `isCurrent`: whether a stamp is still that of its position. */
  arm(position: Position, stamp: number, isCurrent: (id: number, stamp: number) => boolean): void {
    const { side, status, id, spread, target, takeProfit, stopLoss } = position;
    const { priceUnit } = this;
    const up = (level: bigint): void => this.up.add(ceilNumber(level, priceUnit), id, stamp);
    const down = (level: bigint): void => this.down.add(floorNumber(level, priceUnit), id, stamp);
    if (status === Status.closing) this.closing.add(id);
    else if (status === Status.pending) {
      if (target === undefined) return;
      if (side === 'long') down(target - spread);
      else up(target + spread);
    } else {
      if (takeProfit !== undefined) (side === 'long' ? up : down)(takeProfit);
      if (stopLoss !== undefined) (side === 'long' ? down : up)(stopLoss);
    }
    for (const heap of [this.up, this.down]) {
      if (heap.size > 4_096 && heap.size > 4 * (this.#open + this.#pending)) heap.sweep(isCurrent);
    }
  }
}
