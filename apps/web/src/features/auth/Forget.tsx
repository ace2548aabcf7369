import { useState } from 'react';
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
import { sendCode, useReceiver } from './receiver-fields.ts';
import { authText } from './text.ts';

/** A new password with a code; every session ends. */
export default function Forget() {
  const t = useText(authText);
  const a = useText(accountText);
  const receiver = useReceiver();
  const next = useNewPassword();
  const [receiverChecked, setReceiverChecked] = useState(false);
  const forget = useAction('user/forget', {
    onDone: () => {
      toast(t('forget_done'), 'good');
      redirectLater(() => go.replace('/pages/common/login'));
    },
  });
  const submit = (): void => {
    if (!next.check() || receiver.problem) return;
    forget.mutate({ ...receiver.sent, ...next.sent, type: receiver.by });
  };
  const receiverError = (next.checked || receiverChecked) && receiver.problem ? a(receiver.problem) : null;
  return (
    <Frame name={t('forget')} title={t('forget')} text={t('forget_note')} onSubmit={submit}>
      <Receiver {...receiver.field} error={receiverError} />
      <CodeAndPassword
        of={next}
        send={() => sendCode(receiver, 'forget', () => setReceiverChecked(true))}
        sentHint={a('code_sent')}
      />
      <Button type="submit" size="lg" wide busy={forget.isPending || forget.isSuccess}>
        {t('forget_submit')}
      </Button>
    </Frame>
  );
}
