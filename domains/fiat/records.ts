import type { RecordSource } from '@karat/domains/support';
import { format } from '@karat/money';
import { ordersOf, ownOrder } from './store.ts';
import type { Order } from './store.ts';

const record = ({ id, reference, amount, currency, received, createdAt }: Order) => ({
  id,
  title: `${format(received)} USDT`,
  detail: `${format(amount)} ${currency}, ${reference}`,
  createdMs: createdAt,
});

/** Purchases that a user can refer to in a message to customer service. */
export const fiatRecords: RecordSource = {
  recent: async (db, user, limit) =>
    (await ordersOf(db, user, undefined, { page: 1, limit })).rows.map(record),
  async find(db, user, id) {
    const order = await ownOrder(db, user, id);
    return order && record(order);
  },
};
