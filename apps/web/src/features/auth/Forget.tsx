import { useState } from 'react';
import { go, redirectLater } from '../../lib/navigation.ts';
import { passkeysWork } from '../../lib/passkey.ts';
import { useAction } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { CodeAndPassword } from '../../ui/account/CodeAndPassword.tsx';
import { useNewPassword } from '../../ui/account/new-password.ts';
import { OwnerProof } from '../../ui/account/OwnerProof.tsx';
import { useOwnerProof } from '../../ui/account/owner-proof.ts';
import type { ProofWay } from '../../ui/account/owner-proof.ts';
import { Contact } from '../../ui/account/Contact.tsx';
import { accountText } from '../../ui/account/text.ts';
import { Button, Callout, FormError } from '../../ui/index.ts';
import { Frame } from './Frame.tsx';
import { useReceiver } from './receiver-fields.ts';
import { authText } from './text.ts';

/** The second factors that the server requires, as far as this device supports them. */
const FACTORS = {
  code_required: (): ProofWay[] => (passkeysWork() ? ['totp', 'passkey'] : ['totp']),
  passkey_required: (): ProofWay[] => ['passkey'],
} as const;

/** Resets the password with a code and, where enabled, a second factor; all sessions end. */
export default function Forget() {
  const t = useText(authText);
  const a = useText(accountText);
  const receiver = useReceiver();
  const next = useNewPassword();
  /** Null until the account requires one. */
  const [ways, setWays] = useState<readonly ProofWay[]>([]);
  const factor = useOwnerProof({ ways, withPassword: false, challenge: 'user/passkey/options' });
  const forget = useAction('user/forget', {
    quiet: true,
    onRefused: (error) => {
      if (ways.length === 0 && (error.code === 'code_required' || error.code === 'passkey_required'))
        return setWays(FACTORS[error.code]());
      if (!factor.refused(error) && !receiver.refused(error)) next.onRefused(error);
    },
    onDone: () => toast(t('forget_done'), 'good'),
    onSuccessNavigate: () => redirectLater(() => go.replace('/pages/common/login')),
  });
  const submit = async (): Promise<void> => {
    const right = [receiver.check(), next.check(), ways.length === 0 || factor.check()];
    if (!right.every(Boolean)) return;
    const proof = await factor.collect();
    if (proof) forget.mutate({ ...receiver.sent, ...next.sent, ...proof, type: receiver.by });
  };
  /** Factors belong to an account: another account starts over. */
  const named = (text: string): void => {
    receiver.field.onValue(text);
    setWays([]);
  };
  return (
    <Frame name={t('forget')} title={t('forget')} text={t('forget_note')} onSubmit={() => void submit()}>
      <Contact {...receiver.field} onValue={named} />
      <CodeAndPassword form={next} send={() => receiver.sendCode('forget')} sentHint={a('code_sent')} />
      {ways.length > 0 && (
        <>
          <Callout>{t('forget_factor')}</Callout>
          <OwnerProof proof={factor} />
        </>
      )}
      <FormError text={next.error} />
      <Button type="submit" size="lg" wide busy={forget.isPending || forget.isSuccess}>
        {t('forget_submit')}
      </Button>
    </Frame>
  );
}
