import { FLAG, NFT_STATUS } from '@karat/contract';
import type { ReplyOf } from '../../lib/calls.ts';
import { formatDate } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, ListRow, Num, RowEnd, Countdown } from '../../ui/index.ts';
import { NftPicture } from './NftPicture.tsx';
import { OrderBadge } from './PayOrder.tsx';
import { nftText } from './text.ts';
import type { Order } from './tile.ts';

type Bid = ReplyOf<'bind_box/getMyBindBoxQuotationLog'>['data'][number];

const isRunning = ({ listing, status }: Bid): boolean => listing === 'open' && status === NFT_STATUS.started;

/** Where an own bid stands. */
function BidState({ bid }: { readonly bid: Bid }) {
  const t = useText(nftText);
  if (isRunning(bid))
    return bid.is_leader === FLAG.yes ? (
      <Badge intent="good">{t('leading')}</Badge>
    ) : (
      <Badge intent="bad">{t('outbid_short')}</Badge>
    );
  return (
    <Badge intent={bid.is_leader === FLAG.yes ? 'gold' : 'plain'}>
      {t(bid.is_leader === FLAG.yes ? 'won' : 'lost')}
    </Badge>
  );
}

/** An auction in which the caller has bid. */
export function BidRow({ bid }: { readonly bid: Bid }) {
  const t = useText(nftText);
  const unit = bid.currency_name;
  return (
    <ListRow
      to="/pages/nft/artworkDetail"
      search={{ code: bid.code }}
      icon={<NftPicture image={bid.image} size="row" className="size-14 shrink-0 rounded-sm" />}
      title={bid.name}
      hint={
        <>
          {t('your_bid')} <Num value={bid.price} unit={unit} />
        </>
      }
      meta={
        <>
          {t('margin')} <Num value={bid.margin} unit={unit} /> ·{' '}
          {t(bid.is_margin === FLAG.yes ? 'margin_is_held' : 'margin_is_back')}
        </>
      }
      wraps
      end={
        <RowEnd
          hint={
            isRunning(bid) ? <Countdown untilMs={bid.end_ms} /> : <Num value={bid.now_price} unit={unit} />
          }
        >
          <BidState bid={bid} />
        </RowEnd>
      }
    />
  );
}

/** A purchase or sale. */
export function OrderRow({ order, isNews }: { readonly order: Order; readonly isNews: boolean }) {
  const t = useText(nftText);
  const locale = useLocale();
  return (
    <ListRow
      to="/pages/nft/purchase_one"
      search={{ id: order.id }}
      icon={<NftPicture image={order.image} size="row" className="size-14 shrink-0 rounded-sm" />}
      title={
        <span className="flex items-center gap-2">
          {order.name}
          {isNews && (
            <span className="size-2 shrink-0 rounded-full bg-bad-ink" role="img" aria-label={t('unread')} />
          )}
        </span>
      }
      hint={t(order.is_buyer === FLAG.yes ? 'side_buy' : 'side_sell')}
      meta={
        order.state === 'due' ? (
          <>
            {t('pay_within')} <Countdown untilMs={order.overtime * 1_000} />
          </>
        ) : (
          formatDate(order.created_ms, locale)
        )
      }
      wraps
      end={
        <RowEnd hint={<OrderBadge state={order.state} />}>
          <Num value={order.price} unit={order.currency_name} />
        </RowEnd>
      }
    />
  );
}

type OwnReport = ReplyOf<'bind_box/getMyReports'>['data'][number];

const REPORT_STATES = { open: 'gold', dismissed: 'plain', hidden: 'good', corrected: 'good' } as const;

/** A report to the operators with their answer. */
export function ReportRow({ report }: { readonly report: OwnReport }) {
  const t = useText(nftText);
  const locale = useLocale();
  return (
    <ListRow
      title={report.name === '' ? report.code : report.name}
      hint={report.text}
      meta={`${t(`report_${report.reason}`)} · ${formatDate(report.created_ms, locale)}`}
      {...(report.answer === null ? {} : { notice: report.answer })}
      wraps
      end={<Badge intent={REPORT_STATES[report.state]}>{t(`report_state_${report.state}`)}</Badge>}
    />
  );
}
