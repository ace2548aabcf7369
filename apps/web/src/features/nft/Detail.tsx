import { Heart, Share2 } from 'lucide-react';
import { useState } from 'react';
import { FLAG, NFT_PAY_TYPE, NFT_STATUS, NFT_TYPE } from '@karat/contract';
import { onLine } from '../../lib/line.ts';
import { formatDate } from '../../lib/format.ts';
import { withLogin } from '../../lib/navigation.ts';
import { useParam } from '../../lib/params.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import {
  Avatar,
  CopyFact,
  Missing,
  Fact,
  IconButton,
  Link,
  Loaded,
  Page,
  Skeleton,
  Tabs,
  cx,
} from '../../ui/index.ts';
import { Bids } from './Bids.tsx';
import { DetailAction } from './DetailAction.tsx';
import { NftPicture } from './NftPicture.tsx';
import { Player } from './Player.tsx';
import { Provenance } from './Provenance.tsx';
import { Report } from './ReportSheet.tsx';
import { SalePanel } from './SalePanel.tsx';
import { SeriesContents } from './Series.tsx';
import { ShareSheet } from './ShareSheet.tsx';
import { nftText } from './text.ts';
import { RarityBadge } from './TileCard.tsx';
import { isPlayed } from './tile.ts';
import type { Detail, Tile } from './tile.ts';
import { REFRESH_MS, useLiveSale, useSaleReads } from './use-live-sale.ts';

function Media({ detail }: { readonly detail: Detail }) {
  const { tile, media } = detail;
  if (media !== null && isPlayed(tile.type)) return <Player detail={detail} media={media} />;
  return (
    <div className="relative overflow-hidden wide:rounded-lg">
      <NftPicture image={tile.image} alt={tile.name} size="full" eager className="aspect-square" />
      {media !== null && tile.type === NFT_TYPE.gif && (
        <img src={onLine(media.url)} alt="" className="absolute inset-0 size-full object-cover" />
      )}
    </div>
  );
}

/** Likes a work at once, and takes it back if the server refuses. */
function Like({ tile }: { readonly tile: Tile }) {
  const t = useText(nftText);
  const locale = useLocale();
  const liking = useAction('bind_box/collect', {
    invalidates: ['bind_box/getBoxDetail', 'bind_box/getBoxList', 'bind_box/getMyNFTs'],
    awaitRefetch: true,
  });
  const now = tile.is_collect === FLAG.yes;
  const liked = liking.isPending ? !now : now;
  const likes = tile.likes + (liked === now ? 0 : liked ? 1 : -1);
  return (
    <button
      type="button"
      aria-pressed={liked}
      aria-label={t('like')}
      onClick={() => withLogin(() => !liking.isPending && liking.mutate({ code: tile.code }))}
      className="flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-full px-2 text-sm text-muted"
    >
      <Heart className={cx('size-5.5', liked && 'fill-current text-down-ink')} aria-hidden="true" />
      <span className="tnum">{likes.toLocaleString(locale)}</span>
    </button>
  );
}

function Head({ detail }: { readonly detail: Detail }) {
  const t = useText(nftText);
  const { tile } = detail;
  return (
    <div>
      {tile.collection && (
        <Link
          to="/pages/nft/components/collection"
          search={{ id: tile.collection.id }}
          className="flex min-h-9 items-center text-sm font-medium text-gold-ink"
        >
          {tile.collection.name}
        </Link>
      )}
      <div className="flex items-start gap-2">
        <h1 tabIndex={-1} className="min-w-0 flex-1 text-xl font-semibold wrap-anywhere outline-none">
          {tile.name}
        </h1>
        <Like tile={tile} />
      </div>
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        {tile.rarity && <RarityBadge rarity={tile.rarity} />}
        {tile.edition !== null && tile.editions !== null && (
          <span className="tnum">{t('edition', { edition: tile.edition, editions: tile.editions })}</span>
        )}
        {detail.media !== null && (
          <span>
            {detail.is_owner === FLAG.yes ? t('owned_by_you') : t('owned_by', { name: detail.owner })}
          </span>
        )}
      </p>
      <Link
        to="/pages/nft/artistDetail"
        search={{ uid: tile.artist.uid }}
        className="mt-2 flex min-h-12 items-center gap-3 rounded-lg"
      >
        <Avatar src={tile.artist.avatar} name={tile.artist.name} size={36} />
        <span>
          <span className="block text-xs text-muted">{t('artist')}</span>
          <span className="block text-base font-semibold">{tile.artist.name}</span>
        </span>
      </Link>
    </div>
  );
}

const MEGABYTE = 1_048_576;

/** Description and the facts of the file. */
function About({ detail }: { readonly detail: Detail }) {
  const t = useText(nftText);
  const locale = useLocale();
  const { media } = detail;
  return (
    <div className="flex flex-col gap-4">
      {detail.description !== '' && (
        <p className="text-base whitespace-pre-line text-muted">{detail.description}</p>
      )}
      <div className="rounded-lg bg-surface py-2">
        <dl className="flex flex-col gap-2 px-4 py-2 text-base">
          <Fact name={t('created')}>{formatDate(detail.created_ms, locale)}</Fact>
          {media !== null && (
            <Fact name={t('file')}>
              {media.mime} ·{' '}
              {t('megabytes', {
                size: (media.bytes / MEGABYTE).toLocaleString(locale, { maximumFractionDigits: 2 }),
              })}
            </Fact>
          )}
        </dl>
        <CopyFact name={t('code')} value={detail.tile.code} />
        {media !== null && <CopyFact name={t('sha256')} value={media.sha256} />}
      </div>
      {media !== null && <p className="px-1 text-xs text-muted">{t('sha256_text')}</p>}
      {media !== null && detail.is_owner === FLAG.no && <Report code={detail.tile.code} />}
    </div>
  );
}

type Part = 'about' | 'bids' | 'provenance' | 'contents';

const partsOf = ({ series, listing }: Detail): readonly Part[] => {
  if (series !== null) return ['contents', 'about'];
  return listing?.pay_type === NFT_PAY_TYPE.auction
    ? ['bids', 'about', 'provenance']
    : ['about', 'provenance'];
};

function Parts({ detail }: { readonly detail: Detail }) {
  const t = useText(nftText);
  const parts = partsOf(detail);
  const [chosen, setChosen] = useState<Part | undefined>(parts[0]);
  const part = parts.find((one) => one === chosen) ?? parts[0] ?? 'about';
  const { listing, series, tile } = detail;
  return (
    <section>
      <Tabs
        label={tile.name}
        className="mb-4"
        items={parts.map((id) => ({ id, label: t(`part_${id}`) }))}
        value={part}
        onChange={setChosen}
      />
      {part === 'about' && <About detail={detail} />}
      {part === 'provenance' && <Provenance code={tile.code} />}
      {part === 'bids' && (
        <Bids
          code={tile.code}
          unit={listing?.currency_name ?? ''}
          isRunning={listing?.state === 'open' && listing.status === NFT_STATUS.started}
        />
      )}
      {part === 'contents' && series !== null && <SeriesContents series={series} />}
    </section>
  );
}

const DetailSkeleton = () => (
  <div aria-busy="true">
    <Skeleton className="-mx-4 aspect-square rounded-none" />
    <Skeleton className="mt-4 h-7 w-3/4" />
    <Skeleton className="mt-3 h-4 w-1/2" />
    <Skeleton className="mt-4 h-40 rounded-lg" />
  </div>
);

const LiveAction = ({ detail }: { readonly detail: Detail }) => <DetailAction detail={useLiveSale(detail)} />;
const LivePanel = ({ detail, skewMs }: { readonly detail: Detail; readonly skewMs: number }) => (
  <SalePanel detail={useLiveSale(detail)} skewMs={skewMs} />
);

function OfCode({ code }: { readonly code: string }) {
  const t = useText(nftText);
  const [sharing, setSharing] = useState(false);
  useSaleReads(code);
  const query = useGet('bind_box/getBoxDetail', { code }, { everyMs: REFRESH_MS, freshMs: 0 });
  const skewMs = (query.data?.listing?.now_ms ?? query.dataUpdatedAt) - query.dataUpdatedAt;
  return (
    <Page
      title=""
      name={query.data?.tile.name ?? t('artwork')}
      back="/pages/nft/nft"
      right={
        query.data && (
          <IconButton label={t('share')} onClick={() => setSharing(true)}>
            <Share2 />
          </IconButton>
        )
      }
      footer={
        query.data && (
          // The right one of the two wide columns, with half of the gap.
          <div className="wide:ms-[calc(50%+1rem)]">
            <LiveAction detail={query.data} />
          </div>
        )
      }
    >
      <Loaded query={query} skeleton={<DetailSkeleton />}>
        {(detail) => (
          <div className="grid gap-5 wide:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] wide:gap-8">
            <div className="-mx-4 wide:sticky wide:top-16 wide:mx-0 wide:self-start">
              <Media detail={detail} />
            </div>
            <div className="flex min-w-0 flex-col gap-5">
              <Head detail={detail} />
              <LivePanel detail={detail} skewMs={skewMs} />
              <Parts detail={detail} />
            </div>
            <ShareSheet open={sharing} tile={detail.tile} onClose={() => setSharing(false)} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

/** A work or a series of boxes with its sale, bids, provenance and contents. */
export default function ArtworkDetail() {
  const t = useText(nftText);
  const code = useParam('code');
  if (code !== undefined) return <OfCode code={code} />;
  return (
    <Page title={t('artwork')} back="/pages/nft/nft">
      <Missing />
    </Page>
  );
}
