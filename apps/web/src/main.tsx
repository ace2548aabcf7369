import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { navigator, startNavigation } from './app/navigation.ts';
import { Shell } from './app/Shell.tsx';
import { startAccount } from './app/account.ts';
import { startNotices } from './app/notices.ts';
import { keepForOffline } from './app/offline.ts';
import { keepInstallOffer } from './lib/install.ts';
import { usePreferences } from './lib/preferences.ts';
import { followOtherTabs } from './lib/session.ts';
import { shellText } from './lib/shell-text.ts';
import { followLanguage } from './lib/text.ts';
import { followTheme } from './lib/theme.ts';
import './ui/theme.css';

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no #root');

followTheme();
followLanguage();
followOtherTabs();
keepInstallOffer();
startNavigation();
startAccount();
startNotices();
// The first screen is fetched side by side with the texts of the shell.
navigator.start();

// The shell speaks from its first picture on: its texts come before it.
await shellText.load(usePreferences.getState().language);

createRoot(element).render(
  <StrictMode>
    <Shell />
  </StrictMode>,
);
keepForOffline();
