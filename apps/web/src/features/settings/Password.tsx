import { api } from '../../lib/api.ts';
import type { ReplyOf } from '../../lib/calls.ts';
import { succeeded } from '../../lib/succeeded.ts';
import { goBackLater } from '../../lib/navigation.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { CodeAndPassword } from '../../ui/account/CodeAndPassword.tsx';
import { useNewPassword } from '../../ui/account/new-password.ts';
import { OwnerProof } from '../../ui/account/OwnerProof.tsx';
import { factorsOf, useOwnerProof } from '../../ui/account/owner-proof.ts';
import { Button, Form, Loaded, Page, SkeletonForm, FormError } from '../../ui/index.ts';
import { settingsText } from './text.ts';

const sendCode = (): Promise<boolean> => succeeded(api.post('safe/send_code', {}));

function PasswordForm({ state }: { readonly state: ReplyOf<'safe/state'> }) {
  const t = useText(settingsText);
  const next = useNewPassword();
  const factor = useOwnerProof({ ways: factorsOf(state), withPassword: false });
  const change = useAction('safe/update_password', {
    quiet: true,
    onRefused: (error) => {
      if (!factor.refused(error)) next.onRefused(error);
    },
    invalidates: ['user/sessions'],
    onDone: () => toast(t('password_done'), 'good'),
    onSuccessNavigate: () => goBackLater('/pages/setting/security'),
  });
  const submit = async (): Promise<void> => {
    const right = [next.check(), factor.check()];
    if (!right.every(Boolean)) return;
    const proof = await factor.collect();
    if (proof) change.mutate({ ...next.sent, ...proof });
  };
  return (
    <Form onSubmit={() => void submit()}>
      <p className="text-base text-muted">{t('password_text')}</p>
      <CodeAndPassword form={next} send={sendCode} sentHint={t('code_sent')} />
      <OwnerProof proof={factor} />
      <FormError text={next.error} />
      <Button type="submit" size="lg" wide busy={change.isPending || change.isSuccess}>
        {t('password_submit')}
      </Button>
    </Form>
  );
}

/** Changes the password with a code and, where enabled, a second factor; other devices are logged out. */
export default function Password() {
  const t = useText(settingsText);
  const state = useGet('safe/state', {});
  return (
    <Page title={t('password')} back="/pages/setting/security">
      <Loaded query={state} skeleton={<SkeletonForm fields={3} />}>
        {(found) => <PasswordForm state={found} />}
      </Loaded>
    </Page>
  );
}
