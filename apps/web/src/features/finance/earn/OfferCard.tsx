import { formatDate, formatNumber } from '../../../lib/format.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { Badge, CoinIcon, Link, Num } from '../../../ui/index.ts';
import { annualRate, leftPercent } from './offer.ts';
import type { Offer } from './offer.ts';
import { earnText } from './text.ts';

/** Term of an offer or order: `30 days`, `Flexible`. */
export function Term({ day }: { readonly day: number }) {
  const t = useText(earnText);
  return day === 0 ? t('flexible') : t('days', { count: day });
}

/** Whether an offer can be bought; nothing for an open one. */
export function OfferState({ offer }: { readonly offer: Pick<Offer, 'state' | 'opens_ms'> }) {
  const t = useText(earnText);
  const locale = useLocale();
  switch (offer.state) {
    case 'open':
      return null;
    case 'sold_out':
      return <Badge intent="bad">{t('sold_out')}</Badge>;
    case 'upcoming':
      return <Badge intent="info">{t('upcoming', { date: formatDate(offer.opens_ms, locale) })}</Badge>;
    case 'ended':
      return <Badge>{t('ended')}</Badge>;
  }
}

/** Share of the capacity that is sold, as a bar. */
export function Capacity({ offer }: { readonly offer: Pick<Offer, 'total' | 'remaining'> }) {
  const t = useText(earnText);
  const left = leftPercent(offer);
  return (
    <span className="flex items-center gap-2 text-xs text-muted">
      <span className="h-1 flex-1 overflow-hidden rounded-full bg-raised" aria-hidden="true">
        <span className="block h-full rounded-full bg-gold" style={{ width: `${100 - left}%` }} />
      </span>
      {t('left_of', { percent: left })}
    </span>
  );
}

/** An offer in a list: what it pays, for how long, and whether it can be bought. */
export function OfferCard({ offer }: { readonly offer: Offer }) {
  const t = useText(earnText);
  const locale = useLocale();
  const isOpen = offer.state === 'open';
  return (
    <Link
      to="/pages/lockming/buy"
      search={{ id: offer.id }}
      className="block rounded-lg bg-surface p-4 active:bg-raised"
    >
      <span className="flex items-center gap-3">
        <CoinIcon name={offer.currency_name} size={40} />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="text-lg font-semibold">{offer.currency_name}</span>
            <Badge>{t(offer.category)}</Badge>
            {offer.vip_only && <Badge intent="gold">{t('vip')}</Badge>}
            <OfferState offer={offer} />
          </span>
          <span className="block text-sm text-muted">
            <Term day={offer.day} /> ·{' '}
            {t('from_min', {
              amount: formatNumber(offer.save_min, { kind: 'full' }, locale),
              currency: offer.currency_name,
            })}
          </span>
        </span>
        <span className="text-end">
          <Num
            value={annualRate(offer.interest_rate)}
            form="percent"
            className={isOpen ? 'text-xl font-semibold text-up-ink' : 'text-xl font-semibold text-muted'}
          />
          <span className="block text-xs text-muted">{t('apr')}</span>
        </span>
      </span>
      {isOpen && (
        <span className="mt-3 block">
          <Capacity offer={offer} />
        </span>
      )}
    </Link>
  );
}
