import { useState } from 'react';
import { go, redirectLater } from '../../lib/navigation.ts';
import { useAction } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { CodeField } from '../../ui/account/CodeField.tsx';
import { Receiver } from '../../ui/account/Receiver.tsx';
import { codeProblem } from '../../ui/account/rules.ts';
import { accountText } from '../../ui/account/text.ts';
import { Button, PasswordField } from '../../ui/index.ts';
import { Frame } from './Frame.tsx';
import { useReceiver } from './receiver-fields.ts';
import { authText } from './text.ts';

/** The owner of a frozen account proves to want it back. */
export default function Unfreeze() {
  const t = useText(authText);
  const a = useText(accountText);
  const receiver = useReceiver();
  const [form, setForm] = useState({ password: '', code: '' });
  const [checked, setChecked] = useState(false);
  const ask = useAction('user/unfreeze', {
    onDone: () => {
      toast(t('unfreeze_done'), 'good');
      redirectLater(() => go.replace('/pages/common/login'));
    },
  });
  const problem = codeProblem(form.code);
  const submit = (): void => {
    setChecked(true);
    if (!receiver.check() || problem || form.password === '') return;
    ask.mutate({ ...receiver.sent, ...form });
  };
  return (
    <Frame name={t('unfreeze')} title={t('unfreeze')} text={t('unfreeze_text')} onSubmit={submit}>
      <Receiver {...receiver.field} />
      <PasswordField
        label={a('password')}
        value={form.password}
        onValue={(password) => setForm({ ...form, password })}
        error={checked && form.password === '' ? a('error_empty') : null}
      />
      <CodeField
        value={form.code}
        onValue={(code) => setForm({ ...form, code })}
        error={checked && problem ? a(problem) : null}
        send={() => receiver.sendCode('unfreeze')}
        sentHint={a('code_sent')}
      />
      <Button type="submit" size="lg" wide busy={ask.isPending || ask.isSuccess}>
        {t('unfreeze_submit')}
      </Button>
    </Frame>
  );
}
