import type { NftListingState, NftOrderState } from '@karat/contract';
import { Segmented, Tag } from 'antd';
import { useCall } from '../../lib/api.ts';
import { numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { UserLink } from '../../ui/UserLink.tsx';
import { UserStateFilter, uidOf } from '../../ui/UserStateFilter.tsx';
import type { UserState } from '../../ui/UserStateFilter.tsx';
import { useFilter } from '../../ui/useFilter.ts';
import { PAGE, PAY_TYPES, REFRESH_MS } from './words.ts';
import type { Auction, Order } from './words.ts';

const AUCTION_STATES: readonly { readonly value: NftListingState; readonly label: string }[] = [
  { value: 'open', label: 'Running' },
  { value: 'due', label: 'Unpaid' },
  { value: 'sold', label: 'Sold' },
  { value: 'expired', label: 'Expired' },
  { value: 'cancelled', label: 'Cancelled' },
];
const ORDER_STATES = ['due', 'forfeited', 'paid', 'all'] as const;

/** Auctions by their end, the next first. */
export function Auctions() {
  const { value, choose, page, turn } = useFilter<NftListingState>('open');
  const auctions = useCall('console/nft_auctions', { state: value, page, limit: PAGE }, REFRESH_MS);
  const currency = (row: Auction): string => row.currency_name;
  return (
    <Part
      title="Auctions"
      extra={
        <Segmented<NftListingState>
          options={[...AUCTION_STATES]}
          value={value}
          onChange={choose}
          size="small"
        />
      }
    >
      <Rows<Auction>
        read={auctions}
        rows={auctions.data?.data}
        rowKey={(row) => String(row.id)}
        empty={value === 'open' ? 'No running auctions' : 'None'}
        paging={{ page, turn, size: PAGE, total: auctions.data?.total ?? 0 }}
        columns={[
          { title: 'No.', dataIndex: 'id' },
          { title: 'Work', dataIndex: 'name' },
          { title: 'Code', dataIndex: 'code' },
          { title: 'Seller', render: (_, row) => <UserLink uid={row.seller} /> },
          numberColumn('Starting price', (row) => row.price, currency),
          numberColumn('Highest bid', (row) => row.now_price, currency),
          {
            title: 'Leader',
            render: (_, row) => (row.leader === null ? '–' : <UserLink uid={row.leader} />),
          },
          numberColumn('Bids', (row) => row.bids),
          numberColumn('Bidders', (row) => row.bidders),
          numberColumn('Margins', (row) => row.margins, currency),
          numberColumn('Extensions', (row) => row.extensions),
          timeColumn('Start (UTC)', (row) => row.start_ms),
          timeColumn('End (UTC)', (row) => row.end_ms),
        ]}
      />
    </Part>
  );
}

/** The state of an order at `now` (unix ms). */
function StateTag({ order, now }: { order: Order; now: number }) {
  if (order.state === 'paid') return <Tag color="green">paid</Tag>;
  if (order.state === 'forfeited') return <Tag color="red">not paid in time</Tag>;
  const isOverdue = order.due_ms !== null && order.due_ms < now;
  return <Tag color={isOverdue ? 'red' : 'gold'}>{isOverdue ? 'overdue' : 'unpaid'}</Tag>;
}

/** Sales, newest first, by state and by the user who bought or sold. */
export function Orders() {
  const { value, choose, page, turn } = useFilter<UserState<NftOrderState>>({ state: 'due', uid: '' });
  const sent = {
    ...(value.state === 'all' ? {} : { state: value.state }),
    ...uidOf(value.uid),
    page,
    limit: PAGE,
  };
  const orders = useCall('console/nft_orders', sent, REFRESH_MS);
  const currency = (row: Order): string => row.currency_name;
  return (
    <Part title="Orders" extra={<UserStateFilter states={ORDER_STATES} value={value} choose={choose} />}>
      <Rows<Order>
        read={orders}
        rows={orders.data?.data}
        rowKey={(row) => String(row.id)}
        empty={value.state === 'due' && value.uid === '' ? 'No payment is due' : 'None'}
        paging={{ page, turn, size: PAGE, total: orders.data?.total ?? 0 }}
        columns={[
          { title: 'Order', dataIndex: 'id' },
          { title: 'Work', dataIndex: 'name' },
          { title: 'Code', dataIndex: 'code' },
          { title: 'Sale', render: (_, row) => PAY_TYPES[row.pay_type] },
          { title: 'Buyer', render: (_, row) => <UserLink uid={row.buyer} /> },
          { title: 'Seller', render: (_, row) => <UserLink uid={row.seller} /> },
          numberColumn('Price', (row) => row.price, currency),
          numberColumn('Fee', (row) => row.fee, currency),
          numberColumn('Royalty', (row) => row.royalty, currency),
          { title: 'State', render: (_, row) => <StateTag order={row} now={orders.dataUpdatedAt} /> },
          timeColumn('Sold (UTC)', (row) => row.created_ms),
          timeColumn('Due (UTC)', (row) => row.due_ms),
          timeColumn('Paid (UTC)', (row) => row.paid_ms),
        ]}
      />
    </Part>
  );
}
