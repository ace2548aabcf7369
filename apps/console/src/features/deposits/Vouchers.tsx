import { VOUCHER_STATUS } from '@karat/contract';
import { Segmented, Tag } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useFilter } from '../../ui/useFilter.ts';
import { UserLink } from '../../ui/UserLink.tsx';
import { Review } from './Review.tsx';
import { STATUS } from './status.ts';
import type { Voucher } from './status.ts';

const PAGE = 20;
const REFRESH_MS = 5_000;

function Notes({ voucher: row }: { voucher: Voucher }) {
  return (
    <>
      {row.duplicates.length > 0 && <Tag color="red">same picture: {row.duplicates.length}</Tag>}
      {row.image === null && <Tag color="orange">no picture</Tag>}
      {row.asked && row.status === VOUCHER_STATUS.pending && <Tag color="blue">credit requested</Tag>}
    </>
  );
}

/** Vouchers by state, with the number of vouchers that have the same picture. */
export function Vouchers() {
  const { value: status, choose, page, turn } = useFilter<1 | 2 | 3>(1);
  const [open, setOpen] = useState<Voucher | null>(null);
  const vouchers = useCall('console/vouchers', { status, page, limit: PAGE }, REFRESH_MS);
  return (
    <>
      <Segmented
        style={{ marginBottom: 16 }}
        options={([1, 2, 3] as const).map((value) => ({ value, label: STATUS[value]?.label }))}
        value={status}
        onChange={choose}
      />
      <Rows<Voucher>
        read={vouchers}
        rows={vouchers.data?.data}
        rowKey={(row) => String(row.id)}
        empty={status === VOUCHER_STATUS.pending ? 'No voucher is waiting' : 'Nothing here'}
        paging={{ page, turn, size: PAGE, total: vouchers.data?.total ?? 0 }}
        open={setOpen}
        columns={[
          { title: 'No.', dataIndex: 'id' },
          { title: 'UID', render: (_, row) => <UserLink uid={row.uid} /> },
          numberColumn(
            'Amount',
            (row) => row.amount,
            (row) => row.currency_name,
          ),
          { title: 'From', dataIndex: 'account' },
          { title: 'Notes', render: (_, row) => <Notes voucher={row} /> },
          timeColumn('Sent (UTC)', (row) => row.created_ms),
        ]}
      />
      {open && <Review voucher={open} close={() => setOpen(null)} />}
    </>
  );
}
