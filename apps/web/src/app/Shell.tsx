import { Component, Suspense, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { LocationContext } from '../lib/location.ts';
import { useSession } from '../lib/session.ts';
import { BusyLine, Toaster } from '../ui/Toaster.tsx';
import { ConnectionBar } from './ConnectionBar.tsx';
import { ErrorScreen, RequireLogin, NotFoundScreen } from './ErrorScreens.tsx';
import { Frame } from './Frame.tsx';
import { navigator } from './navigation.ts';
import { identityOf } from './navigator.ts';
import type { View } from './navigator.ts';
import { RouteSkeleton } from './RouteSkeleton.tsx';
import { Unavailable } from './Unavailable.tsx';

/** Error boundary around the screen; the tab bar stays usable. */
class Boundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined };
  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error: error ?? new Error('unknown') };
  }
  override render(): ReactNode {
    return this.state.error === undefined ? this.props.children : <ErrorScreen error={this.state.error} />;
  }
}

function Content({ view: { screen, shown } }: { readonly view: View }) {
  const loggedIn = useSession((state) => state.token !== null);
  const pending = <RouteSkeleton shape={screen?.skeleton ?? 'list'} />;
  if (screen?.protect === true && !loggedIn) return <RequireLogin />;
  switch (shown.kind) {
    case 'ready':
      return (
        <Suspense fallback={pending}>
          <shown.Component />
        </Suspense>
      );
    case 'pending':
      return pending;
    case 'failed':
      return <ErrorScreen error={shown.error} />;
    case 'missing':
      return <NotFoundScreen />;
  }
}

/** The app: frame, connection bar, screen, toasts. */
export function Shell() {
  const view = useSyncExternalStore(navigator.subscribe, navigator.view);
  const { place, screen } = view;
  return (
    <>
      <BusyLine />
      <Frame tab={screen?.tab} wide={screen?.wide === true}>
        <ConnectionBar />
        <LocationContext value={place}>
          <Boundary key={identityOf(place, screen) + (view.shown.kind === 'pending' ? ' pending' : '')}>
            <Content view={view} />
          </Boundary>
        </LocationContext>
      </Frame>
      <Unavailable />
      <Toaster />
    </>
  );
}
