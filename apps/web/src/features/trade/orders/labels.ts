import { ORDER_STATUS } from '@karat/contract';
import type { TradeWords } from '../ticket/labels.ts';
import type { Order } from './own-orders-store.ts';

/** Label of an order's state. */
export function statusText(order: Order, t: TradeWords): string {
  if (order.id === 0) return t('status_sending');
  if (order.waiting) return t(order.stop_price === null ? 'status_waiting_open' : 'status_waiting');
  switch (order.status) {
    case ORDER_STATUS.open:
      return t('status_open');
    case ORDER_STATUS.complete:
      return t('status_complete');
    case ORDER_STATUS.cancelled:
      return t('status_cancelled');
    case ORDER_STATUS.partlyFilled:
      return t('status_partly');
    case ORDER_STATUS.rejected:
      return t('status_rejected');
  }
}

export type Intent = 'gold' | 'good' | 'plain' | 'info';

export function statusIntent(order: Order): Intent {
  if (order.id === 0 || order.waiting) return 'gold';
  switch (order.status) {
    case ORDER_STATUS.open:
      return 'info';
    case ORDER_STATUS.complete:
      return 'good';
    case ORDER_STATUS.partlyFilled:
      return 'gold';
    case ORDER_STATUS.cancelled:
    case ORDER_STATUS.rejected:
      return 'plain';
  }
}
