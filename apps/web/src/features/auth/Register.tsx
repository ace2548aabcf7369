import { Gift } from 'lucide-react';
import { useState } from 'react';
import { go } from '../../lib/navigation.ts';
import { useParam } from '../../lib/params.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { openSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { CodeField } from '../../ui/account/CodeField.tsx';
import { NewPassword } from '../../ui/account/NewPassword.tsx';
import { Receiver } from '../../ui/account/Receiver.tsx';
import { codeProblem, passwordProblem, repeatProblem } from '../../ui/account/rules.ts';
import { accountText } from '../../ui/account/text.ts';
import { Button, Field, Go } from '../../ui/index.ts';
import { Frame } from './Frame.tsx';
import { sendCode, useReceiver } from './receiver-fields.ts';
import { authText } from './text.ts';

/** In a demonstration every new account begins with demo money; said before, not after. */
function DemoNote() {
  const t = useText(authText);
  const site = useGet('getSiteConfig', {});
  if (!site.data?.demo) return null;
  return (
    <p className="flex items-center gap-3 rounded-md bg-gold-soft px-4 py-3 text-sm text-gold-ink">
      <Gift className="size-5 shrink-0" aria-hidden="true" />
      {t('demo_note')}
    </p>
  );
}

function Below({ to }: { readonly to: string | undefined }) {
  const t = useText(authText);
  return (
    <div className="mt-6 text-center text-base text-muted">
      <p className="flex flex-wrap items-center justify-center gap-x-2">
        {t('have_account')}
        <Go
          to="/pages/common/login"
          search={{ to }}
          replace
          className="inline-flex min-h-11 items-center font-semibold text-gold-ink"
        >
          {t('login')}
        </Go>
      </p>
      <Go
        to="/pages/setting/operational_compliance"
        className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
      >
        {t('rules')}
      </Go>
    </div>
  );
}

/** A new account by e-mail or phone; `?invite=` fills in the invite code. */
export default function Register() {
  const t = useText(authText);
  const a = useText(accountText);
  const to = useParam('to');
  const receiver = useReceiver();
  const [form, setForm] = useState({ code: '', password: '', repeat: '', invite: useParam('invite') ?? '' });
  const [checked, setChecked] = useState(false);
  const [receiverChecked, setReceiverChecked] = useState(false);
  const set = (field: keyof typeof form) => (text: string) => setForm({ ...form, [field]: text });
  const register = useAction('user/register', {
    onDone: (token) => {
      openSession(token);
      toast(t('register_done'), 'good');
      go.toAddress(to, 'replace');
    },
  });
  const problems = {
    receiver: receiver.problem,
    code: codeProblem(form.code),
    password: passwordProblem(form.password),
    repeat: repeatProblem(form.password, form.repeat),
  };
  const submit = (): void => {
    setChecked(true);
    if (Object.values(problems).some((problem) => problem !== null)) return;
    register.mutate({
      ...receiver.sent,
      type: receiver.by,
      code: form.code,
      password: form.password,
      re_password: form.repeat,
      extension_code: form.invite.trim(),
    });
  };
  const receiverError = (checked || receiverChecked) && problems.receiver ? a(problems.receiver) : null;
  return (
    <Frame name={t('register')} title={t('register_title')} onSubmit={submit} below={<Below to={to} />}>
      <DemoNote />
      <Receiver {...receiver.field} error={receiverError} />
      <CodeField
        value={form.code}
        onValue={set('code')}
        error={checked && problems.code ? a(problems.code) : null}
        send={() => sendCode(receiver, 'register', () => setReceiverChecked(true))}
        sentHint={a('code_sent')}
      />
      <NewPassword
        password={form.password}
        repeat={form.repeat}
        onPassword={set('password')}
        onRepeat={set('repeat')}
        problems={checked ? problems : { password: null, repeat: null }}
      />
      <Field
        label={t('invite')}
        value={form.invite}
        onValue={set('invite')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={16}
      />
      <Button type="submit" size="lg" wide busy={register.isPending}>
        {t('register')}
      </Button>
    </Frame>
  );
}
