import { refuse } from '@karat/contract';
import type { CurrencyId, JournalKind, UserId, AccountName } from '@karat/contract';
import { ZERO, minus } from '@karat/money';
import type { Amount } from '@karat/money';
import { topic } from '@karat/platform/bus';
import type { Context } from '@karat/platform/context';
import type { Queries, Tx } from '@karat/platform/db';
import { ownerOf } from './accounts.ts';
import type { AccountId } from './accounts.ts';
import { LockedBatch } from './batch.ts';
import type { Batch, BatchDeps, OpenOptions } from './batch.ts';
import { createCurrencyReader, followCurrencies } from './currencies.ts';
import type { Currency, NewCurrency } from './currency.ts';
import type { Balance, BalanceKey, Journal, Posted } from './journal.ts';
import { BalanceCache } from './balance-cache.ts';
import { Permits } from './permits.ts';
import type { PermitIssuer } from './permits.ts';
import { hashOf, postJournals } from './post.ts';
import { insertCurrency, readBalance, readBalances, updateTitle } from './store.ts';

/** A user's balance after a commit. */
export interface BalanceChanged extends Balance {
  readonly userId: UserId;
  readonly type: AccountName;
}

/** Users' balances that a commit has changed; house balances are not published. */
export const balancesChanged = topic<readonly BalanceChanged[]>('ledger.balances_changed');

/** An amount to hold: from available to held of one balance. */
export interface Hold extends BalanceKey {
  readonly key: string;
  readonly reference: string;
  readonly amount: Amount;
}

export interface Ledger {
  /**
   * Posts one journal in the caller's transaction. The same key with the same input again changes nothing and returns
   * the first journal. Refuses `idempotency_conflict` (same key, other input), `insufficient_balance`,
   * `currency_unknown`, without changes. Entries that do not sum to zero or are finer than the currency throw
   * RangeError.
   */
  post(tx: Tx, journal: Journal): Promise<Posted>;
  /** Several journals in order, all or none, with a handful of statements; replays among them are skipped. */
  postBatch(tx: Tx, journals: readonly Journal[]): Promise<readonly Posted[]>;
  /** Holds amounts, in order, while the balance lasts. Returns the keys of the refused ones; the others are posted. */
  reserve(tx: Tx, kind: JournalKind, at: number, holds: readonly Hold[]): Promise<ReadonlySet<string>>;
  /** Locks balances (created if missing) in one order and loads them in memory, for engines and settlements. */
  openBatch(tx: Tx, keys: readonly BalanceKey[], options?: OpenOptions): Promise<Batch>;
  /** The balances that the engine caches in memory; empty before `keep`. */
  readonly cache: BalanceCache;
  /** Starts the balance cache, or restarts it empty. */
  enableCache(queries: Queries): Promise<void>;
  /** Like `openBatch` for the engine with the balance cache: the balances of its batch are cached after the commit. */
  openTracked(tx: Tx, keys: readonly BalanceKey[]): Promise<Batch>;
  /**
   * Grants the right to issue permits for money that leaves an account or changes hands. There is one gate: a second
   * call throws.
   */
  claimPermits(): PermitIssuer;
  /** All balances of the accounts without zero rows, by account and the currencies' order. */
  balances(queries: Queries, accounts: readonly AccountId[]): Promise<Balance[]>;
  /** One balance; zero if it has never been used. */
  balance(queries: Queries, account: AccountId, currency: CurrencyId): Promise<Balance>;
  /** All currencies in their order. */
  currencies(queries: Queries): Promise<readonly Currency[]>;
  /** One currency, or `currency_unknown`. */
  currency(queries: Queries, id: CurrencyId): Promise<Currency>;
  /** The code of a currency that this process knows; the number of another one. */
  codeOf(id: CurrencyId): string;
  /** Creates a currency, known to this process once the transaction commits. Refuses `currency_code_taken`. */
  addCurrency(tx: Tx, added: NewCurrency): Promise<Currency>;
  /** Gives a currency another title, known to this process once the transaction commits. Refuses `currency_unknown`. */
  retitleCurrency(tx: Tx, id: CurrencyId, title: string): Promise<void>;
  /** Follows currencies and titles of other processes, within a second; returns a function that stops it. */
  followCurrencies(ctx: Pick<Context, 'db' | 'clock' | 'log'>): () => Promise<void>;
}

/** Publishes users' changed balances on the bus. */
const publishBalances =
  (ctx: Pick<Context, 'bus'>) =>
  (changed: readonly Balance[]): void => {
    const changes: BalanceChanged[] = [];
    for (const { account, currency, available, held } of changed) {
      const owner = ownerOf(account);
      if (owner.owner === 'house') continue;
      changes.push({ account, currency, available, held, userId: owner.userId, type: owner.type });
    }
    if (changes.length > 0) ctx.bus.publish(balancesChanged, changes);
  };

export function createLedger(ctx: Pick<Context, 'bus'>): Ledger {
  const currencies = createCurrencyReader();
  const onCommit = publishBalances(ctx);

  const kept = new BalanceCache(onCommit);
  const permits = new Permits();

  const opened =
    (own: Partial<Pick<BatchDeps, 'hashOf'>>, whose: 'claim' | 'lend') =>
    async (tx: Tx, keys: readonly BalanceKey[], options: OpenOptions = {}) => {
      const beforeLock: BatchDeps['beforeLock'] = (wanted, after) =>
        whose === 'claim' ? kept.invalidate(tx, wanted) : kept.trackLocked(tx, wanted, after);
      const { byId } = await currencies.read(tx);
      for (const key of keys) if (!byId.has(key.currency)) await currencies.find(tx, key.currency);
      const batch = new LockedBatch({
        tx,
        currencies: byId,
        permits,
        onCommit,
        beforeLock,
        ...own,
        ...options,
      });
      await batch.include(keys);
      return batch;
    };
  const open = opened({ hashOf }, 'claim');
  const postBatch = (tx: Tx, journals: readonly Journal[]) => postJournals(open, tx, journals);

  return {
    postBatch,
    async post(tx, journal) {
      const [posted] = await postBatch(tx, [journal]);
      return posted ?? refuse('internal_error');
    },
    async reserve(tx, kind, at, holds) {
      const refused = new Set<string>();
      const batch = await open(tx, holds);
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
    openBatch: opened({}, 'claim'),
    cache: kept,
    enableCache: async (queries) => kept.reset((await currencies.read(queries)).byId),
    openTracked: opened({}, 'lend'),
    claimPermits: () => permits.claim(),
    balances: readBalances,
    balance: async (queries, account, currency) =>
      (await readBalance(queries, account, currency)) ?? { account, currency, available: ZERO, held: ZERO },
    currencies: async (queries) => (await currencies.read(queries)).list,
    currency: async (queries, id) => (await currencies.find(queries, id)) ?? refuse('currency_unknown'),
    codeOf: (id) => currencies.codeOf(id),
    async addCurrency(tx, added) {
      const currency =
        (await insertCurrency(tx, added)) ?? refuse('currency_code_taken', { code: added.code });
      tx.afterCommit(() => currencies.put(currency));
      return currency;
    },
    async retitleCurrency(tx, id, title) {
      const currency = (await updateTitle(tx, id, title)) ?? refuse('currency_unknown');
      tx.afterCommit(() => currencies.put(currency));
    },
    followCurrencies: (rows) => followCurrencies(rows, currencies),
  };
}
