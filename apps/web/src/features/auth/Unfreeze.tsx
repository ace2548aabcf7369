import { useFormState } from '../../lib/form-state.ts';
import { go, redirectLater } from '../../lib/navigation.ts';
import { useAction } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { CodeField } from '../../ui/account/CodeField.tsx';
import { Contact } from '../../ui/account/Contact.tsx';
import { codeProblem } from '../../ui/account/rules.ts';
import { accountText } from '../../ui/account/text.ts';
import { Button, PasswordField, FormError } from '../../ui/index.ts';
import { Frame } from './Frame.tsx';
import { useReceiver } from './receiver-fields.ts';
import { authText } from './text.ts';

/** The owner of a frozen account proves the identity to unfreeze it. */
export default function Unfreeze() {
  const t = useText(authText);
  const a = useText(accountText);
  const receiver = useReceiver();
  const { form, check, at, action, error } = useFormState(
    { password: '', code: '' },
    { login_failed: 'password', code_wrong: 'code', code_expired: 'code' },
  );
  const [password, code] = [at('password'), at('code')];
  const ask = useAction('user/unfreeze', {
    quiet: true,
    onRefused: (refusal) => {
      if (!receiver.refused(refusal)) action.onRefused(refusal);
    },
    onDone: () => toast(t('unfreeze_done'), 'good'),
    onSuccessNavigate: () => redirectLater(() => go.replace('/pages/common/login')),
  });
  const problem = codeProblem(form.code);
  const submit = (): void => {
    check();
    if (!receiver.check() || problem || form.password === '') return;
    ask.mutate({ ...receiver.sent, ...form });
  };
  return (
    <Frame name={t('unfreeze')} title={t('unfreeze')} text={t('unfreeze_text')} onSubmit={submit}>
      <Contact {...receiver.field} />
      <PasswordField
        label={a('password')}
        value={password.value}
        onValue={password.onValue}
        error={password.errorFor(password.value === '' ? a('error_empty') : null)}
      />
      <CodeField
        value={code.value}
        onValue={code.onValue}
        error={code.errorFor(problem && a(problem))}
        send={() => receiver.sendCode('unfreeze')}
        sentHint={a('code_sent')}
      />
      <FormError text={error} />
      <Button type="submit" size="lg" wide busy={ask.isPending || ask.isSuccess}>
        {t('unfreeze_submit')}
      </Button>
    </Frame>
  );
}
