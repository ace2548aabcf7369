import { useFormState } from '../../lib/form-state.ts';
import { goBackLater } from '../../lib/navigation.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, Field, Form, Loaded, Page, SkeletonForm, FormError } from '../../ui/index.ts';
import { ProofPassword } from './Proof.tsx';
import { securityText } from './text.ts';

function Words({ present }: { readonly present: string }) {
  const t = useText(securityText);
  const shell = useText(shellText);
  const { form, check, at, action, error } = useFormState(
    { text: present, password: '' },
    { anti_phishing_invalid: 'text', password_wrong: 'password' },
  );
  const words = at('text');
  const set = useAction('safe/anti_phishing/set', {
    ...action,
    invalidates: ['safe/state', 'safe/anti_phishing'],
    onDone: () => toast(t('saved'), 'good'),
    onSuccessNavigate: () => goBackLater('/pages/setting/security'),
  });
  const submit = (): void => {
    check();
    if (form.text.trim() !== '' && form.password !== '') set.mutate(form);
  };
  return (
    <Form onSubmit={submit}>
      <p className="text-base text-muted">{t('phishing_text')}</p>
      <Field
        label={t('anti_phishing')}
        value={words.value}
        onValue={words.onValue}
        error={words.errorFor(words.value.trim() === '' ? t('error_empty') : null)}
        hint={t('phishing_hint')}
        autoComplete="off"
        maxLength={20}
      />
      <ProofPassword {...at('password')} />
      <FormError text={error} />
      <Button type="submit" size="lg" wide busy={set.isPending || set.isSuccess}>
        {shell('save')}
      </Button>
    </Form>
  );
}

/** The phrase by which the user recognises genuine mails. */
export default function AntiPhishing() {
  const t = useText(securityText);
  const words = useGet('safe/anti_phishing', {});
  return (
    <Page title={t('anti_phishing')} back="/pages/setting/security">
      <Loaded query={words} skeleton={<SkeletonForm fields={2} />}>
        {({ text }) => <Words present={text} />}
      </Loaded>
    </Page>
  );
}
