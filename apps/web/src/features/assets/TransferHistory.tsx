import { ArrowLeftRight, ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { formatTime } from '../../lib/format.ts';
import { go } from '../../lib/navigation.ts';
import { usePages } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Button, Empty, LoadedPages, Num, Page, Tabs } from '../../ui/index.ts';
import { Sends } from './Sends.tsx';
import { assetsText } from './text.ts';

/** Transfers between the user's accounts, newest first. */
function Own() {
  const t = useText(assetsText);
  const locale = useLocale();
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
      {(rows) => (
        <ul className="divide-y divide-line rounded-lg bg-surface px-4">
          {rows.map((row) => (
            <li key={row.id} className="flex min-h-16 items-center gap-3 py-2">
              <span className="min-w-0 flex-1">
                <span className="flex items-center gap-1.5 text-base font-medium">
                  {t(row.from_field)}
                  <ArrowRight className="size-4 text-muted" aria-label={t('to')} role="img" />
                  {t(row.to_field)}
                </span>
                <span className="block text-xs text-muted">{formatTime(row.created_ms, locale)}</span>
              </span>
              <Num value={row.number} unit={row.currency_name} className="text-base font-medium" />
            </li>
          ))}
        </ul>
      )}
    </LoadedPages>
  );
}

/** Transfers between the user's accounts, and with other users. */
export default function TransferHistory() {
  const t = useText(assetsText);
  const [view, setView] = useState<'own_accounts' | 'with_users'>('own_accounts');
  return (
    <Page title={t('transfer_history')} back="/pages/fund/transfer">
      <Tabs
        label={t('transfer_history')}
        variant="block"
        className="mb-4"
        items={[
          { id: 'own_accounts', label: t('own_accounts') },
          { id: 'with_users', label: t('with_users') },
        ]}
        value={view}
        onChange={setView}
      />
      {view === 'own_accounts' ? <Own /> : <Sends />}
    </Page>
  );
}
