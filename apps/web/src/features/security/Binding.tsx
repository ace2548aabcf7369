import { api } from '../../lib/api.ts';
import type { ReplyOf } from '../../lib/calls.ts';
import { succeeded } from '../../lib/succeeded.ts';
import { useFormState } from '../../lib/form-state.ts';
import type { CallError } from '../../lib/envelope.ts';
import { goBackLater } from '../../lib/navigation.ts';
import { useParam } from '../../lib/params.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { CodeField } from '../../ui/account/CodeField.tsx';
import { OwnerProof } from '../../ui/account/OwnerProof.tsx';
import { proofsOf, useOwnerProof } from '../../ui/account/owner-proof.ts';
import type { SentProof } from '../../ui/account/owner-proof.ts';
import { ContactField } from '../../ui/account/Contact.tsx';
import { codeProblem, receiverProblem, tidyReceiver } from '../../ui/account/rules.ts';
import { accountText } from '../../ui/account/text.ts';
import { Button, Form, Loaded, Page, SkeletonForm, FormError } from '../../ui/index.ts';
import { securityText } from './text.ts';

type Kind = 'email' | 'phone';

/** Maps refusal codes to fields. */
const REFUSED = {
  receiver_invalid: 'receiver',
  receiver_same: 'receiver',
  code_wrong: 'code',
  code_expired: 'code',
} as const;

interface Entered {
  readonly receiver: string;
  readonly code: string;
}

/** Sends the input to the call of its kind. */
function useLinkContact(kind: Kind, onRefused: (error: CallError) => void) {
  const t = useText(securityText);
  const area = usePreferences((state) => state.area);
  const options = {
    quiet: true,
    onRefused,
    invalidates: ['safe/state' as const, 'user/info' as const, 'real/state' as const],
    onDone: () => toast(t('bind_done'), 'good'),
    onSuccessNavigate: () => goBackLater('/pages/setting/security'),
  };
  const email = useAction('safe/email', options);
  const mobile = useAction('safe/mobile', options);
  const by = kind === 'email' ? 'email' : 'mobile';
  return {
    by,
    busy: email.isPending || mobile.isPending || email.isSuccess || mobile.isSuccess,
    sendCode: (typed: string): Promise<boolean> => {
      const receiver = tidyReceiver(by, typed);
      return succeeded(
        kind === 'email'
          ? api.post('safe/email_send', { email: receiver })
          : api.post('sms_send', { mobile: receiver, area_code: area }),
      );
    },
    link: ({ receiver: typed, code }: Entered, proof: SentProof): void => {
      const receiver = tidyReceiver(by, typed);
      if (kind === 'email') email.mutate({ email: receiver, code, ...proof });
      else mobile.mutate({ mobile: receiver, area_code: area, code, ...proof });
    },
  } as const;
}

/** Consequences: the first phone does not hold withdrawals, any other change does. */
function Consequences({ kind, state }: { readonly kind: Kind; readonly state: ReplyOf<'safe/state'> }) {
  const t = useText(securityText);
  const holds = kind === 'email' || state.phone !== null;
  return (
    <p className="text-base text-muted">
      {t('bind_note', { hours: state.contact_wait_hours })} {holds && t('hold_warning')}
    </p>
  );
}

function BindingForm({ kind, state }: { readonly kind: Kind; readonly state: ReplyOf<'safe/state'> }) {
  const t = useText(securityText);
  const a = useText(accountText);
  const { form, check, at, action, error } = useFormState<keyof Entered>({ receiver: '', code: '' }, REFUSED);
  const proof = useOwnerProof({ ways: proofsOf(state), withPassword: true });
  const { by, busy, sendCode, link } = useLinkContact(kind, (error) => {
    if (!proof.refused(error)) action.onRefused(error);
  });
  const [receiver, code] = [at('receiver'), at('code')];
  const problem = receiverProblem(by, form.receiver);
  const codeWrong = codeProblem(form.code);
  const order = (): Promise<boolean> => {
    check(problem !== null);
    return problem ? Promise.resolve(false) : sendCode(form.receiver);
  };
  const submit = async (): Promise<void> => {
    check();
    if (!proof.check() || problem || codeWrong) return;
    const sent = await proof.collect();
    if (sent) link(form, sent);
  };
  return (
    <Form onSubmit={() => void submit()}>
      <Consequences kind={kind} state={state} />
      <ContactField
        by={by}
        label={t(kind === 'email' ? 'bind_email' : 'bind_phone')}
        value={receiver.value}
        onValue={receiver.onValue}
        error={receiver.errorFor(problem && a(problem))}
      />
      <CodeField
        value={code.value}
        onValue={code.onValue}
        error={code.errorFor(codeWrong && a(codeWrong))}
        send={order}
        sentHint={a('code_sent')}
      />
      <OwnerProof proof={proof} purpose="receiver" />
      <FormError text={error} />
      <Button type="submit" size="lg" wide busy={busy} disabled={proof.way === undefined}>
        {t('bind_submit')}
      </Button>
    </Form>
  );
}

/** Links an e-mail address or phone number, or replaces one; `?kind=` selects which. */
export default function Binding() {
  const t = useText(securityText);
  const kind: Kind = useParam('kind') === 'phone' ? 'phone' : 'email';
  const state = useGet('safe/state', {});
  return (
    <Page title={kind === 'email' ? t('email') : t('phone')} back="/pages/setting/security">
      <Loaded query={state} skeleton={<SkeletonForm fields={2} />}>
        {(found) => <BindingForm key={kind} kind={kind} state={found} />}
      </Loaded>
    </Page>
  );
}
