import { FLAG, NFT_PAY_TYPE, NFT_STATUS } from '@karat/contract';
import { formatTime } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, Callout, Card, Fact, Num, Countdown } from '../../ui/index.ts';
import { nftText } from './text.ts';
import type { Detail, Listing } from './tile.ts';

/** Label and value of the price that counts now. */
function priceOf(listing: Listing) {
  if (listing.state === 'sold')
    return { label: 'sold_for', price: listing.now_price ?? listing.price } as const;
  if (listing.pay_type === NFT_PAY_TYPE.blindBox)
    return { label: 'box_price', price: listing.price } as const;
  if (listing.pay_type === NFT_PAY_TYPE.fixed) return { label: 'price', price: listing.price } as const;
  return listing.now_price === null
    ? ({ label: 'start_price', price: listing.price } as const)
    : ({ label: 'highest_bid', price: listing.now_price } as const);
}

/** Time until the start or end of a sale, with the date below. */
function Clock({ listing, skewMs }: { readonly listing: Listing; readonly skewMs: number }) {
  const t = useText(nftText);
  const locale = useLocale();
  if (listing.state !== 'open' || listing.status === NFT_STATUS.ended) return null;
  const isComing = listing.status === NFT_STATUS.notStarted;
  const until = isComing ? listing.start_ms : listing.end_ms;
  return (
    <div className="text-end">
      <p className="text-xs text-muted">{t(isComing ? 'starts_in' : 'ends_in')}</p>
      <p className="text-xl font-semibold">
        <Countdown untilMs={until} skewMs={skewMs} />
      </p>
      <p className="text-xs text-muted">{formatTime(until, locale)}</p>
    </div>
  );
}

const STATES = { due: 'info', sold: 'good', expired: 'plain', cancelled: 'plain' } as const;

/** Terms of an auction. */
function AuctionTerms({ listing }: { readonly listing: Listing }) {
  const t = useText(nftText);
  const unit = listing.currency_name;
  return (
    <>
      {listing.min_bid !== null && (
        <Fact name={t('next_bid')}>
          <Num value={listing.min_bid} unit={unit} />
        </Fact>
      )}
      <Fact name={t('increment')}>
        <Num value={listing.per_increase} unit={unit} />
      </Fact>
      <Fact name={t('margin')}>
        <Num value={listing.margin} unit={unit} />
      </Fact>
      <Fact name={t('bids')}>
        {t('bids_count', {
          count: listing.bids,
          bidders: listing.bidders,
        })}
      </Fact>
      {listing.extensions > 0 && (
        <Fact name={t('extensions')}>
          {listing.extensions} / {listing.max_extensions}
        </Fact>
      )}
    </>
  );
}

/** Where the caller stands in an auction. */
function OwnState({ listing }: { readonly listing: Listing }) {
  const t = useText(nftText);
  if (listing.own_price === null || listing.state !== 'open') return null;
  const leads = listing.is_leader === FLAG.yes;
  return (
    <div className="mt-3" role="status">
      <Callout intent={leads ? 'info' : 'bad'}>
        {leads ? t('you_lead') : t('outbid')} {t('your_highest')}{' '}
        <Num value={listing.own_price} unit={listing.currency_name} />
        {!leads && listing.leader !== null && (
          <span className="block text-xs">{t('leader', { name: listing.leader })}</span>
        )}
      </Callout>
    </div>
  );
}

/** Price, time and terms of the sale. */
export function SalePanel({ detail, skewMs }: { readonly detail: Detail; readonly skewMs: number }) {
  const t = useText(nftText);
  const { listing } = detail;
  if (listing === null) return <p className="py-2 text-base text-muted">{t('not_for_sale')}</p>;
  const { label, price } = priceOf(listing);
  return (
    <Card className="p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <p className="flex items-center gap-2 text-xs text-muted">
            {t(label)}
            {listing.state !== 'open' && (
              <Badge intent={STATES[listing.state]}>{t(`state_${listing.state}`)}</Badge>
            )}
          </p>
          <Num value={price} unit={listing.currency_name} className="text-xl font-semibold" />
        </div>
        <Clock listing={listing} skewMs={skewMs} />
      </div>
      <OwnState listing={listing} />
      <dl className="mt-3 flex flex-col gap-2 border-t border-line pt-3 text-base">
        {listing.pay_type === NFT_PAY_TYPE.auction && <AuctionTerms listing={listing} />}
        <Fact name={t('seller')}>{listing.seller.name}</Fact>
        <Fact name={t('royalty')}>
          <Num value={listing.royalty_percent} form="percent" />
        </Fact>
        <Fact name={t('fee')}>
          <Num value={listing.fee_percent} form="percent" />
        </Fact>
      </dl>
      <p className="mt-2 text-xs text-muted">{t('fee_text')}</p>
    </Card>
  );
}
