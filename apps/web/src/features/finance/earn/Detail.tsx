import { MINING_STATUS } from '@karat/contract';
import { useState } from 'react';
import { colonOf, formatTime } from '../../../lib/format.ts';
import { useIdParam } from '../../../lib/params.ts';
import { useGet, usePages } from '../../../lib/query.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import {
  Button,
  Card,
  CoinIcon,
  Empty,
  Fact,
  Loaded,
  LoadedPages,
  Num,
  Page,
  ReceiptLink,
  Sparkline,
} from '../../../ui/index.ts';
import { annualRate, yieldCurve } from './offer.ts';
import type { Order } from './offer.ts';
import { Term } from './OfferCard.tsx';
import { OrderEnd } from './OrderRow.tsx';
import { RedeemSheet } from './RedeemSheet.tsx';
import { earnText } from './text.ts';

/** Days that have passed of the term, as a bar. */
function Progress({ order }: { readonly order: Order }) {
  const t = useText(earnText);
  const locale = useLocale();
  if (order.day === 0) return null;
  return (
    <div className="mt-4">
      <div className="h-1.5 overflow-hidden rounded-full bg-raised" aria-hidden="true">
        <div
          className="h-full rounded-full bg-gold"
          style={{ width: `${(order.days_paid / order.day) * 100}%` }}
        />
      </div>
      <p className="mt-1.5 text-xs text-muted">
        {t('days_paid')}
        {colonOf(locale)}
        {order.days_paid} / {order.day}
      </p>
    </div>
  );
}

function Head({ order }: { readonly order: Order }) {
  const t = useText(earnText);
  const unit = order.currency_name;
  const curve = yieldCurve(order);
  return (
    <Card className="p-4">
      <div className="flex items-center gap-3">
        <CoinIcon name={unit} size={44} />
        <div className="min-w-0 flex-1">
          <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xl font-semibold">
            <Num value={order.status === MINING_STATUS.open ? order.principal : order.amount} unit={unit} />
            <OrderEnd end={order.end} />
          </h2>
          <p className="text-sm text-muted">
            {order.day > 0 && <>{t(order.category)} · </>}
            <Term day={order.day} /> · {t('apr')}{' '}
            <Num value={annualRate(order.interest_rate)} form="percent" />
          </p>
        </div>
      </div>
      <p className="mt-4 flex items-end justify-between gap-4">
        <span>
          <span className="block text-xs text-muted">{t('paid_so_far')}</span>
          <Num value={order.interest} unit={unit} signed intent="auto" className="text-xl font-semibold" />
        </span>
        {curve.length > 2 && (
          <span role="img" aria-label={t('curve')}>
            <Sparkline values={curve} width={140} height={44} />
          </span>
        )}
      </p>
      <Progress order={order} />
    </Card>
  );
}

function Facts({ order }: { readonly order: Order }) {
  const t = useText(earnText);
  const locale = useLocale();
  const unit = order.currency_name;
  return (
    <Card className="p-4">
      <dl className="flex flex-col gap-2 text-base">
        {order.next_ms !== null && (
          <Fact name={t('next_payment')}>
            <Num value={order.daily} unit={unit} /> · {formatTime(order.next_ms, locale)}
          </Fact>
        )}
        <Fact name={t('daily_rate')}>
          <Num value={order.interest_rate} />%
        </Fact>
        {order.extra !== null && (
          <>
            <Fact name={t('extra')}>
              {t('extra_terms', {
                percent: order.extra.interest_rate,
                from: order.extra.from_day,
                to: order.extra.to_day,
              })}
            </Fact>
            <Fact name={t('extra_paid')}>
              <Num value={order.extra.paid} unit={unit} /> / <Num value={order.extra.max} unit={unit} />
            </Fact>
          </>
        )}
        {order.day > 0 && <Fact name={t('early')}>{t('early_cost', { percent: order.penalty_ratio })}</Fact>}
        <Fact name={t('subscribed_on')}>{formatTime(order.created_ms, locale)}</Fact>
        {order.end_ms !== null && <Fact name={t('ends_on')}>{formatTime(order.end_ms, locale)}</Fact>}
        {order.returned !== '0' && (
          <Fact name={t('returned')}>
            <Num value={order.returned} unit={unit} />
          </Fact>
        )}
        {order.penalty !== '0' && (
          <Fact name={t('penalty')}>
            <Num value={order.penalty} unit={unit} />
          </Fact>
        )}
      </dl>
    </Card>
  );
}

/** The yields that were paid, each with its own date. */
function Accruals({ order }: { readonly order: Order }) {
  const t = useText(earnText);
  const locale = useLocale();
  const accruals = usePages('get', 'lh/deposit/order_accruals', { id: order.id });
  return (
    <Card className="p-4">
      <h2 className="mb-1 text-sm text-muted">{t('accruals')}</h2>
      <LoadedPages query={accruals} empty={<p className="py-4 text-base text-muted">{t('no_accruals')}</p>}>
        {(rows) => (
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <li key={row.day} className="flex items-center justify-between gap-3 py-2">
                <span>
                  <span className="block text-base">{t('day_n', { day: row.day })}</span>
                  <span className="block text-xs text-muted">{formatTime(row.due_ms, locale)}</span>
                </span>
                <Num
                  value={row.amount}
                  unit={order.currency_name}
                  signed
                  intent="auto"
                  className="font-medium"
                />
              </li>
            ))}
          </ul>
        )}
      </LoadedPages>
    </Card>
  );
}

function OfOrder({ id }: { readonly id: number }) {
  const t = useText(earnText);
  const [redeeming, setRedeeming] = useState(false);
  const order = useGet('lh/deposit/order_detail', { id }, { everyMs: 30_000 });
  return (
    <Loaded query={order}>
      {(shown) => (
        <div className="flex flex-col gap-4 wide:side-by-side">
          <div className="flex flex-col gap-4">
            <Head order={shown} />
            {shown.status === MINING_STATUS.open && (
              <Button variant="plain" size="lg" wide onClick={() => setRedeeming(true)}>
                {t(shown.day === 0 ? 'redeem' : 'redeem_early')}
              </Button>
            )}
            {shown.receipt !== null && (
              <ReceiptLink kind="mining" subject={String(shown.id)} variant="wide" />
            )}
            <Facts order={shown} />
          </div>
          <Accruals order={shown} />
          <RedeemSheet order={shown} open={redeeming} onClose={() => setRedeeming(false)} />
        </div>
      )}
    </Loaded>
  );
}

/** One of the own orders: what it has paid, what comes next, and the way out. */
export default function Detail() {
  const t = useText(earnText);
  const id = useIdParam('id');
  return (
    <Page title={id === undefined ? t('orders') : t('order', { number: id })} back="/pages/lockming/order">
      {id === undefined ? <Empty text={t('unknown')} next="back" /> : <OfOrder id={id} />}
    </Page>
  );
}
