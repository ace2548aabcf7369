import { ACCOUNT_NAMES, ACCOUNT_TYPES, userId } from '@karat/contract';
import type { AccountName, UserId } from '@karat/contract';

declare const kind: unique symbol;
/** Number of a ledger account; computed from its owner, never looked up. */
export type AccountId = number & { readonly [kind]: 'AccountId' };

/** The house accounts by their reserved numbers. `external` is the outside world and the only one that may be negative. */
const HOUSE_NUMBERS = {
  external: 1,
  fees: 2,
  promotion: 3,
  rounding: 4,
  conversion: 5,
  insurance: 6,
  option_pool: 7,
  interest: 8,
  auction_margins: 9,
  contracts_pool: 10,
  /** Money on the house's bank accounts, and the coins that it sells for it. */
  bank: 12,
  fiat_desk: 13,
  /** Covers the worst case of dual currency orders. */
  dual: 14,
  /** What users paid for allotted tokens. */
  launchpad: 15,
  /** Income of funds, from which dividends are paid. */
  dividends: 16,
  /** Money that is lent, and what borrowers pay back. */
  loan_pool: 18,
  /** Stakes of rounds until they are paid out. */
  game_pool: 20,
  /** Pays for coins that were sold for a disputed payment and that do not come back. */
  fiat_chargebacks: 21,
} as const;
export type HouseAccountName = keyof typeof HOUSE_NUMBERS;
export const HOUSE_ACCOUNTS = Object.keys(HOUSE_NUMBERS) as readonly HouseAccountName[];
const HOUSE_NAMES = new Map(
  HOUSE_ACCOUNTS.map((name): [number, HouseAccountName] => [HOUSE_NUMBERS[name], name]),
);

/** Shards of a hot house account, so that two writers need not wait for one row. */
export const HOUSE_SHARDS = 16;
const ACCOUNTS_PER_USER = 8;
/** House accounts are below it, users' accounts above (their ids begin at 100,001). */
export const HOUSE_ID_MAX = 65_535;

/** A user's account: `userId * 8 + type` with the wire's type numbers. */
export const userAccount = (user: UserId, type: AccountName): AccountId =>
  (user * ACCOUNTS_PER_USER + ACCOUNT_TYPES[type]) as AccountId;

/** A house account; `shard` 0 to 15 for the hot ones (any number may be passed modulo by the caller). */
export function houseAccount(name: HouseAccountName, shard = 0): AccountId {
  if (!Number.isInteger(shard) || shard < 0 || shard >= HOUSE_SHARDS) throw new RangeError(`shard ${shard}`);
  return (HOUSE_NUMBERS[name] * HOUSE_SHARDS + shard) as AccountId;
}

export type AccountOwner =
  | { readonly owner: 'user'; readonly userId: UserId; readonly type: AccountName }
  | { readonly owner: 'house'; readonly name: HouseAccountName; readonly shard: number };

/** Returns the owner of an account number; throws on an unknown number, which is a bug. */
export function ownerOf(account: AccountId): AccountOwner {
  if (account > HOUSE_ID_MAX) {
    const type = ACCOUNT_NAMES[(account % ACCOUNTS_PER_USER) - 1];
    if (type) return { owner: 'user', userId: userId(Math.floor(account / ACCOUNTS_PER_USER)), type };
  } else {
    const name = HOUSE_NAMES.get(Math.floor(account / HOUSE_SHARDS));
    if (name) return { owner: 'house', name, shard: account % HOUSE_SHARDS };
  }
  throw new RangeError(`unknown account number ${account}`);
}

/** User id of the owner; meaningless for house accounts. */
export const ownerNumber = (account: AccountId): number => Math.floor(account / ACCOUNTS_PER_USER);
export const isHouse = (account: AccountId): boolean => account <= HOUSE_ID_MAX;
/** Whether the account may be negative: only the external one. */
export const mayGoNegative = (account: AccountId): boolean =>
  Math.floor(account / HOUSE_SHARDS) === HOUSE_NUMBERS.external;

/** Readable name: `100001 change`, `house fees 3`. */
export function accountTitle(account: AccountId): string {
  const who = ownerOf(account);
  return who.owner === 'user' ? `${who.userId} ${who.type}` : `house ${who.name} ${who.shard}`;
}
