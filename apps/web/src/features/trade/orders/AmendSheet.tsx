import { format, isMultipleOf } from '@karat/money';
import { useState } from 'react';
import { useMarkets } from '../../../lib/markets.ts';
import { useAction } from '../../../lib/query.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { formatNumber } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.ts';
import { Button, Sheet } from '../../../ui/index.ts';
import { termsOf } from '../market.ts';
import { tradeText } from '../text.ts';
import { cleaned, decimalsIn, readAmount } from '../ticket/form.ts';
import { NumberField } from '../ticket/NumberField.tsx';
import { INVALIDATED, useOwnOrders } from './use-own-orders.ts';
import { withOrder } from './own-orders-store.ts';
import type { Order } from './own-orders-store.ts';

function Form({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) {
  const t = useText(tradeText);
  const locale = useLocale();
  const market = useMarkets().data?.find(({ id }) => id === order.match_id);
  const [text, setText] = useState(order.amount ?? '');
  const [tried, setTried] = useState(false);
  const action = useAction('coin/amend', {
    invalidates: INVALIDATED,
    onDone: (reply) => {
      useOwnOrders.setState((own) => withOrder(own, reply));
      toast(t('order_reduced'), 'good');
      onClose();
    },
  });
  if (!market) return null;
  const { lot } = termsOf(market);
  const wanted = readAmount(text);
  const whole = readAmount(order.amount ?? '0');
  const error = !isMultipleOf(wanted, lot)
    ? t('amount_step', { step: format(lot) })
    : wanted <= readAmount(order.filled) || wanted >= whole
      ? t('amend_less', { amount: formatNumber(format(whole), { kind: 'full' }, locale) })
      : undefined;
  const step = (up: boolean): void => {
    const next = up ? wanted + lot : wanted - lot;
    if (next > 0n) setText(format(next as typeof lot));
  };
  return (
    <div className="flex flex-col gap-4 px-5">
      <p className="text-sm text-muted">
        {t('amend_hint', {
          amount: formatNumber(order.amount ?? '0', { kind: 'full' }, locale),
          coin: market.currency_name,
          filled: formatNumber(order.filled, { kind: 'full' }, locale),
        })}
      </p>
      <NumberField
        label={t('amend_new')}
        unit={<span>({market.currency_name})</span>}
        value={text}
        onText={(raw) => setText(cleaned(raw, decimalsIn(lot)))}
        onStep={step}
        error={tried || text !== order.amount ? error : undefined}
      />
      <Button
        wide
        busy={action.isPending}
        onClick={() => {
          setTried(true);
          if (error === undefined) action.mutate({ id: order.id, amount: format(wanted) });
        }}
      >
        {t('amend')}
      </Button>
    </div>
  );
}

/** Reduces an open order; it keeps its place in the queue. */
export default function AmendSheet({
  order,
  onClose,
}: {
  readonly order: Order;
  readonly onClose: () => void;
}) {
  const t = useText(tradeText);
  return (
    <Sheet open onClose={onClose} title={t('amend_title')}>
      <Form order={order} onClose={onClose} />
    </Sheet>
  );
}
