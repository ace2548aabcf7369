import { Box, Film, Heart, Music2, Sparkles } from 'lucide-react';
import type { ComponentType } from 'react';
import { NFT_PAY_TYPE, NFT_STATUS, NFT_TYPE } from '@karat/contract';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, Link, Num, Skeleton, cx, Countdown } from '../../ui/index.ts';
import { NftPicture } from './NftPicture.tsx';
import { nftText } from './text.ts';
import { screenOf } from './tile.ts';
import type { Tile } from './tile.ts';

const MEDIA: Readonly<Partial<Record<NonNullable<Tile['type']>, ComponentType<{ className?: string }>>>> = {
  [NFT_TYPE.gif]: Sparkles,
  [NFT_TYPE.audio]: Music2,
  [NFT_TYPE.video]: Film,
};

const RARITY = { N: 'plain', R: 'info', SR: 'gold' } as const;

/** Rarity by its letters, and by colour. */
export const RarityBadge = ({ rarity }: { readonly rarity: NonNullable<Tile['rarity']> }) => (
  <Badge intent={RARITY[rarity]}>{rarity}</Badge>
);

/** On the picture: what has to be played, and the number of boxes that are left. */
function Marks({ tile }: { readonly tile: Tile }) {
  const t = useText(nftText);
  const locale = useLocale();
  const Icon = tile.type === null ? undefined : MEDIA[tile.type];
  return (
    <span className="absolute inset-x-2 top-2 flex items-start justify-between gap-1">
      {tile.rarity ? <RarityBadge rarity={tile.rarity} /> : <span />}
      {Icon && (
        <span className="grid size-7 place-items-center rounded-full bg-bg/75 text-ink">
          <Icon className="size-4" />
        </span>
      )}
      {tile.left !== null && tile.total !== null && (
        <Badge>
          <Box className="size-3.5" aria-hidden="true" />
          {tile.left === 0 ? t('sold_out') : t('boxes_left', { left: tile.left.toLocaleString(locale) })}
        </Badge>
      )}
    </span>
  );
}

/** Below the picture: price or highest bid, or that it is sold. */
function PriceLine({ tile, isOwned }: { readonly tile: Tile; readonly isOwned: boolean }) {
  const t = useText(nftText);
  if (tile.state === 'sold')
    return (
      <Value name={t(isOwned ? 'bought_for' : 'sold_for')} tile={tile} price={tile.now_price ?? tile.price} />
    );
  if (tile.state === null || tile.state === 'cancelled' || tile.state === 'expired')
    return <span className="block text-xs text-muted">{t('not_for_sale')}</span>;
  if (tile.pay_type === NFT_PAY_TYPE.auction)
    return tile.now_price === null ? (
      <Value name={t('start_price')} tile={tile} price={tile.price} />
    ) : (
      <Value name={t('highest_bid')} tile={tile} price={tile.now_price} />
    );
  return (
    <Value
      name={t(tile.pay_type === NFT_PAY_TYPE.blindBox ? 'box_price' : 'price')}
      tile={tile}
      price={tile.price}
    />
  );
}

function Value({
  name,
  tile,
  price,
}: {
  readonly name: string;
  readonly tile: Tile;
  readonly price: string | null;
}) {
  return (
    <span className="flex flex-wrap items-baseline justify-between gap-x-2">
      <span className="text-xs text-muted">{name}</span>
      <Num value={price} unit={tile.currency_name ?? ''} className="text-base font-semibold" />
    </span>
  );
}

/** When a sale starts or an auction ends, on the picture. */
function Clock({ tile }: { readonly tile: Tile }) {
  const t = useText(nftText);
  if (tile.state !== 'open' || tile.start_time === null || tile.end_time === null) return null;
  const isComing = tile.status === NFT_STATUS.notStarted;
  if (!isComing && tile.pay_type !== NFT_PAY_TYPE.auction) return null;
  return (
    <span className="absolute bottom-2 start-2 rounded-full bg-bg/85 px-2.5 py-1 text-xs font-medium">
      {t(isComing ? 'starts_in' : 'ends_in')}{' '}
      <Countdown untilMs={(isComing ? tile.start_time : tile.end_time) * 1_000} />
    </span>
  );
}

/** A work, box or series in a grid. */
export function TileCard({
  tile,
  hero = false,
  owned = false,
}: {
  readonly tile: Tile;
  readonly hero?: boolean;
  /** The caller's own: what was bought is not over. */
  readonly owned?: boolean;
}) {
  const t = useText(nftText);
  const locale = useLocale();
  const isOver = !owned && (tile.state === 'sold' || tile.left === 0);
  return (
    <Link
      {...screenOf(tile)}
      className="group flex h-full flex-col overflow-hidden rounded-lg bg-surface transition-transform active:scale-[0.98]"
    >
      <span className="relative block overflow-hidden">
        <NftPicture
          image={tile.image}
          size={hero ? 'hero' : 'tile'}
          className={cx(
            'aspect-square transition-transform duration-300 motion-safe:group-hover:scale-[1.03]',
            isOver && 'opacity-60',
          )}
        />
        <Marks tile={tile} />
        <Clock tile={tile} />
      </span>
      <span className="flex flex-1 flex-col gap-1 p-3">
        <span className="flex items-center gap-1 text-xs text-muted">
          <span className="min-w-0 flex-1 wrap-anywhere">{tile.artist.name}</span>
          {tile.likes > 0 && (
            <>
              <Heart
                className={cx('size-3.5 shrink-0', tile.is_collect === 1 && 'fill-current text-down-ink')}
                aria-label={t('likes')}
              />
              <span className="tnum">{tile.likes.toLocaleString(locale)}</span>
            </>
          )}
        </span>
        <span className="line-clamp-2 text-base font-semibold wrap-anywhere">{tile.name}</span>
        <span className="mt-auto block pt-1">
          <PriceLine tile={tile} isOwned={owned} />
        </span>
      </span>
    </Link>
  );
}

const GRID = 'grid grid-cols-2 gap-3 wide:grid-cols-[repeat(auto-fill,minmax(220px,1fr))] wide:gap-4';

export const TileGrid = ({
  tiles,
  owned = false,
}: {
  readonly tiles: readonly Tile[];
  readonly owned?: boolean;
}) => (
  <ul className={GRID}>
    {tiles.map((tile) => (
      <li key={tile.code}>
        <TileCard tile={tile} owned={owned} />
      </li>
    ))}
  </ul>
);

/** Placeholder of a tile, as high as one with a short name. */
export const TileSkeleton = () => (
  <span className="block overflow-hidden rounded-lg bg-surface">
    <Skeleton className="aspect-square rounded-none" />
    <span className="flex flex-col gap-2 p-3">
      <Skeleton className="h-3 w-1/2" />
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-4 w-3/5" />
    </span>
  </span>
);

export function GridSkeleton({ count = 6 }: { readonly count?: number }) {
  return (
    <div className={GRID} aria-busy="true">
      {Array.from({ length: count }, (_, tile) => (
        <TileSkeleton key={tile} />
      ))}
    </div>
  );
}
