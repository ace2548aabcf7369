import { SNAPSHOT_ROWS_MAX, marketId } from '@karat/contract';
import type { Depth, PublicTrade as TradeView } from '@karat/contract';
import { tradesPrinted } from '@karat/domains/market';
import type { PublicTrade } from '@karat/domains/market';
import { format } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import type { Channels, PrivateChannels } from '@karat/platform/ws';
import type { Spot } from './create.ts';
import { readOrders } from './store.ts';
import { depthChanged, ordersChanged } from './topics.ts';
import { orderView } from './view.ts';

type Level = readonly [string, string];

/** Levels per side of an order book snapshot; differences cover all levels. About 50 KB of text. */
const SNAPSHOT_LEVELS = 1_000;

const texts = (levels: readonly (readonly [Price, Amount])[]): Level[] =>
  levels.map(([price, quantity]) => [format(price), format(quantity)]);

/** The later quantity of each price wins. */
const mergeLevels = (older: readonly Level[], newer: readonly Level[]): Level[] => [
  ...new Map([...older, ...newer]).entries(),
];

const tradeView = ({ id, price, quantity, side, house, time }: PublicTrade): TradeView => ({
  id,
  price: format(price),
  quantity: format(quantity),
  side,
  house,
  time,
});

const mergeDepth = (older: Depth, newer: Depth): Depth => ({
  ...newer,
  bids: mergeLevels(older.bids, newer.bids),
  asks: mergeLevels(older.asks, newer.asks),
});

/**
 * Publishes books, trades and the users' own orders on the socket; a snapshot read by a call continues with the number
 * of its channel. Returns a function that stops it.
 */
export function spotChannels(spot: Spot, channels: Channels, own: PrivateChannels): () => void {
  const { bus } = spot.inside.ctx;
  const known = ([id = '']: readonly string[]): boolean =>
    /^[1-9][0-9]{0,9}$/.test(id) && spot.markets.get(marketId(Number(id))) !== undefined;
  const depth = channels.register({
    pattern: 'depth:<match_id>',
    known,
    conflate: { merge: mergeDepth },
    snapshot([id]) {
      const view = spot.books.depth(marketId(Number(id)), SNAPSHOT_LEVELS);
      return view && { match_id: Number(id), snapshot: true, bids: texts(view.bids), asks: texts(view.asks) };
    },
  });
  const trades = channels.register({ pattern: 'trade:<match_id>', known, conflate: 'none' });
  const stops = [
    bus.subscribe(depthChanged, ({ marketId: id, bids, asks }) => {
      // Without subscribers only the number grows, so that the next snapshot does not repeat one.
      const isSubscribed = depth.hasReaders([id]);
      depth.publish([id], {
        match_id: id,
        snapshot: false,
        bids: isSubscribed ? texts(bids) : [],
        asks: isSubscribed ? texts(asks) : [],
      });
    }),
    bus.subscribe(tradesPrinted, ({ marketId: id, trades: printed }) => {
      if (!trades.hasReaders([id])) return;
      trades.publish(
        [id],
        printed.map((trade) => tradeView(trade)),
      );
    }),
    bus.subscribe(ordersChanged, (orders) => {
      for (const order of orders) {
        if (!own.hasReaders(order.userId, 'orders')) continue;
        const market = spot.markets.get(order.marketId);
        if (market) own.publishTo(order.userId, 'orders', orderView(order, market));
      }
    }),
  ];
  own.setSnapshot('orders', async (userId) => {
    const filter = { userId, open: true, status: undefined, marketIds: undefined };
    const { rows } = await readOrders(spot.inside.ctx.db, filter, { skip: 0, limit: SNAPSHOT_ROWS_MAX });
    return rows.flatMap((order) => {
      const market = spot.markets.get(order.marketId);
      return market ? [orderView(order, market)] : [];
    });
  });
  spot.inside.depthSeq = (id) => depth.seq([id]);
  spot.inside.isWatched = (user) => own.hasReaders(user, 'orders');
  return () => stops.forEach((stop) => stop());
}
