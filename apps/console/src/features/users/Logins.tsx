import type { ReplyOf } from '@karat/contract';
import { Segmented, Tag } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { words } from '../../lib/format.ts';
import { timeColumn } from '../../ui/columns.tsx';
import { Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';

type Try = ReplyOf<'console/user_logins'>['data'][number];
const PAGE = 10;
const SHOWN = ['All', 'Failed'] as const;

/** Login attempts, successful and failed. */
export function Logins({ uid }: { uid: number }) {
  const [page, turn] = useState(1);
  const [shown, show] = useState<(typeof SHOWN)[number]>('All');
  const failed = shown === 'Failed' ? '1' : '0';
  const logins = useCall('console/user_logins', { uid, failed, page, limit: PAGE });
  return (
    <Part
      title="Login attempts"
      extra={
        <Segmented
          options={[...SHOWN]}
          value={shown}
          onChange={(next) => {
            show(next);
            turn(1);
          }}
        />
      }
    >
      <Rows<Try>
        read={logins}
        rows={logins.data?.data}
        rowKey={(row) => String(row.id)}
        empty="No login attempts"
        paging={{ page, turn, size: PAGE, total: logins.data?.total ?? 0 }}
        columns={[
          timeColumn('Time (UTC)', (row) => row.created_ms),
          {
            title: 'Outcome',
            render: (_, row) => (
              <>
                <Tag color={row.outcome === 'ok' ? 'green' : 'red'}>{words(row.outcome)}</Tag>
                {row.new_device && <Tag color="orange">new device</Tag>}
              </>
            ),
          },
          { title: 'By', render: (_, row) => words(row.way) },
          { title: 'Device', dataIndex: 'device' },
          { title: 'Address', dataIndex: 'address' },
        ]}
      />
    </Part>
  );
}
