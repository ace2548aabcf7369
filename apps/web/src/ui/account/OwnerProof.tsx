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
function Chosen({ proof, way, purpose }: { proof: OwnerProofForm; way: ProofWay; purpose: Purpose }) {
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
    const old = proof.at('old');
    return (
      <CodeField
        label={t('code_present')}
        value={old.value}
        onValue={old.onValue}
        error={old.errorFor(proof.wrong.old && t(proof.wrong.old))}
        send={() => succeeded(api.post('safe/send_code', { purpose }))}
        sentHint={t('code_sent_present')}
      />
    );
  }
  const totp = proof.at('totp');
  return (
    <Field
      label={t('totp')}
      value={totp.value}
      onValue={totp.onValue}
      error={totp.errorFor(proof.wrong.totp ? t('error_totp') : null)}
      hint={t('totp_hint')}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={24}
    />
  );
}

/** Fields that prove the owner: the login password where required, and one of the account's second factors. */
export function OwnerProof({
  proof,
  purpose,
}: {
  readonly proof: OwnerProofForm;
  readonly purpose?: Purpose;
}) {
  const t = useText(accountText);
  const password = proof.at('password');
  const { ways, way } = proof;
  return (
    <>
      {proof.withPassword && (
        <PasswordField
          label={t('password_login')}
          value={password.value}
          onValue={password.onValue}
          error={password.errorFor(proof.wrong.password ? t('error_empty') : null)}
        />
      )}
      {ways.length > 1 && way !== undefined && (
        <Tabs
          label={t('proof_by')}
          variant="block"
          items={ways.map((id) => ({ id, label: t(LABELS[id]) }))}
          value={way}
          onChange={proof.choose}
        />
      )}
      {way === undefined ? (
        purpose !== undefined && <Callout intent="wait">{t('proof_none')}</Callout>
      ) : (
        <Chosen proof={proof} way={way} purpose={purpose} />
      )}
    </>
  );
}
