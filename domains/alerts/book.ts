import type { AlertKind, MarketId } from '@karat/contract';
import type { Price } from '@karat/money';
import { boundsOf, isCrossing, sideOf } from './rules.ts';
import { ThresholdList } from './thresholds.ts';
import type { Side } from './types.ts';

/** An active alert in memory. */
export interface WatchedAlert {
  readonly id: number;
  readonly version: number;
  readonly marketId: MarketId;
  readonly kind: AlertKind;
  /** A price, or a signed change in percent. */
  readonly threshold: bigint;
  readonly side: Side;
  /** Unix ms of the tick of that side. */
  readonly sideMs: number;
  /** Unix ms until which it stays silent. */
  readonly quietMs: number | undefined;
}

/** An index tick as alerts see it. */
export interface WatchedTick {
  readonly marketId: MarketId;
  /** Unix ms. */
  readonly at: number;
  readonly price: Price;
  /** The change over 24 hours, signed percent; undefined while it is not known. */
  readonly change: () => bigint | undefined;
}

/** An alert whose watched value has moved to another side. */
export interface SideChange {
  readonly alert: WatchedAlert;
  readonly side: Side;
  /** Whether its user is notified. */
  readonly fires: boolean;
  readonly price: Price;
  /** Unix ms of the tick. */
  readonly at: number;
}

/** An alert of the book; out of its list while the result of a side change is awaited. */
interface Entry {
  readonly alert: WatchedAlert;
  isListed: boolean;
}

/** Alerts on one value of a market: its price, or its change. */
class ValueBook {
  readonly #rises = new ThresholdList<Entry>();
  /** Keys are negated, so that the highest one is reached first. */
  readonly #falls = new ThresholdList<Entry>();

  get isEmpty(): boolean {
    return this.#rises.size + this.#falls.size === 0;
  }

  add(entry: Entry): void {
    const { id, kind, threshold, side } = entry.alert;
    const { rise, fall } = boundsOf(kind, threshold, side);
    if (rise !== undefined) this.#rises.add(rise, id, entry);
    if (fall !== undefined) this.#falls.add(-fall, id, entry);
  }

  load(entries: readonly Entry[]): void {
    const bounds = entries.map((item) => ({
      item,
      id: item.alert.id,
      ...boundsOf(item.alert.kind, item.alert.threshold, item.alert.side),
    }));
    this.#rises.load(
      bounds.flatMap(({ rise, id, item }) => (rise === undefined ? [] : [{ key: rise, id, item }])),
    );
    this.#falls.load(
      bounds.flatMap(({ fall, id, item }) => (fall === undefined ? [] : [{ key: -fall, id, item }])),
    );
  }

  remove({ id, kind, threshold, side }: WatchedAlert): void {
    const { rise, fall } = boundsOf(kind, threshold, side);
    if (rise !== undefined) this.#rises.remove(rise, id);
    if (fall !== undefined) this.#falls.remove(-fall, id);
  }

  /** Removes and returns the alerts that a value has moved to another side. */
  take(value: bigint): Entry[] {
    const moved = this.#rises.take(value).concat(this.#falls.take(-value));
    for (const { alert } of moved) if (alert.side === 'none') this.remove(alert);
    return moved;
  }
}

class MarketBook {
  readonly price = new ValueBook();
  readonly change = new ValueBook();
  /** Silent alerts by the moment at which they watch again. */
  readonly quiet = new ThresholdList<Entry>();

  of({ kind }: WatchedAlert): ValueBook {
    return kind === 'price' ? this.price : this.change;
  }
}

/** Active alerts in memory: a tick touches only those whose side it changes. */
export class AlertBook {
  readonly #markets = new Map<MarketId, MarketBook>();
  readonly #entries = new Map<number, Entry>();

  get size(): number {
    return this.#entries.size;
  }

  /** Adds many alerts at once; those that the book has are at least as new. */
  load(read: readonly WatchedAlert[]): void {
    const entries = read
      .filter(({ id }) => !this.#entries.has(id))
      .map((alert): Entry => ({ alert, isListed: true }));
    for (const [id, ofMarket] of Map.groupBy(entries, ({ alert }) => alert.marketId)) {
      const book = this.#market(id);
      const quiet = ofMarket.filter(({ alert }) => alert.quietMs !== undefined);
      book.quiet.load(
        quiet.map((item) => ({ key: BigInt(item.alert.quietMs ?? 0), id: item.alert.id, item })),
      );
      const watching = ofMarket.filter(({ alert }) => alert.quietMs === undefined);
      book.price.load(watching.filter(({ alert }) => alert.kind === 'price'));
      book.change.load(watching.filter(({ alert }) => alert.kind !== 'price'));
    }
    for (const entry of entries) this.#entries.set(entry.alert.id, entry);
  }

  /** Adds an alert or replaces an older version of it. */
  put(alert: WatchedAlert): void {
    const known = this.#entries.get(alert.id);
    if (known && known.alert.version > alert.version) return;
    this.remove(alert.id);
    const entry: Entry = { alert, isListed: true };
    this.#entries.set(alert.id, entry);
    const book = this.#market(alert.marketId);
    if (alert.quietMs === undefined) book.of(alert).add(entry);
    else book.quiet.add(BigInt(alert.quietMs), alert.id, entry);
  }

  remove(id: number): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    if (!entry.isListed) return;
    const book = this.#market(entry.alert.marketId);
    book.quiet.remove(BigInt(entry.alert.quietMs ?? 0), id);
    book.of(entry.alert).remove(entry.alert);
  }

  /** Removes a version whose change its row has refused or replaced. */
  drop({ id, version }: WatchedAlert): void {
    if (this.#entries.get(id)?.alert.version === version) this.remove(id);
  }

  /** Removes all alerts of a market. */
  clear(market: MarketId): void {
    this.#markets.delete(market);
    for (const { alert } of this.#entries.values())
      if (alert.marketId === market) this.#entries.delete(alert.id);
  }

  /** Side changes by a tick, in the order in which they are reached. Their alerts rest until `put` or `drop`. */
  take(tick: WatchedTick): SideChange[] {
    const book = this.#markets.get(tick.marketId);
    if (!book) return [];
    for (const entry of book.quiet.take(BigInt(tick.at))) book.of(entry.alert).add(entry);
    const changes = takeFrom(book.price, tick, tick.price);
    if (book.change.isEmpty) return changes;
    const change = tick.change();
    return change === undefined ? changes : changes.concat(takeFrom(book.change, tick, change));
  }

  #market(id: MarketId): MarketBook {
    const known = this.#markets.get(id);
    if (known) return known;
    const book = new MarketBook();
    this.#markets.set(id, book);
    return book;
  }
}

function takeFrom(book: ValueBook, { at, price }: WatchedTick, value: bigint): SideChange[] {
  const changes: SideChange[] = [];
  for (const entry of book.take(value)) {
    const { alert } = entry;
    // The tick of its side, or an older one, is known to its user.
    if (at <= alert.sideMs) {
      book.add(entry);
      continue;
    }
    entry.isListed = false;
    const side = sideOf(alert.kind, alert.threshold, value);
    changes.push({ alert, side, fires: isCrossing(alert.kind, alert.side, side), price, at });
  }
  return changes;
}
