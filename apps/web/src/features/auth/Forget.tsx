import { useState } from 'react';
import { go, redirectLater } from '../../lib/navigation.ts';
import { useAction } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { CodeField } from '../../ui/account/CodeField.tsx';
import { NewPassword } from '../../ui/account/NewPassword.tsx';
import { Receiver } from '../../ui/account/Receiver.tsx';
import { codeProblem, passwordProblem, repeatProblem } from '../../ui/account/rules.ts';
import { accountText } from '../../ui/account/text.ts';
import { Button } from '../../ui/index.ts';
import { Frame } from './Frame.tsx';
import { sendCode, useReceiver } from './receiver-fields.ts';
import { authText } from './text.ts';

/** A new password with a code; every session ends. */
export default function Forget() {
  const t = useText(authText);
  const a = useText(accountText);
  const receiver = useReceiver();
  const [form, setForm] = useState({ code: '', password: '', repeat: '' });
  const [checked, setChecked] = useState(false);
  const [receiverChecked, setReceiverChecked] = useState(false);
  const set = (field: keyof typeof form) => (text: string) => setForm({ ...form, [field]: text });
  const forget = useAction('user/forget', {
    onDone: () => {
      toast(t('forget_done'), 'good');
      redirectLater(() => go.replace('/pages/common/login'));
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
    forget.mutate({
      ...receiver.sent,
      type: receiver.by,
      code: form.code,
      password: form.password,
      re_password: form.repeat,
    });
  };
  const receiverError = (checked || receiverChecked) && problems.receiver ? a(problems.receiver) : null;
  return (
    <Frame name={t('forget')} title={t('forget')} text={t('forget_note')} onSubmit={submit}>
      <Receiver {...receiver.field} error={receiverError} />
      <CodeField
        value={form.code}
        onValue={set('code')}
        error={checked && problems.code ? a(problems.code) : null}
        send={() => sendCode(receiver, 'forget', () => setReceiverChecked(true))}
        sentHint={a('code_sent')}
      />
      <NewPassword
        password={form.password}
        repeat={form.repeat}
        onPassword={set('password')}
        onRepeat={set('repeat')}
        problems={checked ? problems : { password: null, repeat: null }}
      />
      <Button type="submit" size="lg" wide busy={forget.isPending || forget.isSuccess}>
        {t('forget_submit')}
      </Button>
    </Frame>
  );
}
