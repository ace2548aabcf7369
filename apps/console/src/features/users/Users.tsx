import type { ReplyOf } from '@karat/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Drawer, Input, Tag } from 'antd';
import { useCall } from '../../lib/api.ts';
import { timeColumn } from '../../ui/columns.tsx';
import { Page } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useFilter } from '../../ui/useFilter.ts';
import { UserDetail } from './UserDetail.tsx';

type Row = ReplyOf<'console/users'>['data'][number];
const PAGE = 20;

/** Search by UID, e-mail, phone or nickname; a row opens the account, which has its own address. */
export function Users() {
  const { value: keyword, choose, page, turn } = useFilter('');
  const { uid } = useSearch({ from: '/users' });
  const navigate = useNavigate();
  const show = (next?: number): void =>
    void navigate({ to: '/users', search: next === undefined ? {} : { uid: next } });
  const users = useCall('console/users', { keyword, page, limit: PAGE });
  return (
    <Page
      title="Users"
      hint="Each view of an account is recorded in the audit log."
      actions={
        <Input.Search
          aria-label="Search users"
          placeholder="UID, e-mail, phone or nickname"
          allowClear
          style={{ width: 320 }}
          onSearch={(text) => choose(text.trim())}
        />
      }
    >
      <Rows<Row>
        read={users}
        rows={users.data?.data}
        rowKey={(row) => String(row.uid)}
        empty={keyword === '' ? 'No users yet' : 'No user matches'}
        paging={{ page, turn, size: PAGE, total: users.data?.total ?? 0 }}
        open={(row) => show(row.uid)}
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
          timeColumn('Registered (UTC)', (row) => row.created_ms),
          timeColumn('Last seen (UTC)', (row) => row.seen_ms),
        ]}
      />
      <Drawer
        size="min(1200px, 100vw)"
        open={uid !== undefined}
        onClose={() => show()}
        title={`User ${uid ?? ''}`}
        destroyOnHidden
      >
        {uid !== undefined && <UserDetail uid={uid} />}
      </Drawer>
    </Page>
  );
}
