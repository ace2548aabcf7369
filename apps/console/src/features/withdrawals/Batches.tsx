import { WITHDRAWAL_TYPE } from '@karat/contract';
import type { ReplyOf } from '@karat/contract';
import { Button, Flex, Select, Space } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { useMay } from '../../lib/rights.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useSingleMutation } from '../../lib/useSingleMutation.ts';
import { actionsColumn, numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Failure } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useDecision } from '../../ui/useDecision.ts';

type Batch = ReplyOf<'console/withdrawal_batches'>['data'][number];

const PAGE = 20;
/** Kind of payment through the bank. */
const CURRENCIES = [
  { value: 3, label: 'USDT, paid as US dollars' },
  { value: 21, label: 'USD' },
  { value: 22, label: 'EUR' },
];

/** Saves a payment file on the operator's device. */
const load = async ({ id, format }: { id: number; format: 'csv' | 'pain001' }): Promise<void> =>
  saveFile(
    await api.file('console/withdrawal_batch_file', { id, format }),
    `payments-${id}.${format === 'csv' ? 'csv' : 'xml'}`,
  );

/** Exports approved withdrawals into one payment file. */
function Gather() {
  const [type, setType] = useState<1 | 2>(1);
  const [currency, setCurrency] = useState(3);
  const gather = useDecision(
    () => api.post('console/withdrawal_export', { type, currency }),
    ({ batch, count }) => `Batch ${batch} with ${count === 1 ? '1 payment' : `${count} payments`}.`,
    () => undefined,
  );
  return (
    <>
      <Flex gap={8} wrap style={{ marginBottom: 16 }}>
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
        <Button type="primary" loading={gather.isPending} onClick={() => gather.mutate(undefined)}>
          Gather approved payments
        </Button>
      </Flex>
      <Failure error={gather.error} />
    </>
  );
}

/** Payment batches for the bank's portal; two people confirm each payment with the bank's reference. */
export function Batches() {
  const [page, turn] = useState(1);
  const batches = useCall('console/withdrawal_batches', { page, limit: PAGE });
  const may = useMay();
  const saving = useSingleMutation({ mutationFn: load });
  return (
    <>
      {may('console/withdrawal_export') && <Gather />}
      <Failure error={saving.error} />
      <Rows<Batch>
        read={batches}
        rows={batches.data?.data}
        rowKey={(row) => String(row.id)}
        empty="No payment batches yet"
        paging={{ page, turn, size: PAGE, total: batches.data?.total ?? 0 }}
        columns={[
          { title: 'No.', dataIndex: 'id' },
          {
            title: 'Cards',
            render: (_, row) => (row.type === WITHDRAWAL_TYPE.domestic ? 'domestic' : 'international'),
          },
          numberColumn('Payments', (row) => row.count),
          numberColumn('Open', (row) => row.open),
          numberColumn(
            'Total',
            (row) => row.total,
            (row) => row.currency_name,
          ),
          { title: 'By', dataIndex: 'by' },
          timeColumn('Made (UTC)', (row) => row.created_ms),
          actionsColumn(
            (row) =>
              may('console/withdrawal_batch_file') && (
                <Space>
                  <Button size="small" onClick={() => saving.mutate({ id: row.id, format: 'csv' })}>
                    CSV
                  </Button>
                  <Button size="small" onClick={() => saving.mutate({ id: row.id, format: 'pain001' })}>
                    pain.001
                  </Button>
                </Space>
              ),
          ),
        ]}
      />
    </>
  );
}
