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
export type IdentityCode = (typeof identityCodes)[number];

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
export type VerificationCode = (typeof verificationCodes)[number];

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
export type CredentialsCode = (typeof credentialsCodes)[number];

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
export type OperatorCode = (typeof operatorCodes)[number];

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
export type ComplianceCode = (typeof complianceCodes)[number];

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
export type GrowthCode = (typeof growthCodes)[number];

export const giftsCodes = [
  'gift_unknown',
  'gift_closed',
  'gift_code_invalid',
  'gift_code_known',
  'gift_own',
  'gifts_max',
] as const;
export type GiftsCode = (typeof giftsCodes)[number];
