import { format } from '@karat/money';
import type { PositionEvent } from '../../margin-account.ts';
import type { MarketPort, UserNotification } from '../ports.ts';

/** What users are told of deeds that they did not ask for at that moment. */
export function notificationsOf(market: MarketPort, deeds: readonly PositionEvent[]): UserNotification[] {
  return deeds.flatMap((deed): UserNotification[] => {
    const { id, userId: user, marketId, version } = deed.position;
    const symbol = market.find(marketId)?.symbol ?? String(marketId);
    const key = `contract:${id}:${version + 1}`;
    if (deed.kind === 'opened' && deed.hold > 0n) {
      const values = { symbol, share: format(deed.position.originLots), price: format(deed.price) };
      return [{ user, kind: 'contracts:filled', values, key }];
    }
    if (deed.kind !== 'closed') return [];
    const values = { symbol, price: format(deed.price), profit: format(deed.profit) };
    if (deed.reason === 'liquidation' || deed.reason === 'cover')
      return [{ user, kind: 'contracts:liquidated', values: { ...values, rate: deed.rate ?? '0' }, key }];
    if (deed.reason === 'take_profit' || deed.reason === 'stop_loss')
      return [{ user, kind: 'contracts:stopped', values, key }];
    return [];
  });
}
