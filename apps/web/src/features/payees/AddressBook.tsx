import { BookUser, Plus } from 'lucide-react';
import { api } from '../../lib/api.ts';
import type { AllReplies } from '../../lib/calls.ts';
import { formatTime } from '../../lib/format.ts';
import { go } from '../../lib/navigation.ts';
import { networkName } from '../../lib/networks.ts';
import { useNow } from '../../lib/now.ts';
import { outdate, useAction, useGet, usePages } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, CoinIcon, Empty, IconButton, Loaded, LoadedPages, Page, Switch } from '../../ui/index.ts';
import { ConfirmSheet, useConfirmation } from '../../ui/confirm/index.ts';
import { Remove } from './Remove.tsx';
import { payeesText } from './text.ts';

type Rules = AllReplies['user/wallet/rules'];
type Address = AllReplies['user/wallet/list']['data'][number];

const MS_PER_HOUR = 3_600_000;

function AllowList({ rules }: { readonly rules: Rules }) {
  const t = useText(payeesText);
  const locale = useLocale();
  const confirmation = useConfirmation();
  const on = rules.allow_list && rules.ends_ms === null;
  async function turn(wanted: boolean): Promise<void> {
    const reply = await confirmation.ask({
      title: t('allow_list'),
      run: (given, key) => api.post('user/wallet/allow_list', { on: wanted, ...given }, { quiet: true, key }),
    });
    if (reply !== undefined) void outdate('user/wallet/rules');
  }
  return (
    <div className="mb-4 rounded-lg bg-surface">
      <Switch
        label={t('allow_list')}
        hint={
          rules.ends_ms === null
            ? t('allow_list_text', { hours: rules.cooling_ms / MS_PER_HOUR })
            : t('allow_list_ends', { time: formatTime(rules.ends_ms, locale) })
        }
        on={on}
        onSwitch={(wanted) => void turn(wanted)}
      />
      <ConfirmSheet open={confirmation.open} />
    </div>
  );
}

function Row({ row, holds }: { readonly row: Address; readonly holds: boolean }) {
  const t = useText(payeesText);
  const locale = useLocale();
  const now = useNow();
  const waits = holds && row.usable_ms > now;
  const remove = useAction('user/wallet/delete', {
    outdates: ['user/wallet/list'],
    untilRead: true,
    onDone: () => toast(t('deleted'), 'good'),
  });
  return (
    <li className="flex items-center gap-3 py-3">
      <CoinIcon name={row.currency_name} size={32} />
      <span className="min-w-0 flex-1">
        <span className="block text-base font-medium">{row.name}</span>
        <span className="block text-xs text-muted">{networkName(row.network)}</span>
        <span className="block text-xs wrap-anywhere text-muted">{row.address}</span>
        {waits && (
          <span className="block text-xs text-info-ink">
            {t('usable_from', { time: formatTime(row.usable_ms, locale) })}
          </span>
        )}
      </span>
      <Remove name={row.name} busy={remove.isPending} onRemove={() => remove.mutate({ id: row.id })} />
    </li>
  );
}

/** Addresses that a user withdraws to, and whether to these only. */
export default function AddressBook() {
  const t = useText(payeesText);
  const rules = useGet('user/wallet/rules', {});
  const kept = usePages('get', 'user/wallet/list', {});
  const add = (): void => go.push('/pages/setting/addWallet');
  return (
    <Page
      title={t('address_book')}
      back="/pages/setting/setting"
      right={
        <IconButton label={t('add_address')} onClick={add}>
          <Plus />
        </IconButton>
      }
    >
      <Loaded of={rules}>{(data) => <AllowList rules={data} />}</Loaded>
      <LoadedPages
        of={kept}
        empty={
          <Empty
            icon={<BookUser />}
            text={t('no_addresses')}
            action={<Button onClick={add}>{t('add_address')}</Button>}
          />
        }
      >
        {(rows) => (
          <ul className="divide-y divide-line rounded-lg bg-surface px-4">
            {rows.map((row) => (
              <Row key={row.id} row={row} holds={rules.data?.allow_list === true} />
            ))}
          </ul>
        )}
      </LoadedPages>
    </Page>
  );
}
