import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { openLogin } from '../../lib/known-device.ts';
import { go } from '../../lib/navigation.ts';
import { useParam } from '../../lib/params.ts';
import { passkeysWork, signWithPasskey } from '../../lib/passkey.ts';
import { useAction } from '../../lib/query.ts';
import { useServerErrors } from '../../lib/server-errors.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { accountText } from '../../ui/account/text.ts';
import { CodeField } from '../../ui/account/CodeField.tsx';
import { Contact } from '../../ui/account/Contact.tsx';
import { Button, Field, Link, PasswordField } from '../../ui/index.ts';
import { Frame } from './Frame.tsx';
import { useReceiver } from './receiver-fields.ts';
import { authText } from './text.ts';

/** Password field with a link to the reset. */
function Password({
  value,
  onValue,
  missing,
}: {
  readonly value: string;
  readonly onValue: (text: string) => void;
  readonly missing: boolean;
}) {
  const t = useText(authText);
  const a = useText(accountText);
  return (
    <div>
      <PasswordField
        label={a('password')}
        value={value}
        onValue={onValue}
        error={missing ? a('error_empty') : null}
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

/** Code of the authenticator, once the server has challenge for it. */
function SecondStep({
  code,
  onCode,
  wrong,
}: {
  readonly code: string;
  readonly onCode: (code: string) => void;
  readonly wrong: string | null;
}) {
  const t = useText(authText);
  return (
    <Field
      label={t('totp')}
      value={code}
      onValue={onCode}
      error={wrong}
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

/** Code to the contact, required after many failed logins from unknown devices. */
interface ContactCode {
  readonly code: string;
  /** Message of the server. */
  readonly note: string;
}

const noCode = (note: string): ContactCode => ({ code: '', note });

function ContactStep({
  challenge,
  onCode,
  wrong,
  send,
}: {
  readonly challenge: ContactCode;
  readonly onCode: (code: string) => void;
  readonly wrong: string | null;
  readonly send: () => Promise<boolean>;
}) {
  const a = useText(accountText);
  return (
    <div>
      <p role="status" className="mb-3 rounded-md bg-info-soft px-4 py-2 text-sm text-info-ink">
        {challenge.note}
      </p>
      <CodeField
        value={challenge.code}
        onValue={onCode}
        error={wrong}
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

/** Login by e-mail or phone; `?to=` is the wanted screen. */
export default function Login() {
  const t = useText(authText);
  const a = useText(accountText);
  const to = useParam('to');
  const receiver = useReceiver();
  const [password, setPassword] = useState('');
  const [checked, setChecked] = useState(false);
  /** Null until the account asks for a code of its authenticator. */
  const [code, setCode] = useState<string | null>(null);
  /** Null until the server asks for a code to the contact. */
  const [contact, setContact] = useState<ContactCode | null>(null);
  const [frozen, setFrozen] = useState(false);
  const entrance = useEntrance(to);
  const serverErrors = useServerErrors({ code_wrong: 'code', code_expired: 'contact' });
  const login = useAction('user/login', {
    ...entrance,
    quiet: true,
    onRefused: (error) => {
      if (error.code === 'code_required' || error.code === 'login_code_required') {
        setChecked(false);
        return error.code === 'code_required' ? setCode('') : setContact(noCode(error.message));
      }
      // A code allows a login while this network is rate limited.
      if (error.code === 'too_many_attempts') setContact((challenge) => challenge ?? noCode(error.message));
      if (error.code === 'account_frozen') setFrozen(true);
      serverErrors.onRefused(error);
    },
  });
  /** Codes and freeze belong to an account: another account starts over. */
  const named = (text: string): void => {
    receiver.field.onValue(text);
    setCode(null);
    setContact(null);
    setFrozen(false);
  };
  const submit = (): void => {
    setChecked(true);
    if (!receiver.check() || password === '' || code === '') return;
    const codes = { totp: code?.trim(), code: contact?.code };
    login.mutate({ ...receiver.sent, password, ...codes });
  };
  return (
    <Frame name={t('login')} title={t('login_title')} onSubmit={submit} below={<NoAccount to={to} />}>
      <Contact {...receiver.field} onValue={named} />
      <Password value={password} onValue={setPassword} missing={checked && password === ''} />
      {contact !== null && (
        <ContactStep
          challenge={contact}
          onCode={(text) => {
            setContact({ ...contact, code: text });
            serverErrors.forget();
          }}
          wrong={serverErrors.errorOf('contact') ?? (code === null ? serverErrors.errorOf('code') : null)}
          send={() => receiver.sendCode('login')}
        />
      )}
      {code !== null && (
        <SecondStep
          code={code}
          onCode={(text) => {
            setCode(text);
            serverErrors.forget();
          }}
          wrong={checked && code === '' ? a('error_code') : serverErrors.errorOf('code')}
        />
      )}
      {frozen && <Frozen />}
      <Button type="submit" size="lg" wide busy={login.isPending}>
        {t('login')}
      </Button>
      {passkeysWork() && <PasskeyButton {...entrance} />}
    </Frame>
  );
}
