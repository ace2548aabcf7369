import type { CorrectionReason } from '@karat/contract';

/** Reasons of corrections; the user reads the same one translated. */
export const REASONS: Readonly<Record<CorrectionReason, string>> = {
  booking_error: 'Earlier entry was wrong',
  deposit_missing: 'Deposit had not been credited',
  withdrawal_returned: 'Withdrawal came back',
  fee_refund: 'Fee given back',
  compensation: 'Compensation for a fault of ours',
  corporate_action: 'Dividend or split',
  other: 'Other',
};
