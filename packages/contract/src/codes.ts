/** Refusals that any call may return. */
export const commonCodes = [
  'unauthenticated',
  'not_verified',
  'forbidden',
  'parameter_error',
  'not_found',
  'host_unknown',
  'method_not_allowed',
  'body_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'idempotency_conflict',
  'unavailable',
  'internal_error',
] as const;

export const ledgerCodes = [
  'insufficient_balance',
  'currency_unknown',
  'currency_disabled',
  'currency_code_taken',
] as const;

export const identityCodes = [
  'sms_limit_reached',
  'login_failed',
  'registration_failed',
  'account_frozen',
  'too_many_attempts',
  'code_wrong',
  'code_expired',
  'passwords_differ',
  'password_too_short',
  'password_too_long',
  'password_common',
  'invite_unknown',
  'receiver_invalid',
  'nickname_invalid',
  'signature_invalid',
  'image_invalid',
  'image_too_large',
  'area_unknown',
  'password_wrong',
  'code_required',
  'login_code_required',
  'receiver_same',
  'password_required',
  'proof_required',
  'passkey_required',
  'contact_recent',
  'link_invalid',
  'old_code_wrong',
  'anti_phishing_invalid',
] as const;

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

export const marketCodes = [
  'market_unknown',
  'index_broken',
  'period_unknown',
  'range_invalid',
  'favourites_full',
  'drawings_full',
] as const;

export const spotCodes = [
  'market_halted',
  'market_cancel_only',
  'market_closed',
  'price_invalid',
  'price_tick',
  'quantity_lot',
  'quantity_invalid',
  'notional_too_small',
  'order_too_large',
  'price_outside_band',
  'would_take',
  'stop_price_invalid',
  'order_unknown',
  'order_not_open',
  'amend_invalid',
  'too_many_open_orders',
  'busy',
  'index_stale',
] as const;

export const contentCodes = ['article_unknown', 'article_published'] as const;

export const operatorCodes = [
  'operator_login_failed',
  'operator_passkey_last',
  'operator_login_taken',
  'operator_own_change',
  'operator_needed',
  'operator_setup_invalid',
  'totp_wrong',
  'approval_unknown',
  'approval_own',
  'approval_decided',
  'approval_stale',
  'no_change',
  'product_halted',
  'clock_still_wrong',
  'reason_required',
  'value_invalid',
] as const;

export const verificationCodes = [
  'receiver_unbound',
  'real_name_invalid',
  'document_number_invalid',
  'document_type_missing',
  'document_pictures_missing',
  'verification_open',
  'verification_done',
  'verification_level_one_first',
  'verification_unknown',
  'verification_decided',
  'verification_level_same',
] as const;

export const credentialsCodes = [
  'pay_password_unset',
  'pay_password_wrong',
  'pay_password_exists',
  'pay_password_same',
  'totp_exists',
  'totp_unset',
  'totp_not_begun',
  'passkey_origin',
  'passkey_refused',
  'passkeys_full',
  'api_keys_full',
  'network_invalid',
  'network_needed',
  'network_wide',
  'signature_wrong',
  'timestamp_outside',
  'signature_used',
  'right_missing',
  'unfreeze_unasked',
] as const;

export const messagesCodes = ['notice_unknown', 'notice_group_fixed', 'push_endpoint'] as const;

export const depositsCodes = [
  'deposit_unavailable',
  'vouchers_open',
  'voucher_unknown',
  'voucher_decided',
  'voucher_without_image',
  'voucher_duplicate',
  'faucet_closed',
] as const;

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

export const outflowCodes = [
  'outflow_protected',
  'outflow_paused',
  'protection_not_longer',
  'first_payment_unconfirmed',
  'payment_disputed',
] as const;

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

export const contractsCodes = [
  'contract_closed',
  'contract_hours',
  'lots_invalid',
  'multiple_invalid',
  'multiple_capped',
  'target_price_invalid',
  'stop_side_wrong',
  'exposure_full',
  'user_limit',
  'too_many_positions',
  'position_unknown',
  'position_not_open',
  'position_not_pending',
  'margin_not_isolated',
  'margin_not_removable',
  'loss_not_covered',
  'pool_exhausted',
  'trial_order',
  'trial_market',
  'trial_multiple',
  'trial_face',
  'trial_running',
  'trial_uncovered',
  'trial_fixed',
  'outcome_unknown',
] as const;

export const optionsCodes = [
  'option_closed',
  'option_hours',
  'option_duration_unknown',
  'option_currency',
  'option_stake_limits',
  'option_user_limit',
  'option_window_limit',
  'option_pool_limit',
  'option_daily_stake',
  'option_daily_loss',
  'option_cooling_off',
  'option_region',
  'option_quiz_required',
  'option_quiz_invalid',
  'option_unknown',
] as const;

export const dualCodes = [
  'dual_product_unknown',
  'dual_order_unknown',
  'dual_not_open',
  'dual_sold_out',
  'dual_user_limit',
  'dual_uncovered',
  'dual_terms_changed',
  'dual_settlement_unknown',
  'dual_settlement_decided',
] as const;

export const nftCodes = [
  'nft_unknown',
  'nft_artist_unknown',
  'nft_collection_unknown',
  'nft_order_unknown',
  'nft_not_on_sale',
  'nft_own_listing',
  'nft_sold',
  'nft_sold_out',
  'nft_price_changed',
  'nft_user_limit',
  'nft_bid_low',
  'nft_order_paid',
  'nft_order_expired',
  'nft_not_owner',
  'nft_listed',
  'nft_hidden',
  'nft_time_invalid',
  'nft_price_invalid',
  'nft_currency',
  'nft_resale_final',
  'nft_has_bids',
  'nft_box_opened',
  'nft_seed_invalid',
  'nft_artist_required',
  'nft_artist_already',
  'nft_application_open',
  'nft_name_invalid',
  'nft_name_taken',
  'nft_text_too_long',
  'nft_upload_unknown',
  'nft_uploads_full',
  'nft_cover_required',
  'nft_media_invalid',
  'nft_audio_invalid',
  'nft_media_too_large',
  'nft_media_too_long',
  'nft_work_known',
  'nft_editions',
  'nft_royalty',
  'nft_decided',
  'nft_series_editions',
  'nft_report_open',
  'nft_report_unknown',
  'nft_report_closed',
] as const;

export const loansCodes = [
  'loan_unknown',
  'loan_not_eligible',
  'loan_application_open',
  'loan_amount',
  'loan_days',
  'loan_collateral',
  'loan_leverage',
  'loan_decided',
  'loan_not_open',
  'loan_pool_empty',
  'loan_release_limit',
  'loan_risk',
  'loan_overdue',
  'loan_called',
] as const;

export const gamesCodes = [
  'game_unknown',
  'game_not_open',
  'game_closed',
  'game_option',
  'game_terms_changed',
  'game_stake_limits',
  'game_user_max',
  'game_quiz_required',
  'game_region',
  'game_entry_unknown',
  'game_not_entered',
  'game_dispute_closed',
  'game_dispute_known',
  'game_dispute_unknown',
  'game_dispute_decided',
  'game_state',
  'game_texts',
  'game_schedule_unknown',
] as const;

export const copytradeCodes = [
  'trader_unknown',
  'trader_already',
  'trader_full',
  'trader_decided',
  'application_open',
  'follow_self',
  'follow_loop',
  'follow_full',
  'follow_unknown',
  'follow_number_invalid',
] as const;

export const miningCodes = [
  'mining_product_unknown',
  'mining_not_open',
  'mining_sold_out',
  'mining_vip_only',
  'mining_minimum',
  'mining_maximum',
  'mining_redeem_amount',
  'mining_order_unknown',
  'mining_order_ended',
  'mining_flexible',
  'mining_fixed',
  'mining_boosted',
  'mining_boost_small',
  'mining_boost_uncovered',
  'clock_untrusted',
] as const;

export const recurringCodes = [
  'recurring_unknown',
  'recurring_market',
  'recurring_day',
  'recurring_time_zone',
  'recurring_plans_max',
  'recurring_minimum',
  'recurring_maximum',
  'recurring_not_active',
  'recurring_not_paused',
  'recurring_ended',
  'recurring_placing',
  'recurring_date',
  'recurring_skip_max',
] as const;

export const alertsCodes = [
  'alert_unknown',
  'alert_exists',
  'alert_target',
  'alert_decimals',
  'alerts_max',
] as const;

export const launchpadCodes = [
  'project_unknown',
  'project_not_open',
  'project_price_changed',
  'project_pay_currency',
  'project_minimum',
  'project_maximum',
  'project_order_unknown',
  'project_order_ended',
  'project_paper_unknown',
  'project_paper_invalid',
  'project_state',
  'dividend_uncovered',
] as const;

export const growthCodes = [
  'invitation_unknown',
  'invitation_decided',
  'coupon_unknown',
  'coupon_used',
  'coupon_kind',
  'coupon_other_active',
  'coupon_code',
  'coupon_redeemed',
  'coupon_exhausted',
] as const;

export const portfolioCodes = ['portfolio_month', 'portfolio_year', 'portfolio_incomplete'] as const;

export const giftsCodes = [
  'gift_unknown',
  'gift_closed',
  'gift_code_invalid',
  'gift_code_known',
  'gift_own',
  'gifts_max',
] as const;

export const proofsCodes = ['receipt_unknown', 'liabilities_unknown'] as const;

export const supportCodes = [
  'support_unknown',
  'support_closed',
  'support_ended',
  'support_empty',
  'support_reference_unknown',
  'support_too_many',
  'support_not_closed',
  'support_rated',
  'support_no_email',
  'support_transcript_limit',
  'support_assigned',
  'support_operator_unknown',
  'support_sensitive',
  'support_merge',
  'support_newer',
  'support_no_account',
  'support_shortcut_taken',
] as const;

export const chatCodes = [
  'chat_room_unknown',
  'chat_room_closed',
  'chat_room_taken',
  'chat_muted',
  'chat_slow_mode',
  'chat_link',
  'chat_message_unknown',
  'chat_own_message',
  'chat_author_unknown',
  'chat_block_limit',
  'chat_decided',
] as const;

export const stocksCodes = ['stock_action_invalid', 'stock_action_time', 'stock_action_decided'] as const;

export const complianceCodes = [
  'case_unknown',
  'case_closed',
  'case_assigned',
  'case_operator_unknown',
  'case_outcome',
  'case_own_decision',
  'case_closing',
  'case_screening',
] as const;

export const codes = [
  ...commonCodes,
  ...ledgerCodes,
  ...identityCodes,
  ...walletCodes,
  ...marketCodes,
  ...spotCodes,
  ...contentCodes,
  ...operatorCodes,
  ...verificationCodes,
  ...credentialsCodes,
  ...messagesCodes,
  ...depositsCodes,
  ...withdrawalsCodes,
  ...outflowCodes,
  ...payeesCodes,
  ...fiatCodes,
  ...contractsCodes,
  ...optionsCodes,
  ...dualCodes,
  ...nftCodes,
  ...growthCodes,
  ...giftsCodes,
  ...loansCodes,
  ...gamesCodes,
  ...copytradeCodes,
  ...miningCodes,
  ...launchpadCodes,
  ...portfolioCodes,
  ...proofsCodes,
  ...recurringCodes,
  ...alertsCodes,
  ...stocksCodes,
  ...supportCodes,
  ...chatCodes,
  ...complianceCodes,
] as const;

/** The stable machine code of a refusal (`error` in the envelope). */
export type Code = (typeof codes)[number];
export type CommonCode = (typeof commonCodes)[number];
export type LedgerCode = (typeof ledgerCodes)[number];
export type IdentityCode = (typeof identityCodes)[number];
export type WalletCode = (typeof walletCodes)[number];
export type MarketCode = (typeof marketCodes)[number];
export type SpotCode = (typeof spotCodes)[number];
export type ContentCode = (typeof contentCodes)[number];
export type OperatorCode = (typeof operatorCodes)[number];
export type VerificationCode = (typeof verificationCodes)[number];
export type CredentialsCode = (typeof credentialsCodes)[number];
export type MessagesCode = (typeof messagesCodes)[number];
export type DepositsCode = (typeof depositsCodes)[number];
export type WithdrawalsCode = (typeof withdrawalsCodes)[number];
export type OutflowCode = (typeof outflowCodes)[number];
export type PayeesCode = (typeof payeesCodes)[number];
export type FiatCode = (typeof fiatCodes)[number];
export type ContractsCode = (typeof contractsCodes)[number];
export type OptionsCode = (typeof optionsCodes)[number];
export type DualCode = (typeof dualCodes)[number];
export type NftCode = (typeof nftCodes)[number];
export type GrowthCode = (typeof growthCodes)[number];
export type GiftsCode = (typeof giftsCodes)[number];
export type LoansCode = (typeof loansCodes)[number];
export type GamesCode = (typeof gamesCodes)[number];
export type CopytradeCode = (typeof copytradeCodes)[number];
export type MiningCode = (typeof miningCodes)[number];
export type LaunchpadCode = (typeof launchpadCodes)[number];
export type PortfolioCode = (typeof portfolioCodes)[number];
export type ProofsCode = (typeof proofsCodes)[number];
export type AlertsCode = (typeof alertsCodes)[number];
export type RecurringCode = (typeof recurringCodes)[number];
export type StocksCode = (typeof stocksCodes)[number];
export type SupportCode = (typeof supportCodes)[number];
export type ChatCode = (typeof chatCodes)[number];
export type ComplianceCode = (typeof complianceCodes)[number];
