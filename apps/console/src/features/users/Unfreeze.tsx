import type { ReplyOf } from '@karat/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { age } from '../../lib/format.ts';
import { useMay } from '../../lib/rights.ts';
import { actionsColumn, timeColumn } from '../../ui/columns.tsx';
import { Page } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { UserLink } from '../../ui/UserLink.tsx';
import { AskForAccount } from './UserSecurity.tsx';

type Row = ReplyOf<'console/unfreeze_requests'>['data'][number];
const PAGE = 20;
const REFRESH_MS = 5_000;

/** Frozen accounts whose owners have proved their identity. Two operators unfreeze one. */
export function Unfreeze() {
  const [page, turn] = useState(1);
  const [opening, setOpening] = useState<number | null>(null);
  const requests = useCall('console/unfreeze_requests', { page, limit: PAGE }, REFRESH_MS);
  const may = useMay();
  return (
    <Page
      title="Frozen accounts"
      hint="Owners who confirmed with password and code that they want their account back. Unfreezing takes two operators."
    >
      <Rows<Row>
        read={requests}
        rows={requests.data?.data}
        rowKey={(row) => String(row.uid)}
        empty="No request is waiting"
        paging={{ page, turn, size: PAGE, total: requests.data?.total ?? 0 }}
        columns={[
          { title: 'UID', render: (_, row) => <UserLink uid={row.uid} /> },
          { title: 'Nickname', dataIndex: 'nickname' },
          {
            title: 'Frozen by',
            render: (_, row) => (row.frozen_by === 'user' ? 'its owner' : 'operators'),
          },
          timeColumn('Asked (UTC)', (row) => row.asked_ms),
          {
            title: 'Waits',
            className: 'figure',
            render: (_, row) => age(row.asked_ms, requests.dataUpdatedAt),
          },
          actionsColumn(
            (row) =>
              may('console/resume') && (
                <Button size="small" onClick={() => setOpening(row.uid)}>
                  Unfreeze
                </Button>
              ),
          ),
        ]}
      />
      {opening !== null && <AskForAccount uid={opening} asking="unfreeze" close={() => setOpening(null)} />}
    </Page>
  );
}
