import { DAY_MS } from '../durations.ts';

/** Parts of the credit score in the order in which they are shown. */
export const CREDIT_PARTS = [
  'base',
  'verification',
  'age',
  'loans_on_time',
  'loans_late',
  'loans_overdue',
  'auctions_unpaid',
  'proofs_refused',
] as const;
export type CreditPart = (typeof CREDIT_PARTS)[number];

/** Facts about a user that the score counts. */
export interface CreditFacts {
  /** Verification level. */
  readonly level: number;
  /** When the account was opened, unix ms. */
  readonly createdMs: number;
  /** Loans that were repaid without a day overdue. */
  readonly loansOnTime: number;
  /** Loans, closed ones included, that were overdue for a day or more. */
  readonly loansLate: number;
  /** Loans that are overdue now. */
  readonly loansOverdue: number;
  /** Auctions that the user won and did not pay. */
  readonly auctionsUnpaid: number;
  /** Proofs of bank payments that operators refused as unusable, used before, or of another payer. */
  readonly proofsRefused: number;
}

/** Points of each unit of a part, negative for what lowers the score, and how many units count. */
interface CreditTerms {
  readonly each: number;
  readonly countMax: number;
}

const AGE_DAYS = 30;

export const CREDIT_TERMS: Readonly<Record<CreditPart, CreditTerms>> = {
  base: { each: 100, countMax: 1 },
  verification: { each: 10, countMax: 2 },
  /** Each 30 days. */
  age: { each: 1, countMax: 30 },
  loans_on_time: { each: 5, countMax: 10 },
  loans_late: { each: -10, countMax: 5 },
  loans_overdue: { each: -20, countMax: 2 },
  auctions_unpaid: { each: -10, countMax: 3 },
  proofs_refused: { each: -10, countMax: 3 },
};

/** The highest score; the lowest is 0. */
export const CREDIT_SCORE_MAX = CREDIT_PARTS.reduce((sum, part) => {
  const { each, countMax } = CREDIT_TERMS[part];
  return sum + Math.max(0, each) * countMax;
}, 0);

export interface CreditScorePart extends CreditTerms {
  readonly part: CreditPart;
  /** Units of the user, also those beyond `countMax`. */
  readonly count: number;
  readonly points: number;
}

export interface CreditScore {
  /** 0 to `CREDIT_SCORE_MAX`. */
  readonly score: number;
  readonly parts: readonly CreditScorePart[];
}

function countOf(part: CreditPart, facts: CreditFacts, now: number): number {
  switch (part) {
    case 'base':
      return 1;
    case 'verification':
      return facts.level;
    case 'age':
      return Math.max(0, Math.floor((now - facts.createdMs) / (AGE_DAYS * DAY_MS)));
    case 'loans_on_time':
      return facts.loansOnTime;
    case 'loans_late':
      return facts.loansLate;
    case 'loans_overdue':
      return facts.loansOverdue;
    case 'auctions_unpaid':
      return facts.auctionsUnpaid;
    case 'proofs_refused':
      return facts.proofsRefused;
  }
}

/** Returns the score of a user at a moment with its parts: the sum of their points, at least 0. Nothing else counts. */
export function creditScoreOf(facts: CreditFacts, now: number): CreditScore {
  const parts = CREDIT_PARTS.map((part): CreditScorePart => {
    const terms = CREDIT_TERMS[part];
    const count = countOf(part, facts, now);
    return { part, count, ...terms, points: terms.each * Math.min(count, terms.countMax) };
  });
  return {
    score: Math.max(
      0,
      parts.reduce((sum, { points }) => sum + points, 0),
    ),
    parts,
  };
}
