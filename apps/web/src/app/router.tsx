import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { bindNavigation, dropRedirect } from '../lib/navigation.ts';
import { usePreferences } from '../lib/preferences.ts';
import type { Screen } from '../lib/screen.ts';
import { Broken, Missing } from './Mishaps.tsx';
import { Pending } from './Pending.tsx';
import { allScreens } from './screens.ts';
import { Shell } from './Shell.tsx';
import { inTime } from './unreachable.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly screen?: Screen;
  }
}

const root = createRootRoute({ component: Shell, notFoundComponent: Missing });

const routeOf = (screen: Screen) =>
  createRoute({
    getParentRoute: () => root,
    path: screen.path,
    component: lazyRouteComponent(() => inTime(screen.load()), 'default'),
    // The texts come side by side with the code.
    loader: async () => {
      const { language } = usePreferences.getState();
      await Promise.all((screen.texts ?? []).map((texts) => inTime(texts.load(language))));
    },
    staleTime: Infinity,
    pendingComponent: () => <Pending shape={screen.skeleton ?? 'list'} />,
    staticData: { screen },
  });

const screens = allScreens();
const byPath = new Map<string, Screen>(screens.map((screen) => [screen.path, screen]));
const screenAt = (address: string): Screen | undefined => byPath.get(address.split('?')[0] ?? '');

export const router = createRouter({
  routeTree: root.addChildren(screens.map(routeOf)),
  history: createHashHistory(),
  // Parameters are plain texts: `?id=7`, without JSON.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search).toString();
    return text === '' ? '' : `?${text}`;
  },
  scrollRestoration: true,
  defaultPendingMs: 200,
  defaultPendingMinMs: 200,
  defaultErrorComponent: Broken,
  defaultNotFoundComponent: Missing,
  defaultViewTransition: {
    types: ({ pathChanged }) =>
      pathChanged && document.documentElement.dataset['slide'] !== 'none' ? ['slide'] : false,
  },
});

/** Which way the pages slide: forward, back, or not at all between tabs. */
function slideOf(from: string | undefined, to: string, steps: number): 'forward' | 'back' | 'none' {
  if (from === undefined || (screenAt(from)?.tab && screenAt(to)?.tab)) return 'none';
  return steps < 0 ? 'back' : 'forward';
}

/** Gives the rest of the app its way of navigating. */
export function startNavigation(): void {
  const { history } = router;
  const here = (): string => history.location.href;
  bindNavigation({
    push: (address) => history.push(address),
    replace: (address) => history.replace(address),
    back: () => history.back(),
    preload: (address) => {
      const screen = screenAt(address);
      if (!screen) return;
      // A guess that fails costs nothing: the real visit tries again.
      void Promise.allSettled([
        screen.load(),
        ...(screen.texts ?? []).map((texts) => texts.load(usePreferences.getState().language)),
      ]);
    },
    here,
    protects: (address) => screenAt(address)?.protect === true,
    canGoBack: () => history.canGoBack(),
  });
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
    const steps = (toLocation.state.__TSR_index ?? 0) - (fromLocation?.state.__TSR_index ?? 0);
    document.documentElement.dataset['slide'] = slideOf(fromLocation?.pathname, toLocation.pathname, steps);
    if (steps < 0) dropRedirect();
  });
  router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
    // A screen reader starts at the title of the new screen; the first screen of a visit is left alone.
    if (pathChanged && fromLocation) document.querySelector('h1')?.focus({ preventScroll: true });
  });
}
