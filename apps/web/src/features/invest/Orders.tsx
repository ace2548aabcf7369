import { DUAL_STATUS } from '@karat/contract';
import { Waypoints } from 'lucide-react';
import { useState } from 'react';
import type { ReplyOf } from '../../lib/calls.ts';
import { formatTime } from '../../lib/format.ts';
import { usePages } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import {
  Badge,
  Card,
  Empty,
  Fact,
  LinkButton,
  LoadedPages,
  Num,
  Page,
  ReceiptLink,
  Tabs,
} from '../../ui/index.ts';
import { Direction, TimeLeft } from './ProductCard.tsx';
import { investText } from './text.ts';

type Order = ReplyOf<'dual/order'>;

const FILTERS = ['all', '1', '2', '3', '0'] as const;
type Filter = (typeof FILTERS)[number];
const LABELS = { all: 'all', 1: 'purchased', 2: 'settling', 3: 'success', 0: 'failed' } as const;

function StatusBadge({ status }: { readonly status: number }) {
  const t = useText(investText);
  switch (status) {
    case 1:
      return <Badge intent="gold">{t('purchased')}</Badge>;
    case 2:
      return <Badge intent="info">{t('settling')}</Badge>;
    case 3:
      return <Badge intent="good">{t('success')}</Badge>;
    default:
      return <Badge>{t('failed')}</Badge>;
  }
}

/** What an open order will pay, and what a settled one has paid. */
function Payouts({ order }: { readonly order: Order }) {
  const t = useText(investText);
  if (order.payout !== null)
    return (
      <>
        {order.settlement_price !== null && (
          <Fact name={t('settlement_price')}>
            <Num value={order.settlement_price} unit={order.legal_name} />
          </Fact>
        )}
        {order.source !== null && <Fact name={t('source')}>{order.source}</Fact>}
        <Fact name={t('received')} className="font-semibold">
          <Num value={order.payout} unit={order.payout_currency_name ?? ''} />
        </Fact>
      </>
    );
  return (
    <>
      <Fact name={t('if_below')}>
        <Num value={order.coin_payout} unit={order.currency_name} />
      </Fact>
      <Fact name={t('if_not_below')}>
        <Num value={order.legal_payout} unit={order.legal_name} />
      </Fact>
    </>
  );
}

function OrderCard({ order }: { readonly order: Order }) {
  const t = useText(investText);
  const locale = useLocale();
  return (
    <Card className="p-4">
      <div className="mb-3 flex items-center gap-2">
        <Direction type={order.type} coin={order.currency_name} />
        <span className="flex-1" />
        <StatusBadge status={order.status} />
      </div>
      <dl className="flex flex-col gap-2 text-base">
        <Fact name={t('principal')}>
          <Num value={order.amount} unit={order.pay_currency_name} />
        </Fact>
        <Fact name={t('apr')}>
          <Num value={order.apr} form="percent" /> · {t('days', { count: order.days })}
        </Fact>
        <Fact name={t('linked_price')}>
          <Num value={order.linked_price} unit={order.legal_name} />
        </Fact>
        <Payouts order={order} />
        <Fact name={t('maturity')}>
          {formatTime(order.maturity_ms, locale)}
          {order.status === DUAL_STATUS.open && (
            <>
              {' · '}
              <TimeLeft until={order.maturity_ms} />
            </>
          )}
        </Fact>
      </dl>
      {order.status === DUAL_STATUS.settling && (
        <p className="mt-3 text-sm text-muted">{t('settling_text')}</p>
      )}
      {order.receipt !== null && (
        <div className="mt-3">
          <ReceiptLink kind="dual" subject={String(order.id)} variant="small" />
        </div>
      )}
    </Card>
  );
}

function OrderList({ filter }: { readonly filter: Filter }) {
  const t = useText(investText);
  const orders = usePages('post', 'dual/dual_list', filter === 'all' ? {} : { status: filter });
  return (
    <LoadedPages
      query={orders}
      empty={
        <Empty
          icon={<Waypoints />}
          text={t('no_orders')}
          action={
            <LinkButton variant="plain" to="/pages/invest/invest">
              {t('see_products')}
            </LinkButton>
          }
        />
      }
    >
      {(rows) => (
        <ul className="grid gap-3 wide:grid-cols-2 wide:items-start">
          {rows.map((order) => (
            <li key={order.id}>
              <OrderCard order={order} />
            </li>
          ))}
        </ul>
      )}
    </LoadedPages>
  );
}

/** The own dual investment orders by state. */
export default function Orders() {
  const t = useText(investText);
  const [filter, setFilter] = useState<Filter>('all');
  return (
    <Page title={t('mine')} back="/pages/invest/invest">
      <Tabs
        label={t('state')}
        variant="chips"
        items={FILTERS.map((id) => ({ id, label: t(LABELS[id]) }))}
        value={filter}
        onChange={setFilter}
      />
      <div className="mt-3">
        <OrderList key={filter} filter={filter} />
      </div>
    </Page>
  );
}
