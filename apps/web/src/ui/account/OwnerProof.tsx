import { Fingerprint } from 'lucide-react';
import { api } from '../../lib/api.ts';
import { succeeded } from '../../lib/succeeded.ts';
import type { SentTo } from '../../lib/calls.ts';
import { useText } from '../../lib/text.ts';
import { Field, PasswordField } from '../Field.tsx';
import { Callout } from '../Callout.tsx';
import { Tabs } from '../Tabs.tsx';
import { CodeField } from './CodeField.tsx';
import type { OwnerProofForm, ProofWay } from './owner-proof.ts';
import { accountText } from './text.ts';

type Purpose = SentTo<'safe/send_code'>['purpose'];

const LABELS = { totp: 'by_totp', code: 'by_code', passkey: 'by_passkey' } as const;

/** The field of the chosen proof. */
function Chosen({ of, way, purpose }: { of: OwnerProofForm; way: ProofWay; purpose: Purpose }) {
  const t = useText(accountText);
  if (way === 'passkey') {
    return (
      <p className="flex items-center gap-3 text-sm text-muted">
        <Fingerprint className="size-6 shrink-0 text-gold-ink" aria-hidden="true" />
        {t('passkey_next')}
      </p>
    );
  }
  if (way === 'code') {
    const old = of.at('old');
    return (
      <CodeField
        label={t('code_present')}
        value={old.value}
        onValue={old.onValue}
        error={old.errorFor(of.wrong.old && t(of.wrong.old))}
        send={() => succeeded(api.post('safe/send_code', { purpose }))}
        sentHint={t('code_sent_present')}
      />
    );
  }
  const totp = of.at('totp');
  return (
    <Field
      label={t('totp')}
      value={totp.value}
      onValue={totp.onValue}
      error={totp.errorFor(of.wrong.totp ? t('error_totp') : null)}
      hint={t('totp_hint')}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={24}
    />
  );
}

/** Fields that prove the owner: the login password where required, and one of the account's second factors. */
export function OwnerProof({ of, purpose }: { readonly of: OwnerProofForm; readonly purpose?: Purpose }) {
  const t = useText(accountText);
  const password = of.at('password');
  const { ways, way } = of;
  return (
    <>
      {of.withPassword && (
        <PasswordField
          label={t('password_login')}
          value={password.value}
          onValue={password.onValue}
          error={password.errorFor(of.wrong.password ? t('error_empty') : null)}
        />
      )}
      {ways.length > 1 && way !== undefined && (
        <Tabs
          label={t('proof_by')}
          look="block"
          items={ways.map((id) => ({ id, label: t(LABELS[id]) }))}
          value={way}
          onChange={of.choose}
        />
      )}
      {way === undefined ? (
        purpose !== undefined && <Callout tone="wait">{t('proof_none')}</Callout>
      ) : (
        <Chosen of={of} way={way} purpose={purpose} />
      )}
    </>
  );
}
