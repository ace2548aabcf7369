import { formatNumber } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/text.ts';
import type { Alert } from './alert.ts';
import { alertsText } from './text.ts';

/** Returns what an alert waits for in words: `BTC reaches 31,000 USDT`. */
export function useTargetText(): (alert: Alert) => string {
  const t = useText(alertsText);
  const locale = useLocale();
  return ({ kind, target, currency_name: coin, legal_name: currency }) => {
    const value = formatNumber(target, { kind: 'full' }, locale);
    switch (kind) {
      case 'price':
        return t('when_price', { coin, value, currency });
      case 'rise_24h':
        return t('when_rise', { coin, value });
      case 'fall_24h':
        return t('when_fall', { coin, value });
    }
  };
}
