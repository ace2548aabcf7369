import { FolderPlus, ImagePlus } from 'lucide-react';
import { useState } from 'react';
import type { ReplyOf } from '../../lib/calls.ts';
import { useGet, usePages } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import {
  Badge,
  Empty,
  LinkButton,
  List,
  ListRow,
  Loaded,
  LoadedPages,
  Page,
  SkeletonRows,
} from '../../ui/index.ts';
import { CollectionSheet } from './CollectionSheet.tsx';
import type { Collection } from './CollectionSheet.tsx';
import { NftPicture } from './NftPicture.tsx';
import { nftText } from './text.ts';

type Artwork = ReplyOf<'bind_box/getMyArtworks'>['data'][number];

const STATES = { review: 'gold', approved: 'good', rejected: 'bad', hidden: 'bad' } as const;

function ArtworkRow({ work }: { readonly work: Artwork }) {
  const t = useText(nftText);
  const [code] = work.codes;
  return (
    <ListRow
      {...(code === undefined ? {} : { to: '/pages/nft/artworkDetail' as const, search: { code } })}
      icon={<NftPicture image={work.image} size="row" className="size-14 shrink-0 rounded-sm" />}
      title={work.name}
      hint={t('editions_count', { count: work.editions })}
      {...(work.reason === null ? {} : { meta: `${t(`reason_${work.reason}`)} ${work.note ?? ''}` })}
      end={<Badge intent={STATES[work.state]}>{t(`review_${work.state}`)}</Badge>}
    />
  );
}

/** The artist's collections. */
function OwnCollections({ uid }: { readonly uid: number }) {
  const t = useText(nftText);
  const artist = useGet('bind_box/getArtistDetail', { uid });
  const [edited, setEdited] = useState<Collection | null>(null);
  const [open, setOpen] = useState(false);
  const edit = (collection: Collection | null): void => {
    setEdited(collection);
    setOpen(true);
  };
  return (
    <section className="mb-6">
      <h2 className="mb-2 px-1 text-sm text-muted">{t('collections')}</h2>
      <Loaded query={artist} skeleton={<SkeletonRows rows={2} />}>
        {({ collections }) => (
          <List ground="card">
            {collections.map((collection) => (
              <ListRow
                key={collection.id}
                onClick={() => edit(collection)}
                title={collection.name}
                hint={t('works_count', { count: collection.works })}
              />
            ))}
            <ListRow
              icon={<FolderPlus className="size-5" />}
              title={t('new_collection')}
              onClick={() => edit(null)}
            />
          </List>
        )}
      </Loaded>
      <CollectionSheet
        open={open}
        collection={edited}
        onClose={() => setOpen(false)}
        onSaved={() => setOpen(false)}
      />
    </section>
  );
}

/** The own collections, and the own works with their review. */
export default function Studio() {
  const t = useText(nftText);
  const works = usePages('get', 'bind_box/getMyArtworks', {});
  const own = useGet('bind_box/getMyArtist', {});
  const upload = (
    <LinkButton size="lg" wide to="/pages/nft/upload">
      <ImagePlus className="size-5" aria-hidden="true" />
      {t('upload_work')}
    </LinkButton>
  );
  return (
    <Page title={t('studio')} back="/pages/nft/apply" footer={upload}>
      {own.data?.state === 'approved' && <OwnCollections uid={own.data.uid} />}
      <LoadedPages
        query={works}
        empty={<Empty icon={<ImagePlus />} text={t('no_own_works')} next="beside" />}
      >
        {(rows) => (
          <List ground="card">
            {rows.map((work) => (
              <ArtworkRow key={work.id} work={work} />
            ))}
          </List>
        )}
      </LoadedPages>
    </Page>
  );
}
