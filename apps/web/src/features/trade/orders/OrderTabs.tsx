import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Quotation } from '../../../lib/markets.ts';
import { withLogin } from '../../../lib/navigation.ts';
import { shellText } from '../../../lib/shell-text.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text.ts';
import { Button, Empty, Tabs } from '../../../ui/index.ts';
import { tradeText } from '../text.ts';
import { useOpenOrders } from './use-own-orders.ts';
import { CancelAll, OpenOrders } from './OpenOrders.tsx';
import { Fills, History } from './ClosedOrders.tsx';

const TABS = ['open_orders', 'history', 'fills'] as const;
type Tab = (typeof TABS)[number];

function Shown({ tab, market }: { readonly tab: Tab; readonly market: Quotation | undefined }) {
  switch (tab) {
    case 'open_orders':
      return <OpenOrders market={market} />;
    case 'history':
      return <History market={market} />;
    case 'fills':
      return <Fills market={market} />;
  }
}

/** The user's orders in three tabs; of one market, or of all. */
export function OrderTabs({
  market,
  filter,
  end,
}: {
  readonly market: Quotation | undefined;
  /** Filters, shown above the lists. */
  readonly filter?: ReactNode;
  /** Shown after the tabs. */
  readonly end?: ReactNode;
}) {
  const t = useText(tradeText);
  const shell = useText(shellText);
  const [tab, setTab] = useState<Tab>('open_orders');
  const loggedIn = useSession((state) => state.token !== null);
  const open = useOpenOrders(market?.id).data?.length ?? 0;
  const label = (id: Tab): string =>
    id === 'open_orders' && open > 0 ? t('open_count', { count: open }) : t(id);
  return (
    <section aria-label={t('orders')}>
      <div className="flex items-center border-b border-line">
        <Tabs
          label={t('orders')}
          items={TABS.map((id) => ({ id, label: label(id) }))}
          value={tab}
          onChange={setTab}
          className="min-w-0 flex-1 border-b-0!"
        />
        {end}
      </div>
      {loggedIn && (
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
          <div>{filter}</div>
          {tab === 'open_orders' && open > 0 && <CancelAll market={market} />}
        </div>
      )}
      {loggedIn ? (
        <Shown tab={tab} market={market} />
      ) : (
        <Empty
          text={t('login_orders')}
          action={
            <Button variant="plain" onClick={() => withLogin(() => undefined)}>
              {shell('login')}
            </Button>
          }
          className="py-8!"
        />
      )}
    </section>
  );
}
