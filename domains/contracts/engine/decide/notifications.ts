import { format } from '@karat/money';
import type { PositionEvent } from '../../position-events.ts';
import type { MarketPort, UserNotification } from '../ports.ts';

/** Notifications of position events that the user did not request. */
export function notificationsOf(market: MarketPort, events: readonly PositionEvent[]): UserNotification[] {
  return events.flatMap((event): UserNotification[] => {
    const { id, userId: user, marketId, version } = event.position;
    const symbol = market.find(marketId)?.symbol ?? String(marketId);
    const key = `contract:${id}:${version + 1}`;
    if (event.kind === 'opened' && event.hold > 0n) {
      const values = { symbol, share: format(event.position.originLots), price: format(event.price) };
      return [{ user, kind: 'contracts:filled', values, key }];
    }
    if (event.kind !== 'closed') return [];
    const values = { symbol, price: format(event.price), profit: format(event.profit) };
    if (event.reason === 'liquidation' || event.reason === 'cover')
      return [{ user, kind: 'contracts:liquidated', values: { ...values, rate: event.rate ?? '0' }, key }];
    if (event.reason === 'holding_time') return [{ user, kind: 'contracts:coupon_ended', values, key }];
    if (event.reason === 'take_profit' || event.reason === 'stop_loss')
      return [{ user, kind: 'contracts:stopped', values, key }];
    return [];
  });
}
