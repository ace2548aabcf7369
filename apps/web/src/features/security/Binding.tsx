import { api } from '../../lib/api.ts';
import type { ReplyOf } from '../../lib/calls.ts';
import { came } from '../../lib/came.ts';
import { useEntered } from '../../lib/entered.ts';
import type { CallError } from '../../lib/envelope.ts';
import { backLater } from '../../lib/navigation.ts';
import { useParam } from '../../lib/params.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { CodeField } from '../../ui/account/CodeField.tsx';
import { ReceiverField } from '../../ui/account/Receiver.tsx';
import { codeProblem, receiverProblem, tidyReceiver } from '../../ui/account/rules.ts';
import { accountText } from '../../ui/account/text.ts';
import { Button, Form, Loaded, Page, SkeletonForm } from '../../ui/index.ts';
import { OneTimeCode } from './Proof.tsx';
import { securityText } from './text.ts';

type Kind = 'email' | 'phone';

/** Which field a refusal of the server is about. */
const REFUSED = {
  receiver_invalid: 'receiver',
  receiver_same: 'receiver',
  code_wrong: 'code',
  code_expired: 'code',
  old_code_wrong: 'old',
  totp_wrong: 'totp',
} as const;

interface Entered {
  readonly receiver: string;
  readonly code: string;
  readonly old: string;
  readonly totp: string;
}

/** Sends what was entered to the call of its kind. */
function useBind(kind: Kind, onRefused: (error: CallError) => void) {
  const t = useText(securityText);
  const area = usePreferences((state) => state.area);
  const options = {
    quiet: true,
    onRefused,
    outdates: ['safe/state' as const, 'user/info' as const, 'real/state' as const],
    onDone: () => toast(t('bind_done'), 'good'),
    goOn: () => backLater('/pages/setting/security'),
  };
  const email = useAction('safe/email', options);
  const mobile = useAction('safe/mobile', options);
  const by = kind === 'email' ? 'email' : 'mobile';
  return {
    by,
    busy: email.isPending || mobile.isPending || email.isSuccess || mobile.isSuccess,
    sendCode: (typed: string): Promise<boolean> => {
      const receiver = tidyReceiver(by, typed);
      return came(
        kind === 'email'
          ? api.post('safe/email_send', { email: receiver })
          : api.post('sms_send', { mobile: receiver, area_code: area }),
      );
    },
    bind: (entered: Entered): void => {
      const receiver = tidyReceiver(by, entered.receiver);
      const proof = { code: entered.code, old_code: entered.old, totp: entered.totp.trim() };
      if (kind === 'email') email.mutate({ email: receiver, ...proof });
      else mobile.mutate({ mobile: receiver, area_code: area, ...proof });
    },
  } as const;
}

function BindingForm({ kind, state }: { readonly kind: Kind; readonly state: ReplyOf<'safe/state'> }) {
  const t = useText(securityText);
  const a = useText(accountText);
  const { form, check, at, action } = useEntered<keyof Entered>(
    { receiver: '', code: '', old: '', totp: '' },
    { ...REFUSED, proof_required: state.totp ? 'totp' : 'old' },
  );
  const { by, busy, sendCode, bind } = useBind(kind, action.onRefused);
  const [receiver, code, old] = [at('receiver'), at('code'), at('old')];
  const before = state[kind];
  const guarded = before !== null && state.totp;
  const problem = receiverProblem(by, form.receiver);
  const wrong = {
    code: codeProblem(form.code),
    old: before !== null && !guarded ? codeProblem(form.old) : null,
    totp: guarded && form.totp.trim() === '',
  };
  const order = (): Promise<boolean> => {
    check(problem !== null);
    return problem ? Promise.resolve(false) : sendCode(form.receiver);
  };
  const submit = (): void => {
    check();
    if (!problem && !wrong.code && !wrong.old && !wrong.totp) bind(form);
  };
  return (
    <Form onSubmit={submit}>
      <p className="text-base text-muted">{t('hold_warning')}</p>
      <ReceiverField
        by={by}
        label={t(kind === 'email' ? 'bind_email' : 'bind_phone')}
        value={receiver.value}
        onValue={receiver.onValue}
        error={receiver.wrong(problem && a(problem))}
      />
      <CodeField
        value={code.value}
        onValue={code.onValue}
        error={code.wrong(wrong.code && a(wrong.code))}
        send={order}
        sentHint={a('code_sent')}
      />
      {before !== null && (
        <section className="flex flex-col gap-3 rounded-lg bg-raised p-4">
          <p className="text-base">
            {t('bind_proof')} <span className="text-muted">({before})</span>
          </p>
          {guarded ? (
            <OneTimeCode {...at('totp')} />
          ) : (
            <CodeField
              value={old.value}
              onValue={old.onValue}
              error={old.wrong(wrong.old && a(wrong.old))}
              send={() => came(api.post('safe/send_code', { purpose: 'receiver' }))}
              sentHint={t('code_sent')}
            />
          )}
        </section>
      )}
      <Button type="submit" size="lg" wide busy={busy}>
        {t('bind_submit')}
      </Button>
    </Form>
  );
}

/** Binding an e-mail address or phone number, or another one in its place; `?kind=` says which. */
export default function Binding() {
  const t = useText(securityText);
  const kind: Kind = useParam('kind') === 'phone' ? 'phone' : 'email';
  const state = useGet('safe/state', {});
  return (
    <Page title={kind === 'email' ? t('email') : t('phone')} back="/pages/setting/security">
      <Loaded of={state} skeleton={<SkeletonForm fields={2} />}>
        {(found) => <BindingForm key={kind} kind={kind} state={found} />}
      </Loaded>
    </Page>
  );
}
