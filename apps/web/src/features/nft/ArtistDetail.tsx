import { useState } from 'react';
import { useIdParam } from '../../lib/params.ts';
import { useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Avatar, Empty, Figure, Loaded, Missing, Num, Page, Tabs } from '../../ui/index.ts';
import { ArtworkList } from './ArtworkList.tsx';
import { CollectionGrid } from './Collections.tsx';
import { nftText } from './text.ts';
import { GridSkeleton } from './TileCard.tsx';

const TABS = ['artworks', 'collections'] as const;

function OfArtist({ uid }: { readonly uid: number }) {
  const t = useText(nftText);
  const locale = useLocale();
  const [tab, setTab] = useState<(typeof TABS)[number]>('artworks');
  const artist = useGet('bind_box/getArtistDetail', { uid });
  return (
    <Loaded query={artist} skeleton={<GridSkeleton />}>
      {(shown) => (
        <>
          <div className="flex flex-col items-center gap-3 pb-5 text-center">
            <Avatar src={shown.avatar} name={shown.name} size={88} />
            <h2 className="text-xl font-semibold wrap-anywhere">{shown.name}</h2>
            <p className="max-w-[560px] text-base text-balance text-muted">{shown.bio}</p>
          </div>
          <dl className="mb-4 grid grid-cols-3 gap-3 rounded-lg bg-surface p-4 text-center text-lg font-semibold">
            <Figure name={t('artworks')}>{shown.works.toLocaleString(locale)}</Figure>
            <Figure name={t('sales')}>{shown.sales.toLocaleString(locale)}</Figure>
            <Figure name={t('likes')}>{shown.likes.toLocaleString(locale)}</Figure>
            {shown.turnover.length > 0 && (
              <Figure name={t('turnover')} className="col-span-3 border-t border-line pt-3">
                {shown.turnover.map(({ currency_name, amount }) => (
                  <Num key={currency_name} value={amount} unit={currency_name} className="mx-2" />
                ))}
              </Figure>
            )}
          </dl>
          <Tabs
            label={shown.name}
            className="mb-4"
            items={TABS.map((id) => ({ id, label: t(id) }))}
            value={tab}
            onChange={setTab}
          />
          {tab === 'artworks' ? (
            <ArtworkList list={`artist ${uid}`} scope={{ uid }} />
          ) : shown.collections.length === 0 ? (
            <Empty text={t('no_collections')} next="back" />
          ) : (
            <CollectionGrid collections={shown.collections} />
          )}
        </>
      )}
    </Loaded>
  );
}

/** An artist with totals of sales, works and collections. */
export default function ArtistDetail() {
  const t = useText(nftText);
  const uid = useIdParam('uid');
  return (
    <Page title={t('artist')} back="/pages/nft/nft">
      {uid === undefined ? <Missing /> : <OfArtist uid={uid} />}
    </Page>
  );
}
