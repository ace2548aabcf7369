import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { useFormState } from '../../lib/form-state.ts';
import type { FieldState } from '../../lib/form-state.ts';
import { openLogin } from '../../lib/known-device.ts';
import { go } from '../../lib/navigation.ts';
import { useParam } from '../../lib/params.ts';
import { passkeysWork, signWithPasskey } from '../../lib/passkey.ts';
import { useAction } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { accountText } from '../../ui/account/text.ts';
import { CodeField } from '../../ui/account/CodeField.tsx';
import { Contact } from '../../ui/account/Contact.tsx';
import { Button, Field, FormError, Link, PasswordField } from '../../ui/index.ts';
import { Frame } from './Frame.tsx';
import { useReceiver } from './receiver-fields.ts';
import { authText } from './text.ts';

/** Password field with a link to the reset. */
function Password({ value, onValue, errorFor }: FieldState) {
  const t = useText(authText);
  const a = useText(accountText);
  return (
    <div>
      <PasswordField
        label={a('password')}
        value={value}
        onValue={onValue}
        error={errorFor(value === '' ? a('error_empty') : null)}
      />
      <Link
        to="/pages/common/forget"
        className="-mb-3 ms-auto flex min-h-11 w-fit items-center text-sm font-medium text-gold-ink"
      >
        {t('forgot')}
      </Link>
    </div>
  );
}

/** Code of the authenticator, once the server asks for it. */
function SecondStep({ value, onValue, errorFor }: FieldState) {
  const t = useText(authText);
  const a = useText(accountText);
  return (
    <Field
      label={t('totp')}
      value={value}
      onValue={onValue}
      error={errorFor(value === '' ? a('error_code') : null)}
      hint={t('totp_hint')}
      inputMode="text"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={24}
      autoFocus
    />
  );
}

/** Code to the contact, required after many failed logins from unknown devices; `note` is the text of the server. */
function ContactStep({
  note,
  field,
  send,
}: {
  readonly note: string;
  readonly field: FieldState;
  readonly send: () => Promise<boolean>;
}) {
  const a = useText(accountText);
  return (
    <div>
      <p role="status" className="mb-3 rounded-md bg-info-soft px-4 py-2 text-sm text-info-ink">
        {note}
      </p>
      <CodeField
        value={field.value}
        onValue={field.onValue}
        error={field.errorFor(null)}
        send={send}
        sentHint={a('code_sent')}
      />
    </div>
  );
}

/** Opens the session and the wanted screen. */
interface Entrance {
  readonly onDone: (token: string) => void;
  readonly onSuccessNavigate: () => void;
}

/** Login with a passkey. */
function PasskeyButton(entrance: Entrance) {
  const t = useText(authText);
  const a = useText(accountText);
  const finish = useAction('user/passkey/login', { ...entrance });
  const begin = useAction('user/passkey/options', {
    onDone: (options) =>
      void signWithPasskey(options).then((credential) => {
        if (credential === undefined) toast(a('passkey_none'));
        else finish.mutate({ credential });
      }),
  });
  return (
    <Button
      variant="plain"
      size="lg"
      wide
      busy={begin.isPending || finish.isPending}
      onClick={() => begin.mutate({})}
    >
      <Fingerprint aria-hidden="true" className="size-5" />
      {t('passkey')}
    </Button>
  );
}

/** Actions of the owner of a frozen account. */
function Frozen() {
  const t = useText(authText);
  return (
    <p
      role="alert"
      className="flex flex-wrap items-center gap-x-3 rounded-md bg-bad-soft px-4 py-2 text-sm text-bad-ink"
    >
      {t('frozen_note')}
      <Link
        to="/pages/common/unfreeze"
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {t('unfreeze')}
      </Link>
    </p>
  );
}

function NoAccount({ to }: { readonly to: string | undefined }) {
  const t = useText(authText);
  return (
    <p className="mt-6 flex flex-wrap items-center justify-center gap-x-2 text-base text-muted">
      {t('no_account')}
      <Link
        to="/pages/common/register"
        search={{ to }}
        replace
        className="inline-flex min-h-11 items-center font-semibold text-gold-ink"
      >
        {t('register')}
      </Link>
    </p>
  );
}

/** Handles a successful login by password or passkey. */
function useEntrance(to: string | undefined): Entrance {
  const t = useText(authText);
  return {
    onDone: (token) => {
      openLogin(token);
      toast(t('login_done'), 'good');
    },
    onSuccessNavigate: () => go.toAddress(to, 'replace'),
  };
}

/** What the server asks for in addition to the password. */
interface Challenge {
  /** A code of the authenticator. */
  readonly totp: boolean;
  /** A code to the contact: the text of the server that says why. */
  readonly contact: string | null;
  readonly frozen: boolean;
}

const NO_CHALLENGE: Challenge = { totp: false, contact: null, frozen: false };

/** State of the form, the challenges of the account, and the call. */
function useLogin(entrance: Entrance) {
  const receiver = useReceiver();
  const [challenge, setChallenge] = useState(NO_CHALLENGE);
  const { form, at, check, action, error } = useFormState(
    { password: '', totp: '', code: '' },
    { code_wrong: challenge.totp ? 'totp' : 'code', code_expired: 'code' },
  );
  const demand = (change: Partial<Challenge>): void => setChallenge((before) => ({ ...before, ...change }));
  const login = useAction('user/login', {
    ...entrance,
    quiet: true,
    onRefused: (refusal) => {
      if (refusal.code === 'code_required' || refusal.code === 'login_code_required') {
        check(false);
        return demand(refusal.code === 'code_required' ? { totp: true } : { contact: refusal.message });
      }
      // A code allows a login while this network is rate limited.
      if (refusal.code === 'too_many_attempts' && challenge.contact === null)
        return demand({ contact: refusal.message });
      if (refusal.code === 'account_frozen') return demand({ frozen: true });
      if (!receiver.refused(refusal)) action.onRefused(refusal);
    },
  });
  return {
    receiver,
    challenge,
    at,
    error,
    busy: login.isPending,
    /** Codes and freeze belong to an account: another account starts over. */
    setContact: (text: string): void => {
      receiver.field.onValue(text);
      at('totp').onValue('');
      at('code').onValue('');
      setChallenge(NO_CHALLENGE);
    },
    submit: (): void => {
      check();
      if (!receiver.check() || form.password === '' || (challenge.totp && form.totp === '')) return;
      login.mutate({
        ...receiver.sent,
        password: form.password,
        ...(challenge.totp ? { totp: form.totp.trim() } : {}),
        ...(challenge.contact === null ? {} : { code: form.code }),
      });
    },
  };
}

/** Login by e-mail or phone; `?to=` is the wanted screen. */
export default function Login() {
  const t = useText(authText);
  const to = useParam('to');
  const entrance = useEntrance(to);
  const { receiver, challenge, at, error, busy, setContact, submit } = useLogin(entrance);
  return (
    <Frame name={t('login')} title={t('login_title')} onSubmit={submit} below={<NoAccount to={to} />}>
      <Contact {...receiver.field} onValue={setContact} />
      <Password {...at('password')} />
      {challenge.contact !== null && (
        <ContactStep note={challenge.contact} field={at('code')} send={() => receiver.sendCode('login')} />
      )}
      {challenge.totp && <SecondStep {...at('totp')} />}
      {challenge.frozen && <Frozen />}
      <FormError text={error} />
      <Button type="submit" size="lg" wide busy={busy}>
        {t('login')}
      </Button>
      {passkeysWork() && <PasskeyButton {...entrance} />}
    </Frame>
  );
}
