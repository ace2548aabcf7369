import { Bell, Images, Search } from 'lucide-react';
import type { SentTo } from '../../lib/calls.ts';
import { go } from '../../lib/navigation.ts';
import { useParam } from '../../lib/params.ts';
import { useGet, usePost } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { Link, LinkIcon, Page, Tabs, UnreadDot } from '../../ui/index.ts';
import { ArtistList } from './Artists.tsx';
import { ArtworkList } from './ArtworkList.tsx';
import { CollectionList } from './Collections.tsx';
import { nftText } from './text.ts';
import { TileCard, TileSkeleton } from './TileCard.tsx';

const TABS = ['artworks', 'collections', 'artists'] as const;
type Tab = (typeof TABS)[number];
const ROW_MAX = 8;

/** Link to won auctions, with the number of those that were not read. */
function DueBell() {
  const t = useText(nftText);
  const due = usePost('bind_box/getNeedPayNFTOrder', {});
  const unread = due.data?.unread ?? 0;
  return (
    <LinkIcon to="/pages/nft/mine" search={{ tab: 'orders' }} label={t('orders')} className="relative">
      <Bell aria-hidden="true" />
      <span className="absolute end-0.5 top-1">
        <UnreadDot count={unread} />
      </span>
    </LinkIcon>
  );
}

const LARGE_TILE = 'w-[64%] max-w-[280px] shrink-0 snap-start';

/** A row of large tiles that scrolls sideways; nothing if there are none. */
function Row({
  title,
  filter,
}: {
  readonly title: string;
  readonly filter: Omit<SentTo<'bind_box/getBoxList'>, 'page' | 'limit'>;
}) {
  const rows = useGet('bind_box/getBoxList', { ...filter, limit: ROW_MAX });
  const tiles = rows.data?.data ?? [];
  if (tiles.length === 0 && !rows.isPending) return null;
  return (
    <section className="mb-6" aria-busy={rows.isPending}>
      <h2 className="mb-3 text-lg font-semibold">{title}</h2>
      <ul className="no-bar -mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4">
        {rows.isPending && (
          <li className={LARGE_TILE}>
            <TileSkeleton />
          </li>
        )}
        {tiles.map((tile) => (
          <li key={tile.code} className={LARGE_TILE}>
            <TileCard tile={tile} hero />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Artworks() {
  const t = useText(nftText);
  return (
    <>
      <Row title={t('ending_soon')} filter={{ pay_type: 2, status: 1, sort: 'ending' }} />
      <Row title={t('blind_boxes')} filter={{ pay_type: 3, sort: 'newest' }} />
      <h2 className="mb-3 text-lg font-semibold">{t('all_works')}</h2>
      <ArtworkList list="gallery" />
    </>
  );
}

function Content({ tab }: { readonly tab: Tab }) {
  switch (tab) {
    case 'artworks':
      return <Artworks />;
    case 'collections':
      return <CollectionList />;
    case 'artists':
      return <ArtistList />;
  }
}

/** The NFT market: auctions that end soon, blind boxes, all works, collections and artists. */
export default function Gallery() {
  const t = useText(nftText);
  const asked = useParam('tab');
  const tab = TABS.find((id) => id === asked) ?? 'artworks';
  const loggedIn = useSession((state) => state.token !== null);
  return (
    <Page
      title={t('title')}
      right={
        <>
          {loggedIn && <DueBell />}
          <LinkIcon to="/pages/nft/mine" label={t('mine')}>
            <Images aria-hidden="true" />
          </LinkIcon>
        </>
      }
    >
      <Link
        to="/pages/nft/components/search"
        className="mb-2 flex min-h-12 items-center gap-3 rounded-md border border-line bg-surface px-4 text-lg text-muted"
      >
        <Search className="size-5" aria-hidden="true" />
        {t('search_hint')}
      </Link>
      <Tabs
        label={t('title')}
        className="mb-4"
        items={TABS.map((id) => ({ id, label: t(id) }))}
        value={tab}
        onChange={(id) => go.replace('/pages/nft/nft', id === 'artworks' ? {} : { tab: id })}
      />
      <Content tab={tab} />
    </Page>
  );
}
