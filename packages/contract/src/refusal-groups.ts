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

/** Refusals of a command to an engine that repeats it, is full or has lost its database. */
export const engineRefusals = ['idempotency_conflict', 'busy', 'outcome_unknown'] as const;

/** Refusals of a new position. */
export const openingRefusals = [
  'market_unknown',
  'contract_closed',
  'market_halted',
  'contract_hours',
  'index_stale',
  'lots_invalid',
  'multiple_invalid',
  'multiple_capped',
  'target_price_invalid',
  'price_tick',
  'stop_side_wrong',
  'exposure_full',
  'user_limit',
  'too_many_positions',
] as const;

/** Refusals of an order whose margin a coupon pays. */
export const couponRefusals = [
  'coupon_unknown',
  'coupon_used',
  'coupon_kind',
  'trial_order',
  'trial_market',
  'trial_multiple',
  'trial_face',
  'trial_running',
  'trial_uncovered',
] as const;

/** Refusals of an order that closes and opens, besides those of the close. */
export const reopeningRefusals = [
  'contract_closed',
  'lots_invalid',
  'multiple_invalid',
  'multiple_capped',
  'exposure_full',
  'user_limit',
  'too_many_positions',
] as const;

/** Refusals of a close. */
export const closingRefusals = [
  'position_unknown',
  'position_not_open',
  'market_halted',
  'contract_hours',
  'index_stale',
  'loss_not_covered',
  'pool_exhausted',
  ...engineRefusals,
] as const;
