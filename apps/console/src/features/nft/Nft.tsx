import type { ReplyOf } from '@karat/contract';
import { Tabs } from 'antd';
import { useCall } from '../../lib/api.ts';
import { numberColumn } from '../../ui/columns.tsx';
import { Counts } from '../../ui/Counts.tsx';
import { Page, Part } from '../../ui/Page.tsx';
import { CAME_ALONG, Loaded, Rows } from '../../ui/Rows.tsx';
import { Artists } from './Artists.tsx';
import { Artworks } from './Artworks.tsx';
import { Collections } from './Collections.tsx';
import { Reports } from './Reports.tsx';
import { Auctions, Orders } from './Sales.tsx';
import { SeriesList } from './Series.tsx';

// Its sums cover all orders, so it is read less often than the lists.
const OVERVIEW_REFRESH_MS = 15_000;

type Overview = ReplyOf<'console/nft'>;
type CurrencySums = Overview['currencies'][number];

const TABS = [
  { key: 'artworks', label: 'Artworks', children: <Artworks /> },
  { key: 'artists', label: 'Artists', children: <Artists /> },
  { key: 'reports', label: 'Reports', children: <Reports /> },
  { key: 'auctions', label: 'Auctions', children: <Auctions /> },
  { key: 'orders', label: 'Orders', children: <Orders /> },
  { key: 'series', label: 'Series', children: <SeriesList /> },
  { key: 'collections', label: 'Collections', children: <Collections /> },
];

function Queues({ of }: { of: Overview }) {
  const counts = [
    ['Applications', of.artists],
    ['Artworks to review', of.artworks],
    ['Open reports', of.reports],
    ['Running auctions', of.auctions],
    ['Unpaid orders', of.due],
  ] as const;
  return <Counts of={counts} />;
}

function Turnover({ rows }: { rows: readonly CurrencySums[] }) {
  return (
    <Part title="Turnover">
      <Rows<CurrencySums>
        read={CAME_ALONG}
        rows={rows}
        rowKey="currency_name"
        empty="No sale yet"
        columns={[
          { title: 'Currency', dataIndex: 'currency_name' },
          numberColumn('Sales', (row) => row.sales),
          numberColumn('Turnover', (row) => row.turnover),
          numberColumn('Fees', (row) => row.fees),
          numberColumn('Royalties', (row) => row.royalties),
          numberColumn('Margins held', (row) => row.margins),
          numberColumn('Margins forfeited', (row) => row.forfeited),
        ]}
      />
    </Part>
  );
}

/** The NFT marketplace: moderation of artists and artworks, series of boxes, auctions, orders, reports. */
export function Nft() {
  const overview = useCall('console/nft', {}, OVERVIEW_REFRESH_MS);
  return (
    <Page
      title="NFT marketplace"
      hint="Artists and artworks are reviewed before minting. A new series needs a second operator. Draws, bids and owners cannot be changed."
    >
      <Loaded read={overview}>
        {(shown) => (
          <>
            <Queues of={shown} />
            <Turnover rows={shown.currencies} />
          </>
        )}
      </Loaded>
      <Tabs items={TABS} destroyOnHidden style={{ marginTop: 24 }} />
    </Page>
  );
}
