import { Copy, Terminal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import type { ReplyOf } from '../../lib/calls.ts';
import { copyText } from '../../lib/copy.ts';
import { formatTime } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { invalidate, useAction, useGet } from '../../lib/query.ts';
import { useRefusal } from '../../lib/server-errors.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { ConfirmSheet, useConfirmation } from '../../ui/confirm/index.ts';
import {
  Badge,
  Button,
  Dialog,
  Empty,
  Field,
  Form,
  IconButton,
  Loaded,
  Page,
  Sheet,
  Switch,
  List,
} from '../../ui/index.ts';
import { securityText } from './text.ts';

type ApiKey = ReplyOf<'api_keys'>[number];
type Made = ReplyOf<'api_keys/create'>;

function Rights({ apiKey }: { readonly apiKey: Pick<ApiKey, 'trade' | 'withdraw'> }) {
  const t = useText(securityText);
  return (
    <span className="flex flex-wrap gap-1">
      <Badge>{t('right_read')}</Badge>
      {apiKey.trade && <Badge intent="info">{t('right_trade')}</Badge>}
      {apiKey.withdraw && <Badge intent="gold">{t('right_withdraw')}</Badge>}
    </span>
  );
}

/** When a new key may withdraw, while that is in the future. */
function Waiting({ until }: { readonly until: number | null }) {
  const t = useText(securityText);
  const locale = useLocale();
  const now = useNow();
  if (until === null || until <= now) return null;
  return (
    <p className="text-xs text-gold-ink tnum">{t('withdraws_from', { time: formatTime(until, locale) })}</p>
  );
}

function Row({ row, onRemove }: { readonly row: ApiKey; readonly onRemove: (row: ApiKey) => void }) {
  const t = useText(securityText);
  const locale = useLocale();
  const used = row.used_ms === null ? t('unused') : t('used_at', { time: formatTime(row.used_ms, locale) });
  return (
    <div className="flex items-center gap-2 py-3 ps-4 pe-1">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="text-base font-medium">{row.label}</p>
        <p className="font-mono text-xs text-muted wrap-anywhere">{row.key}</p>
        <Rights apiKey={row} />
        <p className="text-xs text-muted tnum">
          {used}
          {row.used_from !== null && ` · ${row.used_from}`}
        </p>
        <Waiting until={row.withdraw_from_ms} />
        {row.networks.length > 0 && <p className="text-xs text-muted tnum">{row.networks.join(', ')}</p>}
      </div>
      <IconButton label={`${t('remove')}: ${row.label}`} onClick={() => onRemove(row)}>
        <Trash2 />
      </IconButton>
    </div>
  );
}

const EMPTY = { label: '', trade: false, withdraw: false, networks: '' };

function NewKey({ onMade }: { readonly onMade: (made: Made) => void }) {
  const t = useText(securityText);
  const [form, setForm] = useState(EMPTY);
  const [checked, setChecked] = useState(false);
  const confirmation = useConfirmation();
  const label = form.label.trim();
  const needsNetworks = form.withdraw && form.networks.trim() === '';
  const submit = async (): Promise<void> => {
    setChecked(true);
    if (label === '' || needsNetworks) return;
    const made = await confirmation.ask({
      title: t('key_new'),
      lines: [[t('key_label'), label]],
      run: (given, key) => api.post('api_keys/create', { ...form, label, ...given }, { quiet: true, key }),
    });
    if (made) onMade(made);
  };
  return (
    <>
      <Form onSubmit={() => void submit()}>
        <Field
          label={t('key_label')}
          value={form.label}
          onValue={(text) => setForm({ ...form, label: text })}
          error={checked && label === '' ? t('error_empty') : null}
          maxLength={40}
        />
        <List as="div" className="overflow-hidden rounded-lg border border-line">
          <Switch
            label={t('right_trade')}
            hint={t('right_trade_hint')}
            on={form.trade}
            onSwitch={(trade) => setForm({ ...form, trade })}
          />
          <Switch
            label={t('right_withdraw')}
            hint={t('right_withdraw_hint')}
            on={form.withdraw}
            onSwitch={(withdraw) => setForm({ ...form, withdraw })}
          />
        </List>
        <Field
          label={t('networks')}
          value={form.networks}
          onValue={(networks) => setForm({ ...form, networks })}
          error={checked && needsNetworks ? t('error_empty') : null}
          hint={t(form.withdraw ? 'networks_needed' : 'networks_hint')}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" size="lg" wide>
          {t('next')}
        </Button>
      </Form>
      <ConfirmSheet open={confirmation.open} />
    </>
  );
}

function Shown({ label, text }: { readonly label: string; readonly text: string }) {
  const shell = useText(shellText);
  return (
    <div className="flex items-center gap-2 rounded-md bg-raised py-2 ps-4 pe-1">
      <div className="min-w-0 flex-1">
        <p className="text-xs text-muted">{label}</p>
        <p className="font-mono text-sm break-all">{text}</p>
      </div>
      <IconButton label={`${shell('copy')}: ${label}`} onClick={() => void copyText(text)}>
        <Copy />
      </IconButton>
    </div>
  );
}

/** The new key with its secret, shown once. */
function Secret({ made, onKept }: { readonly made: Made; readonly onKept: () => void }) {
  const t = useText(securityText);
  return (
    <div className="flex flex-col gap-4">
      <p className="rounded-md bg-gold-soft px-4 py-3 text-sm text-gold-ink">{t('key_secret_note')}</p>
      <Shown label={t('key_id')} text={made.key} />
      <Shown label={t('key_secret')} text={made.secret} />
      <Button size="lg" wide onClick={onKept}>
        {t('backup_kept')}
      </Button>
    </div>
  );
}

function Removing({ row, onDone }: { readonly row: ApiKey | null; readonly onDone: () => void }) {
  const t = useText(securityText);
  const refusal = useRefusal();
  const close = (): void => {
    refusal.forget();
    onDone();
  };
  const remove = useAction('api_keys/remove', {
    ...refusal.action,
    invalidates: ['api_keys', 'safe/state'],
    onDone: () => {
      toast(t('key_removed'), 'good');
      close();
    },
  });
  return (
    <Dialog
      open={row !== null}
      onClose={close}
      title={t('key_remove', { name: row?.label ?? '' })}
      confirm={t('remove')}
      variant="danger"
      busy={remove.isPending}
      error={refusal.text}
      onConfirm={() => row && remove.mutate({ id: row.id })}
    >
      {t('key_remove_text')}
    </Dialog>
  );
}

/** API keys: created with a confirmation, shown once, revoked at once. */
export default function ApiKeys() {
  const t = useText(securityText);
  const keys = useGet('api_keys', {});
  const [making, setMaking] = useState<'form' | Made | null>(null);
  const [removing, setRemoving] = useState<ApiKey | null>(null);
  const made = (key: Made): void => {
    setMaking(key);
    void invalidate('api_keys', 'safe/state');
  };
  return (
    <Page title={t('api_keys')} back="/pages/setting/security">
      <div className="flex flex-col gap-5">
        <p className="text-base text-muted">{t('keys_intro')}</p>
        <Loaded query={keys} empty={<Empty text={t('keys_none')} next="beside" icon={<Terminal />} />}>
          {(rows) => (
            <List as="div" ground="flush">
              {rows.map((row) => (
                <Row key={row.id} row={row} onRemove={setRemoving} />
              ))}
            </List>
          )}
        </Loaded>
        <Button size="lg" wide onClick={() => setMaking('form')}>
          {t('key_new')}
        </Button>
      </div>
      <Sheet open={making !== null} onClose={() => setMaking(null)} title={t('key_new')}>
        <div className="px-5 pt-1 pb-6">
          {making === 'form' && <NewKey onMade={made} />}
          {making !== null && making !== 'form' && <Secret made={making} onKept={() => setMaking(null)} />}
        </div>
      </Sheet>
      <Removing row={removing} onDone={() => setRemoving(null)} />
    </Page>
  );
}
