import type { OperatorRole } from '@karat/contract';
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { Button, Flex, Grid, Layout, Menu, Skeleton, Tag, Typography } from 'antd';
import { Suspense } from 'react';
import { api, useCall } from '../lib/api.ts';
import { setToken } from '../lib/session.ts';
import { Failure } from '../ui/Page.tsx';

interface Item {
  readonly path:
    | '/'
    | '/fiat'
    | '/users'
    | '/journals'
    | '/house'
    | '/deposits'
    | '/custody'
    | '/markets'
    | '/contracts'
    | '/options'
    | '/stocks'
    | '/traders'
    | '/approvals'
    | '/verification'
    | '/corrections'
    | '/bots'
    | '/articles'
    | '/outbox'
    | '/withdrawals'
    | '/audit';
  readonly label: string;
  readonly roles: readonly OperatorRole[];
}

const EVERYONE: readonly OperatorRole[] = ['support', 'finance', 'risk', 'admin'];
const items: readonly Item[] = [
  { path: '/', label: 'Health', roles: EVERYONE },
  { path: '/approvals', label: 'Approvals', roles: EVERYONE },
  { path: '/verification', label: 'Verification', roles: ['support', 'risk', 'admin'] },
  { path: '/corrections', label: 'Corrections', roles: ['finance', 'risk', 'admin'] },
  { path: '/fiat', label: 'Fiat purchases', roles: ['finance', 'risk', 'admin'] },
  { path: '/deposits', label: 'Deposits', roles: EVERYONE },
  { path: '/custody', label: 'Books and chains', roles: EVERYONE },
  { path: '/withdrawals', label: 'Withdrawals', roles: EVERYONE },
  { path: '/users', label: 'Users', roles: EVERYONE },
  { path: '/journals', label: 'Journals', roles: ['finance', 'risk', 'admin'] },
  { path: '/house', label: 'House accounts', roles: ['finance', 'risk', 'admin'] },
  { path: '/markets', label: 'Markets', roles: EVERYONE },
  { path: '/contracts', label: 'Contracts', roles: EVERYONE },
  { path: '/options', label: 'Options', roles: EVERYONE },
  { path: '/traders', label: 'Traders', roles: EVERYONE },
  { path: '/stocks', label: 'Stocks', roles: ['finance', 'risk', 'admin'] },
  { path: '/bots', label: 'Bots', roles: EVERYONE },
  { path: '/articles', label: 'Articles', roles: EVERYONE },
  { path: '/outbox', label: 'Outbox', roles: ['support', 'admin'] },
  { path: '/audit', label: 'Audit log', roles: ['admin'] },
];

/** Ends the session on the server too; if that fails the tab forgets it all the same. */
const logout = (): Promise<void> =>
  api
    .post('console/logout', {})
    .catch(() => undefined)
    .then(() => setToken(null));

/** Menu at the side with what the operator's role may see, and the page. */
export function Frame() {
  const me = useCall('console/me', {});
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const wide = Grid.useBreakpoint().lg ?? true;
  const allowed = items.filter((item) => me.data && item.roles.includes(me.data.role));
  return (
    <Layout style={{ minHeight: '100vh' }}>
      <Layout.Sider
        theme="light"
        width={208}
        collapsedWidth={0}
        {...(wide ? { collapsed: false } : {})}
        breakpoint="lg"
      >
        <Typography.Title level={4} style={{ padding: '16px 24px', margin: 0 }}>
          Karat
        </Typography.Title>
        <Menu
          mode="inline"
          selectedKeys={[pathname]}
          items={allowed.map((item) => ({ key: item.path, label: item.label }))}
          onClick={({ key }) => {
            const item = allowed.find(({ path }) => path === key);
            if (item) void navigate({ to: item.path });
          }}
        />
      </Layout.Sider>
      <Layout>
        <Layout.Header style={{ background: 'transparent', padding: '0 24px' }}>
          <Flex justify="end" align="center" gap={12} style={{ height: '100%' }}>
            {me.data && (
              <>
                <Typography.Text>{me.data.name}</Typography.Text>
                <Tag>{me.data.role}</Tag>
              </>
            )}
            <Button onClick={() => void logout()}>Log out</Button>
          </Flex>
        </Layout.Header>
        <Layout.Content style={{ padding: '0 24px 32px' }}>
          <Failure error={me.error} retry={() => void me.refetch()} />
          <Suspense fallback={<Skeleton active />}>
            <Outlet />
          </Suspense>
        </Layout.Content>
      </Layout>
    </Layout>
  );
}
