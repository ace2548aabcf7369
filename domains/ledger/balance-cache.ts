import type { CurrencyId } from '@karat/contract';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Queries, StatementPart, Tx } from '@karat/platform/db';
import { batchPart, readUnlocked } from './batch-store.ts';
import type { MovedBalance } from './batch-store.ts';
import { JournalBuilder } from './journal-builder.ts';
import type { Currency } from './currency.ts';
import type { Balance, BalanceKey, Journal } from './journal.ts';
import { balanceNumber } from './posting-buffer.ts';
import type { PostingBuffer } from './posting-buffer.ts';

/** Maximum number of balances in memory: 130 bytes each. */
const CACHED_MAX = 300_000;
const TRIM_RATIO = 0.9;

type JournalName = Pick<Journal, 'key' | 'kind' | 'reference'>;

/** A batch on balances in memory: nothing waits for the database before it is written. */
export interface CachedBatch {
  /** Posts a journal in memory; refuses as `Batch.post`. */
  post(journal: Journal): void;
  /** Applies the batch to the cached balances. Until `landed`, other writers of them wait. */
  submit(): void;
  /**
   * All journals as one, for the statement that writes the batch; it fails if a balance differs from the cached one.
   * Undefined without a journal.
   */
  statementPart(name: JournalName): StatementPart | undefined;
  /** The batch is durable: publishes the changed balances. */
  committed(): void;
  /** The transaction has ended, committed or not. */
  ended(): void;
}

interface CachedBalance {
  available: bigint;
  held: bigint;
}

interface InFlightBatch {
  /** Its balances, by their numbers. */
  readonly balances: Pick<PostingBuffer, 'has'>;
  readonly landed: Promise<void>;
}

/**
 * Balances that one engine caches between its batches, so that it need neither read nor lock them and can decide a
 * batch while the previous one is committed. Any other writer of a balance in this process claims it first: it is then
 * not cached until that transaction has ended, and the claim waits for batches in flight. Writers in other processes
 * are detected by the statement that writes the batch.
 */
export class BalanceCache {
  readonly #onCommit: (changed: readonly Balance[]) => void;
  #currencies: ReadonlyMap<CurrencyId, Currency> = new Map();
  readonly #lines = new Map<number, CachedBalance>();
  /** Number of transactions that are about to change a balance or have it locked. */
  readonly #claims = new Map<number, number>();
  readonly #claimed = new WeakMap<Tx, Set<number>>();
  /** Reads in progress of uncached balances. A claim meanwhile invalidates the read. */
  readonly #readers = new Map<number, object>();
  readonly #flights = new Set<InFlightBatch>();

  constructor(onCommit: (changed: readonly Balance[]) => void) {
    this.#onCommit = onCommit;
  }

  /** Starts with an empty cache: at a start, and after a batch could not be written. */
  reset(currencies: ReadonlyMap<CurrencyId, Currency>): void {
    this.#currencies = currencies;
    this.#lines.clear();
    this.#readers.clear();
  }

  /** Whether all of these are cached and unclaimed. */
  has(keys: readonly BalanceKey[]): boolean {
    return keys.every((key) => this.#find(balanceNumber(key)) !== undefined);
  }

  /** Available amount of a cached balance. */
  readonly availableOf = (key: BalanceKey): Amount => {
    const line = this.#lines.get(balanceNumber(key));
    if (!line) throw new Error(`balance ${key.account}/${key.currency} is not cached`);
    return amount(line.available);
  };

  /** Reads the uncached ones. Missing or claimed balances stay uncached. */
  async warm(queries: Queries, keys: readonly BalanceKey[]): Promise<void> {
    const reader = {};
    const wanted = keys.filter((key) => {
      const number = balanceNumber(key);
      if (this.#lines.has(number) || this.#readers.has(number) || this.#claims.has(number)) return false;
      this.#readers.set(number, reader);
      return true;
    });
    if (wanted.length === 0) return;
    // A failed read leaves them uncached: a batch that needs them locks their rows and gets the error.
    const rows = await readUnlocked(queries, wanted).catch(() => []);
    for (const { index, available, held } of rows) {
      const key = wanted[index];
      if (key) this.#learn(balanceNumber(key), { available, held }, reader);
    }
    for (const key of wanted) this.#stopReading(balanceNumber(key), reader);
    this.#trim();
  }

  /** Opens a batch on cached balances; undefined if one is not cached. */
  openCached(keys: readonly BalanceKey[]): CachedBatch | undefined {
    const booking = new JournalBuilder(this.#currencies);
    const { buffer } = booking;
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index];
      if (!key) continue;
      const number = balanceNumber(key);
      if (buffer.has(number)) continue;
      const line = this.#find(number);
      if (!line) return undefined;
      buffer.add(key, line.available, line.held);
    }
    let moved: readonly MovedBalance[] = [];
    let land: () => void = () => undefined;
    return {
      post: (journal) => booking.post(journal),
      submit: () => {
        moved = buffer.moved();
        for (const balance of moved) this.#move(balance);
        const landed = new Promise<void>((resolve) => (land = resolve));
        const flight = { balances: buffer, landed };
        this.#flights.add(flight);
        void landed.then(() => this.#flights.delete(flight));
      },
      statementPart: (name) => {
        const { at, journals } = booking;
        return at === undefined ? undefined : batchPart({ ...name, at }, moved, buffer.events(journals));
      },
      committed: () => this.#onCommit(moved),
      ended: () => land(),
    };
  }

  /**
   * The engine's own transaction locks these: they are not cached until it has ended; after a commit they have the
   * values of `after`. A balance that another writer has claimed meanwhile stays uncached: its change may be later.
   */
  trackLocked(tx: Tx, keys: readonly BalanceKey[], after: () => readonly Balance[]): void {
    const reader = {};
    const claimed = this.#claimsOf(tx);
    for (const key of keys) {
      const number = balanceNumber(key);
      if (!claimed.has(number) && !this.#claims.has(number)) this.#readers.set(number, reader);
      this.#claim(number, claimed);
    }
    tx.afterCommit(() => {
      for (const balance of after()) this.#learn(balanceNumber(balance), balance, reader);
      this.#trim();
    });
  }

  /**
   * Another transaction is about to lock and change these: they are not cached until it has ended. Waits for batches
   * in flight that move one of them.
   */
  async invalidate(tx: Tx, keys: readonly BalanceKey[]): Promise<void> {
    const claimed = this.#claimsOf(tx);
    const flights = new Set<Promise<void>>();
    for (const key of keys) {
      const number = balanceNumber(key);
      if (claimed.has(number)) continue;
      this.#readers.delete(number);
      this.#claim(number, claimed);
      for (const flight of this.#flights) if (flight.balances.has(number)) flights.add(flight.landed);
    }
    if (flights.size > 0) await Promise.all(flights);
  }

  /** The claims of a transaction; released when it has ended. */
  #claimsOf(tx: Tx): Set<number> {
    const known = this.#claimed.get(tx);
    if (known) return known;
    const claimed = new Set<number>();
    this.#claimed.set(tx, claimed);
    tx.atEnd(() => {
      for (const number of claimed) this.#release(number);
    });
    return claimed;
  }

  #claim(number: number, claimed: Set<number>): void {
    this.#lines.delete(number);
    if (claimed.has(number)) return;
    claimed.add(number);
    this.#claims.set(number, (this.#claims.get(number) ?? 0) + 1);
  }

  #find(number: number): CachedBalance | undefined {
    return this.#claims.size > 0 && this.#claims.has(number) ? undefined : this.#lines.get(number);
  }

  #move(balance: MovedBalance): void {
    const number = balanceNumber(balance);
    const { available, held } = balance;
    const line = this.#lines.get(number);
    if (!line) {
      this.#lines.set(number, { available, held });
      return;
    }
    line.available = available;
    line.held = held;
  }

  #release(number: number): void {
    const left = (this.#claims.get(number) ?? 1) - 1;
    if (left === 0) this.#claims.delete(number);
    else this.#claims.set(number, left);
  }

  #learn(number: number, { available, held }: Readonly<CachedBalance>, reader: object): void {
    if (this.#readers.get(number) !== reader) return;
    this.#readers.delete(number);
    this.#lines.set(number, { available, held });
  }

  #stopReading(number: number, reader: object): void {
    if (this.#readers.get(number) === reader) this.#readers.delete(number);
  }

  /** Evicts the oldest; not those of batches in flight, whose rows still have the old values. */
  #trim(): void {
    if (this.#lines.size <= CACHED_MAX) return;
    for (const number of this.#lines.keys()) {
      if (![...this.#flights].some(({ balances }) => balances.has(number))) this.#lines.delete(number);
      if (this.#lines.size <= CACHED_MAX * TRIM_RATIO) return;
    }
  }
}
