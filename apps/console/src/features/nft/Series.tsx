import { Button } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { useMay } from '../../lib/rights.ts';
import { ExactNumber, numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Part } from '../../ui/Page.tsx';
import { CAME_ALONG, Rows } from '../../ui/Rows.tsx';
import { UserLink } from '../../ui/UserLink.tsx';
import { useFilter } from '../../ui/useFilter.ts';
import { NewSeries } from './NewSeries.tsx';
import { PAGE, REFRESH_MS } from './words.ts';
import type { Series } from './words.ts';

type Content = Series['contents'][number];

/** Contents with odds, and the commitments of a series. */
function Contents({ series }: { series: Series }) {
  return (
    <>
      <Rows<Content>
        read={CAME_ALONG}
        rows={series.contents}
        rowKey={(row) => String(row.artwork_id)}
        empty="No artwork"
        columns={[
          { title: 'Artwork', dataIndex: 'artwork_id' },
          { title: 'Name', dataIndex: 'name' },
          { title: 'Rarity', dataIndex: 'rarity' },
          numberColumn('Boxes', (row) => row.count),
          numberColumn(
            'Odds',
            (row) => row.odds,
            () => '%',
          ),
        ]}
      />
      <div style={{ marginTop: 12 }}>
        <Facts
          label="Commitments"
          facts={[
            ['Hash of the server seed', <ExactNumber key="seed">{series.seed_hash}</ExactNumber>],
            ['Hash of the contents', <ExactNumber key="contents">{series.contents_hash}</ExactNumber>],
            ['Seed revealed', series.revealed_ms === null ? 'not yet' : `${moment(series.revealed_ms)} UTC`],
          ]}
        />
      </div>
    </>
  );
}

/** Series of blind boxes, newest first. */
export function SeriesList() {
  const { page, turn } = useFilter(null);
  const [isAsking, setIsAsking] = useState(false);
  const series = useCall('console/nft_series', { page, limit: PAGE }, REFRESH_MS);
  const may = useMay();
  return (
    <Part
      title="Series"
      extra={
        may('console/nft_new_series') && (
          <Button type="primary" onClick={() => setIsAsking(true)}>
            New series
          </Button>
        )
      }
    >
      <Rows<Series>
        read={series}
        rows={series.data?.data}
        rowKey={(row) => String(row.id)}
        empty="No series yet"
        paging={{ page, turn, size: PAGE, total: series.data?.total ?? 0 }}
        expand={(row) => <Contents series={row} />}
        columns={[
          { title: 'Name', dataIndex: 'name' },
          { title: 'Code', dataIndex: 'code' },
          { title: 'Artist', dataIndex: 'artist' },
          { title: 'UID', render: (_, row) => <UserLink uid={row.uid} /> },
          numberColumn(
            'Price',
            (row) => row.price,
            (row) => row.currency_name,
          ),
          numberColumn('Boxes', (row) => row.total),
          numberColumn('Sold', (row) => row.sold),
          numberColumn('Opened', (row) => row.opened),
          numberColumn('Per user', (row) => row.user_max),
          timeColumn('Start (UTC)', (row) => row.start_ms),
          timeColumn('End (UTC)', (row) => row.end_ms),
        ]}
      />
      {isAsking && <NewSeries close={() => setIsAsking(false)} />}
    </Part>
  );
}
