import type { CurrencyId, ProjectKind, UserId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import type { Amount, Price } from '@karat/money';
import type { AllotmentTerms } from '@karat/rules';

export interface ProjectText {
  readonly title: string;
  readonly summary: string;
}
/** English is always there and stands in for a missing language. */
export type ProjectTexts = Partial<Readonly<Record<Lang, ProjectText>>> & { readonly en: ProjectText };

/** The price of a token in a currency that a project takes. */
export interface PayPrice {
  readonly currencyId: CurrencyId;
  readonly decimals: number;
  readonly price: Price;
}

/** Unix ms. */
export interface Timetable {
  readonly startMs: number;
  /** Excluded. */
  readonly endMs: number;
  /** Undefined: operators decide when the tokens are unlocked. */
  readonly listingMs: number | undefined;
}

/** A PDF in the file store. */
export interface Paper {
  /** Its address in the store. */
  readonly file: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly bytes: number;
}

/** What two operators approve. */
export interface ProjectTerms extends Timetable {
  readonly kind: ProjectKind;
  readonly code: string;
  readonly decimals: number;
  readonly texts: ProjectTexts;
  /** Addresses of pictures of this site. */
  readonly logo: string | undefined;
  readonly gallery: readonly string[];
  /** Address of a white paper on another site. */
  readonly whitePaper: string | undefined;
  /** The white paper as a document of this site. */
  readonly paper: Paper | undefined;
  readonly website: string | undefined;
  readonly demo: boolean;
  /** Tokens for sale. */
  readonly supply: Amount;
  /** In USDT. */
  readonly price: Price;
  readonly prices: readonly PayPrice[];
  /** Tokens: minimum of an application, maximum of a user's applications together. */
  readonly orderMin: Amount;
  readonly userMax: Amount;
}

export interface Project extends ProjectTerms {
  readonly id: number;
  /** The token. */
  readonly currencyId: CurrencyId;
  readonly cancelledMs: number | undefined;
  /** Terms of the allotment, from the start of the settlement on. */
  readonly allotment: AllotmentTerms | undefined;
  /** Number of the last application that is settled. */
  readonly settledUpTo: number;
  readonly settledMs: number | undefined;
  readonly unlockingMs: number | undefined;
  readonly listedMs: number | undefined;
}

/** Applications that are not cancelled. */
export interface ProjectTotals {
  readonly applied: Amount;
  readonly applications: number;
}

export interface Application {
  readonly id: number;
  readonly projectId: number;
  readonly userId: UserId;
  /** Tokens applied for. */
  readonly amount: Amount;
  /** The paying currency. */
  readonly currencyId: CurrencyId;
  readonly payDecimals: number;
  readonly price: Price;
  readonly held: Amount;
  readonly appliedMs: number;
  readonly cancelledMs: number | undefined;
  readonly settled: { readonly tokens: Amount; readonly paid: Amount; readonly atMs: number } | undefined;
}

export interface Dividend {
  readonly id: number;
  readonly projectId: number;
  readonly currencyId: CurrencyId;
  readonly decimals: number;
  readonly amount: Amount;
  readonly recordMs: number;
  readonly recordedMs: number | undefined;
  readonly holders: number | undefined;
  readonly finishedMs: number | undefined;
}
