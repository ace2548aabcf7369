import { ArrowDownRight, ArrowUpRight } from 'lucide-react';
import type { ReplyOf } from '../../lib/calls.ts';
import { formatDate } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, Figure, Link, Num } from '../../ui/index.ts';
import { timeLeft } from './payoff.ts';
import { investText } from './text.ts';

export type Product = ReplyOf<'dual/detail'>;

/** Direction by icon and words. */
export function Direction({ type, coin }: { readonly type: Product['type']; readonly coin: string }) {
  const t = useText(investText);
  const Icon = type === 'call' ? ArrowUpRight : ArrowDownRight;
  return (
    <span className="inline-flex items-center gap-1 font-semibold">
      <Icon className="size-4 text-gold-ink" aria-hidden="true" />
      {t(type, { coin })}
    </span>
  );
}

/** Whether a product is on sale; nothing for an open one. */
export function SaleBadge({ status }: { readonly status: Product['status'] }) {
  const t = useText(investText);
  switch (status) {
    case 'open':
      return null;
    case 'coming':
      return <Badge intent="info">{t('coming')}</Badge>;
    case 'sold_out':
      return <Badge>{t('sold_out')}</Badge>;
    case 'ended':
      return <Badge>{t('ended')}</Badge>;
  }
}

/** Time until a moment, to the minute. */
export function TimeLeft({ until }: { readonly until: number }) {
  const t = useText(investText);
  const { days, hours, minutes } = timeLeft(until, useNow());
  return (
    <span className="tnum">
      {days > 0 ? t('left_days', { days, hours }) : t('left_hours', { hours, minutes })}
    </span>
  );
}

/** Shares sold, as a bar. */
function Sold({ product }: { readonly product: Product }) {
  const t = useText(investText);
  const locale = useLocale();
  return (
    <div className="mt-3">
      <div className="h-1 overflow-hidden rounded-full bg-raised" aria-hidden="true">
        <div
          className="h-full origin-left bg-gold"
          style={{ transform: `scaleX(${1 - product.remain_share / product.total_share})` }}
        />
      </div>
      <p className="mt-1.5 flex flex-wrap justify-between gap-x-3 text-xs text-muted">
        <span className="tnum">
          {t('remaining', {
            left: product.remain_share.toLocaleString(locale),
            all: product.total_share.toLocaleString(locale),
          })}
        </span>
        {product.status === 'open' && (
          <span>
            {t('sale_ends')} <TimeLeft until={product.end_ms} />
          </span>
        )}
      </p>
    </div>
  );
}

/** A product in the list; a tap opens the purchase. */
export function ProductCard({ product }: { readonly product: Product }) {
  const t = useText(investText);
  const locale = useLocale();
  return (
    <Link
      to="/pages/invest/purchase"
      search={{ id: String(product.id) }}
      className="block rounded-lg bg-surface p-4 active:bg-raised"
    >
      <span className="flex items-center gap-2">
        <Direction type={product.type} coin={product.currency_name} />
        <span className="flex-1" />
        <SaleBadge status={product.status} />
      </span>
      <dl className="mt-3 flex flex-wrap justify-between gap-3 text-base font-medium">
        <Figure name={t('apr')}>
          <Num value={product.apr} form="percent" className="text-xl font-semibold text-up-ink" />
        </Figure>
        <Figure name={t('linked_price')}>
          <Num value={product.linked_price} />
        </Figure>
        <Figure name={t('maturity')}>
          <span className="whitespace-nowrap">{formatDate(product.maturity_ms, locale)}</span>
          <span className="block text-xs font-normal text-muted">{t('days', { count: product.days })}</span>
        </Figure>
      </dl>
      <Sold product={product} />
    </Link>
  );
}
