import { orderId } from '@karat/contract';
import type { CurrencyId, JournalKind, OrderId, UserId } from '@karat/contract';
import { balanceNumber } from '@karat/domains/ledger';
import type { BalanceKey, Entry, Journal } from '@karat/domains/ledger';
import { negate, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import { spotAccount } from '../../settlement.ts';
import type { Fill } from '../../types.ts';
import type { MarketBook } from './market-book.ts';
import { emptyProgress } from './order-progress.ts';
import type { ChangedOrder, PlacedOrder, OrderProgress } from './order-progress.ts';

/** A client order id that the batch stores. */
export interface StoredClientId {
  readonly userId: UserId;
  readonly key: string;
  readonly input: string;
  readonly orderId: OrderId;
}

/** Last assigned ids. */
export interface IdCounters {
  order: number;
  fill: number;
}

/** All effects of one batch before they are written. */
export class BatchState {
  readonly at: number;
  readonly ids: IdCounters;
  readonly placed = new Map<OrderId, PlacedOrder>();
  readonly changed = new Map<OrderId, ChangedOrder>();
  readonly fills: Fill[] = [];
  readonly journals: Journal[] = [];
  readonly clientIds: StoredClientId[] = [];
  /** Books that the batch changed. */
  readonly books = new Set<MarketBook>();
  /** Available balances of placing users, by the number of the balance. */
  readonly #funds = new Map<number, Amount>();

  constructor(at: number, ids: IdCounters) {
    this.at = at;
    this.ids = { ...ids };
  }

  /** Available balances of placing users at the start of the batch. */
  setAvailable(key: BalanceKey, available: Amount): void {
    this.#funds.set(balanceNumber(key), available);
  }

  /** Present available balance of a placing user, after earlier orders and fills of the batch. */
  available(user: UserId, currency: CurrencyId): Amount {
    const available = this.#funds.get(balanceNumber({ account: spotAccount(user), currency }));
    if (available === undefined) throw new Error(`funds of ${user} were not read`);
    return available;
  }

  post(key: string, kind: JournalKind, reference: string, entries: readonly Entry[]): void {
    this.journals.push({ key, kind, reference, at: this.at, entries });
    for (let index = 0; index < entries.length; index++) {
      const entry = entries[index];
      // Undefined or zero.
      if (!entry?.available) continue;
      const number = balanceNumber(entry);
      const funds = this.#funds.get(number);
      if (funds !== undefined) this.#funds.set(number, plus(funds, entry.available));
    }
  }

  /** Moves an amount of one balance from available to held (negative: back). */
  hold(key: string, id: OrderId, user: UserId, currency: CurrencyId, amount: Amount): void {
    if (amount === 0n) return;
    const kind = amount > 0n ? 'spot:hold' : 'spot:release';
    const entry = { account: spotAccount(user), currency, available: negate(amount), held: amount };
    this.post(key, kind, `order:${id}`, [entry]);
  }

  nextOrderId(): OrderId {
    return orderId(this.ids.order + 1);
  }

  /** Returns a sequence number in the time priority, later than all before. */
  nextPriority(): number {
    return ++this.ids.order;
  }

  place(order: PlacedOrder): void {
    this.ids.order = order.id;
    this.placed.set(order.id, order);
  }

  /** Returns the progress record of an order. */
  progress(id: OrderId, userId: UserId, book: MarketBook): OrderProgress {
    const known = this.placed.get(id) ?? this.changed.get(id);
    if (known) return known;
    const changed = { ...emptyProgress(), id, userId, marketId: book.market.id };
    this.changed.set(id, changed);
    return changed;
  }
}
