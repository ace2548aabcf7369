import { WITHDRAWAL_TYPE } from '@karat/contract';
import type { NumberOf, ReplyOf, SentTo } from '@karat/contract';
import { Flex, InputNumber, Segmented, Select, Tag } from 'antd';
import type { TableProps } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { age } from '../../lib/format.ts';
import { networkName } from '../../lib/networks.ts';
import { numberColumn, timeColumn, ShortNumber } from '../../ui/columns.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useFilter } from '../../ui/useFilter.ts';
import { UserLink } from '../../ui/UserLink.tsx';
import { Notes } from './Notes.tsx';
import { Review } from './Review.tsx';
import { COLOURS } from './words.ts';

type Row = ReplyOf<'console/withdrawals'>['data'][number];
type State = NonNullable<SentTo<'console/withdrawals'>['state']>;
interface Filter {
  readonly state: State;
  readonly type: NumberOf<typeof WITHDRAWAL_TYPE> | null;
  readonly uid: number | null;
}

const PAGE = 20;
const REFRESH_MS = 5_000;
const STATES = [
  'requested',
  'approved',
  'signing',
  'signed',
  'broadcast',
  'exported',
  'confirmed',
  'rejected',
  'failed',
  'cancelled',
] as State[];
const TYPES = [
  { value: WITHDRAWAL_TYPE.address, label: 'To addresses' },
  { value: WITHDRAWAL_TYPE.domestic, label: 'To domestic cards' },
  { value: WITHDRAWAL_TYPE.international, label: 'To international cards' },
] as const;

const stateColumn: NonNullable<TableProps<Row>['columns']>[number] = {
  title: 'State',
  render: (_, row) => (
    <>
      <Tag color={COLOURS[row.state]}>{row.state}</Tag>
      {row.waits !== null && <Tag color="red">waits: {row.waits}</Tag>}
    </>
  ),
};

/** Open requests show waiting time and findings; later states show the request time and holds. */
const columnsOf = (state: State, now: number): NonNullable<TableProps<Row>['columns']> => [
  { title: 'No.', dataIndex: 'id' },
  { title: 'User', render: (_, row) => <UserLink uid={row.uid} /> },
  numberColumn(
    'Amount',
    (row) => row.number,
    (row) => row.currency_name,
  ),
  numberColumn('In USDT', (row) => row.usdt),
  { title: 'Network', render: (_, row) => networkName(row.network) },
  { title: 'Receiver', render: (_, row) => <ShortNumber text={row.address} width={170} /> },
  state === 'requested' ? { title: 'Noticed', render: (_, row) => <Notes notes={row.notes} /> } : stateColumn,
  {
    title: 'People',
    render: (_, row) => (row.asked ? <Tag color="blue">waiting for approval</Tag> : row.approvals),
  },
  state === 'requested'
    ? { title: 'Waits', className: 'figure', render: (_, row) => age(row.created_ms, now) }
    : timeColumn('Asked (UTC)', (row) => row.created_ms),
];

/** Filters: state, kind and user. */
function Choices({ value, choose }: { value: Filter; choose: (next: Filter) => void }) {
  return (
    <Flex gap={8} wrap style={{ marginBottom: 16 }}>
      <Segmented options={STATES} value={value.state} onChange={(state) => choose({ ...value, state })} />
      <Select
        allowClear
        aria-label="Kind"
        placeholder="Any kind"
        style={{ width: 140 }}
        options={[...TYPES]}
        value={value.type}
        onChange={(type) => choose({ ...value, type: type ?? null })}
      />
      <InputNumber
        aria-label="UID"
        placeholder="UID"
        min={1}
        precision={0}
        controls={false}
        value={value.uid}
        onChange={(uid) => choose({ ...value, uid })}
      />
    </Flex>
  );
}

/** Requests by state, oldest first while they wait. */
export function Queue() {
  const { value, choose, page, turn } = useFilter<Filter>({ state: 'requested', type: null, uid: null });
  const { state, type, uid } = value;
  const [looking, setLooking] = useState<number | null>(null);
  const sent = {
    state,
    page,
    limit: PAGE,
    ...(type === null ? {} : { type }),
    ...(uid === null ? {} : { uid }),
  };
  const rows = useCall('console/withdrawals', sent, REFRESH_MS);
  return (
    <>
      <Choices value={value} choose={choose} />
      <Rows<Row>
        read={rows}
        rows={rows.data?.data}
        rowKey={(row) => String(row.id)}
        empty={state === 'requested' ? 'No withdrawal is waiting for review' : 'Nothing here'}
        paging={{ page, turn, size: PAGE, total: rows.data?.total ?? 0 }}
        open={(row) => setLooking(row.id)}
        columns={columnsOf(state, rows.dataUpdatedAt)}
      />
      {looking !== null && <Review id={looking} close={() => setLooking(null)} />}
    </>
  );
}
