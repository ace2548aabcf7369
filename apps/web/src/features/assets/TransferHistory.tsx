import { ArrowLeftRight, ArrowRight } from 'lucide-react';
import type { RowOf } from '../../lib/calls.ts';
import { formatTime } from '../../lib/format.ts';
import { go } from '../../lib/navigation.ts';
import { useGet, usePages } from '../../lib/query.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useLocale, useText } from '../../lib/text.ts';
import {
  Button,
  Empty,
  List,
  ListRow,
  ListTabs,
  LoadedPages,
  Num,
  Page,
  RECENT_COUNT,
  Recent,
} from '../../ui/index.ts';
import { Sends } from './Sends.tsx';
import { assetsText } from './text.ts';

function TransferRows({ rows }: { readonly rows: readonly RowOf<'wallet/hzhistory'>[] }) {
  const t = useText(assetsText);
  const locale = useLocale();
  return (
    <List ground="card">
      {rows.map((row) => (
        <ListRow
          key={row.id}
          title={
            <span className="flex items-center gap-1.5">
              {t(row.from_field)}
              <ArrowRight className="size-4 text-muted" aria-label={t('to')} role="img" />
              {t(row.to_field)}
            </span>
          }
          hint={formatTime(row.created_ms, locale)}
          end={<Num value={row.number} unit={row.currency_name} className="text-base font-medium" />}
        />
      ))}
    </List>
  );
}

/** The latest transfers between the user's accounts, beside the form on a wide screen. */
export function RecentTransfers() {
  const t = useText(assetsText);
  const shell = useText(shellText);
  const transfers = useGet('wallet/hzhistory', { limit: RECENT_COUNT, page: 1 }, { keep: true });
  return (
    <Recent
      title={t('transfer_history')}
      all={{ label: shell('more'), to: '/pages/fund/transfer_history' }}
      query={transfers}
      empty={<Empty icon={<ArrowLeftRight />} text={t('no_transfers')} next="beside" />}
    >
      {(rows) => <TransferRows rows={rows} />}
    </Recent>
  );
}

/** Transfers between the user's accounts, newest first. */
function Own() {
  const t = useText(assetsText);
  const transfers = usePages('get', 'wallet/hzhistory', {});
  return (
    <LoadedPages
      query={transfers}
      empty={
        <Empty
          icon={<ArrowLeftRight />}
          text={t('no_transfers')}
          action={<Button onClick={() => go.push('/pages/fund/transfer')}>{t('make_transfer')}</Button>}
        />
      }
    >
      {(rows) => <TransferRows rows={rows} />}
    </LoadedPages>
  );
}

/** Transfers between the user's accounts, and with other users. */
export default function TransferHistory() {
  const t = useText(assetsText);
  return (
    <Page title={t('transfer_history')} back="/pages/fund/transfer">
      <ListTabs
        label={t('transfer_history')}
        first="own_accounts"
        lists={[
          { id: 'own_accounts', label: t('own_accounts'), list: <Own /> },
          { id: 'with_users', label: t('with_users'), list: <Sends /> },
        ]}
      />
    </Page>
  );
}
