import type { CurrencyId } from '@karat/contract';
import { USDT } from '@karat/domains/ledger';
import { ZERO, max, mulDivDown, negate, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import type { Lot } from '@karat/rules';
import { AssetState, emptyAsset } from './assets.ts';
import type { AssetRow } from './assets.ts';
import type { CountedEvent, PeriodRow } from './event-store.ts';
import type { LotChanges } from './state-store.ts';
import type { Debt, PortfolioEvent } from './types.ts';

/** Lengths of periods by their span. */
const SPANS = [
  [1, HOUR_MS],
  [24, DAY_MS],
] as const;

/** Trades in USDT are seen from the other currency: their rows in USDT would only repeat them. */
const isListed = ({ currency, type }: PortfolioEvent): boolean =>
  currency !== USDT || (type !== 'buy' && type !== 'sell');

/** State of a portfolio before some events. */
export interface PortfolioState {
  readonly assets: readonly AssetRow[];
  readonly lots: ReadonlyMap<CurrencyId, readonly Lot[]>;
  readonly debts: readonly Debt[];
  readonly seq: number;
  /** Time of the last counted movement; periods never go back before it. */
  readonly lastMs: number;
}

export interface Resize {
  readonly currency: CurrencyId;
  readonly before: Amount;
  readonly after: Amount;
}

/** Applies events in their order, in memory. */
export class Counting {
  readonly events: CountedEvent[] = [];
  readonly resizes: Resize[] = [];
  readonly #assets = new Map<CurrencyId, AssetState>();
  readonly #periods = new Map<string, PeriodRow>();
  readonly #debts: Map<string, Debt>;
  readonly #loaded: PortfolioState['lots'];
  #seq: number;
  #lastMs: number;

  constructor(state: PortfolioState) {
    this.#seq = state.seq;
    this.#lastMs = state.lastMs;
    this.#loaded = state.lots;
    this.#debts = new Map(state.debts.map((debt) => [debt.reference, debt]));
    for (const row of state.assets)
      this.#assets.set(row.currency, new AssetState(row, state.lots.get(row.currency) ?? []));
  }

  get seq(): number {
    return this.#seq;
  }
  get lastMs(): number {
    return this.#lastMs;
  }
  get debts(): readonly Debt[] {
    return [...this.#debts.values()];
  }
  get assets(): readonly AssetRow[] {
    return [...this.#assets.values()].map(({ row }) => row);
  }
  get periods(): readonly PeriodRow[] {
    return [...this.#periods.values()];
  }
  debtOf = (reference: string): Debt | undefined => this.#debts.get(reference);

  apply(event: PortfolioEvent): void {
    const { currency, quantity } = event;
    const asset = this.#asset(currency);
    const before = asset.row.quantity;
    const seq = ++this.#seq;
    this.#lastMs = Math.max(this.#lastMs, event.at);
    const effects = asset.apply(event, seq);
    this.#changeDebt(event);
    if (event.type === 'split' && before > 0n) {
      this.#resize({ currency, before, after: max(plus(before, quantity), ZERO) });
    }
    for (const fee of event.fees) {
      this.#asset(fee.currency).addFees(fee.value);
      this.#add(fee.currency, { fees: fee.value });
    }
    this.#add(currency, {
      transfers: event.transfer,
      realisedAverage: effects.average.realised,
      realisedFifo: effects.fifo.realised,
      income: event.income,
    });
    if (isListed(event)) this.events.push({ seq, event, effects });
  }

  /** Sets the held parts of the balances after the events. */
  setHeld(held: ReadonlyMap<CurrencyId, Amount>): void {
    for (const [currency, asset] of this.#assets) asset.setHeld(held.get(currency) ?? ZERO);
  }

  /** Differences of the open lots to those loaded. */
  lotChanges(): LotChanges[] {
    const kinds = new Map(this.events.map((row) => [row.seq, row.event]));
    return [...this.#assets].map(([currency, asset]) => {
      const loaded = new Map((this.#loaded.get(currency) ?? []).map((lot) => [lot.id, lot]));
      const open = new Map(asset.openLots.map((lot) => [lot.id, lot]));
      return {
        currency,
        removed: [...loaded.keys()].filter((id) => !open.has(id)),
        changed: [...open.values()].filter((lot) => {
          const before = loaded.get(lot.id);
          return before !== undefined && before !== lot;
        }),
        added: [...open.values()].flatMap((lot) => {
          const event = kinds.get(lot.id);
          if (loaded.has(lot.id) || event === undefined) return [];
          return [{ ...lot, type: event.type, kind: event.kind, acquired: event.quantity }];
        }),
      };
    });
  }

  #asset(currency: CurrencyId): AssetState {
    let asset = this.#assets.get(currency);
    if (!asset) {
      asset = new AssetState(emptyAsset(currency), this.#loaded.get(currency) ?? []);
      this.#assets.set(currency, asset);
    }
    return asset;
  }

  #changeDebt({ debt, currency, value }: PortfolioEvent): void {
    if (debt === undefined) return;
    const { reference, quantity } = debt;
    const before = this.#debts.get(reference) ?? { reference, currency, owed: ZERO, value: ZERO };
    const owed = plus(before.owed, quantity);
    const worth =
      quantity > 0n
        ? plus(before.value, value)
        : plus(before.value, negate(mulDivDown(before.value, negate(quantity), before.owed)));
    if (owed > 0n) this.#debts.set(reference, { ...before, owed, value: worth });
    else this.#debts.delete(reference);
  }

  #resize(resize: Resize): void {
    this.resizes.push(resize);
    for (const row of this.#periods.values())
      if (row.currency === resize.currency)
        row.quantity = mulDivDown(row.quantity, resize.after, resize.before);
  }

  /** Adds to the hour and the day of the last event, with what is owned and owed now. */
  #add(
    currency: CurrencyId,
    sums: Partial<Pick<PeriodRow, 'transfers' | 'realisedAverage' | 'realisedFifo' | 'income' | 'fees'>>,
  ): void {
    const { row } = this.#asset(currency);
    for (const [span, length] of SPANS) {
      const startMs = Math.floor(this.#lastMs / length) * length;
      const key = `${span}/${currency}/${startMs}`;
      let period = this.#periods.get(key);
      if (!period) {
        period = {
          span,
          currency,
          startMs,
          quantity: ZERO,
          owed: ZERO,
          transfers: ZERO,
          realisedAverage: ZERO,
          realisedFifo: ZERO,
          income: ZERO,
          fees: ZERO,
        };
        this.#periods.set(key, period);
      }
      period.quantity = row.quantity;
      period.owed = row.owed;
      period.transfers = plus(period.transfers, sums.transfers ?? ZERO);
      period.realisedAverage = plus(period.realisedAverage, sums.realisedAverage ?? ZERO);
      period.realisedFifo = plus(period.realisedFifo, sums.realisedFifo ?? ZERO);
      period.income = plus(period.income, sums.income ?? ZERO);
      period.fees = plus(period.fees, sums.fees ?? ZERO);
    }
  }
}
