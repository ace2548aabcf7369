import { orderId } from '@karat/contract';
import type { MarketId } from '@karat/contract';
import type { RecordSource } from '@karat/domains/support';
import { format } from '@karat/money';
import { readOrder, readOrders } from './store.ts';
import type { Order } from './types.ts';

/** Orders that a user can refer to in a message to customer service. */
export function spotRecords(symbolOf: (market: MarketId) => string): RecordSource {
  const record = (order: Order) => {
    const amount = order.quantity ?? order.quoteBudget;
    const parts = [order.side, ...(amount === null ? [] : [format(amount)])];
    if (order.price !== null) parts.push(`@ ${format(order.price)}`);
    return {
      id: order.id,
      title: symbolOf(order.marketId),
      detail: parts.join(' '),
      createdMs: order.createdAt,
    };
  };
  return {
    async recent(db, user, limit) {
      const filter = { userId: user, open: undefined, status: undefined, marketIds: undefined };
      return (await readOrders(db, filter, { skip: 0, limit })).rows.map(record);
    },
    async find(db, user, id) {
      const order = await readOrder(db, user, { id: orderId(id) });
      return order && record(order);
    },
  };
}
