import { useState } from 'react';
import { go } from '../../lib/navigation.ts';
import { useParam } from '../../lib/params.ts';
import { useAction } from '../../lib/query.ts';
import { openSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { accountText } from '../../ui/account/text.ts';
import { Receiver } from '../../ui/account/Receiver.tsx';
import { Button, Go, PasswordField } from '../../ui/index.ts';
import { Frame } from './Frame.tsx';
import { useReceiver } from './receiver-fields.ts';
import { authText } from './text.ts';

/** Login by e-mail or phone; `?to=` is where the person wanted to go. */
export default function Login() {
  const t = useText(authText);
  const a = useText(accountText);
  const to = useParam('to');
  const receiver = useReceiver();
  const [password, setPassword] = useState('');
  const [checked, setChecked] = useState(false);
  const login = useAction('user/login', {
    onDone: (token) => {
      openSession(token);
      toast(t('login_done'), 'good');
      go.toAddress(to, 'replace');
    },
  });
  const submit = (): void => {
    setChecked(true);
    if (receiver.problem || password === '') return;
    login.mutate({ ...receiver.sent, password });
  };
  const problem = checked ? receiver.problem : null;
  return (
    <Frame
      name={t('login')}
      title={t('login_title')}
      onSubmit={submit}
      below={
        <p className="mt-6 flex flex-wrap items-center justify-center gap-x-2 text-base text-muted">
          {t('no_account')}
          <Go
            to="/pages/common/register"
            search={{ to }}
            replace
            className="inline-flex min-h-11 items-center font-semibold text-gold-ink"
          >
            {t('register')}
          </Go>
        </p>
      }
    >
      <Receiver {...receiver.field} error={problem && a(problem)} />
      <div>
        <PasswordField
          label={a('password')}
          value={password}
          onValue={setPassword}
          error={checked && password === '' ? a('error_empty') : null}
        />
        <Go
          to="/pages/common/forget"
          className="-mb-3 ms-auto flex min-h-11 w-fit items-center text-sm font-medium text-gold-ink"
        >
          {t('forgot')}
        </Go>
      </div>
      <Button type="submit" size="lg" wide busy={login.isPending}>
        {t('login')}
      </Button>
    </Frame>
  );
}
