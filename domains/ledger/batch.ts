import type { CurrencyId } from '@karat/contract';
import type { Amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { mayGoNegative } from './accounts.ts';
import type { AccountId } from './accounts.ts';
import type { Currency } from './currency.ts';
import type { Balance, BalanceKey, Journal } from './journal.ts';
import type { Permits } from './permits.ts';
import { batchStatement } from './batch-store.ts';
import { JournalBuilder } from './journal-builder.ts';
import { balanceColumns, balanceNumber } from './posting-buffer.ts';
import { addJournals, addPostings, createBalances, lockBalances, writeBalances } from './store.ts';

/**
 * Balances that one transaction holds locked in memory. The caller decides in memory who can pay, posts journals
 * without a statement each, and writes everything with `close`. A transaction has one open batch: opening another (or
 * posting directly) invalidates this one.
 */
export interface Batch {
  /** Locks further balances, for those that a match turns up; balances known beforehand belong in `openBatch`. */
  include(keys: readonly BalanceKey[]): Promise<void>;
  /** Available amount at this point of the batch. Throws on a balance that is not locked, which is a bug. */
  available(account: AccountId, currency: CurrencyId): Amount;
  held(account: AccountId, currency: CurrencyId): Amount;
  /**
   * Posts a journal in memory. Refuses `insufficient_balance` if a balance would end below zero, without changes;
   * throws RangeError if a journal does not balance or has another time than the batch's first.
   */
  post(journal: Journal): void;
  /**
   * Writes journals, postings and balances in four statements and returns the journals' ids in order. An existing key
   * violates `ledger_journals_key`. The batch cannot be used afterwards.
   */
  close(): Promise<readonly number[]>;
  /**
   * Writes everything as one journal in one statement; each posting carries its own kind and reference. All refusals
   * have happened before, so the statement may travel with the commit. Kinds and references are plain words and
   * numbers. Without a journal nothing is written.
   */
  closeAs(name: JournalName): Promise<void>;
  /** Closes the batch as `closeAs` does and returns the function that writes it: its statement may be built while another one runs. */
  prepareAs(name: JournalName): () => Promise<void>;
}

type JournalName = Pick<Journal, 'key' | 'kind' | 'reference'>;

export interface OpenOptions {
  /**
   * New balances of accounts with another balance in the batch are inserted by `closeAs` with their final figures, neither created
   * nor locked before. The transaction runs again if another one has created such a balance meanwhile. Default false.
   */
  readonly insertsNew?: boolean;
}

export interface BatchDeps {
  readonly tx: Tx;
  readonly currencies: ReadonlyMap<CurrencyId, Currency>;
  readonly permits: Permits;
  /** Input hash of a journal in hexadecimal; without it the journals cannot be replayed. */
  readonly hashOf?: (journal: Journal) => string;
  /** Called after the commit with the changed balances. */
  readonly onCommit: (changed: readonly Balance[]) => void;
  /** Inserts new balances of existing accounts with the batch, as `OpenOptions` says. */
  readonly insertsNew?: boolean;
  /** Called before balances are locked; it may wait. `after` returns their values in the batch once they are locked. */
  readonly beforeLock: (keys: readonly BalanceKey[], after: () => readonly Balance[]) => void | Promise<void>;
}

/** The open batch of a transaction. Two at once would overwrite each other. */
const latest = new WeakMap<Tx, Batch>();

/** Opens a batch on the transaction; nothing is locked before `include`. */
export class LockedBatch implements Batch {
  readonly #parts: BatchDeps;
  readonly #booking: JournalBuilder;
  readonly #sheet;

  constructor(deps: BatchDeps) {
    this.#parts = deps;
    this.#booking = new JournalBuilder(deps.currencies, (permit) => deps.permits.take(deps.tx, permit));
    this.#sheet = this.#booking.buffer;
    latest.set(deps.tx, this);
  }

  async include(keys: readonly BalanceKey[]): Promise<void> {
    this.#checkUsable();
    const wanted = new Map<number, BalanceKey>();
    for (const key of keys) {
      const number = balanceNumber(key);
      if (!this.#sheet.has(number)) wanted.set(number, key);
    }
    if (wanted.size === 0) return;
    await this.#parts.beforeLock([...wanted.values()], () => this.#sheet.balances());
    await this.#lock([...wanted.values()]);
    const missing = [...wanted].filter(([number]) => !this.#sheet.has(number)).map(([, key]) => key);
    if (missing.length === 0) return;
    for (const key of missing) this.#booking.currency(key.currency);
    const created = missing.filter(({ account }) => !this.#insertsNew(account));
    for (const key of missing) if (this.#insertsNew(key.account)) this.#sheet.addNew(key);
    if (created.length === 0) return;
    await createBalances(this.#parts.tx, created);
    await this.#lock(created);
  }

  /** A locked balance of the account shows that the account exists. */
  #insertsNew(account: AccountId): boolean {
    return this.#parts.insertsNew === true && !mayGoNegative(account) && this.#sheet.hasAccount(account);
  }

  available(account: AccountId, currency: CurrencyId): Amount {
    return this.#sheet.available(account, currency);
  }

  held(account: AccountId, currency: CurrencyId): Amount {
    return this.#sheet.held(account, currency);
  }

  post(journal: Journal): void {
    this.#checkUsable();
    this.#booking.post(journal);
  }

  async close(): Promise<readonly number[]> {
    this.#checkUsable();
    const { tx, hashOf, onCommit, insertsNew } = this.#parts;
    if (insertsNew === true)
      throw new Error('a batch that inserts its new balances is closed as one journal');
    latest.delete(tx);
    const { journals, at } = this.#booking;
    if (at === undefined) return [];
    const columns = {
      keys: journals.map((journal) => journal.key),
      kinds: journals.map((journal) => journal.kind),
      references: journals.map((journal) => journal.reference),
      hashes: hashOf ? journals.map(hashOf) : [],
    };
    const moved = this.#sheet.moved();
    let ids: readonly number[] = [];
    await tx.together([
      async () => void (ids = await addJournals(tx, at, columns)),
      () => writeBalances(tx, balanceColumns(moved)),
    ]);
    await addPostings(tx, at, this.#sheet.postings(ids));
    tx.afterCommit(() => onCommit(moved));
    return ids;
  }

  async closeAs(name: JournalName): Promise<void> {
    await this.prepareAs(name)();
  }

  prepareAs(name: JournalName): () => Promise<void> {
    this.#checkUsable();
    const { tx, onCommit } = this.#parts;
    latest.delete(tx);
    const { journals, at } = this.#booking;
    if (at === undefined) return () => Promise.resolve();
    const moved = this.#sheet.moved();
    tx.afterCommit(() => onCommit(moved));
    return batchStatement(tx, { ...name, at }, moved, this.#sheet.events(journals));
  }

  async #lock(wanted: readonly BalanceKey[]): Promise<void> {
    for (const { index, available, held } of await lockBalances(this.#parts.tx, wanted)) {
      const key = wanted[index];
      if (!key) throw new Error('database returned a balance that was not requested');
      this.#sheet.add(key, available, held);
    }
  }

  #checkUsable(): void {
    if (latest.get(this.#parts.tx) !== this) {
      throw new Error('the batch is closed, or its transaction has posted otherwise');
    }
  }
}
