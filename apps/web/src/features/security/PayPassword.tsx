import { useState } from 'react';
import { api } from '../../lib/api.ts';
import type { ReplyOf } from '../../lib/calls.ts';
import { succeeded } from '../../lib/succeeded.ts';
import { useFormState } from '../../lib/form-state.ts';
import type { FieldState } from '../../lib/form-state.ts';
import { goBackLater } from '../../lib/navigation.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { CodeField } from '../../ui/account/CodeField.tsx';
import { OwnerProof } from '../../ui/account/OwnerProof.tsx';
import { factorsOf, useOwnerProof } from '../../ui/account/owner-proof.ts';
import { codeProblem } from '../../ui/account/rules.ts';
import { accountText } from '../../ui/account/text.ts';
import { Button, Form, Loaded, Page, PasswordField, SkeletonForm, FormError } from '../../ui/index.ts';
import { OneTimeCode, ProofPassword } from './Proof.tsx';
import { securityText } from './text.ts';

/** Early check; the server decides. */
const MIN = 6;

const sendCode = (): Promise<boolean> => succeeded(api.post('safe/send_code', { purpose: 'pay_password' }));

const done = (text: string) => ({
  invalidates: ['safe/state' as const],
  onDone: () => toast(text, 'good'),
  onSuccessNavigate: () => goBackLater('/pages/setting/security'),
});

/** Refusal codes of the new pay password. */
const REFUSED = {
  password_too_short: 'next',
  password_too_long: 'next',
  password_common: 'next',
  pay_password_same: 'next',
  passwords_differ: 'again',
} as const;

interface New {
  readonly next: string;
  readonly again: string;
}

const longEnough = (next: string): boolean => Array.from(next).length >= MIN;
const right = ({ next, again }: New): boolean => longEnough(next) && next === again;
/** The fields of the call. */
const sent = ({ next, again }: New) => ({ pay_password: next, re_pay_password: again });

/** The new pay password, typed twice. */
function NewFields({ next, again }: { readonly next: FieldState; readonly again: FieldState }) {
  const t = useText(securityText);
  return (
    <>
      <PasswordField
        label={t('pay_new')}
        value={next.value}
        onValue={next.onValue}
        error={next.errorFor(longEnough(next.value) ? null : t('pay_rule'))}
        hint={t('pay_rule')}
        autoComplete="off"
      />
      <PasswordField
        label={t('pay_repeat')}
        value={again.value}
        onValue={again.onValue}
        error={again.errorFor(next.value === again.value ? null : t('pay_differ'))}
        autoComplete="off"
      />
    </>
  );
}

/** Code to the linked contact. */
function SentCode({ value, onValue, errorFor }: FieldState) {
  const t = useText(securityText);
  const a = useText(accountText);
  const problem = codeProblem(value);
  return (
    <CodeField
      value={value}
      onValue={onValue}
      error={errorFor(problem && a(problem))}
      send={sendCode}
      sentHint={t('code_sent')}
    />
  );
}

/** Sets the first one, with the login password and a code. */
function First() {
  const t = useText(securityText);
  const { form, check, at, action, error } = useFormState(
    { next: '', again: '', password: '', code: '' },
    { ...REFUSED, password_wrong: 'password', code_wrong: 'code', code_expired: 'code' },
  );
  const set = useAction('safe/pay_password', { ...done(t('pay_done')), ...action });
  const submit = (): void => {
    check();
    const { password, code } = form;
    if (right(form) && password !== '' && !codeProblem(code)) set.mutate({ ...sent(form), password, code });
  };
  return (
    <Form onSubmit={submit}>
      <p className="text-base text-muted">{t('pay_intro')}</p>
      <NewFields next={at('next')} again={at('again')} />
      <ProofPassword {...at('password')} />
      <SentCode {...at('code')} />
      <FormError text={error} />
      <Button type="submit" size="lg" wide busy={set.isPending || set.isSuccess}>
        {t('pay_set')}
      </Button>
    </Form>
  );
}

function Change({ guarded, onForgot }: { readonly guarded: boolean; readonly onForgot: () => void }) {
  const t = useText(securityText);
  const { form, check, at, action, error } = useFormState(
    { next: '', again: '', old: '', code: '' },
    { ...REFUSED, pay_password_wrong: 'old', code_wrong: 'code', code_required: 'code' },
  );
  const change = useAction('safe/pay_password/change', { ...done(t('pay_done')), ...action });
  const old = at('old');
  const submit = (): void => {
    check();
    const code = form.code.trim();
    if (!right(form) || form.old === '' || (guarded && code === '')) return;
    change.mutate({ ...sent(form), old_pay_password: form.old, ...(guarded ? { code } : {}) });
  };
  return (
    <Form onSubmit={submit}>
      <p className="text-base text-muted">{t('hold_warning')}</p>
      <PasswordField
        label={t('pay_old')}
        value={old.value}
        onValue={old.onValue}
        error={old.errorFor(old.value === '' ? t('error_empty') : null)}
        autoComplete="off"
      />
      <NewFields next={at('next')} again={at('again')} />
      {guarded && <OneTimeCode {...at('code')} />}
      <FormError text={error} />
      <Button type="submit" size="lg" wide busy={change.isPending || change.isSuccess}>
        {t('pay_change')}
      </Button>
      <Button variant="quiet" onClick={onForgot}>
        {t('pay_forgot')}
      </Button>
    </Form>
  );
}

function Reset({ state }: { readonly state: ReplyOf<'safe/state'> }) {
  const t = useText(securityText);
  const { form, check, at, action, error } = useFormState(
    { next: '', again: '', code: '' },
    { ...REFUSED, code_wrong: 'code', code_expired: 'code' },
  );
  const proof = useOwnerProof({ ways: factorsOf(state), withPassword: true });
  const reset = useAction('safe/pay_password/reset', {
    ...done(t('pay_done')),
    quiet: true,
    onRefused: (error) => {
      if (!proof.refused(error)) action.onRefused(error);
    },
  });
  const submit = async (): Promise<void> => {
    check();
    if (!proof.check() || !right(form) || codeProblem(form.code)) return;
    const proven = await proof.collect();
    if (proven) reset.mutate({ ...sent(form), code: form.code, ...proven });
  };
  return (
    <Form onSubmit={() => void submit()}>
      <p className="text-base text-muted">{t('hold_warning')}</p>
      <NewFields next={at('next')} again={at('again')} />
      <SentCode {...at('code')} />
      <OwnerProof proof={proof} />
      <FormError text={error} />
      <Button type="submit" size="lg" wide busy={reset.isPending || reset.isSuccess}>
        {t('pay_reset')}
      </Button>
    </Form>
  );
}

function Forms({ state }: { readonly state: ReplyOf<'safe/state'> }) {
  const [forgot, setForgot] = useState(false);
  if (!state.pay_password) return <First />;
  return forgot ? <Reset state={state} /> : <Change guarded={state.totp} onForgot={() => setForgot(true)} />;
}

/** The pay password protects money that leaves the account: set, changed with the old one, or reset with a code. */
export default function PayPassword() {
  const t = useText(securityText);
  const state = useGet('safe/state', {});
  return (
    <Page title={t('pay_password')} back="/pages/setting/security">
      <Loaded query={state} skeleton={<SkeletonForm />}>
        {(found) => <Forms state={found} />}
      </Loaded>
    </Page>
  );
}
