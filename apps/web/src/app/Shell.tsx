import { Outlet, useMatches } from '@tanstack/react-router';
import { useSession } from '../lib/session.ts';
import { cx } from '../ui/cx.ts';
import { BusyLine, Toaster } from '../ui/Toaster.tsx';
import { ConnectionBar } from './ConnectionBar.tsx';
import { Gate } from './Mishaps.tsx';
import { Rail, TabBar } from './TabBar.tsx';

/** What stays while screens come and go: the column, the tabs, the line of the connection, the toasts. */
export function Shell() {
  const screen = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen });
  const loggedIn = useSession((state) => state.token !== null);
  const gated = screen?.protect === true && !loggedIn;
  return (
    <div className="ps-(--rail)">
      <BusyLine />
      <Rail active={screen?.tab} />
      <div
        className={cx(
          'page mx-auto flex min-h-dvh w-full flex-col',
          screen?.wide ? 'max-w-[480px] wide:max-w-[1600px]' : 'max-w-[480px]',
          screen?.tab && 'pb-(--bar)',
        )}
      >
        <ConnectionBar />
        {gated ? <Gate /> : <Outlet />}
      </div>
      {screen?.tab && <TabBar active={screen.tab} />}
      <Toaster />
    </div>
  );
}
