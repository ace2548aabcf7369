import { ORDER_SIDE } from '@karat/contract';
import type { NumberOf } from '@karat/contract';
import type { ReactNode } from 'react';
import { formatTime } from '../../../lib/format.ts';
import { baseOf, quoteOf } from '../../../lib/symbol.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { useWide } from '../../../lib/wide.ts';
import { Badge, Button, cx, Figure, MarketPrice, Num } from '../../../ui/index.ts';
import { tradeText } from '../text.ts';
import type { Fill, Order } from './own-orders-store.ts';
import { statusText, statusIntent } from './labels.ts';

function Head({
  type,
  symbol,
  kind,
  time,
  status,
  end,
}: {
  readonly type: NumberOf<typeof ORDER_SIDE>;
  readonly symbol: string;
  readonly kind: string;
  readonly time: number;
  readonly status?: ReactNode;
  /** Beside the name on a phone. */
  readonly end?: ReactNode;
}) {
  const t = useText(tradeText);
  const locale = useLocale();
  return (
    <div className="flex min-w-0 items-start justify-between gap-2 wide:block">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 text-base">
          <span className={cx('font-semibold', type === ORDER_SIDE.buy ? 'text-up-ink' : 'text-down-ink')}>
            {t(type === ORDER_SIDE.buy ? 'buy' : 'sell')}
          </span>
          <span className="font-semibold">{symbol}</span>
          <span className="text-xs text-muted inline-block first-letter:uppercase">{kind}</span>
          {status}
        </p>
        <p className="text-xs text-muted tnum">{formatTime(time, locale)}</p>
      </div>
      {end}
    </div>
  );
}

const GRID = 'grid grid-cols-3 gap-x-3 gap-y-2 text-sm wide:contents';
const CARD =
  'flex flex-col gap-2 py-3 wide:grid wide:grid-cols-[minmax(150px,1.4fr)_repeat(5,minmax(0,1fr))_auto] wide:items-center wide:gap-3';

/** Label of an order's size: amount in base, or budget. */
function Size({ order }: { readonly order: Order }) {
  return order.amount === null ? (
    <Num value={order.quote_amount} unit={quoteOf(order.symbol)} />
  ) : (
    <Num value={order.amount} unit={baseOf(order.symbol)} />
  );
}

/** Requested and filled figures. */
function OrderFigures({ order }: { readonly order: Order }) {
  const t = useText(tradeText);
  const inQuote = { market: order.match_id, unit: quoteOf(order.symbol) };
  return (
    <dl className={GRID}>
      <Figure name={t('price')}>
        {order.target_price === null ? t('market') : <MarketPrice {...inQuote} value={order.target_price} />}
      </Figure>
      <Figure name={t(order.amount === null ? 'total' : 'amount')}>
        <Size order={order} />
      </Figure>
      <Figure name={t('filled')}>
        <Num value={order.filled} unit={baseOf(order.symbol)} />
      </Figure>
      {order.stop_price !== null && (
        <Figure name={t('trigger')}>
          <MarketPrice {...inQuote} value={order.stop_price} />
        </Figure>
      )}
      {order.avg_price !== null && (
        <Figure name={t('average')}>
          <MarketPrice {...inQuote} value={order.avg_price} />
        </Figure>
      )}
      {order.fee !== '0' && (
        <Figure name={t('fee')}>
          <Num value={order.fee} unit={order.fee_currency} />
        </Figure>
      )}
    </dl>
  );
}

interface Actions {
  readonly order: Order;
  readonly onCancel: (() => void) | undefined;
  readonly onAmend: (() => void) | undefined;
  readonly cancelling: boolean;
}

function OrderActions({ order, onCancel, onAmend, cancelling }: Actions) {
  const t = useText(tradeText);
  const locale = useLocale();
  const values = {
    side: t(order.type === ORDER_SIDE.buy ? 'buy' : 'sell'),
    price: order.target_price ?? order.stop_price ?? formatTime(order.created_ms, locale),
  };
  return (
    <div className="flex shrink-0 justify-end gap-2 wide:col-start-7">
      {onAmend && (
        <Button variant="plain" size="sm" onClick={onAmend} aria-label={t('amend_order', values)}>
          {t('amend')}
        </Button>
      )}
      {onCancel && (
        <Button
          variant="plain"
          size="sm"
          onClick={onCancel}
          busy={cancelling}
          aria-label={t('cancel_order', values)}
        >
          {t('cancel')}
        </Button>
      )}
    </div>
  );
}

/** An open or closed order. */
export function OrderCard({
  order,
  onCancel,
  onAmend,
  cancelling = false,
}: {
  readonly order: Order;
  readonly onCancel?: (() => void) | undefined;
  readonly onAmend?: (() => void) | undefined;
  readonly cancelling?: boolean;
}) {
  const t = useText(tradeText);
  const kind = [
    t(order.order_type),
    order.time_in_force === 'GTC' ? '' : order.time_in_force,
    order.post_only ? t('post_only') : '',
  ]
    .filter((word) => word !== '')
    .join(' · ');
  const wide = useWide();
  const actions = order.id !== 0 && (onCancel || onAmend) && (
    <OrderActions order={order} onCancel={onCancel} onAmend={onAmend} cancelling={cancelling} />
  );
  return (
    <article className={cx(CARD, order.id === 0 && 'opacity-60')}>
      <Head
        type={order.type}
        symbol={order.symbol}
        kind={kind}
        time={order.created_ms}
        status={<Badge intent={statusIntent(order)}>{statusText(order, t)}</Badge>}
        end={!wide && actions}
      />
      <OrderFigures order={order} />
      {wide && actions}
    </article>
  );
}

/** One of the user's fills. */
export function FillCard({ fill }: { readonly fill: Fill }) {
  const t = useText(tradeText);
  return (
    <article className={CARD}>
      <Head
        type={fill.type}
        symbol={fill.symbol}
        kind={t(fill.maker ? 'maker' : 'taker')}
        time={fill.created_ms}
      />
      <dl className={GRID}>
        <Figure name={t('price')}>
          <MarketPrice market={fill.match_id} value={fill.price} unit={quoteOf(fill.symbol)} />
        </Figure>
        <Figure name={t('amount')}>
          <Num value={fill.amount} unit={baseOf(fill.symbol)} />
        </Figure>
        <Figure name={t('value')}>
          <Num value={fill.quote_amount} unit={quoteOf(fill.symbol)} />
        </Figure>
        <Figure name={t('fee')}>
          <Num value={fill.fee} unit={fill.fee_currency} />
        </Figure>
      </dl>
    </article>
  );
}
