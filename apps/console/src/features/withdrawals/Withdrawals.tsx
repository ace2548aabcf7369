import type { ReplyOf, SentTo } from '@karat/contract';
import { Segmented, Table, Tabs, Tag } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { Failure, Page } from '../../ui/Page.tsx';
import { Batches } from './Batches.tsx';
import { Networks } from './Networks.tsx';
import { Review } from './Review.tsx';

type Row = ReplyOf<'console/withdrawals'>['data'][number];
type State = NonNullable<SentTo<'console/withdrawals'>['state']>;

const PAGE = 20;
const REFRESH_MS = 5_000;
const STATES = [
  ...['requested', 'approved', 'signing', 'broadcast', 'exported'],
  ...['confirmed', 'rejected', 'failed', 'cancelled'],
] as State[];

/** Requests by state, the oldest first while they wait. */
function Queue() {
  const [state, setState] = useState<State>('requested');
  const [page, setPage] = useState(1);
  const [looking, setLooking] = useState<number | null>(null);
  const rows = useCall('console/withdrawals', { state, page, limit: PAGE }, REFRESH_MS);
  return (
    <>
      <Segmented
        options={STATES}
        value={state}
        onChange={(next) => {
          setState(next);
          setPage(1);
        }}
        style={{ marginBottom: 16 }}
      />
      <Failure error={rows.error} retry={() => void rows.refetch()} />
      <Table<Row>
        rowKey="id"
        size="small"
        loading={rows.isLoading}
        dataSource={rows.data?.data ?? []}
        locale={{ emptyText: state === 'requested' ? 'Nothing waits for a review' : 'Nothing here' }}
        scroll={{ x: true }}
        onRow={(row) => ({ onClick: () => setLooking(row.id), style: { cursor: 'pointer' } })}
        pagination={{
          ...{ current: page, pageSize: PAGE, total: rows.data?.total ?? 0, onChange: setPage },
          showSizeChanger: false,
        }}
        columns={[
          { title: 'No.', dataIndex: 'id' },
          { title: 'User', dataIndex: 'uid' },
          { title: 'Amount', align: 'right', render: (_, row) => `${row.number} ${row.currency_name}` },
          { title: 'USDT', dataIndex: 'usdt', align: 'right' },
          { title: 'Network', dataIndex: 'network' },
          { title: 'Receiver', dataIndex: 'address' },
          {
            title: 'Noted',
            render: (_, row) =>
              row.notes.map((note) => (
                <Tag key={note} color="orange">
                  {note.replaceAll('_', ' ')}
                </Tag>
              )),
          },
          {
            title: 'People',
            render: (_, row) => (row.asked ? <Tag color="blue">waits for the second</Tag> : row.approvals),
          },
          {
            title: 'State',
            render: (_, row) => (
              <>
                {row.state} {row.waits !== null && <Tag>waits: {row.waits}</Tag>}
              </>
            ),
          },
          { title: 'Asked', dataIndex: 'created_ms', render: moment },
        ]}
      />
      {looking !== null && <Review id={looking} close={() => setLooking(null)} />}
    </>
  );
}

/** Money that goes out: what waits for a decision, the networks, and payments for the bank. */
export function Withdrawals() {
  return (
    <Page title="Withdrawals" hint="Whoever approves sees the exact payment and names its digest.">
      <Tabs
        items={[
          { key: 'queue', label: 'Requests', children: <Queue /> },
          { key: 'networks', label: 'Networks', children: <Networks /> },
          { key: 'batches', label: 'Bank payments', children: <Batches /> },
        ]}
      />
    </Page>
  );
}
