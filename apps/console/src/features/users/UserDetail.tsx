import { Descriptions, Skeleton, Table, Typography } from 'antd';
import { useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { Failure } from '../../ui/Page.tsx';
import { UserSecurity } from './UserSecurity.tsx';

/** An account with balances, sessions and its latest journals. */
export function UserDetail({ uid }: { uid: number }) {
  const detail = useCall('console/user', { uid });
  const me = useCall('console/me', {});
  if (detail.isLoading) return <Skeleton active />;
  if (!detail.data) return <Failure error={detail.error} retry={() => void detail.refetch()} />;
  const { user, balances, sessions } = detail.data;
  return (
    <>
      <Descriptions
        column={1}
        size="small"
        items={[
          { key: 'nickname', label: 'Nickname', children: user.nickname },
          { key: 'email', label: 'E-mail', children: user.email ?? '–' },
          { key: 'phone', label: 'Phone', children: user.phone ?? '–' },
          { key: 'status', label: 'State', children: user.status },
          { key: 'created', label: 'Registered', children: moment(user.created_ms) },
        ]}
      />
      <Typography.Title level={5}>Balances</Typography.Title>
      <Table
        size="small"
        pagination={false}
        rowKey={(row) => `${row.account}/${row.currency}`}
        dataSource={balances}
        columns={[
          { title: 'Account', dataIndex: 'account' },
          { title: 'Currency', dataIndex: 'currency' },
          { title: 'Available', dataIndex: 'available', align: 'right' },
          { title: 'Held', dataIndex: 'held', align: 'right' },
        ]}
      />
      <Typography.Title level={5}>Open sessions</Typography.Title>
      <Table
        size="small"
        pagination={false}
        rowKey={(row) => `${row.created_ms}/${row.address}`}
        dataSource={sessions}
        columns={[
          { title: 'Device', dataIndex: 'device' },
          { title: 'Address', dataIndex: 'address' },
          { title: 'Last seen', dataIndex: 'seen_ms', render: moment },
        ]}
      />
      <UserSecurity uid={uid} />
      {me.data && me.data.role !== 'support' && <UserJournals uid={uid} />}
    </>
  );
}

const LATEST = 20;

function UserJournals({ uid }: { uid: number }) {
  const journals = useCall('console/journals', { uid, limit: LATEST });
  return (
    <>
      <Typography.Title level={5}>Latest journals</Typography.Title>
      <Failure error={journals.error} retry={() => void journals.refetch()} />
      <Table
        size="small"
        pagination={false}
        loading={journals.isLoading}
        rowKey="id"
        dataSource={journals.data?.data ?? []}
        columns={[
          { title: 'Time', dataIndex: 'created_ms', render: moment },
          { title: 'Kind', dataIndex: 'kind' },
          {
            title: 'Movements',
            render: (_, row) =>
              row.postings.map((posting, index) => (
                <div key={index}>
                  {posting.account} {posting.available} {posting.held !== '0' && `(held ${posting.held})`}{' '}
                  {posting.currency}
                </div>
              )),
          },
        ]}
      />
    </>
  );
}
