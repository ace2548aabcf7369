import { useState } from 'react';
import { api } from '../../lib/api.ts';
import type { ReplyOf } from '../../lib/calls.ts';
import { go, redirectLater } from '../../lib/navigation.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { CodeField } from '../../ui/account/CodeField.tsx';
import { codeProblem } from '../../ui/account/rules.ts';
import { accountText } from '../../ui/account/text.ts';
import { Button, Form, Loaded, Page, PasswordField, SkeletonForm } from '../../ui/index.ts';
import { OneTimeCode, ProofPassword } from './Proof.tsx';
import { securityText } from './text.ts';

/** The server decides; this says early what it would refuse. */
const MIN = 6;

const sendCode = (): Promise<boolean> =>
  api.post('safe/send_code', { purpose: 'pay_password' }).then(
    () => true,
    () => false,
  );

const done = (text: string) => ({
  outdates: ['safe/state' as const],
  onDone: () => {
    toast(text, 'good');
    redirectLater(() => go.back('/pages/setting/security'));
  },
});

/** The new pay password, typed twice. */
function useNew() {
  const [next, setNext] = useState({ first: '', again: '' });
  const long = Array.from(next.first).length >= MIN;
  return {
    next,
    setNext,
    right: long && next.first === next.again,
    long,
    sent: { pay_password: next.first, re_pay_password: next.again },
  };
}

function NewFields({ of, checked }: { readonly of: ReturnType<typeof useNew>; readonly checked: boolean }) {
  const t = useText(securityText);
  const { next, setNext, long } = of;
  return (
    <>
      <PasswordField
        label={t('pay_new')}
        value={next.first}
        onValue={(first) => setNext({ ...next, first })}
        error={checked && !long ? t('pay_rule') : null}
        hint={t('pay_rule')}
        autoComplete="off"
      />
      <PasswordField
        label={t('pay_repeat')}
        value={next.again}
        onValue={(again) => setNext({ ...next, again })}
        error={checked && next.first !== next.again ? t('pay_differ') : null}
        autoComplete="off"
      />
    </>
  );
}

/** The first one: with the login password and a code. */
function First() {
  const t = useText(securityText);
  const a = useText(accountText);
  const of = useNew();
  const [form, setForm] = useState({ password: '', code: '' });
  const [checked, setChecked] = useState(false);
  const set = useAction('safe/pay_password', done(t('pay_done')));
  const problem = codeProblem(form.code);
  const submit = (): void => {
    setChecked(true);
    if (of.right && form.password !== '' && !problem) set.mutate({ ...of.sent, ...form });
  };
  return (
    <Form onSubmit={submit}>
      <p className="text-base text-muted">{t('pay_intro')}</p>
      <NewFields of={of} checked={checked} />
      <ProofPassword
        value={form.password}
        onValue={(password) => setForm({ ...form, password })}
        checked={checked}
      />
      <CodeField
        value={form.code}
        onValue={(code) => setForm({ ...form, code })}
        error={checked && problem ? a(problem) : null}
        send={sendCode}
        sentHint={t('code_sent')}
      />
      <Button type="submit" size="lg" wide busy={set.isPending || set.isSuccess}>
        {t('pay_set')}
      </Button>
    </Form>
  );
}

function Change({ guarded, onForgot }: { readonly guarded: boolean; readonly onForgot: () => void }) {
  const t = useText(securityText);
  const of = useNew();
  const [form, setForm] = useState({ old: '', code: '' });
  const [checked, setChecked] = useState(false);
  const change = useAction('safe/pay_password/change', done(t('pay_done')));
  const submit = (): void => {
    setChecked(true);
    if (!of.right || form.old === '' || (guarded && form.code.trim() === '')) return;
    change.mutate({ ...of.sent, old_pay_password: form.old, ...(guarded ? { code: form.code.trim() } : {}) });
  };
  return (
    <Form onSubmit={submit}>
      <p className="text-base text-muted">{t('hold_warning')}</p>
      <PasswordField
        label={t('pay_old')}
        value={form.old}
        onValue={(old) => setForm({ ...form, old })}
        error={checked && form.old === '' ? t('error_empty') : null}
        autoComplete="off"
      />
      <NewFields of={of} checked={checked} />
      {guarded && (
        <OneTimeCode value={form.code} onValue={(code) => setForm({ ...form, code })} checked={checked} />
      )}
      <Button type="submit" size="lg" wide busy={change.isPending || change.isSuccess}>
        {t('pay_change')}
      </Button>
      <Button look="quiet" onClick={onForgot}>
        {t('pay_forgot')}
      </Button>
    </Form>
  );
}

function Reset({ guarded }: { readonly guarded: boolean }) {
  const t = useText(securityText);
  const a = useText(accountText);
  const of = useNew();
  const [form, setForm] = useState({ code: '', totp: '' });
  const [checked, setChecked] = useState(false);
  const reset = useAction('safe/pay_password/reset', done(t('pay_done')));
  const problem = codeProblem(form.code);
  const submit = (): void => {
    setChecked(true);
    if (!of.right || problem || (guarded && form.totp.trim() === '')) return;
    reset.mutate({ ...of.sent, code: form.code, ...(guarded ? { totp: form.totp.trim() } : {}) });
  };
  return (
    <Form onSubmit={submit}>
      <p className="text-base text-muted">{t('hold_warning')}</p>
      <NewFields of={of} checked={checked} />
      <CodeField
        value={form.code}
        onValue={(code) => setForm({ ...form, code })}
        error={checked && problem ? a(problem) : null}
        send={sendCode}
        sentHint={t('code_sent')}
      />
      {guarded && (
        <OneTimeCode value={form.totp} onValue={(totp) => setForm({ ...form, totp })} checked={checked} />
      )}
      <Button type="submit" size="lg" wide busy={reset.isPending || reset.isSuccess}>
        {t('pay_reset')}
      </Button>
    </Form>
  );
}

function Forms({ state }: { readonly state: ReplyOf<'safe/state'> }) {
  const [forgot, setForgot] = useState(false);
  if (!state.pay_password) return <First />;
  return forgot ? (
    <Reset guarded={state.totp} />
  ) : (
    <Change guarded={state.totp} onForgot={() => setForgot(true)} />
  );
}

/** What is asked for whenever money leaves the account: set, changed with the old one, or reset with a code. */
export default function PayPassword() {
  const t = useText(securityText);
  const state = useGet('safe/state', {});
  return (
    <Page title={t('pay_password')} back="/pages/setting/security">
      <Loaded of={state} skeleton={<SkeletonForm />}>
        {(found) => <Forms state={found} />}
      </Loaded>
    </Page>
  );
}
