import type { NftReviewState } from '@karat/contract';
import { Drawer } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { useMay } from '../../lib/rights.ts';
import { numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { UserLink } from '../../ui/UserLink.tsx';
import { useFilter } from '../../ui/useFilter.ts';
import { Decisions, ReviewPart, StateTag, reviewFacts } from './Moderation.tsx';
import { PAGE, REFRESH_MS } from './words.ts';
import type { Artist } from './words.ts';

const CONSEQUENCES = {
  approve: 'The artist can submit works. The artist is notified.',
  reject: 'The artist is notified with the note.',
  hide: 'The artist can list nothing new. Works and running sales stay.',
  show: 'The artist can list works again.',
} as const;

/** An artist or an application, with its decisions. */
function ArtistReview({ artist, close }: { artist: Artist; close: () => void }) {
  const may = useMay();
  return (
    <Drawer open size={560} title={`Artist ${artist.name}`} onClose={close} destroyOnHidden>
      <Facts
        label="Artist"
        facts={[
          ['UID', <UserLink key="uid" uid={artist.uid} />],
          ['Name', artist.name],
          ['About', artist.bio],
          ['Works', String(artist.works)],
          ...reviewFacts(artist),
        ]}
      />
      {may('console/nft_artist') && (
        <Decisions
          state={artist.state}
          consequences={CONSEQUENCES}
          send={(decision) => api.post('console/nft_artist', { uid: artist.uid, ...decision })}
          close={close}
        />
      )}
    </Drawer>
  );
}

/** Applications and artists. */
export function Artists() {
  const { value, choose, page, turn } = useFilter<NftReviewState>('review');
  const [open, setOpen] = useState<number | null>(null);
  const artists = useCall('console/nft_artists', { state: value, page, limit: PAGE }, REFRESH_MS);
  const shown = artists.data?.data.find(({ uid }) => uid === open);
  return (
    <ReviewPart title="Artists" value={value} choose={choose}>
      <Rows<Artist>
        read={artists}
        rows={artists.data?.data}
        rowKey={(row) => String(row.uid)}
        empty={value === 'review' ? 'No application is waiting' : 'None'}
        paging={{ page, turn, size: PAGE, total: artists.data?.total ?? 0 }}
        open={(row) => setOpen(row.uid)}
        columns={[
          { title: 'UID', render: (_, row) => <UserLink uid={row.uid} /> },
          { title: 'Name', dataIndex: 'name' },
          { title: 'About', render: (_, row) => <div style={{ width: 260 }}>{row.bio}</div> },
          numberColumn('Works', (row) => row.works),
          { title: 'State', render: (_, row) => <StateTag state={row.state} /> },
          timeColumn('Applied (UTC)', (row) => row.created_ms),
          timeColumn('Decided (UTC)', (row) => row.decided_ms),
        ]}
      />
      {shown && <ArtistReview key={shown.uid} artist={shown} close={() => setOpen(null)} />}
    </ReviewPart>
  );
}
