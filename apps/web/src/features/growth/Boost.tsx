import { MINING_STATUS } from '@karat/contract';
import { PiggyBank } from 'lucide-react';
import { useState } from 'react';
import type { RowOf } from '../../lib/calls.ts';
import { formatNumber } from '../../lib/format.ts';
import { useAction, usePages } from '../../lib/query.ts';
import { useRefusal } from '../../lib/server-errors.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, Choice, Empty, FormError, LinkButton, LoadedPages, Num, Sheet } from '../../ui/index.ts';
import { growthText } from './text.ts';

type Coupon = RowOf<'coupon/list'>;
type Order = RowOf<'lh/deposit/order'>;

function Orders({
  orders,
  coupon,
  close,
}: {
  readonly orders: readonly Order[];
  readonly coupon: Coupon;
  readonly close: () => void;
}) {
  const t = useText(growthText);
  const [order, setOrder] = useState(String(orders[0]?.id ?? ''));
  const refusal = useRefusal();
  const boost = useAction('coupon/boost', {
    ...refusal.action,
    invalidates: ['coupon/list', 'lh/deposit/order', 'lh/deposit/order_detail'],
    onDone: () => {
      close();
      toast(t('boost_done'), 'good');
    },
  });
  return (
    <>
      <Choice
        label={t('boost_order')}
        options={orders.map(({ id, principal, currency_name: coin, interest_rate: percent, day }) => ({
          id: String(id),
          label: <Num value={principal} unit={coin} />,
          hint: day === 0 ? t('boost_flexible') : t('boost_term', { days: day }),
          value: <Num value={percent} form="percent" />,
        }))}
        value={order}
        onChange={setOrder}
      />
      <p className="text-sm text-muted">{t('boost_once')}</p>
      <FormError text={refusal.text} />
      <Button
        size="lg"
        wide
        busy={boost.isPending}
        onClick={() => boost.mutate({ id: coupon.id, order_id: Number(order) })}
      >
        {t('coupon_use')}
      </Button>
    </>
  );
}

/** Chooses the Earn order whose yield a coupon raises, once and for good. */
export function Boost({ coupon, close }: { readonly coupon: Coupon; readonly close: () => void }) {
  const t = useText(growthText);
  const locale = useLocale();
  const orders = usePages('get', 'lh/deposit/order', { status: MINING_STATUS.open });
  const full = (text: string): string => formatNumber(text, { kind: 'full' }, locale);
  return (
    <Sheet open onClose={close} title={t('boost_title', { percent: full(coupon.percent) })}>
      <div className="flex flex-col gap-4 px-5 pt-1 pb-6">
        <p className="text-base text-muted">
          {t('boost_text', { days: coupon.yield_days ?? 0, face: full(coupon.face) })}
        </p>
        <LoadedPages query={orders} empty={<Empty icon={<PiggyBank />} text={t('boost_none')} next="earn" />}>
          {(rows) => {
            const free = rows.filter(({ extra }) => extra === null);
            return free.length > 0 ? (
              <Orders orders={free} coupon={coupon} close={close} />
            ) : (
              <Empty icon={<PiggyBank />} text={t('boost_none')} next="earn" />
            );
          }}
        </LoadedPages>
        <LinkButton variant="plain" to="/pages/lockming/lockming">
          {t('boost_earn')}
        </LinkButton>
      </div>
    </Sheet>
  );
}
