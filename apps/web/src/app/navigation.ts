import type { ComponentType } from 'react';
import { bindNavigation, dropRedirect } from '../lib/navigation.ts';
import { usePreferences } from '../lib/preferences.ts';
import type { Screen } from '../lib/screen.ts';
import {
  addressNow,
  changePicture,
  initialLocation,
  currentHistoryState,
  pushLocation,
  replaceLocation,
} from './browser.ts';
import { Navigator } from './navigator.ts';
import { allScreens } from './screens.ts';
import { inTime } from './unreachable.ts';

const byPath = new Map<string, Screen>(allScreens().map((screen) => [screen.path, screen]));
const screenAt = (address: string): Screen | undefined => byPath.get(address.split('?', 1)[0] ?? '');

const components = new Map<string, ComponentType>();

/** Loads the screen's code and its texts in parallel. */
async function load(screen: Screen): Promise<ComponentType> {
  const { language } = usePreferences.getState();
  const [module] = await Promise.all([
    inTime(screen.load()),
    ...(screen.texts ?? []).map((texts) => inTime(texts.load(language))),
  ]);
  components.set(screen.path, module.default);
  return module.default;
}

function loaded(screen: Screen): ComponentType | undefined {
  const { language } = usePreferences.getState();
  const spoken = (screen.texts ?? []).every((texts) => texts.peek(language));
  return spoken ? components.get(screen.path) : undefined;
}

export const navigator = new Navigator(
  {
    push: pushLocation,
    replace: replaceLocation,
    change: changePicture,
    after: (ms, action) => {
      const timer = setTimeout(action, ms);
      return () => clearTimeout(timer);
    },
    load,
    loaded,
  },
  screenAt,
  initialLocation(),
);

/** Binds the navigation functions of the app and the browser's back and forward buttons. */
export function startNavigation(): void {
  history.scrollRestoration = 'manual';
  bindNavigation({
    push: (address) => navigator.push(address),
    replace: (address) => navigator.replace(address),
    back: () => history.back(),
    // A failed prefetch is ignored: the visit tries again.
    preload: (address) => {
      const screen = screenAt(address);
      if (screen && !loaded(screen)) load(screen).catch(() => undefined);
    },
    here: () => navigator.heading.address,
    protects: (address) => screenAt(address)?.protect === true,
    canGoBack: () => navigator.heading.index > 0,
  });
  window.addEventListener('popstate', () => {
    dropRedirect();
    navigator.moved(addressNow(), currentHistoryState());
  });
}
