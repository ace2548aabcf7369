import type { ReplyOf } from '@karat/contract';
import { Button, Input, Segmented, Space, Table, Tabs, Tag } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { Failure, Page } from '../../ui/Page.tsx';
import { FiatOrder } from './FiatOrder.tsx';
import { Lines } from './Lines.tsx';
import { FIAT_STATES, STATE_COLOURS } from './words.ts';

type Row = ReplyOf<'console/fiat_orders'>['data'][number];

const PAGE = 20;
const REFRESH_MS = 5_000;

function Queue() {
  const [status, setStatus] = useState<number>(2);
  const [keyword, setKeyword] = useState('');
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<number | null>(null);
  const sent = { page, limit: PAGE, keyword, ...(status === 0 ? {} : { status }) };
  const orders = useCall('console/fiat_orders', sent, REFRESH_MS);
  return (
    <>
      <Space wrap style={{ marginBottom: 16 }}>
        <Segmented
          options={[{ value: 0, label: 'All' }, ...FIAT_STATES]}
          value={status}
          onChange={(next) => {
            setStatus(next);
            setPage(1);
          }}
        />
        <Input.Search
          placeholder="Reference or UID"
          aria-label="Search purchases"
          allowClear
          style={{ width: 260 }}
          onSearch={(text) => {
            setKeyword(text.trim());
            setPage(1);
          }}
        />
      </Space>
      <Failure error={orders.error} retry={() => void orders.refetch()} />
      <Table<Row>
        rowKey="id"
        size="small"
        loading={orders.isLoading}
        dataSource={orders.data?.data ?? []}
        locale={{ emptyText: 'No purchases here' }}
        scroll={{ x: true }}
        pagination={{
          current: page,
          pageSize: PAGE,
          total: orders.data?.total ?? 0,
          onChange: setPage,
          showSizeChanger: false,
        }}
        columns={[
          { title: 'Reference', dataIndex: 'reference' },
          { title: 'UID', dataIndex: 'uid' },
          { title: 'Payer', dataIndex: 'payer_name' },
          { title: 'Pays', render: (_, row) => `${row.amount} ${row.currency}`, align: 'right' },
          { title: 'Receives USDT', dataIndex: 'received', align: 'right' },
          { title: 'Method', render: (_, row) => (row.simulated ? `${row.method} (simulated)` : row.method) },
          { title: 'State', render: (_, row) => <Tag color={STATE_COLOURS[row.state]}>{row.state}</Tag> },
          {
            title: 'Notes',
            render: (_, row) => (
              <>
                {row.lines > 0 && <Tag color="blue">{`${row.lines} line(s)`}</Tag>}
                {row.proof_duplicates > 0 && <Tag color="red">proof used elsewhere</Tag>}
              </>
            ),
          },
          { title: 'Ordered', dataIndex: 'created_ms', render: moment },
          { title: '', render: (_, row) => <Button onClick={() => setOpen(row.id)}>Review</Button> },
        ]}
      />
      {open !== null && <FiatOrder id={open} close={() => setOpen(null)} />}
    </>
  );
}

/** Fiat purchases: what waits for a decision, and the statements that they are paid by. */
export function FiatOrders() {
  return (
    <Page
      title="Fiat purchases"
      hint="A purchase is credited against a line of a bank statement; a large one by somebody else than who imported it."
    >
      <Tabs
        items={[
          { key: 'orders', label: 'Purchases', children: <Queue /> },
          { key: 'lines', label: 'Bank statements', children: <Lines /> },
        ]}
      />
    </Page>
  );
}
