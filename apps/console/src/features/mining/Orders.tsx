import { MINING_STATUS } from '@karat/contract';
import type { ReplyOf } from '@karat/contract';
import { Flex, Input, Segmented, Tag } from 'antd';
import { useCall } from '../../lib/api.ts';
import { Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { UserLink } from '../../ui/UserLink.tsx';
import { numberColumn, timeColumn } from '../../ui/columns.tsx';
import { useFilter } from '../../ui/useFilter.ts';

type Order = ReplyOf<'console/mining_orders'>['data'][number];

const PAGE = 20;
const REFRESH_MS = 10_000;
const STATES = ['open', 'ended', 'all'] as const;

interface Filter {
  readonly state: (typeof STATES)[number];
  readonly uid: string;
}

/** Orders, newest first, by state and user. */
export function Orders() {
  const { value, choose, page, turn } = useFilter<Filter>({ state: 'open', uid: '' });
  const uid = /^[1-9]\d{0,15}$/.test(value.uid) ? Number(value.uid) : undefined;
  const sent = {
    ...(value.state === 'all' ? {} : { status: MINING_STATUS[value.state] }),
    ...(uid === undefined ? {} : { uid }),
    page,
    limit: PAGE,
  };
  const orders = useCall('console/mining_orders', sent, REFRESH_MS);
  return (
    <Part
      title="Orders"
      extra={
        <Flex gap={8} wrap>
          <Input
            size="small"
            inputMode="numeric"
            placeholder="UID"
            aria-label="UID"
            style={{ width: 110 }}
            value={value.uid}
            onChange={(event) => choose({ ...value, uid: event.target.value.trim() })}
          />
          <Segmented
            size="small"
            options={[...STATES]}
            value={value.state}
            onChange={(state) => choose({ ...value, state })}
          />
        </Flex>
      }
    >
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
