import type { ReplyOf } from '@karat/contract';
import { Tag } from 'antd';
import type { TableProps } from 'antd';
import { useCall } from '../../lib/api.ts';
import { Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { UserLink } from '../../ui/UserLink.tsx';
import { UserStateFilter, uidOf } from '../../ui/UserStateFilter.tsx';
import type { UserState } from '../../ui/UserStateFilter.tsx';
import { numberColumn, timeColumn } from '../../ui/columns.tsx';
import { useFilter } from '../../ui/useFilter.ts';

type Plan = ReplyOf<'console/recurring_plans'>['data'][number];

const PAGE = 20;
const REFRESH_MS = 10_000;
const STATES = ['active', 'paused', 'ended', 'all'] as const;

const DAYS = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** When a plan buys, in its own time zone. */
function scheduleOf({ frequency, day, hour, time_zone: zone }: Plan): string {
  const at = `${String(hour).padStart(2, '0')}:00 ${zone}`;
  switch (frequency) {
    case 'daily':
      return `daily, ${at}`;
    case 'weekly':
    case 'biweekly':
      return `${frequency} ${DAYS[day] ?? ''}, ${at}`;
    case 'monthly':
      return `monthly on ${day}, ${at}`;
  }
}

/** Terms and results of a plan. */
const COLUMNS: NonNullable<TableProps<Plan>['columns']> = [
  numberColumn('No.', (row) => row.id),
  { title: 'UID', render: (_, row) => <UserLink uid={row.uid} /> },
  { title: 'Market', dataIndex: 'symbol' },
  numberColumn(
    'Amount',
    (row) => row.quote_amount,
    (row) => row.legal_name,
  ),
  { title: 'Schedule', render: (_, row) => scheduleOf(row) },
  {
    title: 'State',
    render: (_, row) => (
      <Tag color={row.waiting === null ? 'default' : 'orange'}>
        {row.waiting === null ? row.state : 'trying again'}
      </Tag>
    ),
  },
  timeColumn('Next', (row) => row.next?.buy_ms ?? null),
  numberColumn('Bought', (row) => row.purchases),
  numberColumn('Not bought', (row) => row.skips),
  numberColumn(
    'Spent',
    (row) => row.spent,
    (row) => row.legal_name,
  ),
  {
    title: 'Last result',
    render: (_, row) => (row.last ? `${row.last.date}: ${row.last.outcome.replace('_', ' ')}` : '–'),
  },
];

/** Plans, newest first, by state and user. */
export function Plans() {
  const { value, choose, page, turn } = useFilter<UserState<(typeof STATES)[number]>>({
    state: 'active',
    uid: '',
  });
  const sent = {
    ...(value.state === 'all' ? {} : { state: value.state }),
    ...uidOf(value.uid),
    page,
    limit: PAGE,
  };
  const plans = useCall('console/recurring_plans', sent, REFRESH_MS);
  return (
    <Part title="Plans" extra={<UserStateFilter states={STATES} value={value} choose={choose} />}>
      <Rows<Plan>
        read={plans}
        rows={plans.data?.data}
        rowKey={(row) => String(row.id)}
        empty="No plan"
        paging={{ page, turn, size: PAGE, total: plans.data?.total ?? 0 }}
        columns={COLUMNS}
      />
    </Part>
  );
}
