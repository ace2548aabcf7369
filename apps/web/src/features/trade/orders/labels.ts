import type { TradeWords } from '../ticket/labels.ts';
import type { Order } from './own-orders-store.ts';

/** Label of an order's state. */
export function statusText(order: Order, t: TradeWords): string {
  if (order.id === 0) return t('status_sending');
  if (order.waiting) return t(order.stop_price === null ? 'status_waiting_open' : 'status_waiting');
  switch (order.status) {
    case 1:
      return t('status_open');
    case 2:
      return t('status_complete');
    case 3:
      return t('status_cancelled');
    case 4:
      return t('status_partly');
    case 5:
      return t('status_rejected');
  }
}

export type Intent = 'gold' | 'good' | 'plain' | 'info';

export function statusIntent(order: Order): Intent {
  if (order.id === 0 || order.waiting) return 'gold';
  switch (order.status) {
    case 1:
      return 'info';
    case 2:
      return 'good';
    case 4:
      return 'gold';
    case 3:
    case 5:
      return 'plain';
  }
}
