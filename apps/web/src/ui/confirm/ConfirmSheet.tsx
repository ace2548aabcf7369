import { KeyRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import { go } from '../../lib/navigation.ts';
import { useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Button, Spinner } from '../Button.tsx';
import { Fact } from '../Facts.tsx';
import { Field, PasswordField } from '../Field.tsx';
import { FormError } from '../FormError.tsx';
import { Loaded } from '../Loaded.tsx';
import { Callout } from '../Callout.tsx';
import { Checkbox } from '../Checkbox.tsx';
import { Sheet } from '../Sheet.tsx';
import { isProofError, useConfirmationSend } from './confirmation.ts';
import type { OpenConfirmation } from './confirmation.ts';
import { confirmText } from './text.ts';

const SET_UP = '/pages/setting/payPassword';

/** Shown without a pay password: what it is for, and a link to set one. */
function Unset({ onLeave }: { readonly onLeave: () => void }) {
  const t = useText(confirmText);
  return (
    <div className="flex flex-col items-center gap-4 px-5 pt-2 pb-6 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-gold-soft text-gold-ink">
        <KeyRound className="size-7" aria-hidden="true" />
      </span>
      <p className="text-base text-muted">{t('unset')}</p>
      <Button
        size="lg"
        wide
        onClick={() => {
          onLeave();
          go.push(SET_UP);
        }}
      >
        {t('set_up')}
      </Button>
    </div>
  );
}

function Lines({ lines }: { readonly lines: readonly (readonly [string, string])[] }) {
  return (
    <dl className="flex flex-col gap-2 rounded-md bg-raised px-4 py-3 text-base">
      {lines.map(([label, value]) => (
        <Fact key={label} name={label}>
          <span className="font-medium tnum">{value}</span>
        </Fact>
      ))}
    </dl>
  );
}

/** Input, missing fields, and the refusal of the last attempt. */
function useForm(open: OpenConfirmation, guarded: boolean) {
  const [form, setForm] = useState({ payPassword: '', code: '', accepted: !open.isFirstPayment });
  const [checked, setChecked] = useState(false);
  const { busy, error, send } = useConfirmationSend(open);
  const withCode = guarded || error?.code === 'code_required';
  const missing = { payPassword: form.payPassword === '', code: withCode && form.code.trim() === '' };
  const refusal = error && !checked ? error : null;
  return {
    form,
    setForm,
    busy,
    withCode,
    missing: checked ? missing : { payPassword: false, code: false },
    aboutPassword: refusal?.code === 'pay_password_wrong' ? refusal.message : null,
    aboutCode: refusal?.code === 'code_wrong' || refusal?.code === 'code_required' ? refusal.message : null,
    refusal,
    submit: (): void => {
      setChecked(true);
      if (missing.payPassword || missing.code || !form.accepted || busy) return;
      setChecked(false);
      void send({
        pay_password: form.payPassword,
        ...(withCode ? { code: form.code.trim() } : {}),
        ...(open.isFirstPayment ? { first_payment_ok: true } : {}),
      });
    },
  };
}

/** Warning before the first payment to a receiver, which must be accepted. */
function FirstPayment({
  accepted,
  onAccept,
}: {
  readonly accepted: boolean;
  readonly onAccept: (accepted: boolean) => void;
}) {
  const t = useText(confirmText);
  return (
    <div className="overflow-hidden rounded-md bg-bad-soft">
      <Callout intent="bad">{t('first_payment')}</Callout>
      <Checkbox
        label={t('first_payment_accept')}
        checked={accepted}
        onCheck={onAccept}
        className="border-t border-bad-ink/20 px-4 py-2 text-sm font-medium has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-gold-ink"
      />
    </div>
  );
}

function Form({ open, guarded }: { readonly open: OpenConfirmation; readonly guarded: boolean }) {
  const t = useText(confirmText);
  const { form, setForm, busy, withCode, missing, aboutPassword, aboutCode, refusal, submit } = useForm(
    open,
    guarded,
  );
  const hopeless = refusal !== null && !isProofError(refusal.code) && refusal.kind !== 'network';
  return (
    <form
      noValidate
      className="flex flex-col gap-4 px-5 pt-1 pb-6"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {open.lines && <Lines lines={open.lines} />}
      {open.isFirstPayment && (
        <FirstPayment accepted={form.accepted} onAccept={(accepted) => setForm({ ...form, accepted })} />
      )}
      <PasswordField
        label={t('pay_password')}
        value={form.payPassword}
        onValue={(payPassword) => setForm({ ...form, payPassword })}
        error={missing.payPassword ? t('pay_password_empty') : aboutPassword}
        autoComplete="off"
        autoFocus
      />
      {withCode && (
        <Field
          label={t('code')}
          value={form.code}
          onValue={(code) => setForm({ ...form, code })}
          error={missing.code ? t('code_empty') : aboutCode}
          hint={t('code_hint')}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={24}
        />
      )}
      <FormError text={refusal && aboutPassword === null && aboutCode === null ? refusal.message : null} />
      <Button type="submit" size="lg" wide busy={busy} disabled={hopeless || !form.accepted}>
        {t('confirm')}
      </Button>
      <Forgot onLeave={open.cancelled} busy={busy} />
    </form>
  );
}

/** Leaves for the screen that sets a pay password. */
function Forgot({ onLeave, busy }: { readonly onLeave: () => void; readonly busy: boolean }) {
  const t = useText(confirmText);
  return (
    <button
      type="button"
      disabled={busy}
      className="mx-auto min-h-11 px-3 text-sm font-medium text-gold-ink disabled:opacity-45"
      onClick={() => {
        onLeave();
        go.push(SET_UP);
      }}
    >
      {t('forgot')}
    </button>
  );
}

function Content({ open }: { readonly open: OpenConfirmation }) {
  const state = useGet('safe/state', {}, { freshMs: 0 });
  return (
    <Loaded query={state}>
      {({ pay_password, totp }) =>
        pay_password ? <Form open={open} guarded={totp} /> : <Unset onLeave={open.cancelled} />
      }
    </Loaded>
  );
}

/** Asks for the pay password, and a code with an authenticator, before value leaves the account. */
export function ConfirmSheet({ open }: { readonly open: OpenConfirmation | null }) {
  return (
    <Sheet open={open !== null} onClose={() => open?.cancelled()} title={open?.title ?? ''}>
      {open && (
        <Suspense fallback={<Spinner className="mx-auto my-10" />}>
          <Content open={open} />
        </Suspense>
      )}
    </Sheet>
  );
}
