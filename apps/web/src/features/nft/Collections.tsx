import { Library } from 'lucide-react';
import { useIdParam } from '../../lib/params.ts';
import { useGet, usePages } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Avatar, Empty, Link, Loaded, LoadedPages, Page } from '../../ui/index.ts';
import { ArtworkList } from './ArtworkList.tsx';
import { AutoMore } from './AutoMore.tsx';
import { NftPicture } from './NftPicture.tsx';
import { nftText } from './text.ts';
import { GridSkeleton } from './TileCard.tsx';
import type { Collection } from './tile.ts';

function CollectionCard({ collection }: { readonly collection: Collection }) {
  const t = useText(nftText);
  const { image, works } = collection;
  return (
    <Link
      to="/pages/nft/components/collection"
      search={{ id: collection.id }}
      className="block overflow-hidden rounded-lg bg-surface active:bg-raised"
    >
      {image ? (
        <NftPicture image={image} size="full" className="aspect-[2/1]" />
      ) : (
        <span className="block aspect-[2/1] bg-raised" />
      )}
      <span className="flex items-center gap-3 p-3">
        <Avatar src={collection.artist.avatar} name={collection.artist.name} size={40} />
        <span className="min-w-0 flex-1">
          <span className="block text-base font-semibold wrap-break-word">{collection.name}</span>
          <span className="block text-xs wrap-anywhere text-muted">{collection.artist.name}</span>
        </span>
        <span className="shrink-0 text-xs text-muted">{t('works_count', { count: works })}</span>
      </span>
    </Link>
  );
}

const GRID = 'grid grid-cols-1 gap-3 wide:grid-cols-3';

export const CollectionGrid = ({ collections }: { readonly collections: readonly Collection[] }) => (
  <ul className={GRID}>
    {collections.map((collection) => (
      <li key={collection.id}>
        <CollectionCard collection={collection} />
      </li>
    ))}
  </ul>
);

/** Collections, newest first. */
export function CollectionList({ keyword }: { readonly keyword?: string }) {
  const t = useText(nftText);
  const collections = usePages('get', 'bind_box/getCollection', keyword === undefined ? {} : { keyword });
  return (
    <LoadedPages
      query={collections}
      skeleton={<GridSkeleton count={4} />}
      empty={<Empty icon={<Library />} text={t('no_collections')} next="back" />}
    >
      {(rows) => (
        <>
          <CollectionGrid collections={rows} />
          <AutoMore query={collections} />
        </>
      )}
    </LoadedPages>
  );
}

function OfCollection({ id }: { readonly id: number }) {
  const collection = useGet('bind_box/getCollectionDetail', { id });
  return (
    <Loaded query={collection} skeleton={<GridSkeleton />}>
      {({ name, description, artist, image }) => (
        <>
          {image && (
            <NftPicture
              image={image}
              size="full"
              eager
              className="-mx-4 aspect-[2/1] wide:mx-0 wide:aspect-[5/1] wide:rounded-lg"
            />
          )}
          <h2 className="mt-4 text-xl font-semibold wrap-anywhere">{name}</h2>
          <Link
            to="/pages/nft/artistDetail"
            search={{ uid: artist.uid }}
            className="flex min-h-11 items-center gap-2 self-start text-sm font-medium text-gold-ink"
          >
            <Avatar src={artist.avatar} name={artist.name} size={24} />
            {artist.name}
          </Link>
          <p className="mb-4 text-base text-muted">{description}</p>
          <ArtworkList list={`collection ${id}`} scope={{ collection_id: id }} />
        </>
      )}
    </Loaded>
  );
}

/** A collection with its works (`?id=`), or all collections. */
export default function Collections() {
  const t = useText(nftText);
  const id = useIdParam('id');
  return (
    <Page title={t(id === undefined ? 'collections' : 'collection')} back="/pages/nft/nft">
      {id === undefined ? <CollectionList /> : <OfCollection id={id} />}
    </Page>
  );
}
