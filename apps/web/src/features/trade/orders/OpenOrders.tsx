import { Suspense, lazy, useState } from 'react';
import type { Quotation } from '../../../lib/markets.ts';
import { useAction } from '../../../lib/query.ts';
import { useQuestion } from '../../../lib/question.ts';
import { useText } from '../../../lib/text.ts';
import { toast } from '../../../lib/toast.ts';
import { Button, cx, Dialog, Empty, Loaded, List } from '../../../ui/index.ts';
import { symbolOf } from '../market.ts';
import { tradeText } from '../text.ts';
import { INVALIDATED, useOpenOrders, useOwnOrders, useOwnOrdersStale } from './use-own-orders.ts';
import { OrderCard } from './OrderCard.tsx';
import { mayAmend, withOrder } from './own-orders-store.ts';
import type { Order } from './own-orders-store.ts';

const AmendSheet = lazy(() => import('./AmendSheet.tsx'));

/** Cancels all after a confirmation. */
export function CancelAll({ market }: { readonly market: Quotation | undefined }) {
  const t = useText(tradeText);
  const question = useQuestion();
  const action = useAction('coin/cancel_all', {
    ...question.action,
    invalidates: INVALIDATED,
    onDone: ({ cancelled }) => {
      question.close();
      toast(t('cancelled_count', { count: cancelled.length }), 'good');
    },
  });
  const pair = market ? { currency_id: market.currency_id, legal_id: market.legal_id } : {};
  return (
    <>
      <Button variant="quiet" size="sm" onClick={question.ask}>
        {t('cancel_all')}
      </Button>
      <Dialog
        {...question.dialog}
        title={t('cancel_all_title')}
        confirm={t('cancel_all')}
        cancels
        variant="danger"
        busy={action.isPending}
        onConfirm={() => action.mutate(pair)}
      >
        {market ? t('cancel_all_here', { symbol: symbolOf(market) }) : t('cancel_all_everywhere')}
      </Dialog>
    </>
  );
}

/** Live open orders of a market, or of all, with cancel and reduce. */
export function OpenOrders({ market }: { readonly market: Quotation | undefined }) {
  const t = useText(tradeText);
  const orders = useOpenOrders(market?.id);
  const stale = useOwnOrdersStale();
  const [amending, setAmending] = useState<Order | null>(null);
  const cancel = useAction('coin/cancel', {
    invalidates: INVALIDATED,
    onDone: (order) => {
      useOwnOrders.setState((own) => withOrder(own, order));
      toast(t('order_cancelled'), 'good');
    },
  });
  return (
    <Loaded query={orders} empty={<Empty text={t('no_open')} next="trade" className="py-8!" />}>
      {(rows) => (
        <div className={cx(stale && 'opacity-60')}>
          <List>
            {rows.map((order) => (
              <li key={order.id === 0 ? `pending-${order.client_id}` : order.id}>
                <OrderCard
                  order={order}
                  onCancel={() => cancel.mutate({ id: order.id })}
                  cancelling={cancel.isPending && cancel.variables.id === order.id}
                  {...(mayAmend(order) ? { onAmend: () => setAmending(order) } : {})}
                />
              </li>
            ))}
          </List>
          {amending && (
            <Suspense>
              <AmendSheet order={amending} onClose={() => setAmending(null)} />
            </Suspense>
          )}
        </div>
      )}
    </Loaded>
  );
}
