import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { navigator, startNavigation } from './app/navigation.ts';
import { Shell } from './app/Shell.tsx';
import { startAccount } from './app/account.ts';
import { startMessageToasts } from './app/message-toasts.ts';
import { keepForOffline } from './app/offline.ts';
import { keepInstallOffer } from './lib/install.ts';
import { followOtherTabs } from './lib/other-tabs.ts';
import { usePreferences } from './lib/preferences.ts';
import { shellText } from './lib/shell-text.ts';
import { followLanguage } from './lib/text.ts';
import { followTheme } from './lib/theme.ts';

/** After this time the app starts without its first screen, to say that the network is slow or gone. */
const FIRST_VIEW_MS = 8_000;

/** After this time placeholders pulse. */
const OPEN_MS = 1_000;

/** Waits for the first screen's code: until then the picture of the page stays. */
const firstView = (): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (navigator.view().shown.kind !== 'pending') end();
    };
    const forget = navigator.subscribe(look);
    const end = (): void => {
      forget();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, FIRST_VIEW_MS);
    look();
  });

/** Starts the app in the page, in place of its first picture; `nextTask` waits until the pending tasks have run. */
export async function start(nextTask: () => Promise<void>): Promise<void> {
  const element = document.getElementById('root');
  if (!element) throw new Error('index.html has no #root');
  followTheme();
  followLanguage();
  followOtherTabs();
  keepInstallOffer();
  startNavigation();
  // The first screen loads in parallel with the texts of the shell.
  navigator.start();
  const spoken = shellText.load(usePreferences.getState().language);
  await nextTask();
  startAccount();
  startMessageToasts();
  await Promise.all([spoken, firstView()]);
  await nextTask();
  // As a transition it renders in slices and does not block.
  startTransition(() =>
    createRoot(element).render(
      <StrictMode>
        <Shell />
      </StrictMode>,
    ),
  );
  keepForOffline();
  setTimeout(() => {
    document.documentElement.dataset['open'] = '';
  }, OPEN_MS);
}
