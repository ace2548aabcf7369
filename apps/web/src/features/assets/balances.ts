import { ACCOUNT_TYPES } from '@karat/contract';
import { amount, compare, mulDown, plus, price, roundDown } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import type { AllReplies } from '../../lib/calls.ts';

type Wallets = AllReplies['wallet/list'];

/** The four accounts by field name, in display order. */
export const ACCOUNTS = ['change', 'lever', 'micro', 'legal'] as const;
export type Account = (typeof ACCOUNTS)[number];

export const accountOfType = (type: number): Account | undefined =>
  ACCOUNTS.find((account) => ACCOUNT_TYPES[account] === type);

/** A balance of any account. */
export interface Balance {
  readonly currency: number;
  readonly name: string;
  readonly available: Amount;
  readonly held: Amount;
  /** Value in USDT, available and held. */
  readonly worth: Amount;
  /** Of that value; undefined without one. */
  readonly price: Price | undefined;
  /** Available and held as a list shows them: rounded down to the decimals that operators set; the record has all of them. */
  readonly shown: Amount;
}

interface Row {
  readonly currency: number;
  readonly currency_name: string;
  readonly usdt_price: string;
  readonly display_decimals?: number | undefined;
}

const DECIMALS_MAX = 10;

const balance = (row: Row, available: string, held: string): Balance => ({
  currency: row.currency,
  name: row.currency_name,
  available: amount(available),
  held: amount(held),
  worth: mulDown(plus(amount(available), amount(held)), price(row.usdt_price)),
  price: row.usdt_price === '0' ? undefined : price(row.usdt_price),
  shown: roundDown(plus(amount(available), amount(held)), row.display_decimals ?? DECIMALS_MAX),
});

/** The balances of one account; each account's field names contain its name. */
export function balancesOf(wallets: Wallets, account: Account): readonly Balance[] {
  switch (account) {
    case 'legal':
      return wallets.legal_wallet.balance.map((row) =>
        balance(row, row.legal_balance, row.lock_legal_balance),
      );
    case 'change':
      return wallets.change_wallet.balance.map((row) =>
        balance(row, row.change_balance, row.lock_change_balance),
      );
    case 'lever':
      return wallets.lever_wallet.balance.map((row) =>
        balance(row, row.lever_balance, row.lock_lever_balance),
      );
    case 'micro':
      return wallets.micro_wallet.balance.map((row) =>
        balance(row, row.micro_balance, row.lock_micro_balance),
      );
  }
}

/** Value of an account in USDT, as computed by the server. */
export const worthOf = (wallets: Wallets, account: Account): string =>
  wallets[`${account}_wallet`].usdt_totle;

export interface Holding {
  readonly name: string;
  readonly worth: Amount;
}

/** Holdings by currency over all accounts, most valuable first. */
export function holdings(wallets: Wallets): readonly Holding[] {
  const sums = new Map<string, Amount>();
  for (const account of ACCOUNTS) {
    for (const { name, worth } of balancesOf(wallets, account))
      sums.set(name, plus(sums.get(name) ?? amount('0'), worth));
  }
  return [...sums]
    .map(([name, worth]) => ({ name, worth }))
    .filter(({ worth }) => worth > 0n)
    .toSorted((a, b) => compare(b.worth, a.worth));
}

/** The first holdings, the rest as one slice. */
export function largest(all: readonly Holding[], count: number, others: string): readonly Holding[] {
  if (all.length <= count) return all;
  const rest = all.slice(count).reduce((sum, { worth }) => plus(sum, worth), amount('0'));
  return [...all.slice(0, count), { name: others, worth: rest }];
}

/** Balances below this value in USDT are small. */
const SMALL = amount('1');
export const isSmall = ({ worth }: Balance): boolean => worth < SMALL;

/** Sorts non-zero balances first, most valuable first. */
export const byWorth = (balances: readonly Balance[]): readonly Balance[] =>
  balances.toSorted(
    (a, b) => compare(b.worth, a.worth) || compare(b.available + b.held, a.available + a.held),
  );
