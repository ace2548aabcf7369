import type { CorrectionReason } from '@karat/contract';

/** Why a balance is corrected; its owner reads the same in their language. */
export const REASONS: Readonly<Record<CorrectionReason, string>> = {
  booking_error: 'Earlier entry was wrong',
  deposit_missing: 'Deposit had not been credited',
  withdrawal_returned: 'Withdrawal came back',
  fee_refund: 'Fee given back',
  compensation: 'Compensation for a fault of ours',
  corporate_action: 'Dividend or split',
  other: 'Other',
};
