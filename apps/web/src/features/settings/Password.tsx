import { api } from '../../lib/api.ts';
import { came } from '../../lib/came.ts';
import { backLater } from '../../lib/navigation.ts';
import { useAction } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { CodeAndPassword } from '../../ui/account/CodeAndPassword.tsx';
import { useNewPassword } from '../../ui/account/new-password.ts';
import { Button, Form, Page } from '../../ui/index.ts';
import { settingsText } from './text.ts';

const sendCode = (): Promise<boolean> => came(api.post('safe/send_code', {}));

/** A new password with a code to the bound address; the other devices are logged out. */
export default function Password() {
  const t = useText(settingsText);
  const next = useNewPassword();
  const change = useAction('safe/update_password', {
    quiet: true,
    onRefused: next.onRefused,
    outdates: ['user/sessions'],
    onDone: () => toast(t('password_done'), 'good'),
    goOn: () => backLater('/pages/setting/security'),
  });
  const submit = (): void => {
    if (next.check()) change.mutate(next.sent);
  };
  return (
    <Page title={t('password')} back="/pages/setting/security">
      <Form onSubmit={submit}>
        <p className="text-base text-muted">{t('password_text')}</p>
        <CodeAndPassword of={next} send={sendCode} sentHint={t('code_sent')} />
        <Button type="submit" size="lg" wide busy={change.isPending || change.isSuccess}>
          {t('password_submit')}
        </Button>
      </Form>
    </Page>
  );
}
