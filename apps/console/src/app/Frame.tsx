import type { OperatorRole } from '@karat/contract';
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { Button, Drawer, Flex, Grid, Layout, Menu, Segmented, Skeleton, Typography } from 'antd';
import type { MenuRef } from 'antd';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Enrol } from '../features/passkeys/Enrol.tsx';
import { api, useCall } from '../lib/api.ts';
import { setToken } from '../lib/session.ts';
import { Failure, Page } from '../ui/Page.tsx';
import { GROUPS, PAGES, pageAt } from './pages.ts';
import { useThemeChoice, setThemeChoice } from './theme.ts';
import { useWaiting } from './useWaiting.ts';

/** Ends the session on the server; if that fails the tab forgets it all the same. */
const logout = (): Promise<void> =>
  api
    .post('console/logout', {})
    .catch(() => undefined)
    .then(() => setToken(null));

/** Badge with the length of a queue; nothing for an empty one. */
function Waiting({ count }: { count: number }) {
  return count === 0 ? null : (
    <span className="waiting" title={`${count} waiting`}>
      {count > 999 ? '999+' : count}
    </span>
  );
}

/**
 * The pages that the operator's role may open, in groups, with the length of their queues; `onChosen` is called after
 * a choice.
 */
function SideMenu({ role, pathname, left }: { role: OperatorRole; pathname: string; left: () => void }) {
  const navigate = useNavigate();
  const allowed = PAGES.filter(({ roles }) => (roles as readonly OperatorRole[]).includes(role));
  const waiting = useWaiting(allowed.map(({ path }) => path));
  const menu = useRef<MenuRef>(null);
  // The entry of a page that was opened by its address may lie below the fold.
  useEffect(() => {
    menu.current?.menu?.list.querySelector('.ant-menu-item-selected')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <Menu
      ref={menu}
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
        left();
      }}
    />
  );
}

/** Operator, theme and logout. */
function Operator({ name, role }: { name: string | undefined; role: OperatorRole | undefined }) {
  const choice = useThemeChoice();
  return (
    <Flex vertical gap={8} style={{ padding: 12 }}>
      <Segmented
        size="small"
        block
        aria-label="Light or dark"
        value={choice}
        onChange={setThemeChoice}
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

/** The page of the path, if the role may open it; the server checks each read as well. */
function Content({ role, pathname }: { role: OperatorRole; pathname: string }) {
  const page = pageAt(pathname);
  if (page === undefined) return <Page title="There is no such page" hint="Choose one from the menu." />;
  if (!page.roles.includes(role))
    return <Page title="Not for your role" hint={`${page.label}: read by ${page.roles.join(', ')} only.`} />;
  return (
    <Suspense fallback={<Skeleton active />}>
      <Outlet />
    </Suspense>
  );
}

const SIDE_PX = 208;

/** The menu beside the page, or behind a button on narrow screens. */
function Side({
  label,
  opened,
  turn,
  children,
}: {
  label: string | undefined;
  opened: boolean;
  turn: (open: boolean) => void;
  children: ReactNode;
}) {
  const wide = Grid.useBreakpoint().lg ?? window.innerWidth >= 992;
  if (wide) {
    return (
      <Layout.Sider theme="light" width={SIDE_PX}>
        {children}
      </Layout.Sider>
    );
  }
  return (
    <Layout.Header className="top">
      <Button onClick={() => turn(true)}>Pages</Button>
      <Typography.Text strong ellipsis>
        {label}
      </Typography.Text>
      <Drawer
        open={opened}
        onClose={() => turn(false)}
        placement="left"
        size={SIDE_PX}
        closable={false}
        styles={{ body: { padding: 0 } }}
      >
        {children}
      </Drawer>
    </Layout.Header>
  );
}

/** Layout: menu and page. */
export function Frame() {
  const me = useCall('console/me', {});
  const { pathname } = useLocation();
  const [opened, turn] = useState(false);
  const role = me.data?.role;
  const mustEnrol = me.data !== undefined && me.data.passkey_required && me.data.passkeys === 0;
  return (
    <Layout className="frame">
      <Side label={pageAt(pathname)?.label} opened={opened} turn={turn}>
        <nav className="side" aria-label="Pages">
          <Typography.Text strong className="brand">
            Karat
          </Typography.Text>
          {role && !mustEnrol ? (
            <SideMenu role={role} pathname={pathname} left={() => turn(false)} />
          ) : (
            <div className="side-menu" />
          )}
          <Operator name={me.data?.name} role={role} />
        </nav>
      </Side>
      <Layout.Content className="content">
        <Failure error={me.data ? null : me.error} retry={() => void me.refetch()} />
        {mustEnrol ? (
          <Enrol />
        ) : role ? (
          <Content role={role} pathname={pathname} />
        ) : (
          me.isLoading && <Skeleton active />
        )}
      </Layout.Content>
    </Layout>
  );
}
