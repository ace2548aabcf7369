import { Snowflake } from 'lucide-react';
import { useState } from 'react';
import { useFormState } from '../../lib/form-state.ts';
import { go, redirectLater } from '../../lib/navigation.ts';
import { useAction } from '../../lib/query.ts';
import { closeSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, Dialog, Form, Page, FormError } from '../../ui/index.ts';
import { ProofPassword } from './Proof.tsx';
import { securityText } from './text.ts';

/** Freezes the account at once, for users who suspect an intruder. */
export default function Freeze() {
  const t = useText(securityText);
  const { form, check, at, action, error } = useFormState({ password: '' }, { password_wrong: 'password' });
  const [asking, setAsking] = useState(false);
  const freeze = useAction('safe/freeze', {
    quiet: true,
    onDone: () => {
      setAsking(false);
      closeSession();
      toast(t('freeze_done'), 'good');
      redirectLater(() => go.replace('/pages/common/login'));
    },
    onRefused: (error) => {
      setAsking(false);
      action.onRefused(error);
    },
  });
  const submit = (): void => {
    check();
    if (form.password !== '') setAsking(true);
  };
  return (
    <Page title={t('freeze')} back="/pages/setting/security">
      <Form onSubmit={submit}>
        <div className="flex flex-col items-center gap-4 py-2 text-center">
          <span className="grid size-16 place-items-center rounded-full bg-bad-soft text-bad-ink">
            <Snowflake className="size-8" aria-hidden="true" />
          </span>
          <p className="text-base">{t('freeze_text')}</p>
          <p className="text-sm text-muted">
            {t('freeze_back')} {t('hold_warning')}
          </p>
        </div>
        <ProofPassword {...at('password')} />
        <FormError text={error} />
        <Button type="submit" variant="danger" size="lg" wide busy={freeze.isPending}>
          {t('freeze')}
        </Button>
      </Form>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('freeze_ask')}
        confirm={t('freeze')}
        variant="danger"
        busy={freeze.isPending}
        onConfirm={() => freeze.mutate(form)}
      >
        {t('freeze_back')}
      </Dialog>
    </Page>
  );
}
