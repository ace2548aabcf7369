import { MailCheck } from 'lucide-react';
import { useRef } from 'react';
import { api } from '../../lib/api.ts';
import { useFormState } from '../../lib/form-state.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { useAction } from '../../lib/query.ts';
import { succeeded } from '../../lib/succeeded.ts';
import { useText } from '../../lib/text.ts';
import { CodeField } from '../../ui/account/CodeField.tsx';
import { ContactField } from '../../ui/account/Contact.tsx';
import { codeProblem, receiverProblem, tidyReceiver } from '../../ui/account/rules.ts';
import { accountText } from '../../ui/account/text.ts';
import { Button, Callout, Form, FormError, Link, Page } from '../../ui/index.ts';
import { QuestionFields, isComplete } from './QuestionFields.tsx';
import { supportText } from './text.ts';
import type { VisitorAccess } from './visitor.ts';

/** Why the e-mail address is asked for, and the way to the login. */
function Why() {
  const t = useText(supportText);
  return (
    <Callout icon={<MailCheck />}>
      {t('visitor_text')}{' '}
      <Link
        to="/pages/common/login"
        search={{ to: '/pages/kf/kf' }}
        className="inline-block font-semibold underline underline-offset-4"
      >
        {t('visitor_login')}
      </Link>
    </Callout>
  );
}

/** Begins a conversation without an account: the e-mail address is proved by a code. */
export function VisitorForm({ onStart }: { readonly onStart: (access: VisitorAccess) => void }) {
  const t = useText(supportText);
  const a = useText(accountText);
  const clientId = useRef(newIdempotencyKey());
  const { form, at, check, action, error } = useFormState(
    { email: '', code: '', subject: '', text: '' },
    { receiver_invalid: 'email', code_wrong: 'code', code_expired: 'code' },
  );
  const [email, code] = [at('email'), at('code')];
  const problems = {
    email: receiverProblem('email', form.email),
    code: codeProblem(form.code),
  };
  const start = useAction('support/visitor/start', {
    ...action,
    onDone: ({ conversation, token }) => onStart({ id: conversation.id, token }),
  });
  const submit = (): void => {
    check();
    if (problems.email || problems.code || !isComplete(form)) return;
    start.mutate({
      email: tidyReceiver('email', form.email),
      code: form.code,
      client_id: clientId.current,
      subject: form.subject.trim(),
      text: form.text.trim(),
    });
  };
  const sendCode = (): Promise<boolean> => {
    if (problems.email) {
      check();
      return Promise.resolve(false);
    }
    return succeeded(api.post('support/visitor/code', { email: tidyReceiver('email', form.email) }));
  };
  return (
    <Page title={t('visitor_title')} back="/pages/kefu/index">
      <Form onSubmit={submit}>
        <Why />
        <QuestionFields subject={at('subject')} text={at('text')} />
        <ContactField
          by="email"
          label={a('email')}
          value={email.value}
          onValue={email.onValue}
          error={email.errorFor(problems.email && a(problems.email))}
        />
        <CodeField
          value={code.value}
          onValue={code.onValue}
          error={code.errorFor(problems.code && a(problems.code))}
          send={sendCode}
          sentHint={a('code_sent')}
        />
        <FormError text={error} />
        <Button type="submit" size="lg" wide busy={start.isPending || start.isSuccess}>
          {t('visitor_start')}
        </Button>
      </Form>
    </Page>
  );
}
