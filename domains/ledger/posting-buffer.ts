import type { CurrencyId } from '@karat/contract';
import { ZERO, amount, minus, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import { binaryRows } from '@karat/platform/db';
import type { BinaryRows, RowCells } from '@karat/platform/db';
import { isHouse, mayGoNegative } from './accounts.ts';
import type { AccountId } from './accounts.ts';
import type { Balance, BalanceKey, Entry, Journal } from './journal.ts';
import type { MovedBalance } from './batch-store.ts';
import type { BalanceColumns, PostingColumns } from './store.ts';

/** Currency ids stay below it (checked by the database), so that account and currency form one number. */
const CURRENCY_IDS = 4_096;
export const balanceNumber = (key: BalanceKey): number => key.account * CURRENCY_IDS + key.currency;

interface BalanceRow extends MovedBalance {
  available: Amount;
  held: Amount;
  moved: boolean;
  readonly owner: OwnPostings;
}

/** An account's postings in their order, of the balances of all its currencies: linked, since most have one or two. */
interface OwnPostings {
  readonly account: AccountId;
  first: Posting | undefined;
  last: Posting | undefined;
}

/** A posted entry: its movement, the balance right after it, and the journal's index in the batch. */
interface Posting {
  readonly place: number;
  readonly account: AccountId;
  readonly currency: CurrencyId;
  available: bigint;
  held: bigint;
  availableAfter: bigint;
  heldAfter: bigint;
  next: Posting | undefined;
}

/**
 * Balances in memory and the postings that moved them, in the shape that the database takes. Pure: no statement, no
 * clock.
 */
export interface PostingBuffer {
  has(number: number): boolean;
  /** Whether it has a balance of the account: the account exists. */
  hasAccount(account: AccountId): boolean;
  /** Adds a balance as stored in the database, in 1e-10. */
  add(key: BalanceKey, available: bigint, held: bigint): void;
  /** Adds a balance of zero that has no row yet. */
  addNew(key: BalanceKey): void;
  available(account: AccountId, currency: CurrencyId): Amount;
  held(account: AccountId, currency: CurrencyId): Amount;
  /**
   * Posts the entries under the journal's index in the batch; returns the first balance that would end below zero,
   * without changes.
   */
  apply(journal: Journal, place: number): BalanceKey | undefined;
  /**
   * Postings with their journals' ids, each account's together and in order: neighbours in the index are written
   * together.
   */
  postings(ids: readonly number[]): PostingColumns;
  /**
   * Postings as one journal, as rows for the batch's statement: the house's summed to one per balance, the others with kind and
   * reference of their journal (by its index).
   */
  events(journals: readonly Pick<Journal, 'kind' | 'reference'>[]): BinaryRows;
  /** All balances in their present state. */
  balances(): Balance[];
  /** Balances that were moved, as they are: nothing may be posted after. */
  moved(): MovedBalance[];
}

/** Calls `take` with each posting of an account, in their order. */
function forEachPosting({ first }: OwnPostings, take: (posting: Posting) => void): void {
  for (let posting = first; posting; posting = posting.next) take(posting);
}

/** The last of several postings to one account's balances, with the sum of all movements. */
function sumByCurrency(own: OwnPostings): Posting[] {
  const sums = new Map<CurrencyId, Posting>();
  forEachPosting(own, (posting) => {
    const sum = sums.get(posting.currency);
    if (!sum) {
      sums.set(posting.currency, { ...posting });
      return;
    }
    sum.available += posting.available;
    sum.held += posting.held;
    sum.availableAfter = posting.availableAfter;
    sum.heldAfter = posting.heldAfter;
  });
  return [...sums.values()].filter(({ available, held }) => available !== 0n || held !== 0n);
}

const isOverdrawn = (line: BalanceRow): boolean =>
  (line.available < 0n || line.held < 0n) && !mayGoNegative(line.account);

/** Moves the balance by an entry and returns the posting. */
function applyEntry(
  line: BalanceRow,
  { account, currency, available = ZERO, held = ZERO }: Entry,
  place: number,
): Posting {
  // A sum with zero would be a new bigint.
  if (available !== 0n) line.available = plus(line.available, available);
  if (held !== 0n) line.held = plus(line.held, held);
  return {
    place,
    account,
    currency,
    available,
    held,
    availableAfter: line.available,
    heldAfter: line.held,
    next: undefined,
  };
}

function revertEntry(line: BalanceRow, { available = ZERO, held = ZERO }: Entry): void {
  line.available = minus(line.available, available);
  line.held = minus(line.held, held);
}

/** Adds a posting that is to stay behind the others of its account. */
function keepPosting(line: BalanceRow, posting: Posting): void {
  const { owner } = line;
  line.moved = true;
  if (owner.last) owner.last.next = posting;
  else owner.first = posting;
  owner.last = posting;
}

/**
 * Moves the balances, one for each entry, and adds the postings; returns the first balance that would end below zero, without
 * changes.
 */
function applyAll(
  lines: readonly BalanceRow[],
  entries: readonly Entry[],
  place: number,
): BalanceRow | undefined {
  const posted: Posting[] = [];
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index];
    const line = lines[index];
    if (entry && line) posted.push(applyEntry(line, entry, place));
  }
  const short = lines.find(isOverdrawn);
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index];
    const line = lines[index];
    const posting = posted[index];
    if (!entry || !line || !posting) continue;
    if (short) revertEntry(line, entry);
    else keepPosting(line, posting);
  }
  return short;
}

/** Null as kind and reference: the batch's journal says it. */
const HOUSE_JOURNAL = { kind: null, reference: null };

function eventsOf(byAccount: ReadonlyMap<AccountId, OwnPostings>): readonly Posting[] {
  const events: Posting[] = [];
  for (const own of byAccount.values()) {
    if (isHouse(own.account)) events.push(...sumByCurrency(own));
    else forEachPosting(own, (posting) => events.push(posting));
  }
  return events;
}

function eventRows(
  byAccount: ReadonlyMap<AccountId, OwnPostings>,
  journals: readonly Pick<Journal, 'kind' | 'reference'>[],
): BinaryRows {
  const cells = (posting: Posting, to: RowCells): void => {
    const { kind, reference } =
      (isHouse(posting.account) ? undefined : journals[posting.place]) ?? HOUSE_JOURNAL;
    to.int8(posting.account);
    to.int4(posting.currency);
    to.decimal(posting.available);
    to.decimal(posting.held);
    to.decimal(posting.availableAfter);
    to.decimal(posting.heldAfter);
    to.text(kind);
    to.text(reference);
  };
  return binaryRows('ledger_event', eventsOf(byAccount), cells);
}

const balanceOf = ({ account, currency, available, held }: BalanceRow): Balance => ({
  account,
  currency,
  available,
  held,
});

export function createPostingBuffer(): PostingBuffer {
  const lines = new Map<number, BalanceRow>();
  const byAccount = new Map<AccountId, OwnPostings>();
  /** The balances of the entries that are being applied. */
  const touched: BalanceRow[] = [];

  const lineOf = (account: AccountId, currency: CurrencyId): BalanceRow => {
    const line = lines.get(account * CURRENCY_IDS + currency);
    if (!line) throw new Error(`balance ${account}/${currency} is not locked by this batch`);
    return line;
  };

  const addLine = (key: BalanceKey, available: bigint, held: bigint, isNew: boolean): void => {
    const { account, currency } = key;
    let owner = byAccount.get(account);
    if (!owner) {
      owner = { account, first: undefined, last: undefined };
      byAccount.set(account, owner);
    }
    lines.set(balanceNumber(key), {
      account,
      currency,
      available: amount(available),
      held: amount(held),
      availableBefore: available,
      heldBefore: held,
      moved: false,
      isNew,
      owner,
    });
  };

  return {
    has: (number) => lines.has(number),
    hasAccount: (account) => byAccount.has(account),
    add: (key, available, held) => addLine(key, available, held, false),
    addNew: (key) => addLine(key, 0n, 0n, true),
    available: (account, currency) => lineOf(account, currency).available,
    held: (account, currency) => lineOf(account, currency).held,
    apply({ entries }, place) {
      touched.length = 0;
      // By index, here and in `applyAll`: an iterator makes an object for each entry.
      for (let index = 0; index < entries.length; index++) {
        const entry = entries[index];
        if (entry) touched.push(lineOf(entry.account, entry.currency));
      }
      return applyAll(touched, entries, place);
    },
    postings(ids) {
      const rows: Posting[] = [];
      for (const own of byAccount.values()) forEachPosting(own, (posting) => rows.push(posting));
      return { journals: rows.map((row) => ids[row.place] ?? 0), ...columnsOf(rows) };
    },
    events: (journals) => eventRows(byAccount, journals),
    balances: () => [...lines.values()].map(balanceOf),
    moved() {
      const moved: MovedBalance[] = [];
      for (const line of lines.values()) if (line.moved) moved.push(line);
      return moved;
    },
  };
}

const columnsOf = (rows: readonly Posting[]): Omit<PostingColumns, 'journals'> => ({
  accounts: rows.map((row) => row.account),
  currencies: rows.map((row) => row.currency),
  available: rows.map((row) => row.available),
  held: rows.map((row) => row.held),
  availableAfter: rows.map((row) => row.availableAfter),
  heldAfter: rows.map((row) => row.heldAfter),
});

/** The balances as columns. */
export const balanceColumns = (balances: readonly Balance[]): BalanceColumns => ({
  accounts: balances.map((balance) => balance.account),
  currencies: balances.map((balance) => balance.currency),
  available: balances.map((balance) => balance.available),
  held: balances.map((balance) => balance.held),
});
