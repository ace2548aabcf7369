import { usePreferences } from './preferences.ts';
import type { ThemeChoice } from './preferences.ts';

const dark = window.matchMedia('(prefers-color-scheme: dark)');

function apply(choice: ThemeChoice, redUp: boolean): void {
  const root = document.documentElement;
  const theme = choice === 'system' ? (dark.matches ? 'dark' : 'light') : choice;
  if (root.dataset['theme'] !== theme) root.dataset['theme'] = theme;
  if (redUp) root.dataset['redUp'] = '';
  else delete root.dataset['redUp'];
  const colour = getComputedStyle(root).getPropertyValue('--bg').trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour);
}

/** Keeps the page's theme in step with preferences and system. theme.js sets it before the first paint. */
export function followTheme(): void {
  const now = (): void => {
    const { theme, redUp } = usePreferences.getState();
    apply(theme, redUp);
  };
  now();
  // Reading a colour forces a style recalculation, so only on a change of theme.
  usePreferences.subscribe(({ theme, redUp }, before) => {
    if (theme !== before.theme || redUp !== before.redUp) now();
  });
  dark.addEventListener('change', now);
}
