import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { navigator, startNavigation } from './app/navigation.ts';
import { Shell } from './app/Shell.tsx';
import { startAccount } from './app/account.ts';
import { startMessageToasts } from './app/message-toasts.ts';
import { keepForOffline } from './app/offline.ts';
import { keepInstallOffer } from './lib/install.ts';
import { usePreferences } from './lib/preferences.ts';
import { followOtherTabs } from './lib/session.ts';
import { shellText } from './lib/shell-text.ts';
import { followLanguage } from './lib/text.ts';
import { followTheme } from './lib/theme.ts';
import './ui/theme.css';

// Too old a browser: public/theme.js shows another page, and the app never starts.
if ('outdated' in document.documentElement.dataset) await new Promise<never>(() => undefined);

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no #root');

/** Yields to pending tasks: the start is split, so that taps do not wait for all of it. */
const pause = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => resolve(), { once: true });
    port1.start();
    port2.postMessage(null);
  });

// Module code has just run, in one task.
await pause();
followTheme();
followLanguage();
followOtherTabs();
keepInstallOffer();
startNavigation();
// The first screen loads in parallel with the texts of the shell.
navigator.start();
const spoken = shellText.load(usePreferences.getState().language);

await pause();
startAccount();
startMessageToasts();

// The shell's first render needs its texts.
await spoken;
// As a transition it renders in slices and does not block.
startTransition(() =>
  createRoot(element).render(
    <StrictMode>
      <Shell />
    </StrictMode>,
  ),
);
keepForOffline();
