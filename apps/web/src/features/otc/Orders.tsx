import { Banknote } from 'lucide-react';
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
  LoadedPages,
  Num,
  Page,
  RECENT_COUNT,
  Recent,
} from '../../ui/index.ts';
import { StateBadge } from './State.tsx';
import { otcText } from './text.ts';

/** A payment may arrive while the screen is open. */
const EVERY_MS = 10_000;

/** Purchases with their states, newest first. */
function PurchaseRows({
  rows,
  className = '',
}: {
  readonly rows: readonly RowOf<'otc/orders'>[];
  readonly className?: string;
}) {
  const t = useText(otcText);
  const locale = useLocale();
  return (
    <List ground="card" className={className}>
      {rows.map((row) => (
        <ListRow
          key={row.id}
          to="/pages/otc/otc"
          search={{ id: row.id }}
          title={<Num value={row.received} unit="USDT" />}
          hint={
            <>
              <Num value={row.amount} unit={row.currency} /> · {t(row.method)}
            </>
          }
          meta={formatTime(row.created_ms, locale)}
          end={<StateBadge state={row.state} dispute={row.dispute} />}
        />
      ))}
    </List>
  );
}

/** The latest purchases, beside the form on a wide screen. */
export function RecentPurchases() {
  const t = useText(otcText);
  const shell = useText(shellText);
  const orders = useGet('otc/orders', { limit: RECENT_COUNT, page: 1 }, { everyMs: EVERY_MS, keep: true });
  return (
    <Recent
      title={t('orders')}
      all={{ label: shell('more'), to: '/pages/otc/otc', search: { view: 'orders' } }}
      query={orders}
      empty={<Empty icon={<Banknote />} text={t('no_orders')} next="beside" />}
    >
      {(rows) => <PurchaseRows rows={rows} />}
    </Recent>
  );
}

/** The user's purchases, newest first. */
export function Orders() {
  const t = useText(otcText);
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
          <PurchaseRows rows={rows} className="wide:columns-2 wide:gap-8 [&>li]:break-inside-avoid" />
        )}
      </LoadedPages>
    </Page>
  );
}
