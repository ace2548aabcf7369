import { MonitorSmartphone, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { ReplyOf } from '../../lib/calls.ts';
import { formatAgo } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useRefusal } from '../../lib/server-errors.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import {
  Badge,
  Button,
  Dialog,
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

type Device = ReplyOf<'user/sessions'>[number];
/** Logs out all other sessions. */
const OTHERS = 0;

const nameOf = (device: Device): string => (device.name === '' ? device.device : device.name);

interface RowProps {
  readonly device: Device;
  readonly onRevoke: (device: Device) => void;
  readonly onRename: (device: Device) => void;
}

function Row({ device, onRevoke, onRename }: RowProps) {
  const t = useText(securityText);
  const shell = useText(shellText);
  const locale = useLocale();
  const seen = formatAgo(device.seen_ms, useNow(), locale, shell('just_now'));
  return (
    <div className="flex min-h-16 flex-wrap items-center gap-2 py-2 ps-4 pe-2">
      <MonitorSmartphone className="size-6 shrink-0 text-gold-ink" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-28 ps-1">
        <p className="text-base font-medium wrap-anywhere">{nameOf(device)}</p>
        <p className="text-xs text-muted tnum">
          {device.name !== '' && `${device.device} · `}
          {device.address} · {seen}
        </p>
        <div className="flex flex-wrap gap-1.5 empty:hidden">
          {device.current && <Badge intent="good">{t('this_device')}</Badge>}
          {device.trusted && <Badge>{t('trusted')}</Badge>}
        </div>
      </div>
      <IconButton label={`${t('rename')}: ${nameOf(device)}`} onClick={() => onRename(device)}>
        <Pencil />
      </IconButton>
      {!device.current && (
        <Button
          variant="danger"
          size="sm"
          className="ms-auto"
          onClick={() => onRevoke(device)}
          aria-label={`${t('revoke')}: ${nameOf(device)}`}
        >
          {t('revoke')}
        </Button>
      )}
    </div>
  );
}

function Rename({ device, onDone }: { readonly device: Device; readonly onDone: () => void }) {
  const t = useText(securityText);
  const shell = useText(shellText);
  const [name, setName] = useState(device.name);
  const refusal = useRefusal();
  const rename = useAction('user/session/rename', {
    ...refusal.action,
    invalidates: ['user/sessions'],
    onDone: () => {
      toast(t('saved'), 'good');
      onDone();
    },
  });
  return (
    <Form onSubmit={() => rename.mutate({ id: device.id, name: name.trim() })}>
      <Field
        label={t('device_name')}
        value={name}
        onValue={(entered) => {
          refusal.forget();
          setName(entered);
        }}
        placeholder={device.device}
        maxLength={40}
      />
      <FormError text={refusal.text} />
      <Button type="submit" size="lg" wide busy={rename.isPending}>
        {shell('save')}
      </Button>
    </Form>
  );
}

function Revoke({
  pending,
  onDone,
}: {
  readonly pending: { id: number; name: string } | null;
  readonly onDone: () => void;
}) {
  const t = useText(securityText);
  const refusal = useRefusal();
  const close = (): void => {
    refusal.forget();
    onDone();
  };
  const revoke = useAction('user/session/revoke', {
    ...refusal.action,
    invalidates: ['user/sessions'],
    onDone: () => {
      close();
      toast(t('revoked'), 'good');
    },
  });
  const all = pending?.id === OTHERS;
  return (
    <Dialog
      open={pending !== null}
      onClose={close}
      title={all ? t('revoke_others') : t('revoke_ask')}
      confirm={t('revoke')}
      variant="danger"
      busy={revoke.isPending}
      error={refusal.text}
      onConfirm={() => pending && revoke.mutate({ id: pending.id })}
    >
      {all ? t('revoke_others_text') : t('revoke_text', { device: pending?.name ?? '' })}
    </Dialog>
  );
}

/** All logged-in devices: rename and log out. */
export default function Devices() {
  const t = useText(securityText);
  const sessions = useGet('user/sessions', {});
  const [pending, setPending] = useState<{ readonly id: number; readonly name: string } | null>(null);
  const [named, setNamed] = useState<Device | null>(null);
  const others = sessions.data?.some(({ current }) => !current) === true;
  return (
    <Page title={t('devices')} back="/pages/setting/security">
      <Loaded query={sessions}>
        {(devices) => (
          <List as="div" ground="flush">
            {devices.map((device) => (
              <Row
                key={device.id}
                device={device}
                onRevoke={() => setPending({ id: device.id, name: nameOf(device) })}
                onRename={setNamed}
              />
            ))}
          </List>
        )}
      </Loaded>
      {others && (
        <Button variant="plain" wide className="mt-3" onClick={() => setPending({ id: OTHERS, name: '' })}>
          {t('revoke_others')}
        </Button>
      )}
      <Revoke pending={pending} onDone={() => setPending(null)} />
      <Sheet open={named !== null} onClose={() => setNamed(null)} title={t('device_name')}>
        <div className="px-5 pt-1 pb-6">
          {named && <Rename device={named} onDone={() => setNamed(null)} />}
        </div>
      </Sheet>
    </Page>
  );
}
