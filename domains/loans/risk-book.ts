import type { CurrencyId } from '@karat/contract';
import { LOAN_CALL_PERCENT, LOAN_LIQUIDATION_PERCENT, LOAN_REARM_PERCENT, loanDebt } from '@karat/rules';
import type { Price } from '@karat/money';
import type { RunningLoan } from './types.ts';

const CALL = BigInt(LOAN_CALL_PERCENT);
const LIQUIDATION = BigInt(LOAN_LIQUIDATION_PERCENT);
const REARM = BigInt(LOAN_REARM_PERCENT);

/** A loan as it is valued: amounts by the number of their currency in the book. */
interface Entry {
  readonly id: number;
  readonly slots: readonly number[];
  readonly amounts: readonly bigint[];
  readonly debtSlot: number;
  /** The debt, times 100 %. */
  readonly debt: bigint;
  readonly isCalled: boolean;
}

/** Loans that need a step at given prices. */
export interface Valuation {
  /** Below the liquidation rate. */
  readonly liquidations: readonly number[];
  /** Below the call rate, not called yet. */
  readonly calls: readonly number[];
  /** Called, and recovered. */
  readonly recoveries: readonly number[];
}

/**
 * Running loans in memory, valued at each change of prices. It only finds candidates: the step itself reads the row again under
 * its lock. Rebuilt from rows after a restart.
 */
export class RiskBook {
  readonly #entries = new Map<number, Entry>();
  readonly #slots = new Map<CurrencyId, number>();

  get size(): number {
    return this.#entries.size;
  }

  #slotOf(currency: CurrencyId): number {
    const found = this.#slots.get(currency);
    if (found !== undefined) return found;
    const slot = this.#slots.size;
    this.#slots.set(currency, slot);
    return slot;
  }

  put(loan: RunningLoan): void {
    this.#entries.set(loan.id, {
      id: loan.id,
      slots: loan.assets.map(({ currency }) => this.#slotOf(currency)),
      amounts: loan.assets.map(({ amount }) => BigInt(amount) * 100n),
      debtSlot: this.#slotOf(loan.currencyId),
      debt: loanDebt(loan),
      isCalled: loan.calledMs !== undefined,
    });
  }

  delete(id: number): void {
    this.#entries.delete(id);
  }

  /** Replaces everything. */
  reset(loans: readonly RunningLoan[]): void {
    this.#entries.clear();
    for (const loan of loans) this.put(loan);
  }

  /** Currencies of the loans. */
  currencies(): readonly CurrencyId[] {
    return [...this.#slots.keys()];
  }

  /** Values every loan whose prices are all current; `priceOf` returns undefined for a price that is not. */
  value(priceOf: (currency: CurrencyId) => Price | undefined): Valuation {
    const prices = [...this.#slots.keys()].map(priceOf);
    const liquidations: number[] = [];
    const calls: number[] = [];
    const recoveries: number[] = [];
    for (const entry of this.#entries.values()) {
      const debtPrice = prices[entry.debtSlot];
      const worth = worthOf(entry, prices);
      if (debtPrice === undefined || worth === undefined) continue;
      const owed = entry.debt * debtPrice;
      if (worth < owed * LIQUIDATION) liquidations.push(entry.id);
      else if (entry.isCalled) {
        if (worth >= owed * REARM) recoveries.push(entry.id);
      } else if (worth < owed * CALL) calls.push(entry.id);
    }
    return { liquidations, calls, recoveries };
  }
}

/** Value of the assets in 1e-22 USDT; undefined without a current price of each. */
function worthOf({ slots, amounts }: Entry, prices: readonly (Price | undefined)[]): bigint | undefined {
  let worth = 0n;
  for (let at = 0; at < slots.length; at += 1) {
    const price = prices[slots[at] ?? -1];
    if (price === undefined) return undefined;
    worth += (amounts[at] ?? 0n) * price;
  }
  return worth;
}
