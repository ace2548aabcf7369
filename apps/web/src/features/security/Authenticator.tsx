import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { ReplyOf } from '../../lib/calls.ts';
import { copyText } from '../../lib/copy.ts';
import { useFormState } from '../../lib/form-state.ts';
import { goBackLater, go } from '../../lib/navigation.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { OwnerProof } from '../../ui/account/OwnerProof.tsx';
import { proofsOf, useOwnerProof } from '../../ui/account/owner-proof.ts';
import { codeProblem } from '../../ui/account/rules.ts';
import { accountText } from '../../ui/account/text.ts';
import { Button, CopyFact, Field, Form, Loaded, Page, FormError } from '../../ui/index.ts';
import { qrPicture } from '../../ui/picture/qr.ts';
import { OneTimeCode, ProofPassword } from './Proof.tsx';
import { securityText } from './text.ts';

type Setup = ReplyOf<'safe/totp/setup'>;

interface BeginProps {
  readonly state: ReplyOf<'safe/state'>;
  readonly onSetup: (setup: Setup) => void;
}

function Begin({ state, onSetup }: BeginProps) {
  const t = useText(securityText);
  const proof = useOwnerProof({ ways: proofsOf(state), withPassword: true });
  const begin = useAction('safe/totp/setup', {
    quiet: true,
    onDone: onSetup,
    onRefused: proof.onRefused,
  });
  const submit = async (): Promise<void> => {
    if (!proof.check()) return;
    const sent = await proof.collect();
    if (sent) begin.mutate(sent);
  };
  return (
    <Form onSubmit={() => void submit()}>
      <p className="text-base text-muted">{t('totp_intro')}</p>
      <OwnerProof proof={proof} purpose="security" />
      <FormError text={proof.error} />
      <Button type="submit" size="lg" wide busy={begin.isPending} disabled={proof.way === undefined}>
        {t('next')}
      </Button>
    </Form>
  );
}

function Scan({
  setup,
  onCodes,
}: {
  readonly setup: Setup;
  readonly onCodes: (codes: readonly string[]) => void;
}) {
  const t = useText(securityText);
  const a = useText(accountText);
  const { form, check, at, action, error } = useFormState({ code: '' }, { code_wrong: 'code' });
  const confirm = useAction('safe/totp/confirm', {
    ...action,
    invalidates: ['safe/state'],
    onDone: (reply) => onCodes(reply.backup_codes),
  });
  const code = at('code');
  const problem = codeProblem(form.code);
  const submit = (): void => {
    check();
    if (!problem) confirm.mutate(form);
  };
  return (
    <Form onSubmit={submit}>
      <p className="text-base text-muted">{t('totp_scan')}</p>
      <img
        src={qrPicture(setup.uri)}
        alt={t('totp_qr')}
        width={200}
        height={200}
        className="mx-auto rounded-md bg-[#fff] p-2"
      />
      <CopyFact name={t('totp_secret')} value={setup.secret} className="rounded-lg bg-surface" />
      <Field
        label={t('totp_code')}
        value={code.value}
        onValue={(text) => code.onValue(text.replace(/\D/g, '').slice(0, 6))}
        error={code.errorFor(problem && a(problem))}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <FormError text={error} />
      <Button type="submit" size="lg" wide busy={confirm.isPending}>
        {t('totp_enable')}
      </Button>
    </Form>
  );
}

function BackupCodes({ codes, onKept }: { readonly codes: readonly string[]; readonly onKept: () => void }) {
  const t = useText(securityText);
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-xl font-semibold">{t('backup_title')}</h2>
      <p className="text-base text-muted">{t('backup_text')}</p>
      <ul className="grid grid-cols-2 gap-2 rounded-lg bg-surface p-4 text-center text-base font-medium tnum">
        {codes.map((code) => (
          <li key={code} className="py-1 font-mono">
            {code}
          </li>
        ))}
      </ul>
      <Button variant="plain" size="lg" wide onClick={() => void copyText(codes.join('\n'))}>
        <Copy className="size-5" aria-hidden="true" />
        {t('backup_copy')}
      </Button>
      <Button size="lg" wide onClick={onKept}>
        {t('backup_kept')}
      </Button>
    </section>
  );
}

function Manage({
  left,
  onCodes,
}: {
  readonly left: number;
  readonly onCodes: (codes: readonly string[]) => void;
}) {
  const t = useText(securityText);
  const { form, check, at, action, error } = useFormState(
    { password: '', code: '' },
    { password_wrong: 'password', totp_wrong: 'code' },
  );
  const renew = useAction('safe/totp/backup_codes', {
    ...action,
    invalidates: ['safe/state'],
    onDone: (reply) => onCodes(reply.backup_codes),
  });
  const remove = useAction('safe/totp/remove', {
    ...action,
    invalidates: ['safe/state'],
    onDone: () => toast(t('totp_removed'), 'good'),
    onSuccessNavigate: () => goBackLater('/pages/setting/security'),
  });
  const withProof = (act: (proof: { password: string; code: string }) => void) => (): void => {
    check();
    const code = form.code.trim();
    if (form.password !== '' && code !== '') act({ password: form.password, code });
  };
  return (
    <Form onSubmit={withProof(renew.mutate)}>
      <p className="rounded-lg bg-good-soft px-4 py-3 text-base text-good-ink">
        {t('authenticator')} · {t('is_on')} · {t('backup_left', { left })}
      </p>
      <ProofPassword {...at('password')} />
      <OneTimeCode {...at('code')} />
      <FormError text={error} />
      <Button type="submit" variant="plain" size="lg" wide busy={renew.isPending}>
        {t('backup_renew')}
      </Button>
      <Button variant="danger" size="lg" wide busy={remove.isPending} onClick={withProof(remove.mutate)}>
        {t('totp_remove')}
      </Button>
      <p className="text-center text-xs text-muted">{t('hold_warning')}</p>
    </Form>
  );
}

function Steps({ state }: { readonly state: ReplyOf<'safe/state'> }) {
  const [setup, setSetup] = useState<Setup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <BackupCodes codes={codes} onKept={() => go.back('/pages/setting/security')} />;
  if (state.totp) return <Manage left={state.backup_codes} onCodes={setCodes} />;
  return setup ? <Scan setup={setup} onCodes={setCodes} /> : <Begin state={state} onSetup={setSetup} />;
}

/** One-time codes of an app: set up by QR code, with backup codes; renewed and removed with password and code. */
export default function Authenticator() {
  const t = useText(securityText);
  const state = useGet('safe/state', {});
  return (
    <Page title={t('authenticator')} back="/pages/setting/security">
      <Loaded query={state}>{(found) => <Steps state={found} />}</Loaded>
    </Page>
  );
}
