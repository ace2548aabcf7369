import type { FieldState } from '../../lib/form-state.ts';
import { useText } from '../../lib/text.ts';
import { Field, PasswordField } from '../../ui/index.ts';
import { securityText } from './text.ts';

/** The login password, required before credentials change. */
export function ProofPassword({ value, onValue, errorFor }: FieldState) {
  const t = useText(securityText);
  return (
    <PasswordField
      label={t('proof_password')}
      value={value}
      onValue={onValue}
      error={errorFor(value === '' ? t('error_empty') : null)}
    />
  );
}

/** A code of the authenticator or a backup code. */
export function OneTimeCode({ value, onValue, errorFor }: FieldState) {
  const t = useText(securityText);
  return (
    <Field
      label={t('totp_code')}
      value={value}
      onValue={onValue}
      error={errorFor(value.trim() === '' ? t('error_empty') : null)}
      hint={t('totp_code_hint')}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={24}
    />
  );
}
