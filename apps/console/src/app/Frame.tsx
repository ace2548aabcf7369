import type { OperatorRole } from '@karat/contract';
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { Button, Flex, Grid, Layout, Menu, Result, Segmented, Skeleton, Typography } from 'antd';
import { Suspense } from 'react';
import { api, useCall } from '../lib/api.ts';
import { setToken } from '../lib/session.ts';
import { Failure } from '../ui/Page.tsx';
import { GROUPS, PAGES, pageAt } from './pages.ts';
import { useWish, wishFor } from './theme.ts';
import { useWaiting } from './useWaiting.ts';

/** Ends the session on the server too; if that fails the tab forgets it all the same. */
const logout = (): Promise<void> =>
  api
    .post('console/logout', {})
    .catch(() => undefined)
    .then(() => setToken(null));

/** How many wait, where any do. */
function Waiting({ count }: { count: number }) {
  return count === 0 ? null : (
    <span className="waiting" title={`${count} waiting`}>
      {count > 999 ? '999+' : count}
    </span>
  );
}

/** Pages by their group, those of the operator's role only, with what waits in each. */
function SideMenu({ role, pathname }: { role: OperatorRole; pathname: string }) {
  const navigate = useNavigate();
  const allowed = PAGES.filter(({ roles }) => (roles as readonly OperatorRole[]).includes(role));
  const waiting = useWaiting(allowed.map(({ path }) => path));
  return (
    <Menu
      mode="inline"
      className="side-menu"
      selectedKeys={[pageAt(pathname)?.path ?? '']}
      items={GROUPS.map((group) => ({
        type: 'group' as const,
        label: group,
        children: allowed
          .filter((page) => page.group === group)
          .map(({ path, label }) => ({
            key: path,
            label,
            extra: <Waiting count={waiting.get(path) ?? 0} />,
          })),
      })).filter(({ children }) => children.length > 0)}
      onClick={({ key }) => {
        const page = allowed.find(({ path }) => path === key);
        if (page) void navigate({ to: page.path });
      }}
    />
  );
}

/** Who is logged in, light or dark, and the way out. */
function Operator({ name, role }: { name: string | undefined; role: OperatorRole | undefined }) {
  const wish = useWish();
  return (
    <Flex vertical gap={8} style={{ padding: 12 }}>
      <Segmented
        size="small"
        block
        aria-label="Light or dark"
        value={wish}
        onChange={wishFor}
        options={[
          { value: 'system', label: 'Auto' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
      />
      <Flex justify="space-between" align="center" gap={8}>
        <div style={{ lineHeight: 1.3, minWidth: 0 }}>
          <Typography.Text ellipsis>{name}</Typography.Text>
          <div>
            <Typography.Text type="secondary" style={{ fontSize: 11 }}>
              {role}
            </Typography.Text>
          </div>
        </div>
        <Button size="small" onClick={() => void logout()}>
          Log out
        </Button>
      </Flex>
    </Flex>
  );
}

/** The page, if there is one here and the role opens it; the server refuses what it reads all the same. */
function Content({ role, pathname }: { role: OperatorRole; pathname: string }) {
  const page = pageAt(pathname);
  if (page === undefined) return <Result status="404" title="There is no such page" />;
  if (!page.roles.includes(role))
    return (
      <Result
        status="403"
        title="Not for your role"
        subTitle={`${page.label} is read by: ${page.roles.join(', ')}`}
      />
    );
  return (
    <Suspense fallback={<Skeleton active />}>
      <Outlet />
    </Suspense>
  );
}

/** Menu at the side with what the operator's role may see, and the page. */
export function Frame() {
  const me = useCall('console/me', {});
  const { pathname } = useLocation();
  const wide = Grid.useBreakpoint().lg ?? true;
  const role = me.data?.role;
  return (
    <Layout style={{ minHeight: '100vh' }}>
      <Layout.Sider
        theme="light"
        width={208}
        collapsedWidth={0}
        {...(wide ? { collapsed: false } : {})}
        breakpoint="lg"
      >
        <nav className="side" aria-label="Pages">
          <Typography.Title level={4} style={{ padding: '14px 20px 6px', margin: 0 }}>
            Karat
          </Typography.Title>
          {role ? <SideMenu role={role} pathname={pathname} /> : <div className="side-menu" />}
          <Operator name={me.data?.name} role={role} />
        </nav>
      </Layout.Sider>
      <Layout.Content style={{ padding: '20px 24px 32px', minWidth: 0 }}>
        <Failure error={me.error} retry={() => void me.refetch()} />
        {role ? <Content role={role} pathname={pathname} /> : me.isLoading && <Skeleton active />}
      </Layout.Content>
    </Layout>
  );
}
