import { Rocket } from 'lucide-react';
import { useState } from 'react';
import { formatDate, formatTime } from '../../lib/format.ts';
import { useIdParam } from '../../lib/params.ts';
import { useGet, usePages } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import {
  Badge,
  Card,
  Empty,
  Fact,
  Link,
  LinkButton,
  Loaded,
  LoadedPages,
  Num,
  Page,
  Tabs,
} from '../../ui/index.ts';
import { OneOrder } from './OneOrder.tsx';
import { OrderBadge } from './OrderBadge.tsx';
import { ProjectLogo, StatusBadge } from './ProjectParts.tsx';
import type { Order } from './application.ts';
import { launchpadText } from './text.ts';

const PARTS = ['applications', 'allotments', 'dividends'] as const;
type Part = (typeof PARTS)[number];

function NoOrders() {
  const t = useText(launchpadText);
  return (
    <Empty
      icon={<Rocket />}
      text={t('no_orders')}
      action={
        <LinkButton variant="plain" to="/pages/ieo/ieo">
          {t('see_projects')}
        </LinkButton>
      }
    />
  );
}

/** An application in the list; a tap opens it. */
function OrderCard({ order }: { readonly order: Order }) {
  const t = useText(launchpadText);
  const locale = useLocale();
  return (
    <Link
      to="/pages/ieo/order"
      search={{ id: String(order.id) }}
      className="block rounded-lg bg-surface p-4 active:bg-raised"
    >
      <span className="mb-3 flex items-center gap-3">
        <ProjectLogo project={order} size={36} />
        <span className="min-w-0 flex-1">
          <span className="block text-base font-semibold wrap-anywhere">{order.title}</span>
          <span className="block text-xs text-muted">{formatTime(order.created_ms, locale)}</span>
        </span>
        <OrderBadge status={order.status} />
      </span>
      <dl className="flex flex-col gap-1.5 text-sm">
        <Fact name={t('you_applied')}>
          <Num value={order.coin_amount} unit={order.currency_name} />
        </Fact>
        {order.give_amount === null ? (
          <Fact name={t('held')}>
            <Num value={order.amount} unit={order.pay_currency_name} />
          </Fact>
        ) : (
          <>
            <Fact name={t('allotted')} className="font-semibold">
              <Num value={order.give_amount} unit={order.currency_name} />
            </Fact>
            <Fact name={t('refunded')}>
              <Num value={order.refund} unit={order.pay_currency_name} />
            </Fact>
          </>
        )}
      </dl>
    </Link>
  );
}

function Applications() {
  const orders = usePages('get', 'user/project/order', {});
  return (
    <LoadedPages query={orders} empty={<NoOrders />}>
      {(rows) => (
        <ul className="grid gap-3">
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

/** What was applied for and allotted of each project. */
function Allotments() {
  const t = useText(launchpadText);
  const locale = useLocale();
  const holdings = useGet('user/project/holdings', {});
  return (
    <Loaded query={holdings} isEmpty={(rows) => rows.length === 0} empty={<NoOrders />}>
      {(rows) => (
        <ul className="grid gap-3">
          {rows.map((holding) => (
            <li key={holding.project_id}>
              <Link
                to="/pages/ieo/subscribe"
                search={{ id: String(holding.project_id) }}
                className="block rounded-lg bg-surface p-4 active:bg-raised"
              >
                <span className="mb-3 flex items-center gap-3">
                  <ProjectLogo project={holding} size={36} />
                  <span className="min-w-0 flex-1 text-base font-semibold wrap-anywhere">
                    {holding.title}
                  </span>
                  <StatusBadge status={holding.status} />
                </span>
                <dl className="flex flex-col gap-1.5 text-sm">
                  {holding.applied !== '0' && (
                    <Fact name={t('you_applied')}>
                      <Num value={holding.applied} unit={holding.currency_name} />
                    </Fact>
                  )}
                  {holding.allotted !== '0' && (
                    <Fact name={t('allotted')} className="font-semibold">
                      <Num value={holding.allotted} unit={holding.currency_name} />{' '}
                      {holding.locked && <Badge>{t('locked')}</Badge>}
                    </Fact>
                  )}
                  {holding.listed_ms === null && holding.listing_ms !== null && (
                    <Fact name={t('unlocked')}>{formatDate(holding.listing_ms, locale)}</Fact>
                  )}
                </dl>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}

function Dividends() {
  const t = useText(launchpadText);
  const locale = useLocale();
  const dividends = usePages('get', 'user/project/dividends', {});
  return (
    <LoadedPages query={dividends} empty={<Empty icon={<Rocket />} text={t('no_dividends')} next="back" />}>
      {(rows) => (
        <ul className="grid gap-3">
          {rows.map((dividend) => (
            <li key={dividend.id}>
              <Card className="p-4">
                <p className="flex items-baseline justify-between gap-3">
                  <span className="min-w-0 text-base font-semibold wrap-anywhere">{dividend.title}</span>
                  <Num
                    value={dividend.amount}
                    unit={dividend.currency_name}
                    signed
                    intent="auto"
                    className="text-base font-semibold"
                  />
                </p>
                <p className="mt-1 text-sm text-muted">
                  {t('dividend_on')} <Num value={dividend.holding} unit={dividend.token_name} /> ·{' '}
                  {formatTime(dividend.record_ms, locale)}
                </p>
              </Card>
            </li>
          ))}
        </ul>
      )}
    </LoadedPages>
  );
}

function PartOf({ part }: { readonly part: Part }) {
  switch (part) {
    case 'applications':
      return <Applications />;
    case 'allotments':
      return <Allotments />;
    case 'dividends':
      return <Dividends />;
  }
}

function Parts() {
  const t = useText(launchpadText);
  const [part, setPart] = useState<Part>('applications');
  return (
    <>
      <Tabs
        label={t('mine')}
        variant="block"
        className="mb-4"
        items={PARTS.map((id) => ({ id, label: t(id) }))}
        value={part}
        onChange={setPart}
      />
      <PartOf part={part} />
    </>
  );
}

/** The own applications, allotments and dividends; one application with `?id=`. */
export default function Orders() {
  const t = useText(launchpadText);
  const id = useIdParam('id');
  return (
    <Page
      title={t(id === undefined ? 'mine' : 'application')}
      back={id === undefined ? '/pages/ieo/ieo' : '/pages/ieo/order'}
    >
      {id === undefined ? <Parts /> : <OneOrder id={id} />}
    </Page>
  );
}
