import type { ReplyOf } from '@karat/contract';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { words } from '../../lib/format.ts';
import { ShortNumber, numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';

type Row = ReplyOf<'console/withdrawals'>['data'][number];
const PAGE = 10;

/** Withdrawals of a user in every state. */
export function UserWithdrawals({ uid }: { uid: number }) {
  const [page, turn] = useState(1);
  const withdrawals = useCall('console/withdrawals', { uid, page, limit: PAGE });
  return (
    <Part title="Withdrawals">
      <Rows<Row>
        read={withdrawals}
        rows={withdrawals.data?.data}
        rowKey={(row) => String(row.id)}
        empty="No withdrawals"
        paging={{ page, turn, size: PAGE, total: withdrawals.data?.total ?? 0 }}
        columns={[
          { title: 'No.', dataIndex: 'id' },
          timeColumn('Requested (UTC)', (row) => row.created_ms),
          { title: 'State', render: (_, row) => words(row.state) },
          numberColumn(
            'Amount',
            (row) => row.number,
            (row) => row.currency_name,
          ),
          { title: 'Network', dataIndex: 'network' },
          { title: 'Receiver', render: (_, row) => <ShortNumber text={row.address} width={150} /> },
        ]}
      />
    </Part>
  );
}
