import type { ReplyOf } from '@karat/contract';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { timeColumn } from '../../ui/columns.tsx';
import { Page } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';

type Message = ReplyOf<'console/outbox'>['data'][number];
const PAGE = 20;
const REFRESH_MS = 5_000;

/** The development outbox: messages and codes that would be sent, while no provider is configured. */
export function Outbox() {
  const [page, turn] = useState(1);
  const outbox = useCall('console/outbox', { page, limit: PAGE }, REFRESH_MS);
  return (
    <Page
      title="Outbox"
      hint="Mails and short messages of a demonstration. Empty where a provider sends them."
    >
      <Rows<Message>
        read={outbox}
        rows={outbox.data?.data}
        rowKey={(row) => String(row.id)}
        empty="No messages yet"
        paging={{ page, turn, size: PAGE, total: outbox.data?.total ?? 0 }}
        columns={[
          timeColumn('Time (UTC)', (row) => row.created_ms),
          { title: 'By', dataIndex: 'channel' },
          { title: 'To', dataIndex: 'receiver' },
          { title: 'Subject', render: (_, row) => <div style={{ maxWidth: 180 }}>{row.subject}</div> },
          {
            title: 'Text',
            render: (_, row) => (
              <div style={{ whiteSpace: 'pre-wrap', minWidth: 240, maxWidth: 360 }}>{row.body}</div>
            ),
          },
        ]}
      />
    </Page>
  );
}
