import { useRef, useState } from 'react';
import { go } from '../../lib/navigation.ts';
import { usePages } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { cx, Skeleton } from '../../ui/index.ts';
import { homeText } from './text.ts';

/** Wire category of banners. */
const BANNERS = 5;
const GROUNDS = [
  'from-[#3b2f14] to-[#8a6d2f]',
  'from-[#10352c] to-[#1d7f67]',
  'from-[#1f2a4a] to-[#4864a8]',
] as const;

/** Decoration of a banner; drawn, because no picture comes from the network. */
const Rings = () => (
  <svg viewBox="0 0 120 120" className="absolute -end-6 -bottom-10 size-40 text-[#ffffff]" aria-hidden="true">
    {[18, 34, 50].map((radius) => (
      <circle
        key={radius}
        cx="60"
        cy="60"
        r={radius}
        fill="none"
        stroke="currentColor"
        strokeOpacity="0.18"
        strokeWidth="6"
      />
    ))}
  </svg>
);

/** A carousel of banners. */
export function Banners() {
  const t = useText(homeText);
  const banners = usePages('post', 'news/list', { c_id: BANNERS });
  const row = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  if (banners.isPending) return <Skeleton className="h-35 rounded-lg" />;
  if (banners.rows.length === 0) return null;
  const follow = (): void => {
    const box = row.current;
    if (box) setShown(Math.round(Math.abs(box.scrollLeft) / Math.max(1, box.clientWidth)));
  };
  return (
    <section aria-label={t('banners')}>
      <div ref={row} onScroll={follow} className="no-bar flex snap-x snap-mandatory gap-3 overflow-x-auto">
        {banners.rows.map((banner, at) => (
          <button
            key={banner.id}
            type="button"
            onClick={() =>
              banner.link === null
                ? go.push('/pages/common/article', { id: banner.id })
                : go.toAddress(banner.link)
            }
            className={cx(
              'relative flex h-32 w-full shrink-0 snap-center flex-col justify-center overflow-hidden rounded-lg bg-linear-to-br p-5 text-start text-[#ffffff]',
              GROUNDS[at % GROUNDS.length],
            )}
          >
            <Rings />
            <span className="relative block text-xl font-semibold">{banner.title}</span>
            <span className="relative mt-1 line-clamp-2 block max-w-[85%] text-sm">{banner.abstract}</span>
          </button>
        ))}
      </div>
      {banners.rows.length > 1 && (
        <div className="mt-2 flex justify-center gap-1.5" aria-hidden="true">
          {banners.rows.map((banner, at) => (
            <span
              key={banner.id}
              className={cx(
                'h-1 rounded-full transition-all',
                at === shown ? 'w-4 bg-gold' : 'w-1.5 bg-faint',
              )}
            />
          ))}
        </div>
      )}
    </section>
  );
}
