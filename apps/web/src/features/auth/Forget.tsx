import { go, redirectLater } from '../../lib/navigation.ts';
import { useAction } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { CodeAndPassword } from '../../ui/account/CodeAndPassword.tsx';
import { useNewPassword } from '../../ui/account/new-password.ts';
import { Receiver } from '../../ui/account/Receiver.tsx';
import { accountText } from '../../ui/account/text.ts';
import { Button } from '../../ui/index.ts';
import { Frame } from './Frame.tsx';
import { useReceiver } from './receiver-fields.ts';
import { authText } from './text.ts';

/** A new password with a code; every session ends. */
export default function Forget() {
  const t = useText(authText);
  const a = useText(accountText);
  const receiver = useReceiver();
  const next = useNewPassword();
  const forget = useAction('user/forget', {
    quiet: true,
    onRefused: next.onRefused,
    onDone: () => toast(t('forget_done'), 'good'),
    goOn: () => redirectLater(() => go.replace('/pages/common/login')),
  });
  const submit = (): void => {
    const right = [receiver.check(), next.check()];
    if (right.every(Boolean)) forget.mutate({ ...receiver.sent, ...next.sent, type: receiver.by });
  };
  return (
    <Frame name={t('forget')} title={t('forget')} text={t('forget_note')} onSubmit={submit}>
      <Receiver {...receiver.field} />
      <CodeAndPassword of={next} send={() => receiver.sendCode('forget')} sentHint={a('code_sent')} />
      <Button type="submit" size="lg" wide busy={forget.isPending || forget.isSuccess}>
        {t('forget_submit')}
      </Button>
    </Frame>
  );
}
