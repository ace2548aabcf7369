import { IdCard, KeyRound, LockKeyhole, Mail, MonitorSmartphone, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { ReplyOf } from '../../lib/calls.ts';
import { formatAgo } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Badge, Button, Cell, Dialog, GoCell, Loaded, Page, Rows } from '../../ui/index.ts';
import { settingsText } from './text.ts';

type Device = ReplyOf<'user/sessions'>[number];

function Row({ device, onRevoke }: { readonly device: Device; readonly onRevoke: (device: Device) => void }) {
  const t = useText(settingsText);
  const shell = useText(shellText);
  const locale = useLocale();
  const seen = formatAgo(device.seen_ms, useNow(), locale, shell('just_now'));
  return (
    <div className="flex min-h-16 items-center gap-3 px-4 py-3">
      <MonitorSmartphone className="size-6 shrink-0 text-gold-ink" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="text-base font-medium">{device.device}</p>
        <p className="text-xs text-muted tnum">
          {device.address} · {seen}
        </p>
      </div>
      {device.current ? (
        <Badge tone="good">{t('this_device')}</Badge>
      ) : (
        <Button
          look="danger"
          size="sm"
          onClick={() => onRevoke(device)}
          aria-label={`${t('revoke')}: ${device.device}`}
        >
          {t('revoke')}
        </Button>
      )}
    </div>
  );
}

/** All other sessions at once. */
const OTHERS = 0;

function Sessions() {
  const t = useText(settingsText);
  const sessions = useGet('user/sessions', {});
  const [asked, setAsked] = useState<{ readonly id: number; readonly device: string } | null>(null);
  const revoke = useAction('user/session/revoke', {
    outdates: ['user/sessions'],
    onDone: () => {
      setAsked(null);
      toast(t('revoked'), 'good');
    },
  });
  const others = sessions.data?.some(({ current }) => !current) === true;
  return (
    <section>
      <h2 className="mb-2 px-1 text-sm text-muted">{t('sessions')}</h2>
      <Loaded of={sessions}>
        {(devices) => (
          <div className="divide-y divide-line overflow-hidden rounded-lg bg-surface">
            {devices.map((device) => (
              <Row key={device.id} device={device} onRevoke={setAsked} />
            ))}
          </div>
        )}
      </Loaded>
      {others && (
        <Button look="plain" wide className="mt-3" onClick={() => setAsked({ id: OTHERS, device: '' })}>
          {t('revoke_others')}
        </Button>
      )}
      <Dialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={asked?.id === OTHERS ? t('revoke_others') : t('revoke_ask')}
        confirm={t('revoke')}
        look="danger"
        busy={revoke.isPending}
        onConfirm={() => asked && revoke.mutate({ id: asked.id })}
      >
        {asked?.id === OTHERS ? t('revoke_others_text') : t('revoke_text', { device: asked?.device ?? '' })}
      </Dialog>
    </section>
  );
}

/** Password, bound addresses, verification, and every device that is logged in. */
export default function Security() {
  const t = useText(settingsText);
  const user = useSession((state) => state.user);
  return (
    <Page title={t('security')} back="/pages/setting/setting">
      <div className="flex flex-col gap-6">
        <Rows>
          <GoCell to="/pages/setting/password" icon={<LockKeyhole />} label={t('password')} />
          <GoCell to="/pages/setting/payPassword" icon={<KeyRound />} label={t('pay_password')} />
          <GoCell to="/pages/setting/real" icon={<IdCard />} label={t('verification')} />
        </Rows>
        <Rows>
          <Cell icon={<Mail />} label={t('email')} value={user?.email ?? t('not_bound')} />
          <Cell icon={<Smartphone />} label={t('phone')} value={user?.phone ?? t('not_bound')} />
        </Rows>
        <Sessions />
      </div>
    </Page>
  );
}
