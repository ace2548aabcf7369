import { refuse } from '@karat/contract';
import type { CurrencyId } from '@karat/contract';
import type { Amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import type { AccountId } from './accounts.ts';
import { mayGoNegative } from './accounts.ts';
import type { Currency } from './currencies.ts';
import type { Balance, BalanceKey, Entry, Journal } from './journal.ts';
import { checkJournal } from './rules.ts';
import { addJournals, addPostings, createBalances, lockBalances, writeBalances } from './store.ts';
import type { PostingColumns } from './store.ts';

/** Journals of one batch at most. */
export const BATCH_JOURNALS_MAX = 8_192;
/** Currency ids stay below it (checked by the database), so that account and currency make one number. */
const CURRENCY_IDS = 4_096;

/**
 * Balances held locked in memory by one transaction. Who opens it decides in memory who can pay, posts journals at no cost
 * of a statement each, and writes everything with `close`. Nothing else may post in the same transaction in between.
 */
export interface Batch {
  /** Locks further balances. Fine for those that a match turned up; what is known beforehand belongs in `openBatch`. */
  include(keys: readonly BalanceKey[]): Promise<void>;
  /** What the account may spend at this point of the batch. A balance that was not locked is a bug and throws. */
  available(account: AccountId, currency: CurrencyId): Amount;
  held(account: AccountId, currency: CurrencyId): Amount;
  /**
   * Books a journal in memory. Refuses `insufficient_balance` if a balance would end below zero, and has then changed
   * nothing; a journal that does not balance throws RangeError.
   */
  post(journal: Journal): void;
  /**
   * Writes journals, postings and balances in four statements and answers the journals' ids in order. A key that exists
   * already violates `ledger_journals_key`. The batch is of no use afterwards.
   */
  close(): Promise<readonly number[]>;
}

interface Slot {
  readonly account: AccountId;
  readonly currency: CurrencyId;
  available: bigint;
  held: bigint;
  readonly availableBefore: bigint;
  readonly heldBefore: bigint;
}

type Columns = {
  -readonly [Name in keyof PostingColumns]: PostingColumns[Name] extends readonly (infer T)[] ? T[] : never;
};

const slotNumber = (account: number, currency: number): number => account * CURRENCY_IDS + currency;

export interface BatchParts {
  readonly tx: Tx;
  readonly currencies: ReadonlyMap<CurrencyId, Currency>;
  /** Input hash of a journal in hexadecimal; empty for none. */
  readonly hashOf: (journal: Journal) => string;
  /** Told after the commit what has changed. */
  readonly onCommit: (changed: readonly Balance[]) => void;
}

export function createBatch({ tx, currencies, hashOf, onCommit }: BatchParts): Batch {
  const slots = new Map<number, Slot>();
  const journals: Journal[] = [];
  const columns: Columns = {
    ...{ journals: [], accounts: [], currencies: [], kinds: [], at: [] },
    ...{ available: [], held: [], availableAfter: [], heldAfter: [] },
  };
  let open = true;

  const slotOf = (account: AccountId, currency: CurrencyId): Slot => {
    const slot = slots.get(slotNumber(account, currency));
    if (!slot) throw new Error(`balance ${account}/${currency} is not locked by this batch`);
    return slot;
  };
  const decimalsOf = (id: CurrencyId): number => (currencies.get(id) ?? refuse('currency_unknown')).decimals;

  const move = (slot: Slot, entry: Entry, sign: bigint): void => {
    if (entry.available !== undefined) slot.available += sign * entry.available;
    if (entry.held !== undefined) slot.held += sign * entry.held;
  };

  const note = (journal: Journal, entry: Entry, slot: Slot): void => {
    columns.journals.push(journals.length);
    columns.accounts.push(entry.account);
    columns.currencies.push(entry.currency);
    columns.kinds.push(journal.kind);
    columns.at.push(journal.at);
    columns.available.push(entry.available ?? 0n);
    columns.held.push(entry.held ?? 0n);
    columns.availableAfter.push(slot.available);
    columns.heldAfter.push(slot.held);
  };

  /** Books the entries; if a balance ends below zero, takes them back and answers it. */
  const book = (journal: Journal): Slot | undefined => {
    const touched = journal.entries.map((entry) => slotOf(entry.account, entry.currency));
    const noted = columns.journals.length;
    journal.entries.forEach((entry, index) => {
      const slot = touched[index];
      if (!slot) return;
      move(slot, entry, 1n);
      note(journal, entry, slot);
    });
    const short = touched.find(
      (slot) => (slot.available < 0n || slot.held < 0n) && !mayGoNegative(slot.account),
    );
    if (short) {
      journal.entries.forEach((entry) => move(slotOf(entry.account, entry.currency), entry, -1n));
      for (const column of Object.values(columns)) column.length = noted;
    }
    return short;
  };

  const lock = async (wanted: readonly BalanceKey[]): Promise<void> => {
    for (const row of await lockBalances(tx, wanted)) {
      const key = wanted[row.index];
      if (!key) throw new Error('the database answered a balance that was not asked for');
      const { available, held } = row;
      slots.set(slotNumber(key.account, key.currency), {
        ...{ account: key.account, currency: key.currency },
        ...{ available, held, availableBefore: available, heldBefore: held },
      });
    }
  };

  return {
    async include(keys) {
      const wanted = new Map<number, BalanceKey>();
      for (const key of keys) {
        const number = slotNumber(key.account, key.currency);
        if (!slots.has(number)) wanted.set(number, key);
      }
      if (wanted.size === 0) return;
      await lock([...wanted.values()]);
      const missing = [...wanted].filter(([number]) => !slots.has(number)).map(([, key]) => key);
      if (missing.length === 0) return;
      for (const key of missing) decimalsOf(key.currency);
      await createBalances(tx, missing);
      await lock(missing);
    },
    available: (account, currency) => slotOf(account, currency).available as Amount,
    held: (account, currency) => slotOf(account, currency).held as Amount,
    post(journal) {
      if (!open) throw new Error('the batch is closed');
      if (journals.length === BATCH_JOURNALS_MAX)
        throw new RangeError(`a batch holds ${BATCH_JOURNALS_MAX} journals`);
      checkJournal(journal, decimalsOf);
      const short = book(journal);
      if (short)
        refuse('insufficient_balance', { currency: currencies.get(short.currency)?.code ?? short.currency });
      journals.push(journal);
    },
    async close() {
      if (!open) throw new Error('the batch is closed');
      open = false;
      if (journals.length === 0) return [];
      const ids = await addJournals(tx, {
        keys: journals.map((journal) => journal.key),
        kinds: journals.map((journal) => journal.kind),
        references: journals.map((journal) => journal.reference),
        hashes: journals.map(hashOf),
        at: journals.map((journal) => journal.at),
      });
      await addPostings(tx, { ...columns, journals: columns.journals.map((index) => ids[index] ?? 0) });
      const changed = [...slots.values()].filter(
        (slot) => slot.available !== slot.availableBefore || slot.held !== slot.heldBefore,
      );
      const written = await writeBalances(tx, {
        accounts: changed.map((slot) => slot.account),
        currencies: changed.map((slot) => slot.currency),
        availableBefore: changed.map((slot) => slot.availableBefore),
        heldBefore: changed.map((slot) => slot.heldBefore),
        available: changed.map((slot) => slot.available),
        held: changed.map((slot) => slot.held),
      });
      if (!written)
        throw new Error('a balance changed under an open batch: something else posted in its transaction');
      const told = changed.map(({ account, currency, available, held }) => ({
        ...{ account, currency },
        ...{ available: available as Amount, held: held as Amount },
      }));
      tx.afterCommit(() => onCommit(told));
      return ids;
    },
  };
}
