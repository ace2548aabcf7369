import { Table, Typography } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { Failure, Page } from '../../ui/Page.tsx';

const PAGE = 20;
const REFRESH_MS = 5_000;

/** What would have been sent: read codes here while no provider is set up. */
export function Outbox() {
  const [page, setPage] = useState(1);
  const outbox = useCall('console/outbox', { page, limit: PAGE }, REFRESH_MS);
  return (
    <Page
      title="Development outbox"
      hint="Mails and messages kept here instead of being sent. Empty where a provider is configured."
    >
      <Failure error={outbox.error} retry={() => void outbox.refetch()} />
      <Table
        rowKey="id"
        loading={outbox.isLoading}
        dataSource={outbox.data?.data ?? []}
        scroll={{ x: true }}
        pagination={{
          current: page,
          pageSize: PAGE,
          total: outbox.data?.total ?? 0,
          onChange: setPage,
          showSizeChanger: false,
        }}
        columns={[
          { title: 'Time (UTC)', dataIndex: 'created_ms', render: moment },
          { title: 'By', dataIndex: 'channel' },
          { title: 'To', dataIndex: 'receiver' },
          { title: 'Subject', dataIndex: 'subject' },
          {
            title: 'Text',
            dataIndex: 'body',
            render: (body: string) => (
              <Typography.Text style={{ whiteSpace: 'pre-wrap' }}>{body}</Typography.Text>
            ),
          },
        ]}
      />
    </Page>
  );
}
