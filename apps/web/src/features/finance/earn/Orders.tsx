import { MINING_STATUS } from '@karat/contract';
import { useState } from 'react';
import { usePages } from '../../../lib/query.ts';
import { useText } from '../../../lib/text.ts';
import { Empty, LinkButton, LoadedPages, Page, Tabs } from '../../../ui/index.ts';
import { OrderRow } from './OrderRow.tsx';
import { earnText } from './text.ts';

const VIEWS = ['in_progress', 'history'] as const;
type View = (typeof VIEWS)[number];

function OrderList({ view }: { readonly view: View }) {
  const t = useText(earnText);
  const isOpen = view === 'in_progress';
  const orders = usePages('get', 'lh/deposit/order', {
    status: isOpen ? MINING_STATUS.open : MINING_STATUS.ended,
  });
  return (
    <LoadedPages
      query={orders}
      empty={
        <Empty
          text={t(isOpen ? 'no_orders' : 'no_history')}
          action={
            isOpen && (
              <LinkButton variant="plain" to="/pages/lockming/lockming">
                {t('see_offers')}
              </LinkButton>
            )
          }
        />
      }
    >
      {(rows) => (
        <ul className="grid gap-3 wide:grid-cols-2">
          {rows.map((order) => (
            <li key={order.id}>
              <OrderRow order={order} />
            </li>
          ))}
        </ul>
      )}
    </LoadedPages>
  );
}

/** The own orders, those that run and those that have ended. */
export default function Orders() {
  const t = useText(earnText);
  const [view, setView] = useState<View>('in_progress');
  return (
    <Page title={t('orders')} back="/pages/lockming/lockming">
      <Tabs
        label={t('orders')}
        items={VIEWS.map((id) => ({ id, label: t(id) }))}
        value={view}
        onChange={setView}
        className="mb-3"
      />
      <OrderList key={view} view={view} />
    </Page>
  );
}
