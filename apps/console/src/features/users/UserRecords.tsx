import type { ReplyOf, UserRecords as Records } from '@karat/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Flex } from 'antd';
import type { TableProps } from 'antd';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { words } from '../../lib/format.ts';
import { useMay } from '../../lib/rights.ts';
import { NO_DAYS, rangeOf } from '../../lib/utc.ts';
import { DayRange } from '../../ui/DayRange.tsx';
import { ExportButton } from '../../ui/ExportButton.tsx';
import { Older } from '../../ui/Older.tsx';
import { Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { ShortNumber, numberColumn, timeColumn } from '../../ui/columns.tsx';

type Row = ReplyOf<'console/user_records'>['data'][number];
type Columns = NonNullable<TableProps<Row>['columns']>;
const PAGE = 20;

const created = timeColumn<Row>('Created (UTC)', (row) => row.created_ms);
const ended = timeColumn<Row>('Ended (UTC)', (row) => row.ended_ms);
const subject = (title: string) => ({ title, dataIndex: 'subject' });
const side = { title: 'Side', dataIndex: 'side' };
const type = (title: string) => ({ title, render: (_: unknown, row: Row) => words(row.type) });
const state = { title: 'State', render: (_: unknown, row: Row) => words(row.state) };
const price = (title: string) => numberColumn<Row>(title, (row) => row.price);
const exit = (title: string) => numberColumn<Row>(title, (row) => row.exit_price);
const amount = (title: string) =>
  numberColumn<Row>(
    title,
    (row) => row.amount,
    (row) => row.amount_unit,
  );
const filled = (title: string) => numberColumn<Row>(title, (row) => row.filled);
const total = (title: string) =>
  numberColumn<Row>(
    title,
    (row) => row.total,
    (row) => row.total_unit,
  );
const fee = numberColumn<Row>(
  'Fee',
  (row) => row.fee,
  (row) => row.fee_unit,
);
const detail = (title: string) => ({
  title,
  render: (_: unknown, row: Row) => <ShortNumber text={row.detail} width={150} />,
});

const ORDER: Columns = [
  created,
  subject('Market'),
  side,
  type('Type'),
  state,
  price('Price'),
  amount('Amount'),
  filled('Filled'),
  fee,
];

/** Columns of each list, and its words. */
const LISTS: Readonly<Record<Records, { title: string; empty: string; columns: Columns }>> = {
  open_orders: { title: 'Open orders', empty: 'No open orders', columns: ORDER },
  orders: { title: 'Order history', empty: 'No orders have ended', columns: [...ORDER, ended] },
  trades: {
    title: 'Trades',
    empty: 'No trades',
    columns: [
      created,
      subject('Market'),
      side,
      type('Role'),
      price('Price'),
      amount('Amount'),
      total('Value'),
      fee,
    ],
  },
  positions: {
    title: 'Futures positions',
    empty: 'No positions',
    columns: [
      created,
      subject('Market'),
      side,
      type('Margin'),
      state,
      price('Entry price'),
      exit('Exit price'),
      amount('Size'),
      filled('Closed'),
      total('Realised PnL'),
      fee,
      ended,
    ],
  },
  options: {
    title: 'Options',
    empty: 'No options',
    columns: [
      created,
      subject('Market'),
      side,
      type('Duration'),
      state,
      amount('Stake'),
      price('Entry price'),
      exit('Settlement price'),
      total('Returned'),
    ],
  },
  deposits: {
    title: 'Deposits',
    empty: 'No deposits',
    columns: [
      { title: 'No.', dataIndex: 'id' },
      created,
      state,
      amount('Amount'),
      type('Network'),
      detail('Transaction'),
      ended,
    ],
  },
  withdrawals: {
    title: 'Withdrawals',
    empty: 'No withdrawals',
    columns: [
      { title: 'No.', dataIndex: 'id' },
      created,
      state,
      amount('Amount'),
      fee,
      type('Network'),
      detail('Receiver'),
      ended,
    ],
  },
  purchases: {
    title: 'Fiat purchases',
    empty: 'No fiat purchases',
    columns: [
      { title: 'No.', dataIndex: 'id' },
      created,
      state,
      amount('Coins'),
      price('Price'),
      type('Way to pay'),
      { title: 'Pays', dataIndex: 'detail' },
      ended,
    ],
  },
};

/** One list of a user's records by the days of their creation. Each look is written to the audit log. */
export function UserRecords({ uid, records }: { uid: number; records: Records }) {
  const may = useMay();
  const [days, choose] = useState(NO_DAYS);
  const { title, empty, columns } = LISTS[records];
  const filter = { uid, records, ...rangeOf(days) };
  const found = useInfiniteQuery({
    queryKey: ['console/user_records', filter],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      api.get('console/user_records', {
        ...filter,
        limit: PAGE,
        ...(pageParam ? { cursor: pageParam } : {}),
      }),
    getNextPageParam: (last) => last.next,
    // A second read would be a second look in the audit log.
    staleTime: Infinity,
    gcTime: 0,
    meta: { once: true },
  });
  return (
    <Part title={title}>
      <Flex gap={8} wrap align="center" style={{ marginBottom: 12 }}>
        <DayRange value={days} choose={choose} />
        {may('console/user_records_export') && (
          <ExportButton
            load={() => api.file('console/user_records_export', filter)}
            name={`karat-${uid}-${records.replaceAll('_', '-')}.csv`}
          />
        )}
      </Flex>
      <Rows<Row>
        read={found}
        rows={found.data?.pages.flatMap((page) => page.data)}
        rowKey={(row) => String(row.id)}
        empty={days.first || days.last ? 'No entries in this period' : empty}
        columns={columns}
      />
      <Older read={found} isShort={false} />
    </Part>
  );
}
