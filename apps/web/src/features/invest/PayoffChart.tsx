import { formatNumber } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { payoffLines } from './payoff.ts';
import type { Payoff, Point } from './payoff.ts';
import { investText } from './text.ts';

const WIDTH = 320;
const HEIGHT = 150;
const PAD = 10;

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
  const all = [...payout, ...holding];
  const [minPrice, maxPrice] = [all[0]?.price ?? 0, all.at(-1)?.price ?? 1];
  const worths = all.map(({ worth }) => worth);
  const [low, high] = [Math.min(...worths), Math.max(...worths)];
  const x = (price: number): number => PAD + ((price - minPrice) / (maxPrice - minPrice)) * (WIDTH - 2 * PAD);
  const y = (worth: number): number =>
    HEIGHT - PAD - ((worth - low) / (high - low || 1)) * (HEIGHT - 2 * PAD);
  const path = (points: readonly Point[]): string =>
    points.map(({ price, worth }, at) => `${at === 0 ? 'M' : 'L'}${x(price)} ${y(worth)}`).join('');
  const now = nowPrice === null ? undefined : Number(nowPrice);
  const nowInside = now !== undefined && now >= minPrice && now <= maxPrice;
  const price = (value: number): string =>
    formatNumber(value.toFixed(value < 10 ? 4 : 0), { kind: 'full' }, locale);
  return (
    <figure className="rounded-lg bg-surface p-4">
      <figcaption className="mb-2 text-sm text-muted">{t('chart')}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="h-auto w-full overflow-visible"
        role="img"
        aria-label={t('chart_text', { strike: formatNumber(strike, { kind: 'full' }, locale) })}
      >
        <rect
          x={x(payoff.strike)}
          y={0}
          width={WIDTH - PAD - x(payoff.strike)}
          height={HEIGHT}
          className="fill-raised"
        />
        <line
          x1={x(payoff.strike)}
          x2={x(payoff.strike)}
          y1="0"
          y2={HEIGHT}
          className="stroke-gold"
          strokeDasharray="4 4"
        />
        {nowInside && (
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
        <path
          d={path(holding)}
          fill="none"
          className="stroke-muted"
          strokeWidth="1.5"
          strokeDasharray="5 4"
        />
        <path
          d={path(payout)}
          fill="none"
          className="stroke-gold-ink"
          strokeWidth="3"
          strokeLinejoin="round"
        />
      </svg>
      <div className="mt-1 flex justify-between text-xs text-muted tnum" aria-hidden="true">
        <span>{price(minPrice)}</span>
        <span className="font-medium text-gold-ink">{formatNumber(strike, { kind: 'full' }, locale)}</span>
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
        {nowInside && (
          <li className="flex items-center gap-1.5">
            <span className="h-3 border-s border-dotted border-current" />
            {t('legend_now')}
          </li>
        )}
      </ul>
    </figure>
  );
}
