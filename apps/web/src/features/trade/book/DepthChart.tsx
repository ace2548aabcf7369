import { useSelected } from '../../../lib/channel-store.ts';
import { formatNumber } from '../../../lib/format.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { Empty } from '../../../ui/index.ts';
import { lotDecimals, tickDecimals } from '../market.ts';
import { tradeText } from '../text.ts';
import { depthCurve } from './depth-curve.ts';
import type { Corner } from './depth-curve.ts';
import { bookOf } from './stores.ts';

const WIDTH = 1000;
const HEIGHT = 400;

const line = (corners: readonly Corner[]): string =>
  corners
    .map(
      ({ x, y }, at) =>
        `${at === 0 ? 'M' : 'L'}${(x * WIDTH).toFixed(1)} ${((1 - y * 0.94) * HEIGHT).toFixed(1)}`,
    )
    .join('');
const area = (corners: readonly Corner[]): string => {
  const [first, last] = [corners[0], corners.at(-1)];
  return first && last ? `${line(corners)}L${last.x * WIDTH} ${HEIGHT}L${first.x * WIDTH} ${HEIGHT}Z` : '';
};

/** Cumulated depth of bids and asks by price. */
export default function DepthChart({ market }: { readonly market: Quotation }) {
  const t = useText(tradeText);
  const locale = useLocale();
  const { state: book } = useSelected(bookOf(market.id), (live) => live);
  const curve = depthCurve(book);
  if (!curve) return <Empty text={t('book_empty')} next="beside" />;
  const price = (value: number): string =>
    formatNumber(value.toFixed(10), { kind: 'fixed', decimals: tickDecimals(market) }, locale);
  const quantity = (y: number): string =>
    formatNumber(
      (y * curve.top).toFixed(10),
      { kind: 'fixed', decimals: Math.min(4, lotDecimals(market)) },
      locale,
    );
  const label = t('depth_label', {
    bids: quantity(curve.bids.at(-1)?.y ?? 0),
    asks: quantity(curve.asks.at(-1)?.y ?? 0),
    low: price(curve.low),
    high: price(curve.high),
  });
  return (
    <figure className="flex h-full flex-col">
      <div className="flex justify-between text-xs">
        <span className="text-up-ink">
          {t('only_bids')} {quantity(curve.bids.at(-1)?.y ?? 0)}
        </span>
        <span className="text-down-ink">
          {t('only_asks')} {quantity(curve.asks.at(-1)?.y ?? 0)}
        </span>
      </div>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        className="min-h-0 w-full flex-1"
      >
        <path d={area(curve.bids)} className="fill-up-soft" />
        <path d={area(curve.asks)} className="fill-down-soft" />
        <path
          d={line(curve.bids)}
          className="fill-none stroke-up"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={line(curve.asks)}
          className="fill-none stroke-down"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
        <line
          x1={WIDTH / 2}
          x2={WIDTH / 2}
          y1="0"
          y2={HEIGHT}
          className="stroke-line"
          strokeDasharray="4 4"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <figcaption className="flex justify-between text-xs text-muted tnum" aria-hidden="true">
        <span>{price(curve.low)}</span>
        <span>{price(curve.middle)}</span>
        <span>{price(curve.high)}</span>
      </figcaption>
    </figure>
  );
}
