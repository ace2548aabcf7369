import type { ReplyOf } from '@karat/contract';
import { Segmented } from 'antd';
import { useCall } from '../../lib/api.ts';
import { numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useFilter } from '../../ui/useFilter.ts';

type Application = ReplyOf<'console/project_orders'>['data'][number];
type Dividend = ReplyOf<'console/dividends'>['data'][number];

const PAGE = 10;
const STATES = ['cancelled', 'applied', 'allotting', 'allotted'] as const;
const FILTERS = [
  { value: 'all', label: 'All' },
  { value: '1', label: 'Applied' },
  { value: '2', label: 'Allotting' },
  { value: '3', label: 'Allotted' },
  { value: '0', label: 'Cancelled' },
] as const;
type Filter = (typeof FILTERS)[number]['value'];

/** Applications of all users, newest first. */
export function Applications() {
  const { value, choose, page, turn } = useFilter<Filter>('all');
  const applications = useCall('console/project_orders', {
    page,
    limit: PAGE,
    ...(value === 'all' ? {} : { status: value }),
  });
  return (
    <Part
      title="Applications"
      extra={<Segmented<Filter> options={[...FILTERS]} value={value} onChange={choose} size="small" />}
    >
      <Rows<Application>
        read={applications}
        rows={applications.data?.data}
        rowKey="id"
        empty="No application"
        paging={{ page, turn, size: PAGE, total: applications.data?.total ?? 0 }}
        columns={[
          { title: 'Application', dataIndex: 'id' },
          { title: 'UID', dataIndex: 'uid' },
          { title: 'Project', dataIndex: 'project_id' },
          numberColumn('Tokens', (row) => row.amount),
          numberColumn(
            'Held',
            (row) => row.held,
            (row) => row.currency_name,
          ),
          numberColumn('Allotted', (row) => row.tokens),
          numberColumn('Charged', (row) => row.paid),
          { title: 'State', render: (_, row) => STATES[row.status] },
          timeColumn('Applied', (row) => row.created_ms),
          timeColumn('Settled', (row) => row.settled_ms),
        ]}
      />
    </Part>
  );
}

/** Dividends of funds, newest first. */
export function Dividends() {
  const { page, turn } = useFilter(null);
  const dividends = useCall('console/dividends', { page, limit: PAGE });
  return (
    <Part title="Dividends">
      <Rows<Dividend>
        read={dividends}
        rows={dividends.data?.data}
        rowKey="id"
        empty="No dividend yet"
        paging={{ page, turn, size: PAGE, total: dividends.data?.total ?? 0 }}
        columns={[
          { title: 'Dividend', dataIndex: 'id' },
          { title: 'Fund', dataIndex: 'title' },
          numberColumn(
            'Amount',
            (row) => row.amount,
            (row) => row.currency_name,
          ),
          timeColumn('Record time', (row) => row.record_ms),
          numberColumn('Holders', (row) => row.holders),
          numberColumn('Paid', (row) => row.paid),
          { title: 'State', dataIndex: 'state' },
        ]}
      />
    </Part>
  );
}
