import { Banknote } from 'lucide-react';
import { formatTime } from '../../lib/format.ts';
import { go } from '../../lib/navigation.ts';
import { usePages } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Button, Empty, Link, LoadedPages, Num, Page } from '../../ui/index.ts';
import { StateBadge } from './State.tsx';
import { otcText } from './text.ts';

/** The user's purchases, newest first. */
export function Orders() {
  const t = useText(otcText);
  const locale = useLocale();
  const orders = usePages('get', 'otc/orders', {});
  return (
    <Page title={t('orders')} back="/pages/otc/otc">
      <LoadedPages
        query={orders}
        empty={
          <Empty
            icon={<Banknote />}
            text={t('no_orders')}
            action={<Button onClick={() => go.replace('/pages/otc/otc')}>{t('buy')}</Button>}
          />
        }
      >
        {(rows) => (
          <ul className="divide-y divide-line rounded-lg bg-surface px-4">
            {rows.map((row) => (
              <li key={row.id}>
                <Link
                  to="/pages/otc/otc"
                  search={{ id: row.id }}
                  className="flex min-h-16 items-center gap-3 py-3 active:opacity-70"
                >
                  <span className="min-w-0 flex-1">
                    <Num value={row.received} unit="USDT" className="block text-lg font-medium" />
                    <span className="block text-xs text-muted">
                      <Num value={row.amount} unit={row.currency} /> · {t(row.method)}
                    </span>
                    <span className="block text-xs text-muted">{formatTime(row.created_ms, locale)}</span>
                  </span>
                  <StateBadge state={row.state} />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </LoadedPages>
    </Page>
  );
}
