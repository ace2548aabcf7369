import { formatNumber } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { payoffLines } from './payoff.ts';
import type { Payoff, Point } from './payoff.ts';
import { investText } from './text.ts';

const WIDTH = 320;
const HEIGHT = 150;
const PAD = 10;

interface Scale {
  readonly x: (price: number) => number;
  readonly y: (worth: number) => number;
  readonly minPrice: number;
  readonly maxPrice: number;
}

/** Maps prices and worths of the points to pixels of the drawing. */
function scaleOf(points: readonly Point[]): Scale {
  const [minPrice, maxPrice] = [points[0]?.price ?? 0, points.at(-1)?.price ?? 1];
  const worths = points.map(({ worth }) => worth);
  const [low, high] = [Math.min(...worths), Math.max(...worths)];
  return {
    minPrice,
    maxPrice,
    x: (price) => PAD + ((price - minPrice) / (maxPrice - minPrice)) * (WIDTH - 2 * PAD),
    y: (worth) => HEIGHT - PAD - ((worth - low) / (high - low || 1)) * (HEIGHT - 2 * PAD),
  };
}

/** Draws both lines, the strike and the present price, if it lies inside. */
function Drawing({
  payoff,
  scale: { x, y },
  now,
  label,
}: {
  readonly payoff: Payoff;
  readonly scale: Scale;
  readonly now: number | undefined;
  readonly label: string;
}) {
  const { payout, holding } = payoffLines(payoff);
  const path = (points: readonly Point[]): string =>
    points.map(({ price, worth }, at) => `${at === 0 ? 'M' : 'L'}${x(price)} ${y(worth)}`).join('');
  const strike = x(payoff.strike);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="h-auto w-full overflow-visible"
      role="img"
      aria-label={label}
    >
      <rect x={strike} y={0} width={WIDTH - PAD - strike} height={HEIGHT} className="fill-raised" />
      <line x1={strike} x2={strike} y1="0" y2={HEIGHT} className="stroke-gold" strokeDasharray="4 4" />
      {now !== undefined && (
        <line
          x1={x(now)}
          x2={x(now)}
          y1="0"
          y2={HEIGHT}
          className="stroke-muted"
          strokeDasharray="1 5"
          strokeLinecap="round"
        />
      )}
      <path d={path(holding)} fill="none" className="stroke-muted" strokeWidth="1.5" strokeDasharray="5 4" />
      <path d={path(payout)} fill="none" className="stroke-gold-ink" strokeWidth="3" strokeLinejoin="round" />
    </svg>
  );
}

/** Worth of the payout over the settlement price, against holding the principal. */
export function PayoffChart({
  payoff,
  strike,
  nowPrice,
}: {
  readonly payoff: Payoff;
  /** Decimal text, for the labels. */
  readonly strike: string;
  readonly nowPrice: string | null;
}) {
  const t = useText(investText);
  const locale = useLocale();
  const { payout, holding } = payoffLines(payoff);
  const scale = scaleOf([...payout, ...holding]);
  const { minPrice, maxPrice } = scale;
  const current = nowPrice === null ? undefined : Number(nowPrice);
  const now = current !== undefined && current >= minPrice && current <= maxPrice ? current : undefined;
  const price = (value: number): string =>
    formatNumber(value.toFixed(value < 10 ? 4 : 0), { kind: 'full' }, locale);
  const strikeText = formatNumber(strike, { kind: 'full' }, locale);
  return (
    <figure className="rounded-lg bg-surface p-4">
      <figcaption className="mb-2 text-sm text-muted">{t('chart')}</figcaption>
      <Drawing payoff={payoff} scale={scale} now={now} label={t('chart_text', { strike: strikeText })} />
      <div className="mt-1 flex justify-between text-xs text-muted tnum" aria-hidden="true">
        <span>{price(minPrice)}</span>
        <span className="font-medium text-gold-ink">{strikeText}</span>
        <span>{price(maxPrice)}</span>
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted" aria-hidden="true">
        <li className="flex items-center gap-1.5">
          <span className="h-0.5 w-4 rounded-full bg-gold-ink" />
          {t('legend_payout')}
        </li>
        <li className="flex items-center gap-1.5">
          <span className="w-4 border-t border-dashed border-current" />
          {t('legend_hold')}
        </li>
        {now !== undefined && (
          <li className="flex items-center gap-1.5">
            <span className="h-3 border-s border-dotted border-current" />
            {t('legend_now')}
          </li>
        )}
      </ul>
    </figure>
  );
}
