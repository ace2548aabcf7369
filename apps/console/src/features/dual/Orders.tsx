import type { ReplyOf } from '@karat/contract';
import { Segmented } from 'antd';
import { useCall } from '../../lib/api.ts';
import { numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useFilter } from '../../ui/useFilter.ts';

type Order = ReplyOf<'console/dual_orders'>['data'][number];

const PAGE = 10;
const STATES = ['failed', 'purchased', 'settling', 'success'] as const;
const FILTERS = [
  { value: 'open', label: 'Open' },
  { value: 'all', label: 'All' },
] as const;
type Filter = (typeof FILTERS)[number]['value'];

/** Orders of all users, newest first. */
export function Orders() {
  const { value, choose, page, turn } = useFilter<Filter>('open');
  const orders = useCall('console/dual_orders', {
    page,
    limit: PAGE,
    ...(value === 'open' ? { open: true } : {}),
  });
  return (
    <Part
      title="Orders"
      extra={<Segmented<Filter> options={[...FILTERS]} value={value} onChange={choose} size="small" />}
    >
      <Rows<Order>
        read={orders}
        rows={orders.data?.data}
        rowKey="id"
        empty="No order"
        paging={{ page, turn, size: PAGE, total: orders.data?.total ?? 0 }}
        columns={[
          { title: 'Order', dataIndex: 'id' },
          { title: 'UID', dataIndex: 'uid' },
          { title: 'Market', dataIndex: 'symbol' },
          { title: 'Direction', dataIndex: 'type' },
          numberColumn(
            'Principal',
            (row) => row.principal,
            (row) => row.currency_name,
          ),
          numberColumn('Strike', (row) => row.strike),
          numberColumn(
            'APR',
            (row) => row.apr,
            () => '%',
          ),
          numberColumn('Days', (row) => row.days),
          timeColumn('Purchased', (row) => row.purchased_ms),
          timeColumn('Maturity', (row) => row.maturity_ms),
          { title: 'State', render: (_, row) => STATES[row.status] },
          numberColumn(
            'Paid out',
            (row) => row.payout,
            (row) => row.payout_currency_name ?? '',
          ),
        ]}
      />
    </Part>
  );
}
