import { MINING_STATUS } from '@karat/contract';
import { formatTime } from '../../../lib/format.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { Badge, CoinIcon, Fact, Link, Num } from '../../../ui/index.ts';
import { annualRate } from './offer.ts';
import type { Order } from './offer.ts';
import { Term } from './OfferCard.tsx';
import { earnText } from './text.ts';

/** How an order ended; nothing while it runs. */
export function OrderEnd({ end }: Pick<Order, 'end'>) {
  const t = useText(earnText);
  if (end === null) return null;
  return <Badge intent={end === 'matured' ? 'good' : 'plain'}>{t(end)}</Badge>;
}

/** An own order in a list: what is in it, what it has paid, when it pays next. */
export function OrderRow({ order }: { readonly order: Order }) {
  const t = useText(earnText);
  const locale = useLocale();
  const unit = order.currency_name;
  return (
    <Link
      to="/pages/lockming/detail"
      search={{ id: order.id }}
      className="block rounded-lg bg-surface p-4 active:bg-raised"
    >
      <span className="flex items-center gap-3">
        <CoinIcon name={unit} size={36} />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="text-lg font-semibold">
              <Num value={order.status === MINING_STATUS.open ? order.principal : order.amount} unit={unit} />
            </span>
            <OrderEnd end={order.end} />
          </span>
          <span className="block text-sm text-muted">
            {order.day > 0 && <>{t(order.category)} · </>}
            <Term day={order.day} /> · {t('apr')}{' '}
            <Num value={annualRate(order.interest_rate)} form="percent" />
          </span>
        </span>
      </span>
      <dl className="mt-3 flex flex-col gap-1.5 text-sm">
        <Fact name={t('paid_so_far')}>
          <Num value={order.interest} unit={unit} signed intent="auto" />
        </Fact>
        {order.next_ms !== null && (
          <Fact name={t('next_payment')}>
            <Num value={order.daily} unit={unit} /> · {formatTime(order.next_ms, locale)}
          </Fact>
        )}
        {order.closed_ms !== null && (
          <Fact name={t('returned')}>
            <Num value={order.returned} unit={unit} />
          </Fact>
        )}
      </dl>
    </Link>
  );
}
