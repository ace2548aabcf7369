import type { CurrencyId } from '@karat/contract';
import { LOAN_CALL_PERCENT, LOAN_LIQUIDATION_PERCENT, LOAN_REARM_PERCENT, loanDebt } from '@karat/rules';
import type { Price } from '@karat/money';
import type { RunningLoan } from './types.ts';

const CALL = BigInt(LOAN_CALL_PERCENT);
const LIQUIDATION = BigInt(LOAN_LIQUIDATION_PERCENT);
const REARM = BigInt(LOAN_REARM_PERCENT);

/** Currencies that the columns have room for; a loan with another one is always valued exactly. */
const WIDTH = 8;
/** Value of an asset as a part of the debt, at reference prices, in 1e-8; and prices as parts of the reference, in 1e-6. */
const PART = 100_000_000n;
const RATIO = 1_000_000n;
/** Products of a part and a ratio stay exact integers below it; a larger part counts less, which is safe. */
const PART_MAX = 500_000_000n;
/** A loan whose rate is at least this, rounded down, needs no step. */
const SAFE = (LOAN_CALL_PERCENT + 1) * 1_000_000;

/** A loan as it is valued: amounts by the number of their currency in the book. */
interface Entry {
  readonly id: number;
  readonly slots: readonly number[];
  /** Amounts times 100, so that they compare with percent of the debt. */
  readonly amounts: readonly bigint[];
  readonly debtSlot: number;
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
 * Running loans in memory, valued at each change of prices. Integer columns rule out the loans that are far from a margin call;
 * the others are valued exactly. It only finds candidates: the step itself reads the row again under its lock. Rebuilt from
 * rows after a restart.
 */
export class RiskBook {
  readonly #rows: Entry[] = [];
  readonly #rowOf = new Map<number, number>();
  readonly #slots = new Map<CurrencyId, number>();
  /** The first price of each currency; values of the columns refer to it. */
  readonly #references: (Price | undefined)[] = [];
  /** Parts of each row by currency; -1 in the first column: valued exactly. */
  #parts = new Float64Array(WIDTH * 1_024);
  #debtSlots = new Int32Array(1_024);

  get size(): number {
    return this.#rows.length;
  }

  #slotOf(currency: CurrencyId): number {
    const found = this.#slots.get(currency);
    if (found !== undefined) return found;
    const slot = this.#slots.size;
    this.#slots.set(currency, slot);
    this.#references.push(undefined);
    return slot;
  }

  put(loan: RunningLoan): void {
    const entry: Entry = {
      id: loan.id,
      slots: loan.assets.map(({ currency }) => this.#slotOf(currency)),
      amounts: loan.assets.map(({ amount }) => BigInt(amount) * 100n),
      debtSlot: this.#slotOf(loan.currencyId),
      debt: loanDebt(loan),
      isCalled: loan.calledMs !== undefined,
    };
    const row = this.#rowOf.get(loan.id) ?? this.#rows.length;
    this.#place(entry, row);
  }

  #place(entry: Entry, row: number): void {
    if (row >= this.#debtSlots.length) this.#grow();
    this.#rows[row] = entry;
    this.#rowOf.set(entry.id, row);
    this.#writeParts(entry, row);
  }

  #grow(): void {
    const parts = new Float64Array(this.#parts.length * 2);
    parts.set(this.#parts);
    this.#parts = parts;
    const debtSlots = new Int32Array(this.#debtSlots.length * 2);
    debtSlots.set(this.#debtSlots);
    this.#debtSlots = debtSlots;
  }

  /** Writes the value of each asset as a part of the debt, rounded down, at reference prices. */
  #writeParts({ slots, amounts, debt, debtSlot, isCalled }: Entry, row: number): void {
    const start = row * WIDTH;
    this.#parts.fill(0, start, start + WIDTH);
    this.#debtSlots[row] = debtSlot;
    const debtReference = this.#references[debtSlot];
    const owed = debtReference === undefined ? 0n : debt * debtReference * 100n;
    const isExact = isCalled || owed === 0n || Math.max(debtSlot, ...slots) >= WIDTH;
    if (isExact) {
      this.#parts[start] = -1;
      return;
    }
    for (const [at, slot] of slots.entries()) {
      const part = ((amounts[at] ?? 0n) * (this.#references[slot] ?? 0n) * PART) / owed;
      this.#parts[start + slot] = Number(part < PART_MAX * 8n ? part : PART_MAX * 8n);
    }
  }

  delete(id: number): void {
    const row = this.#rowOf.get(id);
    const last = this.#rows.pop();
    if (row === undefined || !last) {
      if (last) this.#rows.push(last);
      return;
    }
    this.#rowOf.delete(id);
    if (last.id !== id) this.#place(last, row);
  }

  /** Replaces everything. */
  reset(loans: readonly RunningLoan[]): void {
    this.#rows.length = 0;
    this.#rowOf.clear();
    for (const loan of loans) this.put(loan);
  }

  /** Currencies of the loans. */
  currencies(): readonly CurrencyId[] {
    return [...this.#slots.keys()];
  }

  /** Takes first prices as references. */
  #refer(prices: readonly (Price | undefined)[]): void {
    let isNew = false;
    for (const [slot, price] of prices.entries()) {
      if (price === undefined || this.#references[slot] !== undefined) continue;
      this.#references[slot] = price;
      isNew = true;
    }
    if (isNew) for (const [row, entry] of this.#rows.entries()) this.#writeParts(entry, row);
  }

  /** Values every loan whose prices are all current; `priceOf` returns undefined for a price that is not. */
  value(priceOf: (currency: CurrencyId) => Price | undefined): Valuation {
    const prices = [...this.#slots.keys()].map(priceOf);
    this.#refer(prices);
    const found = { liquidations: [] as number[], calls: [] as number[], recoveries: [] as number[] };
    for (const row of this.#candidates(prices)) {
      const entry = this.#rows[row];
      const step = entry && stepOf(entry, prices);
      if (entry && step) found[step].push(entry.id);
    }
    return found;
  }

  /** Rows that the columns do not rule out. */
  #candidates(prices: readonly (Price | undefined)[]): number[] {
    const down = new Float64Array(WIDTH);
    const limits = new Float64Array(WIDTH).fill(Infinity);
    for (const [slot, price] of prices.slice(0, WIDTH).entries()) {
      const reference = this.#references[slot];
      if (price === undefined || reference === undefined) continue;
      down[slot] = Number((price * RATIO) / reference);
      limits[slot] = Number((price * RATIO) / reference + 1n) * SAFE;
    }
    const candidates: number[] = [];
    for (let row = 0; row < this.#rows.length; row += 1) {
      const start = row * WIDTH;
      let rate = 0;
      for (let slot = 0; slot < WIDTH; slot += 1)
        rate += (this.#parts[start + slot] ?? 0) * (down[slot] ?? 0);
      const limit = limits[this.#debtSlots[row] ?? 0] ?? Infinity;
      if ((this.#parts[start] ?? -1) < 0 || rate < limit) candidates.push(row);
    }
    return candidates;
  }
}

/** The step that a loan needs; undefined for none, and where a price is not current. */
function stepOf(entry: Entry, prices: readonly (Price | undefined)[]): keyof Valuation | undefined {
  const debtPrice = prices[entry.debtSlot];
  const worth = worthOf(entry, prices);
  if (debtPrice === undefined || worth === undefined) return undefined;
  const owed = entry.debt * debtPrice;
  if (worth < owed * LIQUIDATION) return 'liquidations';
  if (entry.isCalled) return worth >= owed * REARM ? 'recoveries' : undefined;
  return worth < owed * CALL ? 'calls' : undefined;
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
