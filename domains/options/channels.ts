import { SNAPSHOT_ROWS_MAX } from '@karat/contract';
import type { PrivateChannels } from '@karat/platform/ws';
import { readNames } from './http.ts';
import type { OptionsDeps } from './deps.ts';
import { ordersOfUser } from './store.ts';
import { optionsChanged } from './topics.ts';
import { orderView } from './view.ts';

/**
 * Publishes a user's own orders on the channel `options`: first the open ones, then each that is accepted, entered, settled. Returns a
 * function that stops it.
 */
export function optionsChannel(deps: OptionsDeps, own: PrivateChannels): () => void {
  const { bus, clock, log } = deps.ctx;
  // Names are read once: currencies and markets are never renamed.
  const names = readNames(deps);
  own.setSnapshot('options', async (user) => {
    const page = { page: 1, limit: SNAPSHOT_ROWS_MAX };
    const { rows } = await ordersOfUser(deps.ctx.db, user, { market: undefined, open: true }, page);
    const known = await names;
    return rows.map((order) => orderView(order, known, clock.now()));
  });
  names.catch((error: unknown) => log.error({ err: error }, 'options channel failed to read names'));
  return bus.subscribe(optionsChanged, (orders) => {
    const subscribed = orders.filter((order) => own.hasReaders(order.userId, 'options'));
    if (subscribed.length === 0) return;
    void names.then(
      (known) => {
        const now = clock.now();
        for (const order of subscribed) own.publishTo(order.userId, 'options', orderView(order, known, now));
      },
      () => undefined,
    );
  });
}
