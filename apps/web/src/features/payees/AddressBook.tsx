import { HOUR_MS } from '@karat/rules';
import { BookUser, Plus } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import type { AllReplies } from '../../lib/calls.ts';
import { formatTime } from '../../lib/format.ts';
import { go } from '../../lib/navigation.ts';
import { networkName } from '../../lib/networks.ts';
import { useNow } from '../../lib/now.ts';
import { useParam } from '../../lib/params.ts';
import { invalidate, useGet, usePages } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import {
  Button,
  CoinIcon,
  Empty,
  IconButton,
  List,
  ListRow,
  Loaded,
  LoadedPages,
  Page,
  Skeleton,
  Switch,
  Tabs,
} from '../../ui/index.ts';
import { ConfirmSheet, useConfirmation } from '../../ui/confirm/index.ts';
import { Remove } from './Remove.tsx';
import { Users } from './Users.tsx';
import { payeesText } from './text.ts';
import { useRemoval } from './use-removal.ts';

type Rules = AllReplies['user/wallet/rules'];
type Address = AllReplies['user/wallet/list']['data'][number];

/** The screen that adds an entry of a tab. */
const ADD = { addresses: '/pages/setting/addWallet', users: '/pages/setting/addReceiver' } as const;

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
    if (reply !== undefined) void invalidate('user/wallet/rules');
  }
  return (
    <div className="mb-4 rounded-lg bg-surface">
      <Switch
        label={t('allow_list')}
        hint={
          rules.ends_ms === null
            ? t('allow_list_text', { hours: rules.cooling_ms / HOUR_MS })
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
  const removal = useRemoval('user/wallet/delete', row.id, ['user/wallet/list']);
  return (
    <ListRow
      icon={<CoinIcon name={row.currency_name} size={32} />}
      title={row.name}
      hint={row.address}
      meta={networkName(row.network)}
      {...(waits ? { notice: t('usable_from', { time: formatTime(row.usable_ms, locale) }) } : {})}
      end={<Remove name={row.name} removal={removal} />}
    />
  );
}

function Addresses({ holds }: { readonly holds: boolean }) {
  const t = useText(payeesText);
  const kept = usePages('get', 'user/wallet/list', {});
  return (
    <LoadedPages
      query={kept}
      empty={
        <Empty
          icon={<BookUser />}
          text={t('no_addresses')}
          action={<Button onClick={() => go.push(ADD.addresses)}>{t('add_address')}</Button>}
        />
      }
    >
      {(rows) => (
        <List ground="card">
          {rows.map((row) => (
            <Row key={row.id} row={row} holds={holds} />
          ))}
        </List>
      )}
    </LoadedPages>
  );
}

/** Stored addresses and users, and the allow-list switch. */
export default function AddressBook() {
  const t = useText(payeesText);
  const rules = useGet('user/wallet/rules', {});
  const [tab, setTab] = useState<keyof typeof ADD>(useParam('tab') === 'users' ? 'users' : 'addresses');
  const holds = rules.data?.allow_list === true;
  return (
    <Page
      title={t('address_book')}
      back="/pages/setting/setting"
      right={
        <IconButton
          label={tab === 'users' ? t('add_user') : t('add_address')}
          onClick={() => go.push(ADD[tab])}
        >
          <Plus />
        </IconButton>
      }
    >
      <Loaded query={rules} skeleton={<Skeleton className="mb-4 h-24 rounded-lg" />}>
        {(data) => <AllowList rules={data} />}
      </Loaded>
      <Tabs
        variant="block"
        className="mb-4"
        label={t('address_book')}
        items={[
          { id: 'addresses', label: t('addresses') },
          { id: 'users', label: t('users') },
        ]}
        value={tab}
        onChange={(chosen) => {
          setTab(chosen);
          // After adding an entry the user returns to its tab.
          go.replace('/pages/setting/wallet', { tab: chosen });
        }}
      />
      {tab === 'users' ? <Users holds={holds} /> : <Addresses holds={holds} />}
    </Page>
  );
}
