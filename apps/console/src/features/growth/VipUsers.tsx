import type { ReplyOf } from '@karat/contract';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { UserLink } from '../../ui/UserLink.tsx';
import { numberColumn } from '../../ui/columns.tsx';

type User = ReplyOf<'console/vip_users'>['data'][number];

const PAGE = 20;
const REFRESH_MS = 30_000;

/** Users above level 0 with the figures of their last decision. */
export function VipUsers() {
  const [page, turn] = useState(1);
  const users = useCall('console/vip_users', { page, limit: PAGE }, REFRESH_MS);
  return (
    <Part title="VIP users">
      <Rows<User>
        read={users}
        rows={users.data?.data}
        rowKey={(row) => String(row.uid)}
        empty="No user is above level 0"
        paging={{ page, size: PAGE, total: users.data?.total ?? 0, turn }}
        columns={[
          { title: 'UID', render: (_, row) => <UserLink uid={row.uid} /> },
          { title: 'Level', render: (_, row) => `VIP ${row.level}` },
          { title: 'As of', dataIndex: 'date' },
          numberColumn(
            'Volume, 30 days',
            (row) => row.volume,
            () => 'USDT',
          ),
          numberColumn(
            'Balance',
            (row) => row.balance,
            () => 'USDT',
          ),
        ]}
      />
    </Part>
  );
}
