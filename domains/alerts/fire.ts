import type { NoticesOf } from '@karat/contract';
import type { Notification } from '@karat/domains/messages';
import { format } from '@karat/money';
import type { SideChange } from './book.ts';
import type { AlertsDeps } from './deps.ts';
import { writeSides } from './store.ts';
import { presentTarget } from './target.ts';
import type { Alert } from './types.ts';

function kindOf({ alert, side }: SideChange): NoticesOf<'alerts'> {
  if (alert.kind === 'rise_24h') return 'alerts:rose_24h';
  if (alert.kind === 'fall_24h') return 'alerts:fell_24h';
  // A price on its target came from the other side.
  return side === 'above' || (side === 'none' && alert.side === 'below') ? 'alerts:rose' : 'alerts:fell';
}

const notificationOf = (deps: AlertsDeps, alert: Alert, change: SideChange): Notification => ({
  user: alert.userId,
  kind: kindOf(change),
  key: `alert:${alert.id}:${alert.firings}`,
  values: {
    market: deps.market.instruments.need(alert.marketId).symbol,
    target: format(presentTarget(deps, alert)),
    price: format(change.price),
  },
});

/**
 * Writes side changes and notifies the users of those that fire, in one transaction. Returns the alerts after the change; one
 * that its user has changed meanwhile is missing, and its user is not notified.
 */
export const recordChanges = (deps: AlertsDeps, changes: readonly SideChange[]): Promise<Alert[]> =>
  deps.ctx.db.transact(async (tx) => {
    const alerts = await writeSides(tx, changes);
    const byId = new Map(alerts.map((alert) => [alert.id, alert]));
    const notifications = changes.flatMap((change) => {
      const alert = byId.get(change.alert.id);
      return alert && change.fires ? [notificationOf(deps, alert, change)] : [];
    });
    await deps.messages.notifyAll(tx, notifications);
    deps.onStep?.('written');
    return alerts;
  });
