import type { CurrencyId } from '@karat/contract';
import { USDT } from '@karat/domains/ledger';
import { ZERO, minus, mulDivDown, negate, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import { LotBook, realisedProfit } from '@karat/rules';
import type { Lot, LotMethod, UsedLot } from '@karat/rules';
import type { EventType, PortfolioEvent } from './types.ts';

/** What lots need to know of an event. */
export interface LotEvent extends Pick<
  PortfolioEvent,
  'currency' | 'quantity' | 'value' | 'at' | 'estimated' | 'result'
> {
  readonly type: EventType;
}

/** What an event did to the lots of a method. */
export interface LotEffect {
  /** Cost of the units, known or not: proceeds less this are the profit. */
  readonly cost: Amount;
  /** Cost that left the lots. */
  readonly removed: Amount;
  readonly realised: Amount;
  readonly used: readonly UsedLot[];
}

const NOTHING: LotEffect = { cost: ZERO, removed: ZERO, realised: ZERO, used: [] };

/** Whether an event sells units at its value: all that leaves, except transfers, keeps or realises a profit. */
const sells = ({ type }: LotEvent): boolean => type !== 'transfer_out';

/** Uses up units. Units that the lots do not know, and sales without a known price, realise nothing. */
function consume(book: LotBook, event: LotEvent): LotEffect {
  const quantity = negate(event.quantity);
  const { used, cost, missing } = book.take(quantity);
  const unknown = missing === ZERO ? ZERO : mulDivDown(event.value, missing, quantity);
  const whole = plus(cost, unknown);
  const realised = sells(event) && !event.estimated ? realisedProfit(event.value, whole) : ZERO;
  return { cost: whole, removed: cost, realised, used };
}

/**
 * Applies an event to the lots of its currency and returns cost and profit of what it used up, results of bets and debts included.
 * USDT is the unit of account: it costs what it is worth and has no lots. `total` is the quantity after the event.
 */
export function applyEvent(book: LotBook, event: LotEvent, id: number, total: Amount): LotEffect {
  const effect = effectOf(book, event, id, total);
  return { ...effect, realised: plus(effect.realised, event.result) };
}

function effectOf(book: LotBook, event: LotEvent, id: number, total: Amount): LotEffect {
  const { currency, type, quantity, value, at, estimated } = event;
  if (currency === USDT) return { ...NOTHING, cost: quantity < 0n ? negate(quantity) : ZERO };
  if (type === 'split') {
    const lost = book.resize(total);
    return { cost: lost, removed: lost, realised: negate(lost), used: [] };
  }
  if (quantity > 0n) {
    book.add({ id, acquiredMs: at, quantity, cost: value, estimated });
    return NOTHING;
  }
  return quantity < 0n ? consume(book, event) : NOTHING;
}

/** Figures of one currency of a user; values in USDT. */
export interface AssetRow {
  readonly currency: CurrencyId;
  readonly quantity: Amount;
  readonly held: Amount;
  readonly costAverage: Amount;
  readonly costFifo: Amount;
  readonly realisedAverage: Amount;
  readonly realisedFifo: Amount;
  readonly income: Amount;
  readonly fees: Amount;
  readonly owed: Amount;
}

export const emptyAsset = (currency: CurrencyId): AssetRow => ({
  currency,
  quantity: ZERO,
  held: ZERO,
  costAverage: ZERO,
  costFifo: ZERO,
  realisedAverage: ZERO,
  realisedFifo: ZERO,
  income: ZERO,
  fees: ZERO,
  owed: ZERO,
});

/** Effects of an event by the two methods of the screens. */
export interface EventEffects {
  readonly average: LotEffect;
  readonly fifo: LotEffect;
}

/** One currency of a user while events are applied. */
export class AssetState {
  row: AssetRow;
  readonly #average: LotBook;
  readonly #fifo: LotBook;

  constructor(row: AssetRow, openLots: Iterable<Lot>) {
    this.row = row;
    const pooled: Lot = {
      id: 0,
      acquiredMs: 0,
      quantity: row.quantity,
      cost: row.costAverage,
      estimated: false,
    };
    const hasPool = row.quantity > 0n && row.currency !== USDT;
    this.#average = new LotBook('average' satisfies LotMethod, hasPool ? [pooled] : []);
    this.#fifo = new LotBook('fifo' satisfies LotMethod, openLots);
  }

  /** The loaded and new lots that are still open, oldest first. */
  get openLots(): readonly Lot[] {
    return this.#fifo.lots;
  }

  /** Applies an event as number `id`. */
  apply(event: PortfolioEvent, id: number): EventEffects {
    const { row } = this;
    const quantity = plus(row.quantity, event.quantity);
    const average = applyEvent(this.#average, event, id, quantity);
    const fifo = applyEvent(this.#fifo, event, id, quantity);
    const added = event.quantity > 0n && event.type !== 'split' ? event.value : ZERO;
    const isUsdt = row.currency === USDT;
    this.row = {
      ...row,
      quantity,
      costAverage: isUsdt ? quantity : minus(plus(row.costAverage, added), average.removed),
      costFifo: isUsdt ? quantity : minus(plus(row.costFifo, added), fifo.removed),
      realisedAverage: plus(row.realisedAverage, average.realised),
      realisedFifo: plus(row.realisedFifo, fifo.realised),
      income: plus(row.income, event.income),
      owed: plus(row.owed, event.debt?.quantity ?? ZERO),
    };
    return { average, fifo };
  }

  /** Counts fees that were paid in this currency. */
  addFees(value: Amount): void {
    this.row = { ...this.row, fees: plus(this.row.fees, value) };
  }
  setHeld(held: Amount): void {
    this.row = { ...this.row, held };
  }
}
