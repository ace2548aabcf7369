import { Banknote } from 'lucide-react';
import { formatTime } from '../../lib/format.ts';
import { go } from '../../lib/navigation.ts';
import { usePages } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Button, Empty, List, ListRow, LoadedPages, Num, Page } from '../../ui/index.ts';
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
          <List ground="card">
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
        )}
      </LoadedPages>
    </Page>
  );
}
