import { sha256Hex } from '@karat/evidence';
import type { CurrencyId, NftTransferCause } from '@karat/contract';
import { BTC, ETH, USDT } from '@karat/domains/ledger';
import { format, rate } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@karat/rules';
import type { ExtensionTerms } from '@karat/rules';

/** Terms of sales to come; configuration may replace each. A listing keeps those of its beginning. */
export interface NftPolicy extends ExtensionTerms {
  readonly feeRate: Rate;
  /** Share of the start price that each bidder holds. */
  readonly marginRate: Rate;
  readonly maxRoyalty: Rate;
  readonly payMs: number;
  /** The winner is reminded this long before the end of the time to pay. */
  readonly remindMs: number;
  readonly maxDays: number;
  readonly maxEditions: number;
  /** Files that an artist may keep without a work, and collections. */
  readonly maxUnused: number;
  readonly currencies: readonly CurrencyId[];
}

export const DEFAULT_POLICY: NftPolicy = {
  feeRate: rate('0.025'),
  marginRate: rate('0.1'),
  maxRoyalty: rate('0.1'),
  payMs: 24 * HOUR_MS,
  remindMs: HOUR_MS,
  windowMs: 5 * MINUTE_MS,
  maxExtensions: 24,
  maxDays: 30,
  maxEditions: 100,
  maxUnused: 50,
  currencies: [USDT, ETH, BTC],
};

/** Whether the times of a new sale are possible: the end after the start and now, within the longest duration. */
export const areTimesValid = (startMs: number, endMs: number, now: number, maxDays: number): boolean =>
  endMs > startMs && endMs > now && startMs <= now + maxDays * DAY_MS && endMs - now <= maxDays * DAY_MS;

export interface StepFacts {
  readonly code: string;
  /** SHA-256 of the artist's file. */
  readonly file: string;
  readonly step: number;
  readonly cause: NftTransferCause;
  /** Public tags of the owners. */
  readonly from: string | undefined;
  readonly to: string;
  readonly price: Amount | undefined;
  readonly currency: string | undefined;
  readonly at: number;
  /** Hash of the step before; empty for the first. */
  readonly previous: string;
}

/** Hash of one step of ownership over the step before it. */
export const stepHash = (facts: StepFacts): string =>
  sha256Hex(
    [
      ...['karat-nft-v1', facts.code, facts.file, facts.step, facts.cause, facts.from ?? '', facts.to],
      ...[
        facts.price === undefined ? '' : format(facts.price),
        facts.currency ?? '',
        facts.at,
        facts.previous,
      ],
    ].join('|'),
  );

/** Text by which a gallery is searched: names in lower case. */
export const searchText = (...names: readonly (string | undefined)[]): string =>
  names
    .filter((name) => name !== undefined)
    .join(' ')
    .toLowerCase();

/** A keyword as a prefix search of all its words; undefined without a word. */
export function searchQuery(keyword: string): string | undefined {
  const words = keyword.toLowerCase().match(/[\p{L}\p{N}]+/gu);
  return words?.map((word) => `${word}:*`).join(' & ');
}
