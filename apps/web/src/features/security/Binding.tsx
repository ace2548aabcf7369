import { useState } from 'react';
import { api } from '../../lib/api.ts';
import type { ReplyOf } from '../../lib/calls.ts';
import { go, redirectLater } from '../../lib/navigation.ts';
import { useParam } from '../../lib/params.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { CodeField } from '../../ui/account/CodeField.tsx';
import { codeProblem, receiverProblem, tidyReceiver } from '../../ui/account/rules.ts';
import { accountText } from '../../ui/account/text.ts';
import { Button, Field, Loaded, Page } from '../../ui/index.ts';
import { Form, OneTimeCode } from './Form.tsx';
import { securityText } from './text.ts';

type Kind = 'email' | 'phone';

const sent = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    () => false,
  );

/** The new address or number. Its country is the one that login and registration offer. */
function NewReceiver({
  kind,
  value,
  onValue,
  error,
}: {
  readonly kind: Kind;
  readonly value: string;
  readonly onValue: (text: string) => void;
  readonly error: string | null;
}) {
  const t = useText(securityText);
  const area = usePreferences((state) => state.area);
  return kind === 'email' ? (
    <Field
      label={t('bind_email')}
      value={value}
      onValue={onValue}
      error={error}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
    />
  ) : (
    <Field
      label={t('bind_phone')}
      value={value}
      onValue={onValue}
      error={error}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      before={
        <button
          type="button"
          onClick={() => go.push('/pages/setting/areas')}
          className="flex min-h-12 shrink-0 items-center border-e border-line px-3 text-lg tnum"
        >
          +{area}
        </button>
      }
    />
  );
}

interface Entered {
  readonly receiver: string;
  readonly code: string;
  readonly old: string;
  readonly totp: string;
}

/** Sends what was entered to the call of its kind. */
function useBind(kind: Kind) {
  const t = useText(securityText);
  const area = usePreferences((state) => state.area);
  const options = {
    outdates: ['safe/state' as const, 'user/info' as const],
    onDone: () => {
      toast(t('bind_done'), 'good');
      redirectLater(() => go.back('/pages/setting/security'));
    },
  };
  const email = useAction('safe/email', options);
  const mobile = useAction('safe/mobile', options);
  const by = kind === 'email' ? 'email' : 'mobile';
  return {
    by,
    busy: email.isPending || mobile.isPending || email.isSuccess || mobile.isSuccess,
    sendCode: (typed: string): Promise<boolean> => {
      const receiver = tidyReceiver(by, typed);
      return sent(
        kind === 'email'
          ? api.post('safe/email_send', { email: receiver })
          : api.post('sms_send', { mobile: receiver, area_code: area }),
      );
    },
    bind: (entered: Entered): void => {
      const receiver = tidyReceiver(by, entered.receiver);
      const proof = { code: entered.code, old_code: entered.old, totp: entered.totp.trim() };
      if (kind === 'email') email.mutate({ email: receiver, ...proof });
      else mobile.mutate({ mobile: receiver, area_code: area, ...proof });
    },
  } as const;
}

function BindingForm({ kind, state }: { readonly kind: Kind; readonly state: ReplyOf<'safe/state'> }) {
  const t = useText(securityText);
  const a = useText(accountText);
  const [form, setForm] = useState<Entered>({ receiver: '', code: '', old: '', totp: '' });
  const [checked, setChecked] = useState(false);
  const { by, busy, sendCode, bind } = useBind(kind);
  const set = (field: keyof Entered) => (text: string) => setForm({ ...form, [field]: text });
  const before = state[kind];
  const guarded = before !== null && state.totp;
  const problem = receiverProblem(by, form.receiver);
  const wrong = {
    code: codeProblem(form.code),
    old: before !== null && !guarded ? codeProblem(form.old) : null,
    totp: guarded && form.totp.trim() === '',
  };
  const order = (): Promise<boolean> => {
    setChecked(problem !== null);
    return problem ? Promise.resolve(false) : sendCode(form.receiver);
  };
  const submit = (): void => {
    setChecked(true);
    if (!problem && !wrong.code && !wrong.old && !wrong.totp) bind(form);
  };
  return (
    <Form onSubmit={submit}>
      <p className="text-base text-muted">{t('hold_warning')}</p>
      <NewReceiver
        kind={kind}
        value={form.receiver}
        onValue={set('receiver')}
        error={checked && problem ? a(problem) : null}
      />
      <CodeField
        value={form.code}
        onValue={set('code')}
        error={checked && wrong.code ? a(wrong.code) : null}
        send={order}
        sentHint={a('code_sent')}
      />
      {before !== null && (
        <section className="flex flex-col gap-3 rounded-lg bg-raised p-4">
          <p className="text-base">
            {t('bind_proof')} <span className="text-muted">({before})</span>
          </p>
          {guarded ? (
            <OneTimeCode value={form.totp} onValue={set('totp')} checked={checked} />
          ) : (
            <CodeField
              value={form.old}
              onValue={set('old')}
              error={checked && wrong.old ? a(wrong.old) : null}
              send={() => sent(api.post('safe/send_code', { purpose: 'receiver' }))}
              sentHint={t('code_sent')}
            />
          )}
        </section>
      )}
      <Button type="submit" size="lg" wide busy={busy}>
        {t('bind_submit')}
      </Button>
    </Form>
  );
}

/** Binding an e-mail address or phone number, or another one in its place; `?kind=` says which. */
export default function Binding() {
  const t = useText(securityText);
  const kind: Kind = useParam('kind') === 'phone' ? 'phone' : 'email';
  const state = useGet('safe/state', {});
  return (
    <Page title={kind === 'email' ? t('email') : t('phone')} back="/pages/setting/security">
      <Loaded of={state}>{(found) => <BindingForm key={kind} kind={kind} state={found} />}</Loaded>
    </Page>
  );
}
