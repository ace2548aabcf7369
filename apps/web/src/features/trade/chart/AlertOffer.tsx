import type { Chart as KChart } from 'klinecharts';
import { BellPlus } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Quotation } from '../../../lib/markets.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { Link } from '../../../ui/index.ts';
import { tradeText } from '../text.ts';
import { CANDLES } from './panes.ts';
import { onLongPress } from './touch.ts';

/** Offers a price alert at the price of a long press on the candles, until the chart is touched again. */
export function AlertOffer({
  chart,
  market,
  priceText,
}: {
  readonly chart: KChart | null;
  readonly market: Quotation;
  readonly priceText: (value: number) => string;
}) {
  const t = useText(tradeText);
  const locale = useLocale();
  const [price, setPrice] = useState<string>();
  const pressed = useEffectEvent((y: number | undefined) => {
    const found = y === undefined ? undefined : chart?.convertFromPixel([{ y }], { paneId: CANDLES });
    const point = Array.isArray(found) ? found[0] : found;
    const value = point?.value;
    // Without candles the chart has no prices.
    setPrice(value === undefined || !Number.isFinite(value) ? undefined : priceText(value));
  });
  useEffect(() => {
    const pane = chart?.getDom(CANDLES, 'main');
    return pane ? onLongPress(pane, (y) => pressed(y)) : undefined;
  }, [chart]);
  if (price === undefined) return null;
  return (
    <Link
      to="/pages/market/alerts"
      search={{ id: market.id, price }}
      className="absolute inset-x-0 bottom-8 z-10 mx-auto flex min-h-11 w-fit items-center gap-2 rounded-full bg-raised px-4 text-sm font-medium text-gold-ink shadow-lg"
    >
      <BellPlus className="size-4" aria-hidden="true" />
      {t('alert_at', { price: formatNumber(price, { kind: 'full' }, locale) })}
    </Link>
  );
}
