export const ledgerCodes = [
  'insufficient_balance',
  'currency_unknown',
  'currency_disabled',
  'currency_code_taken',
] as const;
export type LedgerCode = (typeof ledgerCodes)[number];

export const walletCodes = [
  'amount_below_minimum',
  'amount_too_precise',
  'same_account',
  'same_currency',
  'price_unavailable',
  'conversion_limited',
  'quote_expired',
  'quote_used',
  'quote_differs',
  'quote_moved',
  'quote_limit',
  'recipient_unknown',
  'recipient_self',
  'recipient_frozen',
  'send_over_limit',
  'export_range',
  'export_too_large',
] as const;
export type WalletCode = (typeof walletCodes)[number];

export const depositsCodes = [
  'deposit_unavailable',
  'vouchers_open',
  'voucher_unknown',
  'voucher_decided',
  'voucher_without_image',
  'voucher_duplicate',
  'faucet_closed',
] as const;
export type DepositsCode = (typeof depositsCodes)[number];

export const withdrawalsCodes = [
  'withdrawal_unknown',
  'withdrawal_under_way',
  'withdrawal_may_confirm',
  'withdrawal_closed',
  'withdrawal_held',
  'withdrawal_limit',
  'network_halted',
  'fee_above_amount',
  'own_address',
  'payee_not_allowed',
  'payee_cooling',
  'batch_empty',
  'batch_unknown',
] as const;
export type WithdrawalsCode = (typeof withdrawalsCodes)[number];

export const outflowCodes = [
  'outflow_protected',
  'outflow_paused',
  'protection_not_longer',
  'first_payment_unconfirmed',
  'payment_disputed',
] as const;
export type OutflowCode = (typeof outflowCodes)[number];

export const payeesCodes = [
  'network_unknown',
  'address_invalid',
  'address_known',
  'name_special',
  'iban_invalid',
  'card_number_invalid',
  'aba_invalid',
  'swift_invalid',
  'bank_code_missing',
  'payee_phone_invalid',
  'payees_full',
  'payee_unknown',
] as const;
export type PayeesCode = (typeof payeesCodes)[number];

export const fiatCodes = [
  'fiat_region_unsupported',
  'fiat_method_unavailable',
  'fiat_amount_whole',
  'fiat_over_limit',
  'fiat_price_moved',
  'fiat_sold_out',
  'fiat_payer_invalid',
  'fiat_too_many_open',
  'fiat_order_unknown',
  'fiat_order_state',
  'fiat_proof_used',
  'fiat_line_unknown',
  'fiat_line_used',
  'fiat_line_mismatch',
  'fiat_other_person_needed',
  'fiat_not_refundable',
  'fiat_statement_invalid',
  'fiat_statement_account',
  'fiat_statement_known',
  'fiat_statement_overlap',
  'fiat_statement_gap',
  'fiat_statement_unknown',
  'fiat_account_unknown',
  'fiat_dispute_unknown',
  'fiat_dispute_state',
  'fiat_dispute_answers_max',
  'fiat_evidence_sent',
  'fiat_disputed',
  'fiat_chargebacks_short',
  'fiat_exception_unknown',
  'fiat_exception_state',
] as const;
export type FiatCode = (typeof fiatCodes)[number];
