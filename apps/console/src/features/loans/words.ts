import type { LoanReason, ReplyOf } from '@karat/contract';

export type Loan = ReplyOf<'console/loan_list'>['data'][number];
export type State = Loan['state'];

export const STATES: readonly { readonly value: State | 'all'; readonly label: string }[] = [
  { value: 'pending', label: 'Queue' },
  { value: 'active', label: 'Running' },
  { value: 'liquidated', label: 'Liquidated' },
  { value: 'repaid', label: 'Repaid' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'cancelled', label: 'Withdrawn' },
  { value: 'all', label: 'All' },
];

export const REASONS: Readonly<Record<LoanReason, string>> = {
  collateral_low: 'Collateral too low',
  documents_missing: 'Documents missing',
  purpose_unclear: 'Purpose unclear',
  history_insufficient: 'Account history too short',
  pool_exhausted: 'Loan pool exhausted',
};

const HOUR_MS = 3_600_000;

/** Time until a decision is due in whole hours; negative once it is late. */
export const hoursLeft = (decideByMs: number, now: number): number =>
  Math.floor((decideByMs - now) / HOUR_MS);

const DAY_HOURS = 24;

/** Hours in words: `2 d 3 h left`, `late 5 h`. */
export function timeLeft(hours: number): string {
  const all = Math.abs(hours);
  const days = Math.floor(all / DAY_HOURS);
  const text = days === 0 ? `${all} h` : `${days} d ${all % DAY_HOURS} h`;
  return hours < 0 ? `late ${text}` : `${text} left`;
}
