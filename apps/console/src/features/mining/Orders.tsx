import { MINING_STATUS } from '@karat/contract';
import type { ReplyOf } from '@karat/contract';
import { Tag } from 'antd';
import { useCall } from '../../lib/api.ts';
import { Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { UserLink } from '../../ui/UserLink.tsx';
import { UserStateFilter, uidOf } from '../../ui/UserStateFilter.tsx';
import type { UserState } from '../../ui/UserStateFilter.tsx';
import { numberColumn, timeColumn } from '../../ui/columns.tsx';
import { useFilter } from '../../ui/useFilter.ts';

type Order = ReplyOf<'console/mining_orders'>['data'][number];

const PAGE = 20;
const REFRESH_MS = 10_000;
const STATES = ['open', 'ended', 'all'] as const;

/** Orders, newest first, by state and user. */
export function Orders() {
  const { value, choose, page, turn } = useFilter<UserState<(typeof STATES)[number]>>({
    state: 'open',
    uid: '',
  });
  const sent = {
    ...(value.state === 'all' ? {} : { status: MINING_STATUS[value.state] }),
    ...uidOf(value.uid),
    page,
    limit: PAGE,
  };
  const orders = useCall('console/mining_orders', sent, REFRESH_MS);
  return (
    <Part title="Orders" extra={<UserStateFilter states={STATES} value={value} choose={choose} />}>
      <Rows<Order>
        read={orders}
        rows={orders.data?.data}
        rowKey={(row) => String(row.id)}
        empty="No order"
        paging={{ page, turn, size: PAGE, total: orders.data?.total ?? 0 }}
        columns={[
          numberColumn('No.', (row) => row.id),
          { title: 'UID', render: (_, row) => <UserLink uid={row.uid} /> },
          numberColumn('Product', (row) => row.config_id),
          {
            title: 'Term',
            render: (_, row) => (row.day === 0 ? 'flexible' : `${row.category}, ${row.day} days`),
          },
          numberColumn(
            'Principal',
            (row) => row.principal,
            (row) => row.currency_name,
          ),
          numberColumn(
            'Daily rate',
            (row) => row.interest_rate,
            () => '%',
          ),
          numberColumn('Days paid', (row) => row.days_paid),
          numberColumn('Yield paid', (row) => row.interest),
          numberColumn('Penalty', (row) => row.penalty),
          { title: 'State', render: (_, row) => <Tag>{row.end ?? 'open'}</Tag> },
          timeColumn('Bought', (row) => row.created_ms),
          timeColumn('Next yield', (row) => row.next_ms),
          timeColumn('Ended', (row) => row.closed_ms),
        ]}
      />
    </Part>
  );
}
