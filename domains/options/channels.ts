import type { PrivateChannels } from '@karat/platform/ws';
import { readNames } from './http.ts';
import type { OptionsDeps } from './deps.ts';
import { optionsChanged } from './topics.ts';
import { orderView } from './view.ts';

/**
 * Publishes a user's own orders on the channel `options`: accepted, entered, settled. Returns a function that stops
 * it.
 */
export function optionsChannel(deps: OptionsDeps, own: PrivateChannels): () => void {
  const { bus, clock, log } = deps.ctx;
  // Names are read once: currencies and markets are never renamed.
  const names = readNames(deps);
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
