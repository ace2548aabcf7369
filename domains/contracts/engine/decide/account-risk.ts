import { userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Position } from '../../position.ts';
import { grow, growInt } from './columns.ts';

/**
 * Margin accounts in parallel columns: cross accounts by user, isolated ones by position. Money is in the units of the risk book.
 */
export class AccountRisk {
  readonly #cross = new Map<UserId, number>();
  readonly #isolated = new Map<number, number>();
  readonly #free: number[] = [];
  #users = new Float64Array(1_024);
  /** Available balance; of cross accounts only. */
  #available = new Float64Array(1_024);
  #margins = new Float64Array(1_024);
  #members = new Int32Array(1_024);
  #size = 0;
  /** Unrealised profit of each account. */
  profits = new Float64Array(1_024);

  /** Users with a cross account, whose risk depends on the available balance. */
  crossUsers(): UserId[] {
    return [...this.#cross.keys()];
  }

  /** Ignored without a cross account. */
  setAvailable(user: UserId, available: number): void {
    const account = this.#cross.get(user);
    if (account !== undefined) this.#available[account] = available;
  }

  /** Returns the account of a position, created if needed. */
  accountOf({ mode, userId, id }: Position): number {
    const stored = mode === 'cross' ? this.#cross.get(userId) : undefined;
    if (stored !== undefined) return stored;
    const account = this.#free.pop() ?? this.#size++;
    if (account === this.#users.length) {
      this.#users = grow(this.#users);
      this.#available = grow(this.#available);
      this.#margins = grow(this.#margins);
      this.profits = grow(this.profits);
      this.#members = growInt(this.#members);
    }
    this.#users[account] = userId;
    this.#available[account] = this.#margins[account] = this.profits[account] = this.#members[account] = 0;
    if (mode === 'cross') this.#cross.set(userId, account);
    else this.#isolated.set(id, account);
    return account;
  }

  /** Adds a position's unrealised profit and margin. */
  add(account: number, profit: number, margin: number): void {
    this.profits[account] = (this.profits[account] ?? 0) + profit;
    this.#margins[account] = (this.#margins[account] ?? 0) + margin;
    this.#members[account] = (this.#members[account] ?? 0) + 1;
  }

  /** Subtracts a position's unrealised profit and margin; without another position the account is free. */
  subtract(account: number, position: RiskShare): void {
    this.profits[account] = (this.profits[account] ?? 0) - position.profit;
    this.#margins[account] = (this.#margins[account] ?? 0) - position.margin;
    const left = (this.#members[account] = (this.#members[account] ?? 0) - 1);
    if (left > 0) return;
    if (this.#cross.get(position.userId) === account) this.#cross.delete(position.userId);
    else this.#isolated.delete(position.id);
    this.#free.push(account);
  }

  userOf(account: number): UserId {
    return userId(this.#users[account] ?? 0);
  }

  margins(account: number): number {
    return this.#margins[account] ?? 0;
  }

  /** Available balance, margins and unrealised profit together. */
  equity(account: number): number {
    return (this.#available[account] ?? 0) + (this.#margins[account] ?? 0) + (this.profits[account] ?? 0);
  }

  /** Unrealised profit and margins of all accounts, and the count at or below the warning. */
  totals(): { readonly profit: bigint; readonly margins: bigint; readonly atRisk: number } {
    let [profit, margins, atRisk] = [0n, 0n, 0];
    for (let account = 0; account < this.#size; account++) {
      if ((this.#members[account] ?? 0) === 0) continue;
      profit += BigInt(this.profits[account] ?? 0);
      margins += BigInt(this.#margins[account] ?? 0);
      if (isWarned(this.equity(account), this.margins(account))) atRisk++;
    }
    return { profit, margins, atRisk };
  }
}

/** What a position added to its account. */
export interface RiskShare {
  readonly id: number;
  readonly userId: UserId;
  readonly profit: number;
  readonly margin: number;
}

/** Whether the risk rate is at or below the warning of 80 %. */
export const isWarned = (equity: number, margins: number): boolean => 5 * equity <= 4 * margins;
/** Whether the risk rate is at or below the close-out of 50 %. */
export const isClosedOut = (equity: number, margins: number): boolean => 2 * equity <= margins;
