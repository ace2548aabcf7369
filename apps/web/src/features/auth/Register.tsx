import { Gift } from 'lucide-react';
import { openLogin } from '../../lib/known-device.ts';
import { go } from '../../lib/navigation.ts';
import { useParam } from '../../lib/params.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useFormState } from '../../lib/form-state.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { CodeAndPassword } from '../../ui/account/CodeAndPassword.tsx';
import { useNewPassword } from '../../ui/account/new-password.ts';
import { Contact } from '../../ui/account/Contact.tsx';
import { accountText } from '../../ui/account/text.ts';
import { Button, Field, FormError, Link } from '../../ui/index.ts';
import { Frame } from './Frame.tsx';
import { useReceiver } from './receiver-fields.ts';
import { authText } from './text.ts';

/** Announces the demo money of new accounts in a demonstration. */
function DemoNote() {
  const t = useText(authText);
  const site = useGet('getSiteConfig', {});
  if (!site.data?.demo) return null;
  return (
    <p className="flex items-center gap-3 rounded-md bg-gold-soft px-4 py-3 text-sm text-gold-ink">
      <Gift className="size-5 shrink-0" aria-hidden="true" />
      {t('demo_note')}
    </p>
  );
}

function Below({ to }: { readonly to: string | undefined }) {
  const t = useText(authText);
  return (
    <div className="mt-6 text-center text-base text-muted">
      <p className="flex flex-wrap items-center justify-center gap-x-2">
        {t('have_account')}
        <Link
          to="/pages/common/login"
          search={{ to }}
          replace
          className="inline-flex min-h-11 items-center font-semibold text-gold-ink"
        >
          {t('login')}
        </Link>
      </p>
      <Link
        to="/pages/setting/operational_compliance"
        className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
      >
        {t('rules')}
      </Link>
    </div>
  );
}

/** Opens an account by e-mail or phone; `?invite=` fills in the invite code. */
export default function Register() {
  const t = useText(authText);
  const a = useText(accountText);
  const to = useParam('to');
  const receiver = useReceiver();
  const next = useNewPassword();
  const { form, at, check, action, shows } = useFormState(
    { invite: useParam('invite') ?? '' },
    { invite_unknown: 'invite' },
    { extension_code: 'invite' },
  );
  const invite = at('invite');
  const register = useAction('user/register', {
    quiet: true,
    onRefused: (refusal) => {
      if (shows(refusal)) action.onRefused(refusal);
      else if (!receiver.refused(refusal)) next.onRefused(refusal);
    },
    onDone: (token) => {
      openLogin(token);
      toast(t('register_done'), 'good');
    },
    onSuccessNavigate: () => go.toAddress(to, 'replace'),
  });
  const submit = (): void => {
    check();
    const right = [receiver.check(), next.check()];
    if (!right.every(Boolean)) return;
    register.mutate({
      ...receiver.sent,
      ...next.sent,
      type: receiver.by,
      extension_code: form.invite.trim(),
    });
  };
  return (
    <Frame name={t('register')} title={t('register_title')} onSubmit={submit} below={<Below to={to} />}>
      <Contact {...receiver.field} />
      <CodeAndPassword form={next} send={() => receiver.sendCode('register')} sentHint={a('code_sent')} />
      <Field
        label={t('invite')}
        value={invite.value}
        onValue={invite.onValue}
        error={invite.errorFor(null)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={16}
      />
      <FormError text={next.error} />
      <Button type="submit" size="lg" wide busy={register.isPending}>
        {t('register')}
      </Button>
      {/* Below the fields: it comes late, and nothing may move under a finger. */}
      <DemoNote />
    </Frame>
  );
}
