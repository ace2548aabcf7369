import { Button, Segmented, Table, Tag } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { Failure } from '../../ui/Page.tsx';
import { Review } from './Review.tsx';
import { STATUS } from './status.ts';
import type { Voucher } from './status.ts';

const PAGE = 20;
const REFRESH_MS = 5_000;
/** Vouchers by their state, with how often the same picture came. */
export function Vouchers() {
  const [status, setStatus] = useState<1 | 2 | 3>(1);
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<number | null>(null);
  const vouchers = useCall('console/vouchers', { status, page, limit: PAGE }, REFRESH_MS);
  const rows = vouchers.data?.data ?? [];
  const shown = rows.find(({ id }) => id === open);
  return (
    <>
      <Segmented
        style={{ marginBottom: 16 }}
        options={([1, 2, 3] as const).map((value) => ({ value, label: STATUS[value]?.label }))}
        value={status}
        onChange={(value) => {
          setStatus(value);
          setPage(1);
        }}
      />
      <Failure error={vouchers.error} retry={() => void vouchers.refetch()} />
      <Table<Voucher>
        rowKey="id"
        loading={vouchers.isLoading}
        dataSource={rows}
        scroll={{ x: true }}
        locale={{ emptyText: status === 1 ? 'No voucher waits' : 'Nothing here' }}
        pagination={{
          ...{ current: page, pageSize: PAGE, total: vouchers.data?.total ?? 0 },
          ...{ onChange: setPage, showSizeChanger: false },
        }}
        columns={[
          { title: 'No.', dataIndex: 'id' },
          { title: 'UID', dataIndex: 'uid' },
          { title: 'Amount', render: (_, row) => `${row.amount} ${row.currency_name}` },
          { title: 'From', dataIndex: 'account' },
          {
            title: 'Notes',
            render: (_, row) => (
              <>
                {row.duplicates.length > 0 && <Tag color="red">same picture: {row.duplicates.length}</Tag>}
                {row.image === null && <Tag color="orange">no picture</Tag>}
                {row.asked && row.status === 1 && <Tag color="blue">credit asked for</Tag>}
              </>
            ),
          },
          { title: 'Sent', dataIndex: 'created_ms', render: moment },
          { title: '', render: (_, row) => <Button onClick={() => setOpen(row.id)}>Look</Button> },
        ]}
      />
      {shown && <Review voucher={shown} close={() => setOpen(null)} />}
    </>
  );
}
