import { Fingerprint, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useEntered } from '../../lib/entered.ts';
import type { ReplyOf } from '../../lib/calls.ts';
import { formatTime } from '../../lib/format.ts';
import { makePasskey } from '../../lib/passkey.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, Empty, Field, Form, IconButton, Loaded, Page, Sheet } from '../../ui/index.ts';
import { ProofPassword } from './Proof.tsx';
import { securityText } from './text.ts';

type Passkey = ReplyOf<'safe/passkeys'>[number];
type Doing = { readonly what: 'add' } | { readonly what: 'rename' | 'remove'; readonly passkey: Passkey };
const OUTDATES = ['safe/passkeys', 'safe/state'] as const;

function Row({ passkey, onDo }: { readonly passkey: Passkey; readonly onDo: (doing: Doing) => void }) {
  const t = useText(securityText);
  const locale = useLocale();
  return (
    <div className="flex min-h-16 items-center gap-3 py-2 ps-4 pe-1">
      <Fingerprint className="size-6 shrink-0 text-gold-ink" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-base font-medium">{passkey.name}</p>
        <p className="text-xs text-muted tnum">
          {passkey.used_ms === null
            ? t('unused')
            : t('used_at', { time: formatTime(passkey.used_ms, locale) })}
        </p>
      </div>
      <IconButton label={`${t('rename')}: ${passkey.name}`} onClick={() => onDo({ what: 'rename', passkey })}>
        <Pencil />
      </IconButton>
      <IconButton
        label={t('passkey_remove', { name: passkey.name })}
        onClick={() => onDo({ what: 'remove', passkey })}
      >
        <Trash2 />
      </IconButton>
    </div>
  );
}

function Add({ onDone }: { readonly onDone: () => void }) {
  const t = useText(securityText);
  const { form, check, at, action } = useEntered({ name: '', password: '' }, { password_wrong: 'password' });
  const called = at('name');
  const name = form.name.trim();
  const add = useAction('safe/passkey/add', {
    outdates: OUTDATES,
    onDone: () => {
      toast(t('passkey_added'), 'good');
      onDone();
    },
  });
  const begin = useAction('safe/passkey/options', {
    ...action,
    onDone: (options) =>
      void makePasskey(options).then((credential) => {
        if (credential === undefined) toast(t('passkey_failed'), 'bad');
        else add.mutate({ name, credential });
      }),
  });
  const submit = (): void => {
    check();
    if (name !== '' && form.password !== '') begin.mutate({ password: form.password });
  };
  return (
    <Form onSubmit={submit}>
      <Field
        label={t('passkey_name')}
        value={called.value}
        onValue={called.onValue}
        error={called.wrong(name === '' ? t('error_empty') : null)}
        maxLength={40}
      />
      <ProofPassword {...at('password')} />
      <p className="text-xs text-muted">{t('hold_warning')}</p>
      <Button type="submit" size="lg" wide busy={begin.isPending || add.isPending}>
        {t('passkey_add')}
      </Button>
    </Form>
  );
}

function Rename({ passkey, onDone }: { readonly passkey: Passkey; readonly onDone: () => void }) {
  const t = useText(securityText);
  const shell = useText(shellText);
  const [name, setName] = useState(passkey.name);
  const rename = useAction('safe/passkey/rename', { outdates: OUTDATES, onDone });
  return (
    <Form onSubmit={() => name.trim() !== '' && rename.mutate({ id: passkey.id, name: name.trim() })}>
      <Field
        label={t('passkey_name')}
        value={name}
        onValue={setName}
        error={name.trim() === '' ? t('error_empty') : null}
        maxLength={40}
      />
      <Button type="submit" size="lg" wide busy={rename.isPending}>
        {shell('save')}
      </Button>
    </Form>
  );
}

function Remove({ passkey, onDone }: { readonly passkey: Passkey; readonly onDone: () => void }) {
  const t = useText(securityText);
  const { form, check, at, action } = useEntered({ password: '' }, { password_wrong: 'password' });
  const remove = useAction('safe/passkey/remove', {
    ...action,
    outdates: OUTDATES,
    onDone: () => {
      toast(t('passkey_removed'), 'good');
      onDone();
    },
  });
  const submit = (): void => {
    check();
    if (form.password !== '') remove.mutate({ id: passkey.id, ...form });
  };
  return (
    <Form onSubmit={submit}>
      <ProofPassword {...at('password')} />
      <p className="text-xs text-muted">{t('hold_warning')}</p>
      <Button type="submit" look="danger" size="lg" wide busy={remove.isPending}>
        {t('remove')}
      </Button>
    </Form>
  );
}

/** Logging in with what one has and is: added, renamed and removed. */
export default function Passkeys() {
  const t = useText(securityText);
  const passkeys = useGet('safe/passkeys', {});
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = (): void => setDoing(null);
  const title =
    doing?.what === 'add'
      ? t('passkey_add')
      : doing?.what === 'rename'
        ? t('rename')
        : doing
          ? t('passkey_remove', { name: doing.passkey.name })
          : '';
  return (
    <Page title={t('passkeys')} back="/pages/setting/security">
      <div className="flex flex-col gap-5">
        <p className="text-base text-muted">{t('passkeys_intro')}</p>
        <Loaded of={passkeys} empty={<Empty text={t('passkeys_none')} icon={<Fingerprint />} />}>
          {(rows) => (
            <div className="divide-y divide-line overflow-hidden rounded-lg bg-surface">
              {rows.map((passkey) => (
                <Row key={passkey.id} passkey={passkey} onDo={setDoing} />
              ))}
            </div>
          )}
        </Loaded>
        <Button size="lg" wide onClick={() => setDoing({ what: 'add' })}>
          {t('passkey_add')}
        </Button>
      </div>
      <Sheet open={doing !== null} onClose={close} title={title}>
        <div className="px-5 pt-1 pb-6">
          {doing?.what === 'add' && <Add onDone={close} />}
          {doing?.what === 'rename' && <Rename passkey={doing.passkey} onDone={close} />}
          {doing?.what === 'remove' && <Remove passkey={doing.passkey} onDone={close} />}
        </div>
      </Sheet>
    </Page>
  );
}
