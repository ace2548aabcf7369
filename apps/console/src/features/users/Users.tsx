import type { ReplyOf } from '@karat/contract';
import { Drawer, Input, Table, Tag } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { Failure, Page } from '../../ui/Page.tsx';
import { UserDetail } from './UserDetail.tsx';

type Row = ReplyOf<'console/users'>['data'][number];
const PAGE = 20;

/** Search by UID, e-mail, phone or nickname; a row opens the account. */
export function Users() {
  const [keyword, setKeyword] = useState('');
  const [page, setPage] = useState(1);
  const [uid, setUid] = useState<number | null>(null);
  const users = useCall('console/users', { keyword, page, limit: PAGE });
  return (
    <Page
      title="Users"
      hint="Opening an account is written to the audit log."
      actions={
        <Input.Search
          aria-label="Search users"
          placeholder="UID, e-mail, phone or nickname"
          allowClear
          style={{ width: 320 }}
          onSearch={(text) => {
            setKeyword(text);
            setPage(1);
          }}
        />
      }
    >
      <Failure error={users.error} retry={() => void users.refetch()} />
      <Table<Row>
        rowKey="uid"
        loading={users.isLoading}
        dataSource={users.data?.data ?? []}
        scroll={{ x: true }}
        onRow={(row) => ({ onClick: () => setUid(row.uid), style: { cursor: 'pointer' } })}
        pagination={{
          current: page,
          pageSize: PAGE,
          total: users.data?.total ?? 0,
          onChange: setPage,
          showSizeChanger: false,
        }}
        columns={[
          { title: 'UID', dataIndex: 'uid' },
          { title: 'Nickname', dataIndex: 'nickname' },
          { title: 'E-mail', dataIndex: 'email', render: (text: string | null) => text ?? '–' },
          { title: 'Phone', dataIndex: 'phone', render: (text: string | null) => text ?? '–' },
          {
            title: 'State',
            render: (_, row) => (
              <>
                <Tag color={row.status === 'active' ? 'green' : 'red'}>{row.status}</Tag>
                {row.house && <Tag color="gold">house</Tag>}
              </>
            ),
          },
          { title: 'Registered', dataIndex: 'created_ms', render: moment },
          { title: 'Last seen', dataIndex: 'seen_ms', render: moment },
        ]}
      />
      <Drawer
        size="large"
        open={uid !== null}
        onClose={() => setUid(null)}
        title={`User ${uid ?? ''}`}
        destroyOnHidden
      >
        {uid !== null && <UserDetail uid={uid} />}
      </Drawer>
    </Page>
  );
}
