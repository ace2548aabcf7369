import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { go, redirectLater } from '../../lib/navigation.ts';
import { useAction } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { CodeField } from '../../ui/account/CodeField.tsx';
import { NewPassword } from '../../ui/account/NewPassword.tsx';
import { codeProblem, passwordProblem, repeatProblem } from '../../ui/account/rules.ts';
import { accountText } from '../../ui/account/text.ts';
import { Button, Page } from '../../ui/index.ts';
import { settingsText } from './text.ts';

const sendCode = (): Promise<boolean> =>
  api.post('safe/send_code', {}).then(
    () => true,
    () => false,
  );

/** A new password with a code to the bound address; the other devices are logged out. */
export default function Password() {
  const t = useText(settingsText);
  const a = useText(accountText);
  const [form, setForm] = useState({ code: '', password: '', repeat: '' });
  const [checked, setChecked] = useState(false);
  const set = (field: keyof typeof form) => (text: string) => setForm({ ...form, [field]: text });
  const change = useAction('safe/update_password', {
    outdates: ['user/sessions'],
    onDone: () => {
      toast(t('password_done'), 'good');
      redirectLater(() => go.back('/pages/setting/security'));
    },
  });
  const problems = {
    code: codeProblem(form.code),
    password: passwordProblem(form.password),
    repeat: repeatProblem(form.password, form.repeat),
  };
  const submit = (): void => {
    setChecked(true);
    if (Object.values(problems).some((problem) => problem !== null)) return;
    change.mutate({ code: form.code, password: form.password, re_password: form.repeat });
  };
  return (
    <Page title={t('password')} back="/pages/setting/security">
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p className="text-base text-muted">{t('password_text')}</p>
        <CodeField
          value={form.code}
          onValue={set('code')}
          error={checked && problems.code ? a(problems.code) : null}
          send={sendCode}
          sentHint={t('code_sent')}
        />
        <NewPassword
          password={form.password}
          repeat={form.repeat}
          onPassword={set('password')}
          onRepeat={set('repeat')}
          problems={checked ? problems : { password: null, repeat: null }}
        />
        <Button type="submit" size="lg" wide busy={change.isPending || change.isSuccess}>
          {t('password_submit')}
        </Button>
      </form>
    </Page>
  );
}
