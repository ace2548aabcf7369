import type { ReplyOf } from '@karat/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button, Select, Space, Table } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { Failure } from '../../ui/Page.tsx';

type Batch = ReplyOf<'console/withdrawal_batches'>['data'][number];

const PAGE = 20;
const CURRENCIES = [
  { value: 3, label: 'USDT, paid as US dollars' },
  { value: 21, label: 'USD' },
  { value: 22, label: 'EUR' },
];

/** Saves a file that the session may load. */
async function load(id: number, format: 'csv' | 'pain001'): Promise<void> {
  const file = await api.file('console/withdrawal_batch_file', { id, format });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `payments-${id}.${format === 'csv' ? 'csv' : 'xml'}`;
  link.click();
  URL.revokeObjectURL(link.href);
}

function Export() {
  const queries = useQueryClient();
  const { message } = App.useApp();
  const [type, setType] = useState<1 | 2>(1);
  const [currency, setCurrency] = useState(3);
  const gather = useMutation({
    mutationFn: () => api.post('console/withdrawal_export', { type, currency }),
    onSuccess: async ({ batch, count }) => {
      void message.success(`Batch ${batch} with ${count} payments.`);
      await queries.invalidateQueries();
    },
  });
  return (
    <>
      <Space style={{ marginBottom: 16 }}>
        <Select
          aria-label="Cards"
          value={type}
          onChange={setType}
          options={[
            { value: 1, label: 'Domestic cards' },
            { value: 2, label: 'International cards' },
          ]}
        />
        <Select aria-label="Currency" value={currency} onChange={setCurrency} options={CURRENCIES} />
        <Button type="primary" loading={gather.isPending} onClick={() => gather.mutate()}>
          Gather approved payments
        </Button>
      </Space>
      <Failure error={gather.error} />
    </>
  );
}

/** Payment batches for the bank's portal; each payment is said to be executed, with the bank's reference, by two people. */
export function Batches() {
  const [page, setPage] = useState(1);
  const batches = useCall('console/withdrawal_batches', { page, limit: PAGE });
  const me = useCall('console/me', {});
  const mayPay = me.data?.role === 'finance' || me.data?.role === 'admin';
  return (
    <>
      {mayPay && <Export />}
      <Failure error={batches.error} retry={() => void batches.refetch()} />
      <Table<Batch>
        rowKey="id"
        size="small"
        loading={batches.isLoading}
        dataSource={batches.data?.data ?? []}
        locale={{ emptyText: 'No batch yet' }}
        pagination={{ current: page, pageSize: PAGE, total: batches.data?.total ?? 0, onChange: setPage }}
        columns={[
          { title: 'No.', dataIndex: 'id' },
          { title: 'Cards', render: (_, row) => (row.type === 1 ? 'domestic' : 'international') },
          { title: 'Payments', dataIndex: 'count', align: 'right' },
          { title: 'Open', dataIndex: 'open', align: 'right' },
          { title: 'Total', align: 'right', render: (_, row) => `${row.total} ${row.currency_name}` },
          { title: 'By', dataIndex: 'by' },
          { title: 'Made', dataIndex: 'created_ms', render: moment },
          {
            title: '',
            render: (_, row) =>
              mayPay && (
                <Space>
                  <Button onClick={() => void load(row.id, 'csv')}>CSV</Button>
                  <Button onClick={() => void load(row.id, 'pain001')}>pain.001</Button>
                </Space>
              ),
          },
        ]}
      />
    </>
  );
}
