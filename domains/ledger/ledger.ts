import { createHash } from 'node:crypto';
import { Refusal, refuse } from '@karat/contract';
import type { CurrencyId, JournalKind, UserId, AccountName } from '@karat/contract';
import { ZERO, minus } from '@karat/money';
import type { Amount } from '@karat/money';
import { topic } from '@karat/platform/bus';
import type { Context } from '@karat/platform/context';
import { isUniqueViolation } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import { ownerOf } from './accounts.ts';
import type { AccountId } from './accounts.ts';
import { createBatch } from './batch.ts';
import type { Batch } from './batch.ts';
import type { Currency } from './currencies.ts';
import type { Balance, BalanceKey, Journal, Posted } from './journal.ts';
import { canonical } from './rules.ts';
import { findJournals, readBalance, readBalances, readCurrencies } from './store.ts';

/** A user's balance after a commit. */
export interface BalanceChanged extends Balance {
  readonly userId: UserId;
  readonly type: AccountName;
}

/** Users' balances that a commit has changed; the house's are not told. */
export const balancesChanged = topic<readonly BalanceChanged[]>('ledger.balances_changed');

/** An amount to set aside: from available to held of one balance. */
export interface Hold extends BalanceKey {
  readonly key: string;
  readonly reference: string;
  readonly amount: Amount;
}

export interface Ledger {
  /**
   * Books one journal in the caller's transaction. The same key with the same input again changes nothing and answers the
   * first journal. Refuses `idempotency_conflict` (same key, other input), `insufficient_balance`, `currency_unknown`;
   * nothing has changed then. Entries that do not sum to zero or are finer than the currency throw RangeError.
   */
  post(tx: Tx, journal: Journal): Promise<Posted>;
  /** Several journals in order, all or none, with a handful of statements; replays among them are skipped. */
  postBatch(tx: Tx, journals: readonly Journal[]): Promise<readonly Posted[]>;
  /**
   * Sets amounts aside, in order, while money lasts. Answers the keys of those that were refused for lack of it; the
   * others are booked.
   */
  reserve(tx: Tx, kind: JournalKind, at: number, holds: readonly Hold[]): Promise<ReadonlySet<string>>;
  /** Locks balances (created when missing) in one order and hands them over in memory: the engines' way. */
  openBatch(tx: Tx, keys: readonly BalanceKey[]): Promise<Batch>;
  /** All balances of the accounts, zero rows left out, by account and the currencies' order. */
  balances(queries: Queries, accounts: readonly AccountId[]): Promise<Balance[]>;
  /** One balance; zero if it has never been used. */
  balance(queries: Queries, account: AccountId, currency: CurrencyId): Promise<Balance>;
  /** All currencies in their order. */
  currencies(queries: Queries): Promise<readonly Currency[]>;
  /** One currency, or `currency_unknown`. */
  currency(queries: Queries, id: CurrencyId): Promise<Currency>;
}

const hashOf = (journal: Journal): string => createHash('sha256').update(canonical(journal)).digest('hex');

const keysOf = (journals: readonly Journal[]): BalanceKey[] => journals.flatMap((journal) => journal.entries);

export function createLedger(ctx: Pick<Context, 'bus'>): Ledger {
  // Currencies come with migrations only, so what was read once holds as long as the process.
  let known: { list: readonly Currency[]; byId: ReadonlyMap<CurrencyId, Currency> } | undefined;
  const currencies = async (queries: Queries) => {
    if (!known) {
      const list = await readCurrencies(queries);
      known = { list, byId: new Map(list.map((currency) => [currency.id, currency])) };
    }
    return known;
  };

  const onCommit = (changed: readonly Balance[]): void => {
    const told: BalanceChanged[] = [];
    for (const { account, currency, available, held } of changed) {
      const who = ownerOf(account);
      if (who.owner === 'user')
        told.push({ account, currency, available, held, userId: who.userId, type: who.type });
    }
    if (told.length > 0) ctx.bus.publish(balancesChanged, told);
  };

  const open = async (
    tx: Tx,
    keys: readonly BalanceKey[],
    hash?: (journal: Journal) => string,
  ): Promise<Batch> => {
    const { byId } = await currencies(tx);
    const batch = createBatch({ tx, currencies: byId, onCommit, ...(hash && { hashOf: hash }) });
    await batch.include(keys);
    return batch;
  };

  const postBatch = async (tx: Tx, journals: readonly Journal[]): Promise<readonly Posted[]> => {
    const posted = new Map<string, Posted>();
    const batch = await open(tx, keysOf(journals), hashOf);
    // Asked after locking: whoever booked the same journal before has then committed.
    const replays = async (): Promise<void> => {
      const hashes = new Map(journals.map((journal) => [journal.key, hashOf(journal)]));
      for (const { key, id, hash } of await findJournals(tx, [...hashes.keys()])) {
        if (hashes.get(key) !== hash) refuse('idempotency_conflict');
        posted.set(key, { id, replayed: true });
      }
    };
    await replays();
    const fresh = journals.filter((journal) => !posted.has(journal.key));
    for (const journal of fresh) batch.post(journal);
    try {
      const ids = await batch.close();
      fresh.forEach((journal, index) => posted.set(journal.key, { id: ids[index] ?? 0, replayed: false }));
    } catch (error) {
      // Somebody else's journal under our key, committed since we looked: equal input would have waited for our locks.
      throw isUniqueViolation(error, 'ledger_journals_key') ? new Refusal('idempotency_conflict') : error;
    }
    return journals.map((journal) => posted.get(journal.key) ?? refuse('internal_error'));
  };

  return {
    postBatch,
    async post(tx, journal) {
      const [posted] = await postBatch(tx, [journal]);
      return posted ?? refuse('internal_error');
    },
    async reserve(tx, kind, at, holds) {
      const refused = new Set<string>();
      const batch = await open(tx, holds, hashOf);
      for (const { key, reference, account, currency, amount } of holds) {
        if (batch.available(account, currency) < amount) refused.add(key);
        else {
          const entry = { account, currency, available: minus(ZERO, amount), held: amount };
          batch.post({ key, kind, reference, at, entries: [entry] });
        }
      }
      await batch.close();
      return refused;
    },
    openBatch: (tx, keys) => open(tx, keys),
    balances: readBalances,
    balance: async (queries, account, currency) =>
      (await readBalance(queries, account, currency)) ?? { account, currency, available: ZERO, held: ZERO },
    currencies: async (queries) => (await currencies(queries)).list,
    currency: async (queries, id) => (await currencies(queries)).byId.get(id) ?? refuse('currency_unknown'),
  };
}
