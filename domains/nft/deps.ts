import type { CurrencyId, UserId } from '@karat/contract';
import type { Currency, Ledger } from '@karat/domains/ledger';
import type { Messages } from '@karat/domains/messages';
import type { Outflow } from '@karat/domains/outflow';
import { maskedName } from '@karat/domains/payees';
import type { Proofs } from '@karat/domains/proofs';
import { rate } from '@karat/money';
import type { Rate } from '@karat/money';
import type { Context } from '@karat/platform/context';
import type { Seal, Signer } from '@karat/platform/crypto';
import { keyedHash } from '@karat/platform/crypto';
import type { Queries } from '@karat/platform/db';
import type { Files } from '@karat/platform/files';
import { discountedRate } from '@karat/rules';
import type { NftPolicy } from './rules.ts';
import type { Listing } from './types.ts';

/** A user as the marketplace shows it. */
export interface Person {
  readonly id: UserId;
  readonly nickname: string;
  readonly headPortrait: string | null;
}

export interface NftDeps {
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly messages: Pick<Messages, 'notify' | 'notifyAll'>;
  readonly proofs: Pick<Proofs, 'leave' | 'newest'>;
  /** Judges payments for listings; see `mayPay` of outflow. */
  readonly outflow: Pick<Outflow, 'mayPay'>;
  readonly files: Pick<Files, 'keep' | 'publish'>;
  readonly people: (db: Queries, users: readonly UserId[]) => Promise<readonly Person[]>;
  /** Seals server seeds until they are revealed. */
  readonly seal: Seal;
  /** Signs exports of provenance. */
  readonly signer: Signer;
  /** Key of the public tags of owners. */
  readonly secret: Uint8Array;
  readonly policy: NftPolicy;
  /** Discount on fees of a user; without it there is none. */
  readonly feeDiscount?: (user: UserId) => Rate;
  /** Pause between two looks at due work, ms. */
  readonly pollMs?: number;
  /** Maximum rows of one step of due work. */
  readonly batch?: number;
  /** Called between the steps of a settlement, for tests that kill the process. */
  readonly onStep?: (step: NftWorkStep) => void;
}

export type NftWorkStep = 'claimed' | 'posted' | 'written';

const NO_DISCOUNT = rate(0n);

/** Fee rate of a seller's sales from now on, less the VIP discount; a listing keeps the one of its beginning. */
export function feeTermsOf(
  { policy, feeDiscount }: Pick<NftDeps, 'policy' | 'feeDiscount'>,
  seller: UserId | undefined,
): Pick<Listing, 'feeRate' | 'fullFeeRate' | 'feeDiscount'> {
  const discount = (seller === undefined ? undefined : feeDiscount?.(seller)) ?? NO_DISCOUNT;
  const { feeRate: fullFeeRate } = policy;
  return { feeRate: discountedRate(fullFeeRate, discount), fullFeeRate, feeDiscount: discount };
}

/** Kind of the receipts of draws. */
export const RECEIPT_KIND = 'nft-box';
/** Kind of the receipts of sales. */
export const SALE_RECEIPT_KIND = 'nft-sale';

const TAG_DIGITS = 16;
/** Public tag of an owner: the same for all works, and no way back to the UID. */
export const ownerTag = ({ secret }: Pick<NftDeps, 'secret'>, user: UserId): string =>
  keyedHash(secret, 'nft-owner', String(user)).toString('hex').slice(0, TAG_DIGITS);

/** Masked names of users by UID. */
export async function maskedNames(
  { people }: Pick<NftDeps, 'people'>,
  db: Queries,
  users: readonly (UserId | undefined)[],
): Promise<(user: UserId) => string> {
  const ids = [...new Set(users.filter((user) => user !== undefined))];
  const names = new Map((await people(db, ids)).map(({ id, nickname }) => [id, maskedName(nickname)]));
  return (user) => names.get(user) ?? maskedName('');
}

/** Currencies by id; an unknown one throws, which is a bug. */
export async function currenciesOf(
  { ledger }: Pick<NftDeps, 'ledger'>,
  db: Queries,
): Promise<(id: CurrencyId) => Currency> {
  const byId = new Map((await ledger.currencies(db)).map((currency) => [currency.id, currency]));
  return (id) => {
    const currency = byId.get(id);
    if (!currency) throw new Error(`unknown currency ${id}`);
    return currency;
  };
}
