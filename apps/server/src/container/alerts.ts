import { createAlerts } from '@karat/domains/alerts';
import type { Alerts } from '@karat/domains/alerts';
import type { CoreServices } from './core-services.ts';
import type { People } from './people.ts';
import type { Prices } from './prices.ts';

/** Price alerts on the index. */
export const createPriceAlerts = ({
  config,
  ctx,
  actions,
  market,
  messages,
}: CoreServices & People & Prices): Alerts =>
  createAlerts({
    ctx,
    messages,
    alertsMax: config.alertsMax,
    market: {
      ...market,
      dayOpen: (id) => market.inside.candles.figures(id)?.open,
      rescales: (id) => actions.rescales(id),
    },
  });
