import { useRef, useState } from 'react';
import { go } from '../../lib/navigation.ts';
import { usePages } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { cx, Skeleton } from '../../ui/index.ts';
import { BannerCard } from './BannerCard.tsx';
import { homeText } from './text.ts';

/** Wire category of banners. */
const BANNERS = 5;

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
    <section aria-label={t('banners')} className="[contain-intrinsic-height:140px] [content-visibility:auto]">
      <div ref={row} onScroll={follow} className="no-bar flex snap-x snap-mandatory gap-3 overflow-x-auto">
        {banners.rows.map((banner, at) => (
          <BannerCard
            key={banner.id}
            title={banner.title}
            abstract={banner.abstract}
            thumbnail={banner.thumbnail}
            place={at}
            onOpen={() =>
              banner.link === null
                ? go.push('/pages/common/article', { id: banner.id })
                : go.toAddress(banner.link)
            }
          />
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
