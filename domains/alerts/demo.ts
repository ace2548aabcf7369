import type { UserId } from '@karat/contract';
import { amount, floorToStep, percentOf } from '@karat/money';
import { createAlert } from './change.ts';
import type { AlertChangeDeps } from './change.ts';
import { countAlerts } from './store.ts';

/** Far enough that a demonstration does not begin with a notification. */
const ABOVE_PERCENT = 103;
const BELOW_PERCENT = 97;
const RISE = amount('5');

/** Alerts of a demo user around the present index, once. Demonstrations only. */
export async function seedDemoAlerts(deps: AlertChangeDeps, userId: UserId): Promise<void> {
  if ((await countAlerts(deps.ctx.db, userId)) > 0) return;
  for (const [symbol, percent] of [
    ['BTC/USDT', ABOVE_PERCENT],
    ['ETH/USDT', BELOW_PERCENT],
  ] as const) {
    const market = deps.market.instruments.bySymbol(symbol);
    const index = market && deps.market.index(market.id);
    if (!index) continue;
    const target = amount(floorToStep(percentOf(index.price, percent), market.tick));
    await createAlert(deps, { userId, marketId: market.id, kind: 'price', target, repeatMinutes: 60 });
  }
  const bitcoin = deps.market.instruments.bySymbol('BTC/USDT');
  if (bitcoin)
    await createAlert(deps, {
      userId,
      marketId: bitcoin.id,
      kind: 'rise_24h',
      target: RISE,
      repeatMinutes: 1_440,
    });
}
