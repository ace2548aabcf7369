import { Fingerprint, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFormState } from '../../lib/form-state.ts';
import type { ReplyOf } from '../../lib/calls.ts';
import { formatTime } from '../../lib/format.ts';
import { makePasskey } from '../../lib/passkey.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { OwnerProof } from '../../ui/account/OwnerProof.tsx';
import { proofsOf, useOwnerProof } from '../../ui/account/owner-proof.ts';
import {
  Button,
  Empty,
  Field,
  Form,
  IconButton,
  Loaded,
  Page,
  Sheet,
  List,
  FormError,
} from '../../ui/index.ts';
import { securityText } from './text.ts';

type Security = ReplyOf<'safe/state'>;
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
        <p className="text-base font-medium wrap-anywhere">{passkey.name}</p>
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

function Add({ state, onDone }: { readonly state: Security; readonly onDone: () => void }) {
  const t = useText(securityText);
  const { form, check, at, action, error } = useFormState({ name: '' }, {});
  const proof = useOwnerProof({ ways: proofsOf(state), withPassword: true });
  const called = at('name');
  const name = form.name.trim();
  const add = useAction('safe/passkey/add', {
    ...action,
    invalidates: OUTDATES,
    onDone: () => {
      toast(t('passkey_added'), 'good');
      onDone();
    },
  });
  const begin = useAction('safe/passkey/options', {
    quiet: true,
    onRefused: (error) => {
      if (!proof.refused(error)) action.onRefused(error);
    },
    onDone: (options) =>
      void makePasskey(options).then((credential) => {
        if (credential === undefined) toast(t('passkey_failed'), 'bad');
        else add.mutate({ name, credential });
      }),
  });
  const submit = async (): Promise<void> => {
    check();
    if (!proof.check() || name === '') return;
    const sent = await proof.collect();
    if (sent) begin.mutate(sent);
  };
  return (
    <Form onSubmit={() => void submit()}>
      <Field
        label={t('passkey_name')}
        value={called.value}
        onValue={called.onValue}
        error={called.errorFor(name === '' ? t('error_empty') : null)}
        maxLength={40}
      />
      <OwnerProof proof={proof} purpose="security" />
      <p className="text-xs text-muted">{t('hold_warning')}</p>
      <FormError text={error} />
      <Button
        type="submit"
        size="lg"
        wide
        busy={begin.isPending || add.isPending}
        disabled={proof.way === undefined}
      >
        {t('passkey_add')}
      </Button>
    </Form>
  );
}

function Rename({ passkey, onDone }: { readonly passkey: Passkey; readonly onDone: () => void }) {
  const t = useText(securityText);
  const shell = useText(shellText);
  const { form, check, at, action, error } = useFormState({ name: passkey.name }, {});
  const called = at('name');
  const name = form.name.trim();
  const rename = useAction('safe/passkey/rename', { ...action, invalidates: OUTDATES, onDone });
  const submit = (): void => {
    check();
    if (name !== '') rename.mutate({ id: passkey.id, name });
  };
  return (
    <Form onSubmit={submit}>
      <Field
        label={t('passkey_name')}
        value={called.value}
        onValue={called.onValue}
        error={called.errorFor(name === '' ? t('error_empty') : null)}
        maxLength={40}
      />
      <FormError text={error} />
      <Button type="submit" size="lg" wide busy={rename.isPending}>
        {shell('save')}
      </Button>
    </Form>
  );
}

interface RemoveProps {
  readonly passkey: Passkey;
  readonly state: Security;
  readonly onDone: () => void;
}

function Remove({ passkey, state, onDone }: RemoveProps) {
  const t = useText(securityText);
  const proof = useOwnerProof({ ways: proofsOf(state), withPassword: true });
  const remove = useAction('safe/passkey/remove', {
    quiet: true,
    onRefused: proof.onRefused,
    invalidates: OUTDATES,
    onDone: () => {
      toast(t('passkey_removed'), 'good');
      onDone();
    },
  });
  const submit = async (): Promise<void> => {
    if (!proof.check()) return;
    const sent = await proof.collect();
    if (sent) remove.mutate({ id: passkey.id, ...sent });
  };
  return (
    <Form onSubmit={() => void submit()}>
      <OwnerProof proof={proof} purpose="security" />
      <p className="text-xs text-muted">{t('hold_warning')}</p>
      <FormError text={proof.error} />
      <Button
        type="submit"
        variant="danger"
        size="lg"
        wide
        busy={remove.isPending}
        disabled={proof.way === undefined}
      >
        {t('remove')}
      </Button>
    </Form>
  );
}

/** Passkeys: add, rename and remove. */
export default function Passkeys() {
  const t = useText(securityText);
  const passkeys = useGet('safe/passkeys', {});
  const state = useGet('safe/state', {});
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
        <Loaded
          query={passkeys}
          empty={<Empty text={t('passkeys_none')} next="beside" icon={<Fingerprint />} />}
        >
          {(rows) => (
            <List as="div" ground="flush">
              {rows.map((passkey) => (
                <Row key={passkey.id} passkey={passkey} onDo={setDoing} />
              ))}
            </List>
          )}
        </Loaded>
        <Button size="lg" wide onClick={() => setDoing({ what: 'add' })}>
          {t('passkey_add')}
        </Button>
      </div>
      <Sheet open={doing !== null} onClose={close} title={title}>
        <div className="px-5 pt-1 pb-6">
          {doing?.what === 'add' && (
            <Loaded query={state}>{(found) => <Add state={found} onDone={close} />}</Loaded>
          )}
          {doing?.what === 'rename' && <Rename passkey={doing.passkey} onDone={close} />}
          {doing?.what === 'remove' && (
            <Loaded query={state}>
              {(found) => <Remove passkey={doing.passkey} state={found} onDone={close} />}
            </Loaded>
          )}
        </div>
      </Sheet>
    </Page>
  );
}
