import { turnoverOf, useLivePrice } from '../../lib/markets.ts';
import type { Quotation } from '../../lib/markets.ts';
import { useText } from '../../lib/text.ts';
import { Change, cx, Link } from '../../ui/index.ts';
import { marketText } from './text.ts';
import { treemap } from './treemap.ts';
import type { Rect } from './treemap.ts';

/** Changes in percent from which a tile is filled, and coloured at all. */
const STRONG = 3;
const FLAT = 0.2;
/** Width by height of the map on a phone. */
const ASPECT = 0.75;

function groundOf(change: number): string {
  if (Math.abs(change) < FLAT) return 'bg-raised text-ink';
  if (change > 0) return change >= STRONG ? 'bg-up text-on-up' : 'bg-up-soft text-up-ink';
  return change <= -STRONG ? 'bg-down text-on-down' : 'bg-down-soft text-down-ink';
}

function Tile({ market, rect }: { readonly market: Quotation; readonly rect: Rect }) {
  const { change } = useLivePrice(market);
  const { x, y, width, height } = rect;
  return (
    <li
      className="absolute p-0.5"
      style={{ left: `${x}%`, top: `${y}%`, width: `${width}%`, height: `${height}%` }}
    >
      <Link
        to="/pages/transaction/index"
        search={{ id: market.id }}
        className={cx(
          'flex size-full flex-col items-center justify-center gap-0.5 overflow-hidden rounded-sm text-center active:opacity-70',
          groundOf(Number(change)),
        )}
      >
        <span className={cx('font-semibold', width > 30 ? 'text-xl' : 'text-sm')}>
          {market.currency_name}
        </span>
        <Change value={change} className="text-xs text-inherit!" />
      </Link>
    </li>
  );
}

/** Markets as tiles: the size is the turnover, the colour the change. */
export function Heatmap({ markets }: { readonly markets: readonly Quotation[] }) {
  const t = useText(marketText);
  // The root keeps small markets large enough for their name and a thumb.
  const sized = markets
    .map((market) => ({ market, weight: Math.max(1, Number(turnoverOf(market))) ** 0.4 }))
    .toSorted((a, b) => b.weight - a.weight);
  const rects = treemap(
    sized.map(({ weight }) => weight),
    ASPECT,
  );
  return (
    <>
      <ul className="relative aspect-3/4 w-full wide:aspect-auto wide:h-[70vh]" aria-label={t('heatmap')}>
        {sized.map(({ market }, at) => {
          const rect = rects[at];
          return rect && <Tile key={market.id} market={market} rect={rect} />;
        })}
      </ul>
      <p className="mt-2 text-xs text-muted">{t('heatmap_hint')}</p>
    </>
  );
}
