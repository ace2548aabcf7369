/** Refusals of console requests that change values and need a reason. */
export const changeRefusals = ['no_change', 'value_invalid', 'reason_required'] as const;

/** Refusals of an amount that is taken out of a coin's balance. */
export const spentAmountRefusals = [
  'insufficient_balance',
  'currency_unknown',
  'currency_disabled',
  'amount_too_precise',
] as const;

/** Refusals of a pair of coins that has no price to convert at. */
export const conversionPairRefusals = [
  'currency_unknown',
  'currency_disabled',
  'same_currency',
  'price_unavailable',
] as const;

/** Refusals of value that leaves an account, whatever the way. */
export const outgoingRefusals = [
  'price_unavailable',
  'account_frozen',
  'payee_not_allowed',
  'payee_cooling',
  'withdrawal_held',
  'withdrawal_limit',
  'outflow_protected',
  'outflow_paused',
  'loan_called',
  'loan_overdue',
] as const;

/** Refusals of a code that was sent to a contact. */
export const contactCodeRefusals = [
  'receiver_invalid',
  'code_wrong',
  'code_expired',
  'too_many_attempts',
] as const;
