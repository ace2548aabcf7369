import type { CurrencyId } from '@karat/contract';
import { ZERO, amount, plus } from '@karat/money';
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

interface BalanceRow {
  readonly account: AccountId;
  readonly currency: CurrencyId;
  readonly availableBefore: bigint;
  readonly heldBefore: bigint;
  available: bigint;
  held: bigint;
  moved: boolean;
  readonly isNew: boolean;
  /** The account's postings, shared by the balances of all its currencies. */
  readonly postings: Posting[];
}

/** A posted entry: the journal's index in the batch, and its balance right after it. */
interface Posting {
  readonly place: number;
  readonly entry: Entry;
  readonly line: BalanceRow;
  available: bigint;
  held: bigint;
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
  /** Balances that were moved. */
  moved(): MovedBalance[];
}

/** The last of several postings to one account's balances, with the sum of all movements. */
function sumByCurrency(postings: readonly Posting[]): Posting[] {
  const sums = new Map<CurrencyId, Posting>();
  for (const posting of postings) {
    const { account, currency, available = ZERO, held = ZERO } = posting.entry;
    const before = sums.get(currency)?.entry;
    const entry = {
      account,
      currency,
      available: plus(before?.available ?? ZERO, available),
      held: plus(before?.held ?? ZERO, held),
    };
    sums.set(currency, { ...posting, entry });
  }
  return [...sums.values()].filter(({ entry }) => entry.available !== 0n || entry.held !== 0n);
}

const isOverdrawn = (line: BalanceRow): boolean =>
  (line.available < 0n || line.held < 0n) && !mayGoNegative(line.account);

function applyPosting(posting: Posting): void {
  const { line, entry } = posting;
  line.available += entry.available ?? 0n;
  line.held += entry.held ?? 0n;
  posting.available = line.available;
  posting.held = line.held;
}

function revertPosting({ line, entry }: Posting): void {
  line.available -= entry.available ?? 0n;
  line.held -= entry.held ?? 0n;
}

/** Null as kind and reference: the batch's journal says it. */
const HOUSE_JOURNAL = { kind: null, reference: null };

function* eventsOf(byAccount: ReadonlyMap<AccountId, readonly Posting[]>): Iterable<Posting> {
  for (const [account, postings] of byAccount) {
    if (postings.length > 0) yield* isHouse(account) ? sumByCurrency(postings) : postings;
  }
}

function eventRows(
  byAccount: ReadonlyMap<AccountId, readonly Posting[]>,
  journals: readonly Pick<Journal, 'kind' | 'reference'>[],
): BinaryRows {
  const cells = ({ place, entry, available, held }: Posting, to: RowCells): void => {
    const { kind, reference } = (isHouse(entry.account) ? undefined : journals[place]) ?? HOUSE_JOURNAL;
    to.int8(entry.account);
    to.int4(entry.currency);
    to.decimal(entry.available ?? ZERO);
    to.decimal(entry.held ?? ZERO);
    to.decimal(available);
    to.decimal(held);
    to.text(kind);
    to.text(reference);
  };
  return binaryRows('ledger_event', eventsOf(byAccount), cells);
}

const balanceOf = ({ account, currency, available, held }: BalanceRow): Balance => ({
  account,
  currency,
  available: amount(available),
  held: amount(held),
});

export function createPostingBuffer(): PostingBuffer {
  const lines = new Map<number, BalanceRow>();
  const byAccount = new Map<AccountId, Posting[]>();

  const lineOf = (account: AccountId, currency: CurrencyId): BalanceRow => {
    const line = lines.get(account * CURRENCY_IDS + currency);
    if (!line) throw new Error(`balance ${account}/${currency} is not locked by this batch`);
    return line;
  };

  const addLine = (key: BalanceKey, available: bigint, held: bigint, isNew: boolean): void => {
    const { account, currency } = key;
    let postings = byAccount.get(account);
    if (!postings) {
      postings = [];
      byAccount.set(account, postings);
    }
    lines.set(balanceNumber(key), {
      account,
      currency,
      available,
      held,
      availableBefore: available,
      heldBefore: held,
      moved: false,
      isNew,
      postings,
    });
  };

  return {
    has: (number) => lines.has(number),
    hasAccount: (account) => byAccount.has(account),
    add: (key, available, held) => addLine(key, available, held, false),
    addNew: (key) => addLine(key, 0n, 0n, true),
    available: (account, currency) => amount(lineOf(account, currency).available),
    held: (account, currency) => amount(lineOf(account, currency).held),
    apply({ entries }, place) {
      const postings = entries.map((entry): Posting => {
        const line = lineOf(entry.account, entry.currency);
        return { place, entry, line, available: 0n, held: 0n };
      });
      for (const posting of postings) applyPosting(posting);
      const short = postings.find(({ line }) => isOverdrawn(line))?.line;
      for (const posting of postings) {
        if (short) revertPosting(posting);
        else {
          posting.line.moved = true;
          posting.line.postings.push(posting);
        }
      }
      return short;
    },
    postings(ids) {
      const rows: Posting[] = [];
      for (const postings of byAccount.values()) rows.push(...postings);
      return { journals: rows.map((row) => ids[row.place] ?? 0), ...columnsOf(rows) };
    },
    events: (journals) => eventRows(byAccount, journals),
    balances: () => [...lines.values()].map(balanceOf),
    moved() {
      const moved: MovedBalance[] = [];
      for (const line of lines.values()) {
        const { availableBefore, heldBefore, isNew } = line;
        if (line.moved) moved.push({ ...balanceOf(line), availableBefore, heldBefore, isNew });
      }
      return moved;
    },
  };
}

const columnsOf = (rows: readonly Posting[]): Omit<PostingColumns, 'journals'> => ({
  accounts: rows.map((row) => row.entry.account),
  currencies: rows.map((row) => row.entry.currency),
  available: rows.map((row) => row.entry.available ?? 0n),
  held: rows.map((row) => row.entry.held ?? 0n),
  availableAfter: rows.map((row) => row.available),
  heldAfter: rows.map((row) => row.held),
});

/** The balances as columns. */
export const balanceColumns = (balances: readonly Balance[]): BalanceColumns => ({
  accounts: balances.map((balance) => balance.account),
  currencies: balances.map((balance) => balance.currency),
  available: balances.map((balance) => balance.available),
  held: balances.map((balance) => balance.held),
});
