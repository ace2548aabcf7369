import type { ReplyOf } from '@karat/contract';
import { Tag } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { timeColumn } from '../../ui/columns.tsx';
import { Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { COLOURS, LEVELS } from '../../lib/verification-states.ts';

type Row = ReplyOf<'console/verifications'>['data'][number];
const PAGE = 10;

/** Requests for verification of a user; documents are on the page of verification alone. */
export function UserVerification({ uid }: { uid: number }) {
  const [page, turn] = useState(1);
  const requests = useCall('console/verifications', { uid, page, limit: PAGE });
  return (
    <Part title="Verification">
      <Rows<Row>
        read={requests}
        rows={requests.data?.data}
        rowKey={(row) => String(row.id)}
        empty="No requests for verification"
        paging={{ page, turn, size: PAGE, total: requests.data?.total ?? 0 }}
        columns={[
          { title: 'No.', dataIndex: 'id' },
          { title: 'Level', render: (_, row) => LEVELS[row.level] },
          { title: 'Name', render: (_, row) => row.name ?? '–' },
          { title: 'State', render: (_, row) => <Tag color={COLOURS[row.state]}>{row.state}</Tag> },
          timeColumn('Sent (UTC)', (row) => row.created_ms),
          { title: 'Decided by', render: (_, row) => row.decided_by ?? '–' },
          timeColumn('Decided (UTC)', (row) => row.decided_ms),
        ]}
      />
    </Part>
  );
}
