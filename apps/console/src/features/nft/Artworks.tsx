import type { NftReviewState } from '@karat/contract';
import { Drawer } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { grouped } from '../../lib/format.ts';
import { useMay } from '../../lib/rights.ts';
import { ExactNumber, Figure, ShortNumber, numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { UserLink } from '../../ui/UserLink.tsx';
import { useFilter } from '../../ui/useFilter.ts';
import { Media } from './Media.tsx';
import { Decisions, ReviewPart, StateTag, reviewFacts } from './Moderation.tsx';
import { PAGE, REFRESH_MS, TYPES } from './words.ts';
import type { Artwork } from './words.ts';

const CONSEQUENCES = {
  approve: 'The file becomes public and the editions are minted. The artist is notified.',
  reject: 'The artist is notified with the note.',
  hide: 'Fixed-price sales end, the work cannot be listed. Auctions with bids run to their end.',
  show: 'The work can be listed again.',
} as const;
const S = 1_000;

/** An artwork with its file, and its decisions. */
function ArtworkReview({ artwork, close }: { artwork: Artwork; close: () => void }) {
  const may = useMay();
  return (
    <Drawer open size={620} title={`Artwork ${artwork.id}: ${artwork.name}`} onClose={close} destroyOnHidden>
      <Media artwork={artwork} />
      <div style={{ marginTop: 16 }}>
        <Facts
          label="Artwork"
          facts={[
            ['Artist', artwork.artist],
            ['UID', <UserLink key="uid" uid={artwork.uid} />],
            ['Description', artwork.description],
            ['Rarity', artwork.rarity],
            ['Editions', <Figure key="editions" value={artwork.editions} />],
            ['Royalty', <Figure key="royalty" value={artwork.royalty_percent} unit="%" />],
            [
              'File',
              `${TYPES[artwork.type]}, ${artwork.mime}, ${grouped(String(artwork.bytes))} bytes${
                artwork.duration_ms === null ? '' : `, ${(artwork.duration_ms / S).toFixed(1)} s`
              }`,
            ],
            ['SHA-256', <ExactNumber key="hash">{artwork.sha256}</ExactNumber>],
            ...reviewFacts(artwork),
          ]}
        />
      </div>
      {may('console/nft_artwork') && (
        <Decisions
          state={artwork.state}
          consequences={CONSEQUENCES}
          send={(decision) => api.post('console/nft_artwork', { id: artwork.id, ...decision })}
          close={close}
        />
      )}
    </Drawer>
  );
}

/** Artworks, those under review first. */
export function Artworks() {
  const { value, choose, page, turn } = useFilter<NftReviewState>('review');
  const [open, setOpen] = useState<number | null>(null);
  const artworks = useCall('console/nft_artworks', { state: value, page, limit: PAGE }, REFRESH_MS);
  const shown = artworks.data?.data.find(({ id }) => id === open);
  return (
    <ReviewPart title="Artworks" value={value} choose={choose}>
      <Rows<Artwork>
        read={artworks}
        rows={artworks.data?.data}
        rowKey={(row) => String(row.id)}
        empty={value === 'review' ? 'No artwork is waiting' : 'None'}
        paging={{ page, turn, size: PAGE, total: artworks.data?.total ?? 0 }}
        open={(row) => setOpen(row.id)}
        columns={[
          { title: 'No.', dataIndex: 'id' },
          { title: 'Name', dataIndex: 'name' },
          { title: 'Artist', dataIndex: 'artist' },
          { title: 'UID', render: (_, row) => <UserLink uid={row.uid} /> },
          { title: 'Type', render: (_, row) => TYPES[row.type] },
          { title: 'Rarity', dataIndex: 'rarity' },
          numberColumn('Editions', (row) => row.editions),
          { title: 'SHA-256', render: (_, row) => <ShortNumber text={row.sha256} width={120} /> },
          { title: 'State', render: (_, row) => <StateTag state={row.state} /> },
          timeColumn('Submitted (UTC)', (row) => row.created_ms),
        ]}
      />
      {shown && <ArtworkReview key={shown.id} artwork={shown} close={() => setOpen(null)} />}
    </ReviewPart>
  );
}
